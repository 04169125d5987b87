"""What waits for whoever has signed in, role by role: each in a few words, and where it is looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from console.cases.reply_clock import clock_text, is_overdue
from console.pages.answer import counted
from console.web.acting.waiting import waiting_for
from console.web.asked import Asked
from console.web.entry.roles import (
    ACCOUNTING,
    ADMIN,
    COMPLIANCE,
    EVERYBODY,
    PIT,
    SURVEILLANCE,
    WHO_SEE_CASES,
    WHO_SEE_MONEY,
    Role,
)
from console.web.frame.places import address, case_address
from console.web.frame.words import display, dollars, plain
from console.web.showing.audit.checkpoints import has_audit_log, last_checkpoint, records_since
from console.web.showing.audit.exports import TONES, WORDS, last_exports, place
from console.web.showing.floor import state_of
from events.times import SECOND_US
from projections.examining.finding import Finding
from streams.read_model.findings import counted_findings
from streams.read_model.queries.awards import Award
from streams.read_model.queries.cases import Case, cases
from streams.read_model.queries.days import readings_of, reconciliation
from streams.read_model.queries.floor import floor_now
from streams.read_model.queries.links import known_links
from streams.read_model.queries.played_days import played_days
from streams.read_model.queries.unpaid_awards import unpaid_awards

_ONE_BY_ONE: Final = 3
"""So many things of a kind are told one by one; of more the number."""
_WHO_SETTLE: Final = frozenset({SURVEILLANCE, COMPLIANCE})
_MINUTE_US: Final = 60 * SECOND_US
_STALE_US: Final = 24 * 60 * _MINUTE_US
"""From here on a checkpoint is old: nothing since can be proved."""


class Need(NamedTuple):
    """Something that waits for somebody: its status, in a few words, and where it is looked at."""

    tone: str
    words: str
    href: str


Needs = Iterator[Need]


def needs_of(asked: Asked, money: Sequence[Finding]) -> list[Need]:
    """All that waits for the role that asks, what weighs most first; `money` are the findings about money."""
    found = [*_money_findings(money)] if asked.role in _WHO_SETTLE else []
    return found + [need for roles, waiting in _WAITING if asked.role in roles for need in waiting(asked)]


# --- rounds and cases -------------------------------------------------------------------------------------


def _money_findings(money: Sequence[Finding]) -> Needs:
    short_mc = sum(min(each.difference_mc or 0, 0) for each in money)
    if money:
        short = f", {dollars(-short_mc)} short in all" if short_mc else ""
        yield Need("bad", f"{counted(len(money), 'finding')} about money{short}", "/findings?severity=money")


def _cases(asked: Asked) -> Needs:
    """Replies that are due; for accounting what was decided and nobody has paid."""
    day, found = asked.site.days(asked.now_us), cases(asked.store)
    if asked.role == ACCOUNTING:
        for each in [each for each in found if each.unpaid_mc > 0]:
            words = f"case {each.name}: {dollars(each.unpaid_mc)} decided for {_where(each)} and not paid"
            yield Need("pending", words, case_address(each.name))
        return
    open_ = sorted((each for each in found if each.decision is None), key=lambda each: each.reply_by)
    for each in open_[:_ONE_BY_ONE]:
        tone = "bad" if is_overdue(each, day) else "warn"
        words = f"case {each.name}: {_where(each)} claims {dollars(each.claimed_mc)}, {clock_text(each, day)}"
        yield Need(tone, words, case_address(each.name))
    more = len(open_) - _ONE_BY_ONE
    if more > 0:
        yield Need("warn", f"{counted(more, 'more case')} to reply to", "/cases?state=open")


def _where(case: Case) -> str:
    return f"{case.table} seat {case.seat}"


def _signatures(asked: Asked) -> Needs:
    """The second signatures that whoever has signed in can give."""
    for each in waiting_for(asked):
        words = f"{each.asked.badge} asks for your signature: {each.asked.asks}"
        yield Need("pending", words, f"/signatures/{each.seq}")


# --- awards and days --------------------------------------------------------------------------------------


def _awards(asked: Asked) -> Needs:
    """Awards that are owed; to the pit those that are to be validated."""
    for award in unpaid_awards(asked.store):
        hand, standing = plain(award.hand), plain(award.standing)
        if asked.role == PIT:
            if award.status == "locked":
                words = f"{display(award.owed_mc)} to validate at {award.table}, seat {award.seat}: {hand}"
                yield Need("pending", words, address_of(award))
            continue
        age = "" if award.locked_at_us is None else f", {_age(asked.now_us - award.locked_at_us)}"
        words = f"{display(award.owed_mc)} owed at {award.table} for {hand}: {standing}{age}"
        yield Need("pending", words, address_of(award))


def address_of(award: Award) -> str:
    """Where an award is looked at."""
    claim = str(award.claim_seq)
    return address("/awards/{link}/{table}/{claim}", link=award.link, table=award.table, claim=claim)


def _liability(asked: Asked) -> Needs:
    owed = [award.owed_mc for award in unpaid_awards(asked.store)]
    if owed:
        words = f"{display(sum(owed))} owed to players in {counted(len(owed), 'award')}"
        yield Need("pending", words, "/ledger/liability")


def _days(asked: Asked) -> Needs:
    """Days of which something is left to do, for those who close them."""
    for day in open_days(asked):
        left = reconciliation(asked.store, day)
        stopping = sum(1 for link in left.links if link.missing) + sum(link.variances for link in left.links)
        if not left.reconciled:
            words = f"day {day} is not closed" + (
                f": {counted(stopping, 'thing')} to look at" if stopping else ""
            )
            yield Need("warn", words, f"/days/{day}")


def open_days(asked: Asked) -> list[str]:
    """The gaming days before today that a link has not closed, and that something was played on."""
    today = asked.site.days(asked.now_us)
    closed = min((link.closed_day for link in known_links(asked.store) if link.live), default="")
    return [day for day in played_days(asked.store) if closed < day < today]


def _variances(asked: Asked) -> Needs:
    """Readings that differ from their meters, of today and of days that are not closed."""
    for day in [*open_days(asked), asked.site.days(asked.now_us)]:
        for each in readings_of(asked.store, day):
            if not each.settled and each.variance_mc is not None:
                words = f"{each.link} {plain(each.meter)} was read {dollars(each.variance_mc)} off the log"
                yield Need("bad", f"{words}: explain or withdraw", f"/days/{day}")


# --- the record -------------------------------------------------------------------------------------------


def _checkpoint(asked: Asked) -> Needs:
    """How old the last checkpoint is, and what it does not cover."""
    if not has_audit_log(asked.site):
        yield Need("unknown", "no audit log yet: nothing can be proved to an outsider", "/audit")
        return
    last = last_checkpoint(asked.site)
    if last is None:
        yield Need("warn", "the audit log is not signed yet", "/audit")
        return
    age_us, since = asked.now_us - last.at_us, records_since(asked.site, asked.log)
    if age_us > _STALE_US and since:
        words = f"the last checkpoint is {_age(age_us)} old, and {counted(since, 'record')} came since"
        yield Need("warn", words, "/audit")


def _exports(asked: Asked) -> Needs:
    """The last exports that are not whole and good, while nobody has seen to them."""
    for each in last_exports(asked):
        if each.state != "good":
            words = f"export {each.asked.id} of {each.asked.words}: {WORDS[each.state]}"
            yield Need(TONES[each.state], words, place(each.asked.id))


def _by_chapter(asked: Asked) -> Needs:
    """What was found of each chapter, beside money."""
    times = Counter[str]()
    for each in counted_findings(asked.store):
        if each.severity != "money" and each.section:
            times[each.section.partition(".")[0]] += each.times
    for chapter, count in sorted(times.items()):
        words = f"{counted(count, 'finding')} under chapter {chapter}"
        yield Need("warn", words, f"/findings?section={chapter}")


def _halted(asked: Asked) -> Needs:
    """Tables whose streams stand still or lack something."""
    for table in floor_now(asked.store, asked.now_us, asked.site.days(asked.now_us)):
        if table.halted_at or table.incomplete:
            yield Need("warn", f"{table.table} {state_of(table)[1]}", "/floor?state=alarm")


def _age(age_us: int) -> str:
    minutes = max(age_us, 0) // _MINUTE_US
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 48 * 60 else f"{minutes // (24 * 60)} days"


_WAITING: Final[tuple[tuple[frozenset[Role], Callable[[Asked], Needs]], ...]] = (
    (EVERYBODY, _signatures),
    (frozenset({ACCOUNTING}), _liability),
    (frozenset({SURVEILLANCE, ACCOUNTING, PIT}), _awards),
    (WHO_SEE_CASES, _cases),
    (frozenset({ACCOUNTING}), _variances),
    (WHO_SEE_MONEY, _days),
    (frozenset({COMPLIANCE}), _checkpoint),
    (frozenset({COMPLIANCE}), _exports),
    (frozenset({COMPLIANCE}), _by_chapter),
    (frozenset({ADMIN}), _halted),
)
"""What waits for which roles, in the order in which it is told."""

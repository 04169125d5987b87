"""A case from claim to decision: rounds, holds, what was done, who looked. Whoever looks is on record."""

from __future__ import annotations

from typing import Final, NamedTuple

from console.calls.names import case_name
from console.cases.reply_clock import clock_text
from console.cases.shown import Step, case_document, steps
from console.web.asked import Asked
from console.web.entry.roles import WHO_DECIDE, WHO_PAY_CASES, WHO_WORK_ON_CASES
from console.web.frame.places import case_address, event_address
from console.web.frame.words import dollars
from console.web.showing.cases.around import rounds_around
from console.web.showing.cases.listing import standing, tone_of
from console.web.showing.cases.looking import record_look
from console.web.view import NotFound, View
from console.wording.people import shortly
from streams.read_model.queries.cases import Case, CaseEntry, CasePayment, cases

_STATUS: Final = {
    "payment": "ok",
    "no_payment": "ok",
    "reopened": "warn",
    "hold": "pending",
}


class Happened(NamedTuple):
    """A line of the timeline, and the event that it is."""

    at_us: int
    tone: str
    words: str
    event: str
    href: str


class Looker(NamedTuple):
    """Somebody who looked: how often, when last, and at which rounds."""

    badge: str
    times: int
    last_us: int
    rounds: str


def case(asked: Asked) -> View:
    """The case, once it is on record who looks."""
    try:
        name = case_name(asked.places["case"])
    except ValueError as error:
        raise NotFound(f"There is no such case: {error}.") from error
    looked = record_look(asked, name)
    found = cases(asked.store, name)
    if not found:
        raise NotFound(f"The case {name} has not reached the read model yet: call this page again.")
    (of,), day = found, asked.site.days(asked.now_us)
    values = {
        "case": of,
        "tone": tone_of(of, day),
        "standing": standing(of),
        "clock": clock_text(of, day),
        "looked": looked,
        "rounds": rounds_around(asked, of),
        "happened": [_opened(of), *(_happened(of, step) for step in steps(of) if not _is_look(step))],
        "lookers": lookers(of),
        "owed": of.unpaid_mc,
        "case_path": case_address(name),
        "acts": acts(asked, of),
        "may_lift": asked.role in WHO_WORK_ON_CASES,
        "may_rule_out": asked.role in WHO_WORK_ON_CASES,
    }
    return View("case.html", f"Case {name}", lambda: case_document(of, day), values)


def acts(asked: Asked, of: Case) -> list[tuple[str, str]]:
    """What may be done about the case now, by the role: the words, and where."""
    is_open = of.decision is None
    offered = (
        ("Note", "note", WHO_WORK_ON_CASES, True),
        ("Rule out", "rule-out", WHO_WORK_ON_CASES, is_open),
        ("Hold", "hold", WHO_WORK_ON_CASES, is_open),
        ("Decide", "decide", WHO_DECIDE, is_open),
        ("Pay", "pay", WHO_PAY_CASES, of.unpaid_mc > 0),
        ("Open again", "reopen", WHO_DECIDE, not is_open),
    )
    place = case_address(of.name)
    return [(words, f"{place}/{act}") for words, act, roles, may in offered if may and asked.role in roles]


def _opened(of: Case) -> Happened:
    player = f", player {shortly(of.player)}" if of.player else ""
    words = f"opened by {of.opened_by}: claims {dollars(of.claimed_mc)}{player}: {of.claim}"
    return Happened(of.opened_at_us, "pending", words, f"{of.stream} #1", event_address(of.stream, 1))


def _happened(of: Case, step: Step) -> Happened:
    if isinstance(step.of, CasePayment):
        stream, seq, tone = f"table:{step.of.table}", step.of.payment_seq, "ok"
    else:
        stream, seq, tone = of.stream, step.seq, _STATUS.get(step.of.entry, "unknown")
    return Happened(step.at_us, tone, step.words, f"{stream} #{seq}", event_address(stream, seq))


def _is_look(step: Step) -> bool:
    return not isinstance(step.of, CasePayment) and step.of.entry == "view"


def lookers(of: Case) -> list[Looker]:
    """Who looked, the last first."""
    looks: dict[str, list[CaseEntry]] = {}
    for each in of.entries:
        for badge in each.by if each.entry == "view" else ():
            looks.setdefault(badge, []).append(each)
    found = [
        Looker(
            badge, len(own), own[-1].recorded_at_us, ", ".join(dict.fromkeys(e.round for e in own if e.round))
        )
        for badge, own in looks.items()
    ]
    return sorted(found, key=lambda looker: -looker.last_us)

"""What the forms of a case share: the case as it stands, what a plan rests on, how an entry is recorded."""

from __future__ import annotations

from console.calls.names import case_name
from console.cases.entries import Entry, case_in_log
from console.cases.reply_clock import clock_text
from console.recording.clerk import Clerk, refused_because
from console.web.acting.form import Line, Move, Outcome, Plan, Seen, require
from console.web.asked import Asked
from console.web.frame.places import case_address
from console.web.frame.words import dollars, moment
from console.web.showing.cases.listing import standing, tone_of
from console.web.view import NotFound
from events.vocabulary.cases import CaseOpened
from projections.cases import Case as CaseInLog
from streams.read_model.queries.cases import Case, cases


def case_of(asked: Asked) -> Case:
    """The case of the address; `NotFound` where there is none. Whose form it is the roles of the form say."""
    try:
        name = case_name(asked.places["case"])
    except ValueError as error:
        raise NotFound(f"There is no such case: {error}.") from error
    for found in cases(asked.store, name):
        return found
    raise NotFound(f"The case {name} has not reached the read model yet: call this page again.")


def in_log(asked: Asked, of: Case) -> tuple[CaseInLog, CaseOpened]:
    """The case as its own stream has it, and its opening."""
    found = case_in_log(asked.log, of.name)
    assert found.opened is not None
    return found, found.opened


def back(of: Case) -> str:
    """Where one came from."""
    return case_address(of.name)


def about(asked: Asked, of: Case) -> tuple[Line, ...]:
    """The case in three lines."""
    day = asked.site.days(asked.now_us)
    clock = "" if of.decision is not None else f", reply by {of.reply_by}, {clock_text(of, day)}"
    return (
        Line("case", f"{of.name}: {of.table} seat {of.seat}, about {moment(of.disputed_at_us)}", back(of)),
        Line("claim", f"{dollars(of.claimed_mc)}: {of.claim}"),
        Line("stands", f"{standing(of)}{clock}", tone=tone_of(of, day)),
    )


def require_open(of: Case) -> None:
    """A decided case takes notes, views and the lifting of holds."""
    require("" if of.decision is None else f"The case {of.name} is decided: open it again first.")


def seen_of(of: Case) -> Seen:
    """How far the case has come. That somebody looked changes nothing about it, and does not count."""
    done = [each for each in of.entries if each.entry != "view"]
    last = done[-1] if done else None
    number = 0 if last is None else last.seq
    words = "as it was opened" if last is None else f"entry {last.seq} ({last.entry.replace('_', ' ')})"
    return Seen(f"case {of.name}", number, words)


def plan_of(
    of: Case,
    entry: Entry,
    asks: str,
    *,
    said: str = "",
    moves: tuple[Move, ...] = (),
    second: str = "",
    warnings: tuple[str, ...] = (),
) -> Plan:
    """The plan of one entry."""

    def record(clerk: Clerk, id_: str) -> Outcome:
        recorded = entry.fact.record(clerk, id_)
        if recorded.refused:
            return Outcome((recorded,), refused=refused_because(recorded.event))
        return Outcome((recorded,), said=said)

    return Plan(
        asks=asks,
        facts=(entry.fact,),
        record=record,
        moves=moves,
        seen=(seen_of(of),),
        second=second,
        warnings=warnings,
    )

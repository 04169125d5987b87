"""Gaming days of a link: a day closes when every table that played has sent its end-of-day marker.

Two people may close it without a table that is missing. What comes later of a closed day posts to the next.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from events.bounds import OPEN_DAYS_A_TABLE
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.links import LinkDayClosed
from events.vocabulary.meters import MeterDayClosed
from projections.keeping.legs import Decision, Leg, refusal, source_of
from projections.keeping.link_state import LinkState
from projections.keeping.pots import balances_of
from projections.signatures import signing_problem

_FUTURE: Final = "{} has not begun: it was {} when this was recorded; give the day that is over"


def played(state: LinkState, table: str, day: str) -> LinkState:
    """A table has played on a gaming day."""
    days = state.days.get(table, ())
    return state if day in days else replace(state, days={**state.days, table: with_day(days, day)})


def with_day(days: tuple[str, ...], day: str) -> tuple[str, ...]:
    """The days of a table without a marker, with one more: no more of them than a bound."""
    first, *rest = sorted({*days, day})
    return (first, *rest[1 - OPEN_DAYS_A_TABLE :])


def ended(state: LinkState, table: str, day: str) -> LinkState:
    """A table has sent its marker: nothing more of that day, or of one before, will come from it."""
    return _without(state, day, (table,)) if table in state.days else state


def _without(state: LinkState, day: str, tables: tuple[str, ...]) -> LinkState:
    later = {k: tuple(d for d in of if d > day) if k in tables else of for k, of in state.days.items()}
    return replace(state, days={table: of for table, of in later.items() if of})


def _missing(state: LinkState, day: str) -> list[str]:
    """Tables without a marker for a day on which they played, or for one before."""
    return sorted(table for table, of in state.days.items() if of[0] <= day)


def in_the_future(day: str, leg_day: str) -> bool:
    """Whether a day is later than the one on which it was ended or closed: a slip that would move all that
    comes after it to a day that nobody plays on."""
    return day > leg_day


def decide_ended(state: LinkState, leg: Leg, body: TableDayEnded) -> list[Decision]:
    """The last marker of a day closes it; that of a table that never joined is nobody's."""
    day = body.day
    if leg.owner not in state.tables:
        return []
    if in_the_future(day, leg.event.gaming_day):
        return refusal(state, leg, "day_close", 0, _FUTURE.format(day, leg.event.gaming_day))
    if day <= state.closed_day or _missing(ended(state, leg.owner, day), day):
        return []
    record = MeterDayClosed(
        **source_of(leg),
        balances=balances_of(state.meters),
        day=day,
        missing_tables=(),
        signed_by=(),
    )
    return [Decision(record)]


def decide_day_closed(state: LinkState, leg: Leg, body: LinkDayClosed) -> list[Decision]:
    """A day is closed by hand; without a table's marker only if two people sign for that table."""
    missing = _missing(state, body.day)
    problem = _closing_problem(state, leg, body, missing)
    if problem:
        return refusal(state, leg, "day_close", 0, problem)
    record = MeterDayClosed(
        **source_of(leg),
        balances=balances_of(state.meters),
        day=body.day,
        missing_tables=tuple(missing),
        signed_by=body.signed_by,
    )
    return [Decision(record)]


def _closing_problem(state: LinkState, leg: Leg, body: LinkDayClosed, missing: list[str]) -> str:
    """Why a day cannot be closed; empty if it can."""
    unnamed = [table for table in missing if table not in body.missing_tables]
    if in_the_future(body.day, leg.event.gaming_day):
        return _FUTURE.format(body.day, leg.event.gaming_day)
    if body.day <= state.closed_day:
        return f"{state.closed_day} is closed already, and every day before it"
    if unnamed:
        options = " ".join(f"--without {table}" for table in unnamed)
        return (
            f"{', '.join(unnamed)} sent no end-of-day marker: wait for it, or sign for it by name "
            f"(`pitledger day {body.day} --close {options} --sign BADGE:DEPARTMENT "
            "--sign BADGE:DEPARTMENT --reason TEXT`)"
        )
    return signing_problem(body.signed_by, body.reason) if missing else ""


def evolve_day_closed(state: LinkState, record: MeterDayClosed) -> LinkState:
    """The day is closed, and nobody waits for a table that was signed for."""
    closed = _without(state, record.day, tuple(state.days))
    return replace(closed, closed_day=record.day)

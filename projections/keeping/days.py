"""Gaming days of a link: a day closes when every table that played has sent its end-of-day marker.

Two people may close it without a table that is missing. What comes later of a closed day posts to the next.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from events.vocabulary.links import Signature
from projections.keeping.legs import Decision, Leg, refusal
from projections.keeping.link_state import LinkState
from projections.signatures import signing_problem

_FUTURE: Final = "{} has not begun: it was {} when this was recorded; give the day that is over"


def played(state: LinkState, table: str, day: str) -> LinkState:
    """The link has heard a table play on a gaming day."""
    days = state.days.get(table, ())
    return state if day in days else replace(state, days={**state.days, table: tuple(sorted({*days, day}))})


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


def decide_ended(state: LinkState, leg: Leg) -> list[Decision]:
    """The last marker of a day closes it."""
    day = leg.fields["day"]
    if in_the_future(day, leg.event.gaming_day):
        return refusal(leg, "day_close", 0, _FUTURE.format(day, leg.event.gaming_day))
    if day <= state.closed_day or _missing(ended(state, leg.event.owner, day), day):
        return []
    return [Decision("meter_day_closed", {"day": day, "missing_tables": [], "signed_by": []})]


def decide_day_closed(state: LinkState, leg: Leg) -> list[Decision]:
    """A day is closed by hand; without a table's marker only if two people sign for that table."""
    day, named = leg.fields["day"], set(leg.fields["missing_tables"])
    missing = _missing(state, day)
    unnamed = [table for table in missing if table not in named]
    problem = ""
    if in_the_future(day, leg.event.gaming_day):
        problem = _FUTURE.format(day, leg.event.gaming_day)
    elif day <= state.closed_day:
        problem = f"{state.closed_day} is closed already, and every day before it"
    elif unnamed:
        problem = f"{', '.join(unnamed)} sent no end-of-day marker: wait for it, or sign for it by name"
    elif missing:
        problem = signing_problem(
            [Signature(**each) for each in leg.fields["signed_by"]], leg.fields["reason"]
        )
    if problem:
        return refusal(leg, "day_close", 0, problem)
    fields = {"day": day, "missing_tables": missing, "signed_by": leg.fields["signed_by"]}
    return [Decision("meter_day_closed", fields)]


def evolve_day_closed(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
    """The day is closed, and nobody waits for a table that was signed for."""
    closed = _without(state, fields["day"], tuple(state.days))
    return replace(closed, closed_day=fields["day"])

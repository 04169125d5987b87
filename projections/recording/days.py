"""Gaming days by the recorder's clock: what has not begun is not ended or closed, and what was read at one
time is not a reading of another day.

What comes after a close is posted to the next day, so a day of the future, mistyped or by a device whose
clock is wrong, would take everything until then.
"""

from __future__ import annotations

from typing import Final

from events.body import read_body
from events.jsonform import Draft
from events.times import day_number, day_text, time_text
from events.vocabulary.desk import GamingDayClosed, ReadingEntered, TableDayEnded
from projections.recording.drafts import refuse_record
from projections.recording.surroundings import Surroundings

_ENDINGS: Final = frozenset({TableDayEnded.TYPE, GamingDayClosed.TYPE})


def not_begun(day: str, around: Surroundings) -> str:
    """Why a day cannot be ended or closed, and what to do; empty where it has begun."""
    if day <= around.today:
        return ""
    return (
        f"{day} has not begun: the recorder's clock shows {time_text(around.now_us)}, gaming day "
        f"{around.today}. Give the day that is over, and set the clock right that named this one"
    )


def refuse_early_end(draft: Draft, around: Surroundings) -> Draft | None:
    """The refusal of a table's or a desk's end of a day that has not begun; None for everything else."""
    if draft.type not in _ENDINGS:
        return None
    body = read_body(draft)
    assert isinstance(body, TableDayEnded | GamingDayClosed)
    problem = not_begun(body.day, around)
    return refuse_record(draft, "day_not_begun", problem) if problem else None


def not_of_day(day: str, taken_on: str) -> str:
    """Why what was read on one gaming day is not a reading of `day`, and what to do; empty where it is.

    What a day closed with is often read after its end: until the next day ends.
    """
    number = day_number(taken_on)
    assert number is not None, "the gaming day of a moment is a day"
    day_before = day_text(number - 1)
    if day in (taken_on, day_before):
        return ""
    return (
        f"it was read on the gaming day {taken_on}, and is not a reading of {day}: "
        f"enter it for {taken_on}, or for {day_before} if it shows what that day closed with"
    )


def refuse_other_day(draft: Draft, around: Surroundings) -> Draft | None:
    """The refusal of a reading for a day that its time does not belong to; None for everything else."""
    if draft.type != ReadingEntered.TYPE:
        return None
    body = read_body(draft)
    assert isinstance(body, ReadingEntered)
    problem = not_of_day(body.day, around.day_of(min(draft.occurred_at_us, around.now_us)))
    return refuse_record(draft, "other_day", f"body.day: {problem}") if problem else None

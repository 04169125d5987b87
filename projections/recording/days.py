"""Gaming days that have not begun by the recorder's clock: nobody ends or closes them.

What comes after a close is posted to the next day, so a day of the future, mistyped or by a device whose
clock is wrong, would take everything until then.
"""

from __future__ import annotations

from typing import Final

from events.body import read_body
from events.jsonform import Draft
from events.times import time_text
from events.vocabulary.desk import GamingDayClosed, TableDayEnded
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

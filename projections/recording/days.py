"""Gaming days that have not begun by the recorder's clock: nobody ends or closes them.

What comes after a close is posted to the next day, so a day of the future, mistyped or by a device whose
clock is wrong, would take everything until then.
"""

from __future__ import annotations

from typing import Final

from events.body import read_body
from events.jsonform import Draft
from events.times import time_text
from events.vocabulary.desk import GamingDayClosed, RecordRefused, TableDayEnded
from projections.recording.drafts import refused
from projections.recording.repeats import body_sha256
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
    if not problem:
        return None
    refusal = RecordRefused(
        attempted_type=draft.type,
        attempted_source_id=draft.source_id or "",
        attempted_sha256=body_sha256(draft),
        code="day_not_begun",
        reason=problem,
    )
    return refused(draft, refusal)

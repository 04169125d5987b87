"""R02 at a table: a badge that the register of badges does not know, by the stamps of the recorder.

Without a register nothing is stamped, and nothing said. Of the actor of an event neither: that may be a
device, and which devices there are no register says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import events.vocabulary  # noqa: F401 - every type that a table may say
from events.body import TYPES
from projections.examining.check import Check, Found, Moment
from projections.examining.memory.badges import not_registered, unknown_in
from projections.recording.stamping import BADGES

STAMPED: Final = tuple(type_ for type_ in BADGES if "table" in TYPES[type_].STREAMS)
"""What a table says with stamps."""


def badge_not_registered(moment: Moment) -> Iterator[Found]:
    """R02: a table names somebody whom the register does not know; told once, until they are in it."""
    seat, round_ = (getattr(moment.body, name, None) for name in ("seat", "round"))
    for badge, stamp in unknown_in(moment.table.unknown_badges, moment.body):
        yield Found(None, not_registered(moment.event, stamp), badge, seat=seat, round=round_)


CHECKS = (
    Check(
        *("R02", "badge_not_registered", STAMPED, "stamps"),
        badge_not_registered,
        severity="record",
        without_book=True,
    ),
)

"""A draft becomes an event: number, chain, times, gaming day and source id, by one rule for all who record.

There are two clocks. `occurred_at` is the device's and may be wrong; `recorded_at` is the recorder's. What a
draft brings as its recording time or its gaming day is not believed. The clock itself is an argument.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from events.envelope import NO_PREV, Event
from events.errors import MalformedEvent
from events.jsonform import Draft
from events.source_ids import recorder_id
from events.times import time_text

DayOf = Callable[[int], str]
"""Gives the gaming day of a time in microseconds, by the facility's zone and cut-off."""


class StreamEnd(msgspec.Struct, frozen=True, gc=False):
    """The last event of a stream, as far as the next one depends on it."""

    seq: int
    hash: bytes
    recorded_at_us: int
    gaming_day: str

    @classmethod
    def after(cls, event: Event, digest: bytes) -> StreamEnd:
        """The end of a stream whose last event is this one."""
        return cls(event.seq, digest, event.recorded_at_us, event.gaming_day)


BEFORE_FIRST: Final = StreamEnd(0, NO_PREV, 0, "")
"""The end of a stream that has no event yet."""


def complete(draft: Draft, end: StreamEnd, facility: str, now_us: int, day_of: DayOf) -> Event:
    """The event of a draft that is recorded at `now_us`, the recorder's clock, as its stream's next.

    Neither the recording time nor the gaming day goes back within a stream, even where the clock does.
    """
    seq = end.seq + 1
    recorded_at_us = now_us if now_us > end.recorded_at_us else end.recorded_at_us
    # Not `Event(…)`: its constructor takes twice as long, and this is done for every event.
    return tuple.__new__(
        Event,
        (
            facility,
            draft.stream,
            seq,
            end.hash,
            draft.type,
            draft.schema,
            draft.occurred_at_us,
            recorded_at_us,
            due_day(draft.occurred_at_us, recorded_at_us, end, day_of),
            draft.round,
            draft.actor,
            recorder_id(seq) if draft.source_id is None else draft.source_id,
            draft.mode,
            draft.body,
        ),
    )


def check_recorded_at(recorded_at_us: int, end: StreamEnd, now_us: int) -> None:
    """Refuse a recording time that was brought along where it goes back in its stream or is in the future."""
    if recorded_at_us < end.recorded_at_us:
        raise MalformedEvent(
            "recorded_at",
            f"{time_text(recorded_at_us)} goes back: seq {end.seq} of its stream was recorded at "
            f"{time_text(end.recorded_at_us)}",
        )
    if recorded_at_us > now_us:
        raise MalformedEvent(
            "recorded_at",
            f"{time_text(recorded_at_us)} lies in the future: the recorder's clock shows {time_text(now_us)}",
        )


def check_copy(
    event: Event, end: StreamEnd, now_us: int, day_of: DayOf, *, behind_a_gap: bool = False
) -> None:
    """Refuse a copy whose recording time cannot be, or whose gaming day does not follow from its times.

    Behind a gap it may be a later day, since what is missing may have begun that: never one that had not
    begun when it was recorded.
    """
    check_recorded_at(event.recorded_at_us, end, now_us)
    day = due_day(event.occurred_at_us, event.recorded_at_us, end, day_of)
    last_day = max(day, day_of(event.recorded_at_us)) if behind_a_gap else day
    if not day <= event.gaming_day <= last_day:
        raise MalformedEvent(
            "gaming_day",
            f"{event.gaming_day} does not follow from its times, which make it {day}: give --zone and "
            "--cut-off of the facility that recorded it",
        )


def due_day(occurred_at_us: int, recorded_at_us: int, end: StreamEnd, day_of: DayOf) -> str:
    """The gaming day of the earlier of the two clocks, never before that of the stream's last event."""
    # Not `min` and `max`: for two values they take five times as long, and this is asked for every event.
    day = day_of(occurred_at_us if occurred_at_us < recorded_at_us else recorded_at_us)
    return day if day > end.gaming_day else end.gaming_day

"""R01: the clock of a device is more than a minute off, by the two times in the header of its events.

What happened cannot be recorded before it happened, so a device that is ahead shows it at once. One that is
behind looks like one whose events come late. But a device that catches up with what it could not send comes
nearer to our clock with every event, and a clock that is behind stays as far behind: so it is told only when
it was off for more than a minute of our own clock and came no nearer. Lines of an imported file are late by
nature, and whose they are no clock tells: they are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from events.envelope import Event
from events.source_ids import RECORDER, is_of_file, split_source_id
from projections.examining.check import Found

MINUTE_US: Final = 60_000_000
_SECOND_US: Final = 1_000_000
NEARER_US: Final = 10 * _SECOND_US
"""Who comes nearer by this much catches up."""
MOST_CLOCKS: Final = 64
"""Devices of a stream that are off at one time; of more, the one that is off longest is forgotten."""


@dataclass(slots=True)
class OffClock:
    """A device whose events are more than a minute apart from when we recorded them, since an event."""

    seq: int
    since_us: int
    """By our clock; moves on as the device catches up."""
    apart_us: int
    """How far behind it was then."""
    last_us: int
    """When it was off last."""
    told: bool = False


Clocks = dict[str, OffClock]
"""Devices that are off, or may be."""


def clock_off(clocks: Clocks, event: Event) -> Iterator[Found]:
    """What an event tells about the clock of the device that sent it; once for as long as it is off."""
    apart_us = event.recorded_at_us - event.occurred_at_us
    if -MINUTE_US <= apart_us <= MINUTE_US:
        if clocks:
            _in_time(clocks, event)
        return
    device = _device(event)
    if device is None:
        return
    clock = clocks.get(device)
    if clock is None:
        if len(clocks) >= MOST_CLOCKS:
            del clocks[next(iter(clocks))]
        clock = clocks[device] = OffClock(event.seq, event.recorded_at_us, apart_us, event.recorded_at_us)
    clock.last_us = event.recorded_at_us
    if clock.told:
        return
    if apart_us > 0 and apart_us < clock.apart_us - NEARER_US:
        clock.since_us, clock.apart_us = event.recorded_at_us, apart_us
    elif apart_us < 0 or event.recorded_at_us - clock.since_us > MINUTE_US:
        clock.told = True
        yield Found(None, _said(device, apart_us), device, (clock.seq,))


def _in_time(clocks: Clocks, event: Event) -> None:
    """A device that may have been late was; one that was off is not, when it has been right for a minute."""
    device = _device(event)
    clock = None if device is None else clocks.get(device)
    if clock is None or device is None:
        return
    if not clock.told or event.recorded_at_us - clock.last_us > MINUTE_US:
        del clocks[device]


def _device(event: Event) -> str | None:
    """Whose clock timed an event: its source, or who sent it where that gave no id; None for a file."""
    source, _ = split_source_id(event.source_id)
    if source == RECORDER:
        return event.actor
    return None if is_of_file(source) else source


def _said(device: str, apart_us: int) -> str:
    seconds = f"{abs(apart_us) // _SECOND_US:,} seconds"
    if apart_us < 0:
        return f"The clock of {device} is {seconds} ahead of the recorder's."
    return (
        f"The clock of {device} is {seconds} behind the recorder's, and has come no nearer for more than a "
        "minute."
    )

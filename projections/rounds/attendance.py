"""Who was at a round by its own events, and how far the two clocks part: badges, ranks, times."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from events.body import decode_body
from events.envelope import Event
from events.vocabulary.terms import Stamp

APART_US: Final = 60_000_000
"""Clocks that part by more than a minute are said to."""
_BADGES: Final = (
    "dealer",
    "floorperson",
    "called_by",
    "claimed_by",
    "ruled_by",
    "validated_by",
    "verified_by",
    "rejected_by",
    "documented_by",
    "paid_by",
    "ordered_by",
    "returned_by",
)
"""The fields of bodies that name a badge."""


@dataclass(slots=True)
class BadgeSeen:
    """A badge, or a device, that recorded something or is named; department and rank where stamped."""

    badge: str
    department: str | None = None
    rank: str | None = None
    roles: list[str] = field(default_factory=list)
    events: int = 0
    """How many events of the round it recorded itself."""


@dataclass(slots=True)
class Clocks:
    """The device's clock and ours over a round."""

    first_occurred_us: int = 0
    last_occurred_us: int = 0
    first_recorded_us: int = 0
    last_recorded_us: int = 0
    apart: list[tuple[int, int]] = field(default_factory=list)
    """The events whose clocks part by more than a minute, and by how much: recorded minus occurred."""


@dataclass(slots=True)
class Attendance:
    """Who was there, and when."""

    badges: dict[str, BadgeSeen] = field(default_factory=dict)
    clocks: Clocks = field(default_factory=Clocks)


def attended(events: Iterable[Event], at_seq: int | None = None) -> Attendance:
    """Everybody whom the events of a round name, and both clocks; up to `at_seq` where that is given."""
    found = Attendance()
    for event in events:
        if at_seq is not None and event.seq > at_seq:
            break
        _take_times(found.clocks, event)
        _seen(found, event.actor).events += 1
        body = decode_body(event)
        for name in _BADGES:
            badge = getattr(body, name, None)
            if isinstance(badge, str) and badge:
                seen, role = _seen(found, badge), name.removesuffix("_by")
                if role not in seen.roles:
                    seen.roles.append(role)
        for stamp in getattr(body, "stamps", ()):
            if isinstance(stamp, Stamp):
                seen = _seen(found, stamp.badge)
                seen.department, seen.rank = stamp.department, stamp.rank
    return found


def _seen(found: Attendance, badge: str) -> BadgeSeen:
    return found.badges.setdefault(badge, BadgeSeen(badge))


def _take_times(clocks: Clocks, event: Event) -> None:
    if not clocks.first_recorded_us:
        clocks.first_occurred_us, clocks.first_recorded_us = event.occurred_at_us, event.recorded_at_us
    clocks.last_occurred_us, clocks.last_recorded_us = event.occurred_at_us, event.recorded_at_us
    apart_us = event.recorded_at_us - event.occurred_at_us
    if abs(apart_us) > APART_US:
        clocks.apart.append((event.seq, apart_us))

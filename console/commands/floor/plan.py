"""A night that is to be played: where it goes and how, and how far it has come."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from console.calls.options import Location
from floor.night import Night
from floor.trouble.mistake import Planted
from streams.clock import GamingDays
from streams.read_model.queries.meters import LinkMeters


@dataclass(frozen=True, slots=True)
class Plan:
    """Which night is played, where it goes, and how."""

    night: Night
    where: Location
    days: GamingDays
    speed: str | int
    facility: str
    named: str | None
    """The facility that was asked for by name."""
    processes: int
    wait_s: float


@dataclass(slots=True)
class Tally:
    """How far a floor has come."""

    rounds: int = 0
    events: int = 0
    recorded: int = 0
    links: list[LinkMeters] | None = None
    planted: list[Planted] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)
    made_s: float = 0.0
    """How long it took to make and record it all, without the read model."""


def length(night: Night) -> int:
    """What progress is measured against: rounds, or microseconds."""
    return night.rounds * night.tables if night.rounds is not None else night.span_us or 0

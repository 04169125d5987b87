"""The time of day and the gaming day: the only place that reads a clock or the time zone database.

Recorders take both as arguments, so that tests and the simulated floor bring their own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from events.errors import PitledgerError
from events.times import MAX_TIME_US

Clock = Callable[[], int]
"""Gives microseconds UTC since 1970."""

DEFAULT_ZONE: Final = "America/New_York"
DEFAULT_CUT_OFF: Final = time_of_day(6)

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_DAY_MINUTES: Final = 24 * 60
_SHIFT_MINUTES: Final = 8 * 60


class UnknownZone(PitledgerError):
    """A time zone that the database does not have."""


def now_us() -> int:
    """The time of day by this machine's clock."""
    return time.time_ns() // 1_000


def read_zone(name: str) -> ZoneInfo:
    """The time zone of that name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UnknownZone(f"there is no time zone {name!r}: write it like {DEFAULT_ZONE}") from None


class GamingDays:
    """Gaming days of a facility: each runs from the cut-off of its date to that of the next, local time."""

    def __init__(self, zone: str = DEFAULT_ZONE, cut_off: time_of_day = DEFAULT_CUT_OFF) -> None:
        self._zone = read_zone(zone)
        self._cut_off = cut_off
        # The day of the last answer and its bounds as one value: threads swap it whole.
        self._last = ("", 0, 0)

    def __call__(self, time_us: int) -> str:
        """The gaming day of a time, as `YYYY-MM-DD`."""
        day, start, end = self._last
        if start <= time_us < end:
            return day
        self._last = self._around(time_us)
        return self._last[0]

    def bounds(self, day: str) -> tuple[int, int]:
        """The first microsecond of a gaming day and the first after it: 23 or 25 hours when clocks change.

        The days at both ends of the calendar have no moments but those that an event can have.
        """
        date_ = date.fromisoformat(day)
        return self._moment_us(date_, 0), self._moment_us(date_, 1)

    def shift(self, time_us: int) -> str:
        """Which third of the gaming day a time is in, by the clock on the wall: `06:00–14:00`.

        So a shift in which clocks change is an hour longer or shorter than the others.
        """
        try:
            local = (_EPOCH + timedelta(microseconds=time_us)).astimezone(self._zone)
        except OverflowError:
            local = datetime.max.replace(tzinfo=UTC)
        begins = self._cut_off.hour * 60 + self._cut_off.minute
        third = (local.hour * 60 + local.minute - begins) % _DAY_MINUTES // _SHIFT_MINUTES
        start, end = (begins + _SHIFT_MINUTES * n for n in (third, third + 1))
        return "–".join(f"{at // 60 % 24:02}:{at % 60:02}" for at in (start, end))

    def _moment_us(self, day: date, later: int) -> int:
        """When a day that is so many days later begins: a moment that an event can have."""
        try:
            return min(max(0, self._start_us(day + timedelta(days=later))), MAX_TIME_US)
        except OverflowError:
            return MAX_TIME_US

    def _around(self, time_us: int) -> tuple[str, int, int]:
        try:
            day = (_EPOCH + timedelta(microseconds=time_us)).astimezone(self._zone).date()
            if time_us < self._start_us(day):
                day -= timedelta(days=1)
            return day.isoformat(), self._start_us(day), self._start_us(day + timedelta(days=1))
        except OverflowError:
            # A device whose clock stands at the end of the calendar still has its facts recorded.
            return date.max.isoformat(), time_us, time_us + 1

    def _start_us(self, day: date) -> int:
        start = datetime.combine(day, self._cut_off, self._zone)
        return (start.astimezone(UTC) - _EPOCH) // _MICROSECOND

"""Times as people type them: local, with or without their day, or RFC 3339.

Two local times a year do not exist or come twice. Those are refused, with how to write them; a local time as
we print it, with the short name of its zone, is always exact.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from typing import Final, NamedTuple

from console.wording.gaming_days import bounds_of, day
from console.wording.local_time import at_local_clock, local_zone
from events.times import MAX_TIME_US, is_day, parse_time
from streams.clock import Clock, now_us

FORMS: Final = "local (07:00, 2025-06-15 07:00) or RFC 3339"
"""What every option says that takes a time."""
OR_A_DAY: Final = f"a gaming day, or a time, {FORMS}"
"""What every option says that takes a day as well."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_RFC_3339: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}")
_LOCAL: Final = re.compile(
    r"(?:(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2}) )?"
    r"(?P<hour>[0-9]{1,2})(?P<rest>:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?)"
    r"(?: (?P<zone>[A-Za-z]{2,6}|[+-][0-9]{2,4}))?"
)


class _LocalTime(NamedTuple):
    """A local time as it was typed: perhaps without its day, perhaps with the short name of its zone."""

    day: date | None
    at: time_of_day
    zone: str


def _read(text: str) -> int | _LocalTime:
    """Microseconds of an RFC 3339 time, or a local time whose day may be missing."""
    match = _LOCAL.fullmatch(text)
    if match is None:
        try:
            return parse_time(text.replace(" ", "T", 1))  # RFC 3339 has a blank, too
        except ValueError as error:
            raise ValueError(str(error) if _RFC_3339.match(text) else _not_a_time(text)) from None
    try:
        day = None if match["day"] is None else date.fromisoformat(match["day"])
        at = time_of_day.fromisoformat(match["hour"].zfill(2) + match["rest"])
        return _LocalTime(day, at, match["zone"] or "")
    except ValueError:
        raise ValueError(_not_a_time(text)) from None


def read_moment(text: str, clock: Clock = now_us) -> int:
    """Microseconds of a time. A time without a day is the last of that name that has been."""
    typed = _read(text)
    if isinstance(typed, int):
        return typed
    return _last_before(clock(), typed) if typed.day is None else _moment(typed.day, typed)


def read_beginning(text: str, clock: Clock = now_us) -> int:
    """Microseconds of a time, or of the beginning of a gaming day."""
    return bounds_of(text)[0] if is_day(text) else read_moment(text, clock)


def read_end(text: str, clock: Clock = now_us) -> int:
    """Microseconds of a time, or of the end of a gaming day: the first that is not of it."""
    return bounds_of(text)[1] if is_day(text) else read_moment(text, clock)


def read_as_of(text: str) -> int:
    """Microseconds of a time, or the last of a gaming day."""
    return bounds_of(text)[1] - 1 if is_day(text) else read_moment(text)


def like_a_day_or_time(text: str) -> str:
    """The text, where it is a gaming day or a time; which moment it means is worked out later."""
    return day(text) if is_day(text) else like_a_time(text)


def like_a_time(text: str) -> str:
    """The text, where it is a time; which moment it means is worked out later."""
    _read(text)
    return text


def in_gaming_day(text: str, bounds: tuple[int, int]) -> int:
    """Microseconds of a time. One without a day is of the gaming day that begins and ends then."""
    typed = _read(text)
    if isinstance(typed, int):
        return typed
    if typed.day is not None:
        return _moment(typed.day, typed)
    begins_us, ends_us = bounds
    dates = [_by_clock(at).date() for at in (begins_us, ends_us - 1)]  # it ends after midnight
    of_day = (each for each in dates if any(begins_us <= at < ends_us for at in _moments(each, typed.at)))
    return _moment(next(of_day, dates[-1]), typed)


def _not_a_time(text: str) -> str:
    return f"{text!r} is not a time: write 07:00 or 2025-06-15 07:00, local, or 2025-06-15T11:00:00Z"


def _last_before(now: int, typed: _LocalTime) -> int:
    clock = _by_clock(now)
    today, passed = clock.date(), clock.time() >= typed.at
    if passed or any(each <= now for each in _moments(today, typed.at)):
        return _moment(today, typed)
    return _moment(today - timedelta(days=1), typed)


def _by_clock(time_us: int) -> datetime:
    local = at_local_clock(time_us)
    if local is None:
        raise ValueError("a time without its day has no meaning at the end of the calendar: name the day")
    return local


def _moment(day: date, typed: _LocalTime) -> int:
    """The one moment that a local time can mean."""
    found = _moments(day, typed.at)
    shown, zone = f"{day} {typed.at:%H:%M}", local_zone().key
    if not found:
        raise ValueError(f"{shown} does not exist in {zone}: the clock is put forward over it")
    if typed.zone:
        named = {each: name for each, name in found.items() if name.casefold() == typed.zone.casefold()}
        if not named:
            raise ValueError(f"{shown} is {' or '.join(found.values())} in {zone}, not {typed.zone}")
        found = named
    if len(found) > 1:
        both = " or ".join(f"{day} {typed.at} {name}" for name in found.values())
        raise ValueError(f"{shown} comes twice in {zone}, since the clock is put back: write {both}")
    (moment,) = found
    if not 0 <= moment <= MAX_TIME_US:
        raise ValueError(f"{shown} is not between the years 1970 and 9999 in UTC")
    return moment


def _moments(day: date, at: time_of_day) -> dict[int, str]:
    """Every moment at which a clock shows this, with the short name of the zone then: mostly one."""
    found = {}
    for fold in (0, 1):
        shown = datetime.combine(day, at, local_zone()).replace(fold=fold)
        try:
            moment = shown.astimezone(UTC)
            exists = moment.astimezone(local_zone()).replace(tzinfo=None) == shown.replace(tzinfo=None)
        except OverflowError:
            raise ValueError(f"{day} is not between the years 1970 and 9999 in UTC") from None
        if exists:
            found[(moment - _EPOCH) // _MICROSECOND] = shown.tzname() or ""
    return found

"""Times as integers: microseconds UTC since 1970 inside, RFC 3339 text at the edges.

The conversion is integer arithmetic on the proleptic Gregorian calendar. It takes no clock and no time
zone database: an offset is part of the text, and a text without one is refused.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

SECOND_US: Final = 1_000_000
DAY_US: Final = 86_400 * SECOND_US
MAX_TIME_US: Final = 253_402_300_800 * SECOND_US - 1
"""The last microsecond of the year 9999: RFC 3339 has years of four digits."""

_TIME = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
    r"(?:([Zz])|([+-])([0-9]{2}):([0-9]{2}))?"
)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MONTH_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _days_in(year: int, month: int) -> int:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and leap else _MONTH_DAYS[month - 1]


@lru_cache(maxsize=4096)
def day_number(day: str) -> int | None:
    """Days since 1970-01-01 of a date `YYYY-MM-DD`, or None where the calendar has no such day.

    Years are counted from March, so that the leap day is the last of its year (days from civil).
    """
    if not _DAY.fullmatch(day):
        return None
    year, month, date = int(day[:4]), int(day[5:7]), int(day[8:])
    if not (1 <= month <= 12 and 1 <= date <= _days_in(year, month)):
        return None
    shifted = year - (month <= 2)
    era, year_of_era = divmod(shifted, 400)
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + date - 1
    return era * 146_097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year - 719_468


def is_day(text: str) -> bool:
    """Whether a text is a day of the calendar in the form `YYYY-MM-DD`."""
    return day_number(text) is not None


@lru_cache(maxsize=4096)
def day_text(number: int) -> str:
    """The date of a number of days since 1970-01-01: the inverse of `day_number`."""
    era, day_of_era = divmod(number + 719_468, 146_097)
    year_of_era = (day_of_era - day_of_era // 1_460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted_month = (5 * day_of_year + 2) // 153
    month = (shifted_month + 2) % 12 + 1
    year = era * 400 + year_of_era + (month <= 2)
    return f"{year:04d}-{month:02d}-{day_of_year - (153 * shifted_month + 2) // 5 + 1:02d}"


def time_text(time_us: int) -> str:
    """RFC 3339 with microseconds, in UTC: `2026-03-01T21:04:05.000123Z`."""
    if not 0 <= time_us <= MAX_TIME_US:
        raise ValueError(f"{time_us} µs is not between the years 1970 and 9999")
    days, rest = divmod(time_us, DAY_US)
    seconds, micros = divmod(rest, SECOND_US)
    minutes, second = divmod(seconds, 60)
    return f"{day_text(days)}T{minutes // 60:02d}:{minutes % 60:02d}:{second:02d}.{micros:06d}Z"


def parse_time(text: str) -> int:
    """Microseconds since 1970 of an RFC 3339 time; a `ValueError` names what is wrong with another text."""
    # As `time_text` writes it: neighbours mostly share their second.
    if len(text) == 27 and text[19] == "." and text[26] == "Z":
        micros, second_us = text[20:26], _second_us(text[:19])
        if second_us is not None and micros.isascii() and micros.isdecimal():
            return second_us + int(micros)
    return _parse_time(text)


@lru_cache(maxsize=4096)
def _second_us(second: str) -> int | None:
    """Microseconds since 1970 of a second in UTC without its Z; None for what is not one."""
    try:
        return _parse_time(second + "Z")
    except ValueError:
        return None


def _parse_time(text: str) -> int:
    match = _TIME.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not an RFC 3339 time such as 2026-03-01T16:04:05.000123-05:00")
    day, hour_, minute_, second_, fraction, utc, sign, offset_hour, offset_minute = match.groups()
    if not utc and not sign:
        raise ValueError(f"{text!r} has no offset: add Z for UTC, or the zone's, such as -05:00")
    days = day_number(day)
    hour, minute, second = int(hour_), int(minute_), int(second_)
    if days is None or hour > 23 or minute > 59 or second > 59:
        raise ValueError(f"{text!r} is not a day and time of the calendar (leap seconds are not taken)")
    if fraction and len(fraction) > 6:
        raise ValueError(
            f"{text!r} is finer than a microsecond, which would be lost: round it where it is made"
        )
    time_us = (
        days * DAY_US
        + (hour * 3_600 + minute * 60 + second) * SECOND_US
        + int((fraction or "").ljust(6, "0"))
    )
    if sign:
        if int(offset_hour) > 23 or int(offset_minute) > 59:
            raise ValueError(f"{text!r} has an offset beyond 23:59")
        offset = (int(offset_hour) * 60 + int(offset_minute)) * 60 * SECOND_US
        time_us += offset if sign == "-" else -offset
    if not 0 <= time_us <= MAX_TIME_US:
        raise ValueError(f"{text!r} is not between the years 1970 and 9999 in UTC")
    return time_us

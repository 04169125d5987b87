"""The clock of a case: by which day the player is to have a reply, and how many days that leaves."""

from __future__ import annotations

from typing import Final

from console.calls.options import GlobalOptions
from events.times import day_number, day_text
from streams.clock import now_us

REPLY_DAYS: Final = 30
"""Days until a reply is due, unless set."""


def today(options: GlobalOptions) -> str:
    """The gaming day by the clock."""
    return options.gaming_days()(now_us())


def reply_day(typed: str | None, options: GlobalOptions) -> str:
    """The day that was typed, or the one so many gaming days from now."""
    return typed or day_text(_number(today(options)) + REPLY_DAYS)


def days_left(reply_by: str, day: str) -> int:
    """How many days there are from one until the other; negative where it has passed."""
    return _number(reply_by) - _number(day)


def _number(day: str) -> int:
    number = day_number(day)
    assert number is not None, "an event and a clock name days of the calendar"
    return number

"""The clock of a case: by which day the player is to have a reply, and how many days that leaves."""

from __future__ import annotations

from typing import Final

from events.times import day_number, day_text
from streams.clock import GamingDays, now_us
from streams.read_model.queries.cases import Case

REPLY_DAYS: Final = 30
"""Days until a reply is due, unless set."""


def today(days: GamingDays) -> str:
    """The gaming day by the clock."""
    return days(now_us())


def reply_day(typed: str | None, day: str) -> str:
    """The day that was typed, or the one so many gaming days from this one."""
    return typed or day_text(_number(day) + REPLY_DAYS)


def days_left(reply_by: str, day: str) -> int:
    """How many days there are from one until the other; negative where it has passed."""
    return _number(reply_by) - _number(day)


def is_waiting(case: Case) -> bool:
    """Whether somebody has to do something about it: reply, or pay."""
    return case.decision is None or case.unpaid_mc > 0


def is_overdue(case: Case, day: str) -> bool:
    """Whether the player should have had a reply by now."""
    return case.decision is None and days_left(case.reply_by, day) < 0


def clock_text(case: Case, day: str) -> str:
    """How long there is to reply, in words."""
    if case.decision is not None:
        return "decided"
    left = days_left(case.reply_by, day)
    if left < 0:
        return f"overdue by {-left} day{'s' * (left != -1)}"
    return f"{left} day{'s' * (left != 1)} left"


def _number(day: str) -> int:
    number = day_number(day)
    assert number is not None, "an event and a clock name days of the calendar"
    return number

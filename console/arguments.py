"""What people type on the command line, read exactly: amounts, percentages, signatures, times.

Each function is an argparse `type`: it gives the value, or says what is wrong and how to write it.
"""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Final, TypeVar

from events.money import MAX_MC, MC_PER_DOLLAR
from events.times import is_day, parse_time

_AMOUNT: Final = re.compile(r"([0-9]+)(?:\.([0-9]{1,5}))?")
_PERCENT: Final = re.compile(r"([0-9]+)(?:\.([0-9]{1,2}))?%?")

T = TypeVar("T")


def amount(text: str) -> int:
    """Millicents of dollars and cents such as `150000.00`; up to five decimals, none of them lost."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise ArgumentTypeError(f"{text!r} is no amount: write dollars and cents, such as 150000.00")
    amount_mc = int(match[1]) * MC_PER_DOLLAR + int((match[2] or "").ljust(5, "0"))
    if amount_mc > MAX_MC:
        raise ArgumentTypeError(f"{text!r} is more than an event can hold")
    return amount_mc


def percent(text: str) -> int:
    """Basis points of a percentage such as `23` or `1.25%`."""
    match = _PERCENT.fullmatch(text)
    rate_bp = 100 * int(match[1]) + int((match[2] or "").ljust(2, "0")) if match else -1
    if not 0 <= rate_bp <= 10_000:
        raise ArgumentTypeError(f"{text!r} is no percentage: write 23 or 1.25, at most 100")
    return rate_bp


def of_meter(read: Callable[[str], T]) -> Callable[[str], tuple[str, T]]:
    """Reads `METER=VALUE`, the value by `read`."""

    def pair(text: str) -> tuple[str, T]:
        meter, sign, value = text.partition("=")
        if not (meter and sign):
            raise ArgumentTypeError(f"{text!r}: write METER=VALUE, such as progressive=150000.00")
        return meter, read(value)

    return pair


def signature(text: str) -> dict[str, str]:
    """A badge and the department that it signs for, `BADGE:DEPARTMENT`."""
    badge, colon, department = text.partition(":")
    if not (badge and colon and department):
        raise ArgumentTypeError(f"{text!r}: write BADGE:DEPARTMENT, such as A-2:accounting")
    return {"badge": badge, "department": department}


def link_and_meter(text: str) -> tuple[str, str]:
    """A meter of a link, `LINK:METER`."""
    link, colon, meter = text.partition(":")
    if not (link and colon and meter):
        raise ArgumentTypeError(f"{text!r}: write LINK:METER, such as HCF:progressive")
    return link, meter


def day(text: str) -> str:
    """A day of the calendar, `YYYY-MM-DD`."""
    if not is_day(text):
        raise ArgumentTypeError(f"{text!r} is no day: write it like 2025-06-15")
    return text


def moment(text: str) -> int:
    """Microseconds of a time such as `2025-06-15T15:00:00Z`."""
    try:
        return parse_time(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def day_or_moment(text: str) -> str | int:
    """A gaming day as text, or a time as microseconds."""
    return text if is_day(text) else moment(text)


Bound = str | int | None
"""An end of a span: a gaming day, a moment in microseconds, or none."""


def within(gaming_day: str, at_us: int, start: Bound, end: Bound) -> bool:
    """Whether something of a day and a moment is in a span: both days included, or after one moment and up
    to the other."""
    since = start is None or (gaming_day >= start if isinstance(start, str) else at_us > start)
    until = end is None or (gaming_day <= end if isinstance(end, str) else at_us <= end)
    return since and until

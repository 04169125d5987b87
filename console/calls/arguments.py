"""What people type on the command line, read exactly: amounts, percentages, signatures, times.

Each reader gives the value, or raises a `ValueError` with what is wrong and how to write it. `one` and
`many` make a parameter of it: for an argument, and for an option that may be given several times.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from cyclopts import Parameter, Token

from console.calls.names import person
from console.wording.gaming_days import day as day  # noqa: PLC0414 - readers of arguments are found here
from console.wording.typed_time import read_moment
from events.bounds import MAX_AMOUNT_MC
from events.money import MC_PER_CENT, MC_PER_DOLLAR
from events.money import text as money_text
from events.times import is_day

MOST_PROCESSES: Final = 256
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,18}")
_AMOUNT: Final = re.compile(r"([0-9]+)(?:\.([0-9]{1,5}))?")
_SECONDS: Final = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")
_LIKE_A_DAY: Final = re.compile(r"[0-9]+-[0-9]+-[0-9]+")
_PERCENT: Final = re.compile(r"([0-9]+)(?:\.([0-9]{1,2}))?%?")

T = TypeVar("T")


def one(read: Callable[[str], Any], metavar: str, about: str, name: str | None = None) -> Parameter:
    """An argument whose text is read by `read`; `name` where Python has the option's own name reserved."""

    def convert(_: Any, tokens: Sequence[Token]) -> Any:
        return read(tokens[-1].value)

    # A file may be called `-`; what else begins with a dash is for the reader to refuse.
    dash = read is input_file
    return Parameter(
        name=name, converter=convert, n_tokens=1, metavar=metavar, help=about, allow_leading_hyphen=dash
    )


def many(read: Callable[[str], Any], metavar: str, about: str, name: str | None = None) -> Parameter:
    """An option that may be given several times; its values are a tuple, each read by `read`."""

    def convert(_: Any, tokens: Sequence[Token]) -> Any:
        return tuple(read(token.value) for token in tokens)

    return Parameter(name=name, converter=convert, n_tokens=1, metavar=metavar, help=about)


def number(about: str, metavar: str = "N", *, least: int | None = None, most: int | None = None) -> Parameter:
    """An option that takes a whole number and no other, between these two."""

    def read(text: str) -> int:
        given = whole_number(text)
        if (least is not None and given < least) or (most is not None and given > most):
            bounds = "a number" if least is None else f"a number from {least} up"
            at_most = "" if most is None else f", at most {most:,}"
            raise ValueError(f"{text!r} is not possible: write {bounds}{at_most}")
        return given

    return one(read, metavar, about)


# --- readers ----------------------------------------------------------------------------------------------


def whole_number(text: str) -> int:
    """A whole number such as `8`; nothing is rounded."""
    if _WHOLE.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not a whole number: write one such as 8")
    return int(text)


def amount(text: str) -> int:
    """Millicents of dollars and cents such as `150000.00`; up to five decimals, none of them lost."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not an amount: write dollars and cents, such as 150000.00")
    amount_mc = int(match[1]) * MC_PER_DOLLAR + int((match[2] or "").ljust(5, "0"))
    if amount_mc > MAX_AMOUNT_MC:
        raise ValueError(f"{text!r} is more than {money_text(MAX_AMOUNT_MC)}, the most that an amount may be")
    return amount_mc


def cash(text: str) -> int:
    """Millicents of cash, which has nothing smaller than a cent."""
    amount_mc = amount(text)
    if amount_mc % MC_PER_CENT:
        raise ValueError(f"{text!r} is not whole cents, and cash is: write dollars and cents, such as 150.00")
    return amount_mc


def some(read: Callable[[str], int]) -> Callable[[str], int]:
    """Reads an amount that cannot be nothing, as money that moves."""

    def more_than_nothing(text: str) -> int:
        amount_mc = read(text)
        if amount_mc == 0:
            raise ValueError(f"{text!r} moves nothing: write more than nothing, such as 150.00")
        return amount_mc

    return more_than_nothing


def seconds(text: str) -> float:
    """A number of seconds such as `2.5`."""
    if _SECONDS.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not a number of seconds: write one such as 2.5")
    return float(text)


def percent(text: str) -> int:
    """Basis points of a percentage such as `23` or `1.25%`."""
    match = _PERCENT.fullmatch(text)
    rate_bp = 100 * int(match[1]) + int((match[2] or "").ljust(2, "0")) if match else -1
    if not 0 <= rate_bp <= 10_000:
        raise ValueError(f"{text!r} is not a percentage: write 23 or 1.25, at most 100")
    return rate_bp


def of_meter(read: Callable[[str], T]) -> Callable[[str], tuple[str, T]]:
    """Reads `METER=VALUE`, the value by `read`."""

    def pair(text: str) -> tuple[str, T]:
        meter, sign, value = text.partition("=")
        if not (meter and sign):
            raise ValueError(f"{text!r}: write METER=VALUE, such as progressive=150000.00")
        return meter, read(value)

    return pair


def signature(text: str) -> dict[str, str]:
    """A badge and the department that it signs for, `BADGE:DEPARTMENT`."""
    badge, colon, department = text.partition(":")
    if not (badge and colon and department):
        raise ValueError(f"{text!r}: write BADGE:DEPARTMENT, such as A-2:accounting")
    return {"badge": person(badge), "department": person(department)}


def link_and_meter(text: str) -> tuple[str, str]:
    """A meter of a link, `LINK:METER`."""
    link, colon, meter = text.partition(":")
    if not (link and colon and meter):
        raise ValueError(f"{text!r}: write LINK:METER, such as HCF:progressive")
    return link, meter


def input_file(text: str) -> Path:
    """A file to read; `-` is standard input."""
    if not text:
        raise ValueError("it is empty: name a file, or - for standard input")
    if text.startswith("-") and text != "-":
        raise ValueError(f"there is no option {text}; a file of that name is written ./{text}")
    return Path(text)


def new_file_name(text: str) -> Path:
    """A file to write."""
    if not text:
        raise ValueError("it is empty: name a file")
    return Path(text)


def day_or_moment(text: str) -> str | int:
    """A gaming day as text, or a time as microseconds."""
    if is_day(text):
        return day(text)
    try:
        return read_moment(text)
    except ValueError as error:
        if not _LIKE_A_DAY.fullmatch(text):
            raise
        raise ValueError(f"{text!r} is neither a day nor a time: write 2025-06-15 or 07:00") from error

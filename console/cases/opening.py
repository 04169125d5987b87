"""A claim taken down: what a case is opened with, by when a reply is due, and what the case is called."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from cyclopts import Parameter

from console.calls.arguments import cash, number, one
from console.calls.names import owner, person, words
from console.calls.wrong_call import WrongCall
from console.cases.entries import Entry, read_case
from console.cases.reply_clock import REPLY_DAYS, days_left, reply_day
from console.wording.gaming_days import day as read_day
from console.wording.past import require_past
from console.wording.typed_time import FORMS, like_a_time, read_moment
from console.wording.variables import given
from events.money import MC_PER_DOLLAR
from events.vocabulary.cases import CaseOpened
from streams.clock import GamingDays, now_us
from streams.log import Log

TWO_SIGN_OVER_VARIABLE: Final = "PITLEDGER_CASE_TWO_SIGN_OVER"
TWO_SIGN_OVER_MC: Final = 100 * MC_PER_DOLLAR
"""Above this two people decide, unless set."""
_ABOUT_US: Final = 1_800_000_000
"""A time without its day is the last one at which the table had played, or soon after."""


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a player claims."""

    table: Annotated[str, one(owner, "TABLE", "the table")]
    seat: Annotated[int, number("the player's seat", least=1, most=255)]
    at: Annotated[
        str, one(like_a_time, "TIME", f"when it was, {FORMS}; 19:00 is the last one that the table played at")
    ]
    claim: Annotated[str, one(words, "TEXT", "what the player says; no name of a person")]
    amount: Annotated[int, one(cash, "AMOUNT", "how much the player says is missing")]
    player: Annotated[
        str | None, one(person, "PLAYER", "who claims, as the facility calls them; no name")
    ] = None


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """By when a reply is due, and above which amount two people decide."""

    reply_by: Annotated[
        str | None, one(read_day, "DATE", f"a reply is due by this day (default: {REPLY_DAYS} days)")
    ] = None
    two_sign_over: Annotated[
        int | None,
        one(cash, "AMOUNT", f"two decide above this (default: {TWO_SIGN_OVER_VARIABLE}, or 100.00)"),
    ] = None


BY_DEFAULT: Final = Terms()


def opening_entry(
    name: str, claim: Claim, terms: Terms, by: str, *, days: GamingDays, last_us: int | None
) -> Entry:
    """What opens a case of that name; `last_us` is when its table played last, as far as that is known."""
    at_us = _moment(claim, last_us)
    fields: dict[str, Any] = {
        "table": claim.table,
        "seat": claim.seat,
        "disputed_at_us": at_us,
        "claim": claim.claim,
        "claimed_mc": claim.amount,
        "player": claim.player,
        "reply_by": _reply_by(terms.reply_by, days(at_us), days(now_us())),
        "two_sign_over_mc": _two_sign_over(terms.two_sign_over),
        "opened_by": by,
    }
    return Entry("open", name, CaseOpened.TYPE, fields, by)


def require_table(log: Log, table: str) -> None:
    """Refuse a table at which nothing was ever recorded: it is spelt otherwise."""
    if log.head(f"table:{table}") is None:
        raise WrongCall(f"--table {table}: nothing is recorded at it; check how it is spelt")


def _reply_by(typed: str | None, disputed_on: str, today: str) -> str:
    """The day by which a reply is due; it may have passed, where a claim on paper is entered late."""
    if typed is not None and days_left(typed, disputed_on) < 0:
        raise WrongCall(
            f"--reply-by {typed}: that is before {disputed_on}, of which the claim is; name a later day"
        )
    return reply_day(typed, today)


def _two_sign_over(typed: int | None, environment: Mapping[str, str] = os.environ) -> int:
    """Above which amount two people decide; the command line goes before the environment."""
    if typed is not None:
        return typed
    set_to = given(TWO_SIGN_OVER_VARIABLE, environment)
    try:
        return TWO_SIGN_OVER_MC if set_to is None else cash(set_to)
    except ValueError as error:
        raise WrongCall(f"{TWO_SIGN_OVER_VARIABLE}: {error}") from None


def _moment(claim: Claim, last_us: int | None) -> int:
    """When it was; a time without its day is the last of that name at which the table had played."""
    try:
        at_us = read_moment(claim.at, lambda: now_us() if last_us is None else last_us + _ABOUT_US)
    except ValueError as error:
        raise WrongCall(f"--at: {error}") from None
    require_past(at_us, last_us)
    return at_us


def next_name(log: Log, known: Iterable[str]) -> str:
    """The number after the highest of those known; the log is asked, too: a read model may be behind."""
    highest = max((int(name) for name in known if name.isdecimal()), default=0)
    while read_case(log, name := str(highest + 1)).opened is not None:
        highest += 1
    return name

"""`pitledger case open`: a player's claim taken down."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from cyclopts import Parameter

from console.calls.arguments import cash, number, one
from console.calls.names import case_name, owner, person, words
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.case.recording import By, Entry, add_entry, read_case, show_recorded
from console.commands.case.replying import REPLY_DAYS, days_left, reply_day
from console.instances.instance import read_model_file, require_instance
from console.instances.read_model import open_read_model
from console.recording.clerk import Clerk, open_clerk
from console.recording.signing import UNIDENTIFIED, Identified
from console.wording.gaming_days import day as read_day
from console.wording.past import require_past
from console.wording.typed_time import FORMS, like_a_time, read_moment
from console.wording.variables import given
from events.money import MC_PER_DOLLAR
from events.vocabulary.cases import CaseOpened
from streams.clock import now_us
from streams.read_model.queries.cases import cases
from streams.read_model.queries.found_rounds import last_played_us

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


def open_case(
    name: Annotated[
        str | None, one(case_name, "CASE", "a name of your own (default: the next number)", name="CASE")
    ] = None,
    /,
    *,
    claim: Claim,
    by: By,
    terms: Terms = BY_DEFAULT,
    identified: Identified = UNIDENTIFIED,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Take down what a player claims: table, seat, time, and how much is missing.

    Examples:
        pitledger case open --table HCF-01 --seat 4 --at 19:00 --amount 30.00 \
          --claim "the raise was not paid" --player P-17 --by F-12
    """
    where = options.location()
    require_instance(where)
    if identified.id is not None and name is None:
        raise WrongCall("--id: a repeat is known by its case; name the case, too")
    fields = _fields(claim, terms, by, options)
    with open_clerk(options, identified.facility) as clerk:
        if clerk.log.head(f"table:{claim.table}") is None:
            raise WrongCall(f"--table {claim.table}: nothing is recorded at it; check how it is spelt")
        entry = Entry("open", name or _next_name(clerk, options), CaseOpened.TYPE, fields, by)
        recorded = add_entry(clerk, entry, identified.id)
        clerk.process()
    return show_recorded(entry, recorded, options, reply_by=fields["reply_by"])


def _fields(claim: Claim, terms: Terms, by: str, options: GlobalOptions) -> dict[str, Any]:
    disputed_at_us = _moment(claim, options)
    return {
        "table": claim.table,
        "seat": claim.seat,
        "disputed_at_us": disputed_at_us,
        "claim": claim.claim,
        "claimed_mc": claim.amount,
        "player": claim.player,
        "reply_by": _reply_by(terms.reply_by, disputed_at_us, options),
        "two_sign_over_mc": _two_sign_over(terms.two_sign_over),
        "opened_by": by,
    }


def _reply_by(typed: str | None, disputed_at_us: int, options: GlobalOptions) -> str:
    """The day by which a reply is due; it may have passed, where a claim on paper is entered late."""
    day = options.gaming_days()(disputed_at_us)
    if typed is not None and days_left(typed, day) < 0:
        raise WrongCall(f"--reply-by {typed}: that is before {day}, of which the claim is; name a later day")
    return reply_day(typed, options)


def _two_sign_over(typed: int | None, environment: Mapping[str, str] = os.environ) -> int:
    """Above which amount two people decide; the command line goes before the environment."""
    if typed is not None:
        return typed
    set_to = given(TWO_SIGN_OVER_VARIABLE, environment)
    try:
        return TWO_SIGN_OVER_MC if set_to is None else cash(set_to)
    except ValueError as error:
        raise WrongCall(f"{TWO_SIGN_OVER_VARIABLE}: {error}") from None


def _moment(claim: Claim, options: GlobalOptions) -> int:
    """When it was; a time without its day is the last of that name at which the table had played."""
    where = options.location()
    last_us = None
    if read_model_file(where).exists():  # on Kafka, before the sinks have ever run, nothing is known
        with open_read_model(where) as store:
            last_us = last_played_us(store, claim.table)
    try:
        at_us = read_moment(claim.at, lambda: now_us() if last_us is None else last_us + _ABOUT_US)
    except ValueError as error:
        raise WrongCall(f"--at: {error}") from None
    require_past(at_us, last_us)
    return at_us


def _next_name(clerk: Clerk, options: GlobalOptions) -> str:
    """The number after the highest; on Kafka the read model may be behind, so the log is asked, too."""
    clerk.process()
    where, highest = options.location(), 0
    if read_model_file(where).exists():
        with open_read_model(where, as_it_is=True) as store:
            numbers = [int(case.name) for case in cases(store) if case.name.isdecimal()]
            highest = max(numbers, default=0)
    while read_case(clerk.log, name := str(highest + 1)).opened is not None:
        highest += 1
    return name

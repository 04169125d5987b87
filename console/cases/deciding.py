"""What becomes of a claim: the fields of a decision, held against the verdict on the wager that it mends.

A person decides. Where the rules come to another amount, that is said, and stands in nobody's way.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from console.calls.wrong_call import WrongCall
from console.cases.rounds import find_round, require_wager, verdict_on
from events.money import text
from projections.cases import Case
from projections.rounds.verdict import Row
from streams.log import Log
from streams.read_model.store import ReadStore

NO_PAYMENT: Final[dict[str, Any]] = {
    "outcome": "no_payment",
    "amount_mc": 0,
    "round": None,
    "seat": None,
    "wager": None,
}


class Mending(NamedTuple):
    """A payment as it was decided: how much, for which wager of which round; no seat: that of the case."""

    amount_mc: int
    round: str
    seat: int | None
    wager: str


class Decided(NamedTuple):
    """The fields of a decision but for who signs and why, and what is said before it is recorded."""

    fields: dict[str, Any]
    remarks: tuple[str, ...] = ()


NO_PAYMENT_DUE: Final = Decided(NO_PAYMENT)


def payment_decided(log: Log, store: ReadStore, case: Case, mending: Mending) -> Decided:
    """A payment for a wager that there was; `WrongCall` for one that there was not."""
    assert case.opened is not None
    table, seat = case.opened.table, mending.seat or case.opened.seat
    found = find_round(store, mending.round, None, table)
    if found.table != table:
        raise WrongCall(
            f"--round {found.round}: it was played at {found.table}, and the case is about {table}: "
            "open a case for that table"
        )
    row = require_wager(verdict_on(log, store, found), found.round, seat, mending.wager)
    remarks = [_against_verdict(row, mending.amount_mc)]
    ruled_out = case.ruled_out.get((found.table, found.round))
    if ruled_out:
        remarks.append(f"{found.round} was ruled out (entry {ruled_out}): say why in a note.")
    fields = {
        "outcome": "payment",
        "amount_mc": mending.amount_mc,
        "round": found.round,
        "seat": seat,
        "wager": mending.wager,
    }
    return Decided(fields, tuple(filter(None, remarks)))


def _against_verdict(row: Row, pay_mc: int) -> str:
    """That the rules come to another amount; empty where they do not, or nothing can be said."""
    if row.difference_mc is None:
        return ""
    short_mc = -row.difference_mc
    if short_mc == pay_mc:
        return ""
    stands = f"{text(abs(short_mc))} {'short' if short_mc > 0 else 'over'}" if short_mc else "paid as due"
    return f"The verdict has {row.wager} of seat {row.seat} {stands}, and {text(pay_mc)} is decided."


def reason_with(reason: str, section: str | None) -> str:
    """Why, with the section that decides it where one is named."""
    return f"{reason} ({section})" if section else reason

"""Payments of a table's own book, row by row: fixed awards, envy, cash for a link that the table never fed.

What a link owes and was paid is not here but in `payments`. A row stays as the payment was; what became of it
later is a row of its own, so that any moment can be asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

FIXED: Final = "fixed_award"
ENVY: Final = "envy"
PAYMENT: Final = "payment"
NO_AWARD: Final = "no_award"
SAME_SLIP: Final = "same_slip"

Outcome = Literal["never_happened", "recovered", "written_off", "claimed"]


@dataclass(slots=True)
class TablePaymentRow:
    """One payment. `amount_mc` is what it says; what of it stands in the book is house money, or beyond
    entitlement (`beyond_mc`, with its reason).

    `kind` is `fixed_award`, `envy` or `payment`. `same_slip_as` is the payment that had its slip before: then
    nothing of it is posted. `day` is the gaming day that it is posted to.
    """

    stream: str
    seq: int
    round: str
    day: str
    of_day: str
    at_us: int
    selections_seq: int
    kind: str
    seat: int
    amount_mc: int
    badge: str
    wager: str = ""
    hand: str = ""
    stake_mc: int = 0
    beyond_mc: int = 0
    reason: str = ""
    link: str = ""
    claim_seq: int = 0
    slip: str = ""
    same_slip_as: int = 0
    paid_from: str = ""


@dataclass(slots=True)
class TablePaymentChangeRow:
    """What became of a payment later: mended by two people, or taken over by a claim (`claimed`).

    `amount_mc` is how much of it: house money no longer, or beyond entitlement no longer. Who signed is a
    JSON list of badges.
    """

    stream: str
    seq: int
    payment_seq: int
    outcome: str
    amount_mc: int
    document: str
    signed_by: str
    reason: str
    day: str
    of_day: str
    at_us: int


@dataclass(slots=True)
class TableDayRow:
    """The last gaming day that a table's own marker ended, and the marker's number."""

    stream: str
    ended_day: str
    seq: int
    at_us: int

"""Payments of house money, row by row: fixed awards of progressive wagers, and envy.

A row stays as the payment was; what became of it later is a row of its own, so that any moment can be asked
for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

FIXED: Final = "fixed_award"
ENVY: Final = "envy"
PAYMENT: Final = "payment"
DISPUTE: Final = "dispute"

Change = Literal["never_happened", "recovered", "written_off", "claimed"]


@dataclass(slots=True)
class HousePaymentRow:
    """A fixed award or an Envy Bonus that a table paid; `kind` is `fixed_award` or `envy`.

    `day` is the gaming day that it is posted to. A fixed award names no hand: its validation does.
    """

    stream: str
    seq: int
    kind: str
    round: str
    day: str
    of_day: str
    at_us: int
    selections_seq: int
    seat: int
    wager: str
    hand: str
    stake_mc: int
    amount_mc: int
    paid_from: str
    paid_by: str


@dataclass(slots=True)
class HousePaymentChangeRow:
    """What became of it later: mended by two people, or taken over by a claim (`claimed`).

    `amount_mc` is how much of it is not what it was any more; negative where a claim gave it back. Who signed
    is a JSON list of badges.
    """

    stream: str
    seq: int
    payment_seq: int
    change: str
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

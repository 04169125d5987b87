"""What a row of a paytable pays: "7 to 1", "3 to 2", "250 for 1", "10% of meter", "push".

"To" is paid beside the stake, "for" and a percentage of a meter are the whole amount and the stake is kept.
Amounts are whole cents, floored; no float comes near them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["to", "for", "percent", "push"]

ODDS = re.compile(r"([1-9][\d,]*) (to|for) ([1-9]\d*)")
PERCENT = re.compile(r"([1-9]\d?|100)% (?:of meter|(\w+) jackpot)")


@dataclass(frozen=True, slots=True)
class Rate:
    """One row's payout; `text` is how it is shown."""

    kind: Kind
    numerator: int
    denominator: int
    meter: str | None
    text: str

    @property
    def basis_points(self) -> int:
        """The share of the meter in basis points (a percentage alone has one)."""
        return self.numerator * 100

    def payout(self, stake: int) -> int:
        """The payout in cents on `stake` cents; a percentage is the meter's affair and not asked here."""
        return stake * self.numerator // self.denominator


EVEN_MONEY = Rate("to", 1, 1, None, "1 to 1")


def parse(text: str, default_meter: str | None) -> Rate | None:
    """The rate written as `text`, None for "N/A"; ValueError when it is not a rate."""
    if text == "N/A":
        return None
    if text == "push":
        return Rate("push", 0, 1, None, text)
    if match := ODDS.fullmatch(text):
        kind: Kind = "to" if match[2] == "to" else "for"
        return Rate(kind, int(match[1].replace(",", "")), int(match[3]), None, text)
    if match := PERCENT.fullmatch(text):
        meter = match[2] or default_meter
        if meter is None:
            raise ValueError(f"{text!r} names no meter: give the table a `meter` or write 'N% NAME jackpot'")
        return Rate("percent", int(match[1]), 100, meter, text)
    raise ValueError(f"{text!r} is not a rate: write 'N to M', 'N for 1', 'N% of meter', 'push' or 'N/A'")

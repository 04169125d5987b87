"""The hold percentages that the Board published, to hold ours against.

They are in the preamble of the rulemaking that proposed chapters 677a and 678a (#125-192, Pa.B. Doc. No.
15-1495, August 2015) and are given there as a range over all paytables of a wager, with two decimals or one.
It also says 23 % for the progressive of 678a, whose proposed text leaves the rate open: there is none to
compare. This module knows how a range is printed and nothing of how a hold is worked out.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Literal

Agreement = Literal["within", "rounded", "cut", "below", "above"]


@dataclass(frozen=True, slots=True)
class Published:
    """A range of hold percentages as it was printed."""

    low: str
    high: str

    @property
    def text(self) -> str:
        """As in `4.8–9.6`."""
        return f"{self.low}–{self.high}"

    def agreement(self, hold: Fraction) -> Agreement:
        """Where a hold lies: within the range, within it once rounded or cut to its decimals, or not."""
        percent = hold * 100
        if self.distance(hold) == 0:
            return "within"
        end = self.low if percent < Fraction(self.low) else self.high
        scale = 10 ** len(end.partition(".")[2])
        if Fraction(round(percent * scale), scale) == Fraction(end):
            return "rounded"
        if Fraction(floor(percent * scale), scale) == Fraction(end):
            return "cut"
        return "below" if end == self.low else "above"

    def distance(self, hold: Fraction) -> Fraction:
        """By how many percentage points a hold lies outside the range; 0 within it."""
        percent = hold * 100
        return max(Fraction(self.low) - percent, percent - Fraction(self.high), Fraction(0))


PUBLISHED = {
    ("677a@2015-proposed", "pocket_bonus"): Published("4.52", "9.95"),
    ("677a@2015-proposed", "trips_plus"): Published("0.75", "4.34"),
    ("678a@2015-proposed", "flush_bonus"): Published("4.8", "9.6"),
    ("678a@2015-proposed", "straight_flush_bonus"): Published("6.26", "7.75"),
}

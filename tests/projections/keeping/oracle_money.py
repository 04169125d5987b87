"""Meters, awards and cash as the oracle of a link keeps them; no code is shared with the keeper.

Everything is in 1/10,000 of a millicent unless its name ends in `_mc`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

RATE = 10_000
CENT = 1_000 * RATE


class Terms(NamedTuple):
    """One meter: seed, reseed and limit in millicents, rates in basis points."""

    seed_mc: int
    reseed_mc: int
    primary_bp: int
    reserve_bp: int
    limit_mc: int


@dataclass
class Pot:
    """What is on a meter; `floor` is what it last started from."""

    terms: Terms
    primary: int
    reserve: int = 0
    over: int = 0
    floor: int = 0

    def add(self, amount: int) -> None:
        """More for the primary; of what is then on display, what exceeds the limit goes over.

        What was on display before stays, even above the limit: a void may have left a millicent too many.
        """
        most_mc = max(self.terms.limit_mc, self.primary // RATE)
        self.primary += amount
        if self.terms.limit_mc and amount > 0:
            excess = max(0, self.primary // RATE - most_mc) * RATE
            self.primary -= excess
            self.over += excess

    def give_back(self, amount: int, below: int, over: int) -> None:
        """What an award took, less its reseed; `below` is filled up, `over` of it from what went over."""
        self.add(amount)
        self.primary += below
        self.over -= over
        self.floor = min(self.floor, self.primary // RATE * RATE)

    def lacks(self, amount: int) -> tuple[int, int]:
        """By how much the primary would be below zero with so much more, and what went over to fill it."""
        below = max(0, -((self.primary + amount) // RATE)) * RATE
        return below, min(below, self.over // RATE * RATE)

    def award(self, percent_bp: int, players: int) -> int:
        """Take a percentage in whole cents for each of the players; the share of one.

        After all of it reseed, reserve and what went over make the next meter; what is less than a millicent
        of them stays where it was.
        """
        share = self.primary * percent_bp // RATE // CENT * CENT // players // CENT * CENT
        self.primary -= share * players
        if percent_bp == RATE:
            reserve, over = (amount // RATE * RATE for amount in (self.reserve, self.over))
            self.reserve -= reserve
            self.over -= over
            start = self.terms.reseed_mc * RATE + reserve + over
            self.add(start)
            self.floor = min(start, self.terms.limit_mc * RATE or start)
        return share


@dataclass
class Cash:
    """A payment: what of it settles a share, and what stands beyond entitlement and why."""

    of: tuple[str, int]
    seat: int
    slip: str
    settled: int
    beyond: int
    reason: str
    mended: int = 0
    undone: bool = False

    def settle(self, amount: int) -> None:
        """So much of what stood beyond entitlement settles a share now; the rest is too much."""
        self.settled += amount
        self.beyond -= amount
        self.reason = "too_much" if self.beyond else ""


@dataclass
class Award:
    """A claim that was good: who shares it, what each was paid."""

    meter: str
    percent_bp: int
    seats: tuple[int, ...]
    round_no: int
    validated: bool = False
    cash: list[Cash] = field(default_factory=list)
    share: int = 0
    done: set[int] = field(default_factory=set)
    """Seats whose share came to nothing and was paid so."""
    was_paid: bool = False
    number: int = 0

    @property
    def reseeds(self) -> bool:
        return self.percent_bp == RATE

    def paid(self, seat: int) -> int:
        """What a seat has got of it."""
        return sum(cash.settled for cash in self.cash if cash.seat == seat)

    @property
    def paid_all(self) -> int:
        return sum(cash.settled for cash in self.cash)

    def owed(self, seat: int) -> int:
        """What a seat still has to get."""
        return max(0, self.share - self.paid(seat)) if seat in self.seats else 0

    @property
    def owed_all(self) -> int:
        return sum(self.owed(seat) for seat in self.seats)

    @property
    def is_open(self) -> bool:
        """Whether somebody waits for it, if only for nothing."""
        return any(self.owed(s) or not (self.paid(s) or s in self.done) for s in self.seats)

    @property
    def too_much(self) -> int:
        """What settled shares and should not have."""
        return sum(max(0, self.paid(seat) - self.share) for seat in self.seats)

    @property
    def amount(self) -> int:
        return self.share * len(self.seats)

    def set_against(self, *reasons: str) -> int:
        """What stands beyond entitlement for these reasons settles what is owed, the first payment first."""
        before = self.paid_all
        for cash in self.cash:
            if cash.beyond and cash.reason in reasons:
                cash.settle(min(cash.beyond, self.owed(cash.seat)))
        self.was_paid |= self.paid_all > 0
        return self.paid_all - before

    def set_too_much_against(self) -> int:
        """What was too much settles what is owed; if then nothing is, nothing waits for a validation."""
        settled = self.set_against("too_much")
        if not self.owed_all:
            self.set_against("not_validated")
        return settled

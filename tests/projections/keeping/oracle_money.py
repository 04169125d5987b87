"""Meters, awards and cash as the oracle of a link keeps them; no code is shared with the keeper.

Everything is in 1/10,000 of a millicent unless its name ends in `_mc`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

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

    def take(self, primary: int, reserve: int, over: int) -> None:
        """What left it as a fact."""
        self.primary -= primary
        self.reserve -= reserve
        self.over -= over

    def move(self, account: str, amount: int) -> None:
        """What came or went by hand; what it started from is never more than was left."""
        if account == "reserve":
            self.reserve += amount
            return
        self.add(amount)
        if amount < 0:
            self.floor = min(self.floor, self.primary // RATE * RATE)

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
    seen: int = -1
    """The amount that a floorperson said yes to."""
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


Movement = tuple[Any, ...]
"""("add", {meter: (primary, reserve)}), ("move", meter, account, amount), ("award", id), or
("took", {meter: (primary, reserve, over)}): what a void took is a fact and stays.

("was", meter, (primary, reserve, over), floor): an award that was returned later without a redraw took this,
and ("back", meter, amount, below, over) is its return. `floor` is None where it did not take all."""


def replay(  # noqa: C901 - one case a movement
    terms: Mapping[str, Terms], history: Iterable[Movement], awards: Mapping[tuple[str, int], Award]
) -> tuple[dict[str, Pot], bool]:
    """Every meter after a history, and whether one was below zero on the way: each award gets its share."""
    pots, sunk = {}, False
    for name, of in terms.items():
        pots[name] = Pot(of, 0, floor=of.seed_mc * RATE)
        pots[name].add(of.seed_mc * RATE)
    for kind, *details in history:
        match kind:
            case "add":
                for name, (primary, reserve) in details[0].items():
                    pots[name].add(primary)
                    pots[name].reserve += reserve
            case "took":
                for name, amounts in details[0].items():
                    pots[name].take(*amounts)
            case "move":
                name, account, amount = details
                pots[name].move(account, amount)
            case "award":
                award = awards[details[0]]
                award.share = pots[award.meter].award(award.percent_bp, len(award.seats))
            case "was":
                name, amounts, floor = details
                pots[name].take(*amounts)
                pots[name].floor = pots[name].floor if floor is None else floor
            case "back":
                name, *amounts = details
                pots[name].give_back(*amounts)
        sunk |= any(min(pot.primary, pot.reserve, pot.over) < 0 for pot in pots.values())
    return pots, sunk

"""What the judge of tables that lie knows: terms and selections, rounds, awards, and cash."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

SeatWager = tuple[int, str]
Claim = tuple[str, int]


class Selection(NamedTuple):
    """What a table says that it plays by, for one link."""

    seq: int
    rulebook: str
    paytable: str
    unit_mc: int
    wagers: frozenset[str]


class Terms(NamedTuple):
    """What a link plays by."""

    rulebook: str
    paytable: str
    unit_mc: int
    wagers: dict[str, str]
    hands: frozenset[str]
    guard_mc: int
    rates_bp: tuple[int, int]


class Stake(NamedTuple):
    """A wager as a leg names it."""

    seat: int
    wager: str
    amount_mc: int


class Shown(NamedTuple):
    """A claim: whose wager, which hand, who shares, what the cards make that were seen, whether it folded."""

    of: SeatWager
    hand: str
    sharing: tuple[int, ...]
    boxes: tuple[int, ...]
    evidence: tuple[str | None, ...]
    folded: bool


@dataclass
class Round:
    """A table's last round at a link."""

    name: str
    accepted: set[SeatWager] = field(default_factory=set)
    unfed: set[SeatWager] = field(default_factory=set)
    claimed: set[SeatWager] = field(default_factory=set)
    other_rates: bool = False
    """The link has others since: its wagers win, and what they brought is not taken back."""


@dataclass
class Award:
    """An award that was locked: who has a share of it, and what was said about it since."""

    table: str
    round: str
    of: SeatWager
    hand: str
    shares: dict[int, int]
    boxes: tuple[int, ...]
    """All seats whose wagers it was claimed for."""
    claimed_by: str
    validated: bool = False
    validated_mc: int = 0
    """The amount that was validated."""
    returned: bool = False
    settled: dict[int, int] = field(default_factory=dict)
    ever_paid: bool = False
    later: int = 0
    """How many awards that were not returned the meter locked after it."""
    final: bool = False
    """Whether there were ever so many that its meter's history does not reach back to it."""

    def owed(self, seat: int) -> int:
        """What a seat still has to get."""
        return 0 if self.returned else max(0, self.shares.get(seat, 0) - self.settled.get(seat, 0))

    @property
    def amount_mc(self) -> int:
        """All that its seats have a share of."""
        return sum(self.shares.values())

    @property
    def unpaid(self) -> bool:
        """Whether anybody is owed anything of it."""
        return any(self.owed(seat) for seat in self.shares)

    @property
    def open(self) -> bool:
        """Whether it is not over: owed, or of nothing and never paid."""
        paid = any(self.settled.values())
        return not self.returned and (self.unpaid or not (paid or any(self.shares.values())))


@dataclass
class Cash:
    """A payment, and what became of it."""

    claim: Claim
    seat: int
    slip: str
    amount_mc: int
    settled_mc: int
    beyond_mc: int
    reason: str
    mended: bool = False
    forgotten: bool = False
    """Whether the link has had so many payments since that it knows this one by its amount alone."""

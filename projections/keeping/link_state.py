"""The state of a link: its terms, what stands on each meter, awards not yet done with, tables and transfers.

Plain frozen classes: `projections.keeping.meter` makes new ones, nothing changes one in place. Their stored
form is in `projections.keeping.stored_link`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from events.money import RATE_UNIT

OVERFLOW: Final = ".overflow"
"""After a meter's name: the meter that takes what exceeds its limit."""


@dataclass(frozen=True, slots=True)
class MeterTerms:
    """What a meter starts with, falls back to after a 100 % award, takes of each wager, and shows at most."""

    seed_mc: int
    reseed_mc: int
    primary_bp: int
    reserve_bp: int
    limit_mc: int = 0


@dataclass(frozen=True, slots=True)
class AwardTerms:
    """The meter that a hand wins a percentage of."""

    meter: str
    percent_bp: int


@dataclass(frozen=True, slots=True)
class LinkTerms:
    """The parameter set of a link; all is empty before it was opened."""

    rulebook: str = ""
    paytable: str = ""
    wager: str = ""
    unit_wager_mc: int = 0
    guard_mc: int = 0
    meters: dict[str, MeterTerms] = field(default_factory=dict)
    awards: dict[str, AwardTerms] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Meter:
    """A meter's balances. The residuals are what divisions left over, in 1/10,000 of a millicent.

    `base_mc` is what the primary started from (seed, or reseed, reserve and overflow): a reversal never digs
    below it. `hits` counts the 100 % awards, so that a reversal sees whether its money has been won since.
    """

    primary_mc: int
    reserve_mc: int
    primary_residual: int
    reserve_residual: int
    base_mc: int
    hits: int

    @property
    def primary_units(self) -> int:
        """The primary with its residual, in 1/10,000 of a millicent."""
        return self.primary_mc * RATE_UNIT + self.primary_residual

    @property
    def reserve_units(self) -> int:
        """The reserve with its residual, in 1/10,000 of a millicent."""
        return self.reserve_mc * RATE_UNIT + self.reserve_residual

    @property
    def units(self) -> int:
        """All that stands on the meter, in 1/10,000 of a millicent."""
        return self.primary_units + self.reserve_units


NOTHING: Final = Meter(0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Award:
    """An award and what each seat is still owed of it: a liability of the house until all is paid."""

    seat: int
    meter: str
    amount_mc: int
    validated: bool
    owed: dict[int, int]
    paid: dict[int, int] = field(default_factory=dict)


Claim = tuple[str, int]
"""An award by its table and its claim's number in the table's stream."""

SeatWager = tuple[int, str]
"""A wager by its seat and name; seat 0 stands for the dealer's hand, which all who wagered on it share."""

DEALER: Final = 0


class Pot(NamedTuple):
    """A meter with its overflow in 1/10,000 of a millicent, and what a meter knows of its 100 % awards."""

    primary: int
    reserve: int
    overflow: int
    base_mc: int
    hits: int


@dataclass(frozen=True, slots=True)
class Lock:
    """An award as it was drawn from its meter: what it takes to draw it again from another amount.

    `before` is the meter at its turn. What moved between two locks is the difference of their meters.
    """

    claim: Claim
    round: str
    wager: SeatWager
    seats: tuple[int, ...]
    percent_bp: int
    reseed_mc: int
    limit_mc: int
    before: Pot


@dataclass(frozen=True, slots=True)
class RoundHeard:
    """The last round of a table as the link heard it: to judge its claims and to reverse its wagers.

    A seat may feed one link by several wagers: on its own hand and on the dealer's, say. `overflowed` is
    what of its contributions went to an overflow, in 1/10,000 of a millicent.
    """

    round: str
    wagers: dict[SeatWager, int]
    claimed: frozenset[SeatWager]
    hits: dict[str, int]
    overflowed: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Joined:
    """By which parameters a table plays, and why they are not the link's own; empty if they are."""

    rulebook: str
    paytable: str
    unit_wager_mc: int
    wagers: tuple[str, ...]
    problem: str


@dataclass(frozen=True, slots=True)
class LinkState:
    """All that `decide` needs to know of a link.

    `locks` are the awards of each meter since the oldest one that can still be returned; `settled` those
    among them that are paid. `sent` counts what went to each other link, `transit` is what of it has not
    been answered. `days` are the gaming days of each table without their end-of-day marker.
    """

    live: bool = False
    retired: bool = False
    terms: LinkTerms = field(default_factory=LinkTerms)
    meters: dict[str, Meter] = field(default_factory=dict)
    awards: dict[Claim, Award] = field(default_factory=dict)
    rounds: dict[str, RoundHeard] = field(default_factory=dict)
    tables: dict[str, Joined] = field(default_factory=dict)
    locks: dict[str, tuple[Lock, ...]] = field(default_factory=dict)
    settled: dict[Claim, Award] = field(default_factory=dict)
    sent: dict[str, int] = field(default_factory=dict)
    transit: dict[tuple[str, int], int] = field(default_factory=dict)
    days: dict[str, tuple[str, ...]] = field(default_factory=dict)
    closed_day: str = ""

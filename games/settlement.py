"""The described round and its verdict as types, in integer cents.

Nothing here knows a particular game, JSON, or which wagers exist; what is carried from seat to seat while a
verdict is made is `judgement`'s.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from games.chapter import Choice
from games.errors import DescriptionError

Outcome = Literal["win", "lose", "push", "void"]
SettlementOrder = list[tuple[int, tuple[str, ...]]]
"""Seat and wagers, turn by turn."""


@dataclass(slots=True)
class Decision:
    """What a player did with the hand; "none" when the round ended first, "abandon" when the player left."""

    action: str
    amount: int = 0
    at: str | None = None
    high: tuple[int, ...] = ()
    low: tuple[int, ...] = ()
    turn: bool = False
    river: bool = False


@dataclass(slots=True)
class Seat:
    """One box in play; `index` is its place in the description."""

    seat: int
    player: str
    cards: tuple[int, ...]
    wagers: dict[str, int]
    decision: Decision
    fourth_card: int | None = None
    index: int = 0

    @property
    def field(self) -> str:
        """The seat as errors name it."""
        return f"seats[{self.index}]"


@dataclass(slots=True)
class Irregularity:
    """What went wrong: a kind of the rulebook's irregularities."""

    kind: str
    misdealt: bool = False
    cards: int | None = None
    procedure: str = "manual_shoe"


@dataclass(slots=True)
class MeterReading:
    """A meter in cents as the first seat's turn finds it; `reseed` None means the rulebook's."""

    amount: int
    reserve: int = 0
    reseed: int | None = None


@dataclass(slots=True)
class Round:
    """A round to be settled. Seats in any order; settlement goes from the highest seat down."""

    game: str
    rulebook: str
    seats: tuple[Seat, ...]
    dealer: tuple[int, ...] = ()
    community: tuple[int, ...] = ()
    paytables: dict[str, str] = field(default_factory=dict)
    options: dict[str, Choice] = field(default_factory=dict)
    meters: dict[str, MeterReading] = field(default_factory=dict)
    event: Irregularity | None = None
    six_card_bonus_cards: tuple[int, ...] = ()
    pair_bonus_community_card: int | None = None
    magic_card: int | None = None
    lucky_position: int | str | None = None
    flaw: DescriptionError | None = None
    """What is wrong with it as described; of no account where the text returns every wager."""


class WagerResult(NamedTuple):
    """The verdict on one wager. `limited` says whether a payout limit that covers the wager counts it."""

    outcome: Outcome
    payout: int
    returned: int
    rate: str
    section: str
    limited: bool = True


@dataclass(slots=True)
class SeatResult:
    """The verdict on a seat; `total` is what the player gets, after a payout limit.

    `wagers` are as without a limit. `limit` is what the limit covers, before and after it; `limited` are the
    payouts that it cut, wager by wager.
    """

    seat: int
    player: str
    wagers: dict[str, WagerResult]
    total: int = 0
    limit: tuple[int, int] | None = None
    limited: dict[str, int] = field(default_factory=dict)

    def paid(self) -> dict[str, WagerResult]:
        """The verdict on each wager as it is paid: cut by the limit."""
        cut = self.limited
        return {n: w._replace(payout=cut[n]) if n in cut else w for n, w in self.wagers.items()}


@dataclass(slots=True)
class MeterAward:
    """A share of a meter that a seat has won, in the order in which the meter was drawn on."""

    seat: int
    wager: str
    meter: str
    basis_points: int
    amount: int


@dataclass(slots=True)
class EnvyBonus:
    """What a seat is paid for the hand of another, in the order in which envy is paid."""

    seat: int
    holder: int
    hand: str
    amount: int


@dataclass(slots=True)
class Settlement:
    """The verdict on a round, seats in the order of the description; `cards` says what becomes of them.

    `envies` are what the seats' Envy Bonuses are made of.
    """

    seats: list[SeatResult]
    meters_after: dict[str, int]
    notes: list[str]
    awards: list[MeterAward] = field(default_factory=list)
    cards: str | None = None
    envies: list[EnvyBonus] = field(default_factory=list)

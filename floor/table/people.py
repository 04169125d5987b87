"""The people at a table: players with a bankroll and habits, the dealer and the floorperson and their shifts.

Amounts are cents. How a player plays a hand is each game's own (`floor.play`); what a player likes to wager,
can afford and when they leave is here.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

HOUR_US: Final = 3_600_000_000
DEALER_TURN_US: Final = HOUR_US
"""A dealer works at a table for an hour."""
FLOOR_SHIFT_US: Final = 8 * HOUR_US
DEALERS: Final = tuple(f"D-{number}" for number in range(100, 500))
FLOORPERSONS: Final = tuple(f"F-{number}" for number in range(100, 160))
CAGE: Final = "C-3"
"""Badges: everybody who deals on the floor, who supervises, and who pays at the cage."""


def chance(rng: random.Random, per_mille: int) -> bool:
    """Whether something happens that happens so many times in a thousand; no float is drawn."""
    return rng.randrange(1_000) < per_mille


@dataclass(slots=True)
class Player:
    """Somebody who plays: a label, no name. `habits` are optional wagers and how often they are made."""

    label: str
    bankroll: int
    ante: int
    habits: Mapping[str, int]
    caution: int
    """0 to 9: how good a hand must be before it is played, beyond what is sensible."""
    rounds_left: int
    boxes: list[int] = field(default_factory=list)
    account: int = 0
    """What is on the player's game account, for wagers that are made electronically."""

    def can_play(self, at_risk: int) -> bool:
        """Whether the bankroll bears the worst round; who cannot pay it, leaves."""
        return self.bankroll >= at_risk


@dataclass(slots=True)
class Crew:
    """The dealer and the floorperson at a table, and when they are relieved."""

    table: str
    rng: random.Random
    dealer: str = ""
    floorperson: str = ""
    relieved_at_us: int = 0
    shift_ends_at_us: int = 0

    def relieve(self, now_us: int) -> bool:
        """Whether somebody else works at the table from now on."""
        if now_us < self.relieved_at_us:
            return False
        self.dealer = self._other(self.dealer, DEALERS)
        self.relieved_at_us = now_us + DEALER_TURN_US
        if now_us >= self.shift_ends_at_us:
            self.floorperson = self._other(self.floorperson, FLOORPERSONS)
            self.shift_ends_at_us = now_us + FLOOR_SHIFT_US
        return True

    def _other(self, badge: str, of: Sequence[str]) -> str:
        """A badge, not the one who leaves."""
        found = badge
        while found == badge:
            found = of[self.rng.randrange(len(of))]
        return found


@dataclass(slots=True)
class Seating:
    """Who sits where. A box is a betting position; some players play two adjacent ones (x.7)."""

    positions: int
    boxes_per_player: int
    minimum: int
    maximum: int
    unit: int
    """The largest unit of a progressive wager at this table, 0 for none."""
    habits: Mapping[str, int]
    offered: Sequence[str]
    popularity: int
    """How many players of a thousand rounds a free seat draws."""
    came: int = 0
    at: dict[int, Player] = field(default_factory=dict)

    @property
    def players(self) -> list[Player]:
        """The players, by their first box."""
        return list({id(player): player for _, player in sorted(self.at.items())}.values())

    def free(self) -> list[int]:
        """The boxes that nobody plays."""
        return [seat for seat in range(1, self.positions + 1) if seat not in self.at]

    def arrives(self, rng: random.Random, table: str) -> Player:
        """Somebody sits down on a free box, or on two."""
        seat = rng.choice(self.free())
        self.came += 1
        player = self._player(rng, f"P-{table}-{self.came}")
        player.boxes = [seat]
        if self.boxes_per_player > 1 and seat + 1 in self.free() and chance(rng, 200):
            player.boxes.append(seat + 1)
        for box in player.boxes:
            self.at[box] = player
        return player

    def leaves(self, player: Player) -> None:
        """The player's boxes are free."""
        for box in player.boxes:
            del self.at[box]

    def _player(self, rng: random.Random, label: str) -> Player:
        most = self.maximum // self.minimum
        ante = self.minimum * min(most, rng.choice((1, 1, 1, 2, 2, 3, 5)))
        ante -= ante % 500
        habits = {}
        for wager in self.offered:
            like = self.habits.get(wager)
            if like is not None:
                habits[wager] = max(0, min(1_000, like + rng.randrange(-200, 201)))
        return Player(
            label=label,
            bankroll=ante * rng.randrange(20, 120) + self.unit * 20,
            ante=ante,
            habits=habits,
            caution=rng.randrange(10),
            rounds_left=rng.randrange(15, 160),
        )

"""How players wager on a game: what they like, how much, and what a box can cost them at most."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass


def a_chip_or_the_ante(_wager: str, ante: int, rng: random.Random) -> int:
    """A chip of five dollars, sometimes as much as the Ante."""
    return ante if rng.randrange(4) == 0 else 500


@dataclass(frozen=True, slots=True)
class Betting:
    """What a table must know of those who play its game. Amounts are cents."""

    habits: Mapping[str, int]
    """Optional wagers made before the deal, and how many players of a thousand make them in a round."""
    most_antes: int
    """How many times the Ante a box can cost a player in all, bonuses aside: nobody plays on credit."""
    bonus_stake: Callable[[str, int, random.Random], int] = a_chip_or_the_ante
    """How much is wagered on an optional wager that has no meter, by the Ante."""

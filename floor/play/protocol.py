"""What the floor must know of a game beyond its rules: how players play it and how its dealer proceeds.

A module of this folder with a `PLAY` is a game of the floor. Rules stay in `games`: a play asks `round` for
the deal, the verdict and the order of settlement, and turns them into facts by the methods of `DealtRound`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from games.chapter import Choice
from games.dealing import Shuffling
from games.game import Procedure

if TYPE_CHECKING:
    from floor.links import Link
    from floor.round import DealtRound
    from floor.steps import Steps


class Play(Protocol):
    """One game at the tables of the floor."""

    @property
    def rulebook(self) -> str:
        """The rulebook that its tables open under, e.g. `678a@2019-11-02`."""

    @property
    def prefix(self) -> str:
        """What its tables are called: `HCF` makes `HCF-01`."""

    @property
    def habits(self) -> Mapping[str, int]:
        """Optional wagers made before the deal, and how many players of a thousand make them in a round."""

    @property
    def most_antes(self) -> int:
        """How many times the Ante a box can cost a player in all, bonuses aside: nobody plays on credit."""

    def draw_links(self, rng: random.Random, name: str) -> tuple[Link, ...]:
        """The links that a group of its tables feeds, named after `name`; none without a progressive."""

    def draw_options(self, rng: random.Random, dealing: Procedure, shuffling: Shuffling) -> dict[str, Choice]:
        """Options of the rules submission that are not at their default."""

    def bonus_stake(self, wager: str, ante: int, rng: random.Random) -> int:
        """How much is wagered on an optional wager that is no progressive one, in cents."""

    def deal_options(self, round_: DealtRound) -> dict[str, Choice]:
        """What `game.deal_order` must know of this round."""

    def complete(self, round_: DealtRound) -> Steps:
        """From the first card to the last card in the discard rack (x.8–x.11)."""


class AsUsual:
    """What most games answer alike."""

    def draw_options(
        self,
        rng: random.Random,  # noqa: ARG002 - the protocol's
        dealing: Procedure,  # noqa: ARG002
        shuffling: Shuffling,  # noqa: ARG002
    ) -> dict[str, Choice]:
        """The switches stand at their defaults."""
        return {}

    def bonus_stake(self, wager: str, ante: int, rng: random.Random) -> int:  # noqa: ARG002 - the protocol's
        """A chip of five dollars, sometimes as much as the Ante."""
        return ante if rng.randrange(4) == 0 else 500

    def deal_options(self, round_: DealtRound) -> dict[str, Choice]:  # noqa: ARG002 - the protocol's
        """None."""
        return {}


class WithoutProgressive(AsUsual):
    """What the games that have no progressive wager answer alike."""

    def draw_links(self, rng: random.Random, name: str) -> tuple[Link, ...]:  # noqa: ARG002 - the protocol's
        """None: nothing here feeds a meter."""
        return ()

"""What the floor must know of a game beyond its rules: how players play it and how its dealer proceeds.

A module of this folder with a `PLAY` is a game of the floor. Rules stay in `games`: a play asks `round` for
the deal, the verdict and the order of settlement, and turns them into facts by the methods of `DealtRound`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from floor.round.dealt_round import DealtRound
from floor.steps import Steps
from floor.table.betting import Betting
from floor.table.links import Link
from games.chapter import Choice
from games.game import Procedure
from games.procedure.dealing import Shuffling


def no_links(_rng: random.Random, _name: str) -> tuple[Link, ...]:
    """Nothing here feeds a meter."""
    return ()


def default_options(_rng: random.Random, _dealing: Procedure, _shuffling: Shuffling) -> dict[str, Choice]:
    """The switches are at their defaults."""
    return {}


def no_deal_options(_round: DealtRound) -> dict[str, Choice]:
    """The deal depends on nothing but who is dealt in."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """One game at the tables of the floor: a table of data and functions, as `games.game.Game` is."""

    rulebook: str
    """The rulebook that its tables open under, e.g. `678a@2019-11-02`."""
    prefix: str
    """What its tables are called: `HCF` makes `HCF-01`."""
    betting: Betting
    """How its players wager."""
    complete: Callable[[DealtRound], Steps]
    """From the first card to the last card in the discard rack (x.8–x.11)."""
    deal_options: Callable[[DealtRound], dict[str, Choice]] = no_deal_options
    """What `game.deal_order` must know of this round."""
    draw_options: Callable[[random.Random, Procedure, Shuffling], dict[str, Choice]] = default_options
    """Options of the rules submission that are not at their default."""
    draw_links: Callable[[random.Random, str], tuple[Link, ...]] = no_links
    """The links that a group of its tables feeds, named after a name; none without a progressive."""

"""The cards of a round as they lie, and what is still to be dealt: all that a dealer's conduct may look at.

Nothing moves here: `floor.round.dealing` does that, and records it.
"""

from __future__ import annotations

from collections import deque

from floor.table.deck import Deck
from games.game import Deal


class Layout:
    """A table's layout while a round is played. `order` is what is still to be dealt.

    `stacks` says whether a shoe dispenses stacks, `reads` whether it reads the cards that pass through it.
    """

    __slots__ = ("deck", "order", "reads", "stacks")

    def __init__(self, deck: Deck, *, stacks: bool, reads: bool) -> None:
        self.deck = deck
        self.order: deque[Deal] = deque()
        self.stacks = stacks
        self.reads = reads

    def everybody_has_decided(self) -> bool:
        """Whether no player has a decision left to make; a round that is played says."""
        return False

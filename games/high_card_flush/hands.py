"""The hands of a round: seven cards, looked at only when some wager depends on them.

A description may leave out cards on which nothing depends, so every hand checks its cards when it is asked.
What a hand is paid is not known here.
"""

from __future__ import annotations

from games.cards import BIT
from games.judgement import expect_cards
from games.ranking.flushes import best_flush


class Hand:
    """Seven cards of a player or (without an index) of the dealer."""

    __slots__ = ("_bits", "_flush", "cards", "index")

    def __init__(self, cards: tuple[int, ...], index: int | None = None) -> None:
        self.cards = cards
        self.index = index
        self._bits = 0
        self._flush = 0

    def bits(self) -> int:
        """The cards as a set, thirteen bits to a suit."""
        if not self._bits:
            a, b, c, d, e, f, g = expect_cards(self.cards, 7, self.index)
            self._bits = BIT[a] | BIT[b] | BIT[c] | BIT[d] | BIT[e] | BIT[f] | BIT[g]
        return self._bits

    def flush(self) -> int:
        """The highest ranking flush: its length in the bits from 13 up, its ranks below (678a.6(b))."""
        if not self._flush:
            self._flush = best_flush(self._bits or self.bits())
        return self._flush

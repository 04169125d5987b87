"""The hands of a round: two cards with the board, looked at only when some wager depends on them.

A description may leave out cards on which nothing depends, so every hand checks its cards when it is asked.
What a hand is paid is not known here.
"""

from __future__ import annotations

from functools import lru_cache

from games.errors import DescriptionError
from games.judgement import expect_cards
from games.ranking.poker import best_of_seven

ACE, JACK = 12, 9


class Hand:
    """Two cards of a player or (without an index) of the dealer, alone or with the board."""

    __slots__ = ("_strength", "cards", "community", "index")

    def __init__(self, cards: tuple[int, ...], community: tuple[int, ...], index: int | None = None) -> None:
        self.cards = cards
        self.community = community
        self.index = index
        self._strength: int | None = None

    def two(self) -> tuple[int, ...]:
        """The two cards that were dealt to the hand."""
        return expect_cards(self.cards, 2, self.index)

    def strength(self) -> int:
        """Strength of the best five of the two cards and the board (677a.11(g))."""
        if self._strength is None:
            two = self.two()
            if len(self.community) != 5:
                message = f"expected five cards, found {len(self.community)}: a wager depends on the board"
                raise DescriptionError("community", message)
            self._strength = best_of_seven(two + self.community)
        return self._strength


@lru_cache(maxsize=52 * 51)
def pocket(first: int, second: int) -> str | None:
    """The row of the Pocket Bonus paytables for two cards, None where none pays (677a.12(d))."""
    low, high = sorted((first >> 2, second >> 2))
    if low == high:
        return "pair_of_aces" if high == ACE else "pair_of_twos_to_kings"
    if high != ACE or low < JACK:
        return None
    return "ace_face_suited" if first & 3 == second & 3 else "ace_face_unsuited"

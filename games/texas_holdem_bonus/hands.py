"""The hands of a round: two cards with the board, looked at only when some wager depends on them.

A description may leave out cards on which nothing depends, so every hand checks its cards when it is asked.
What a hand is paid is not known here.
"""

from __future__ import annotations

from functools import lru_cache

from games.errors import DescriptionError
from games.judgement import expect_cards
from games.ranking.poker import best_of_seven, five
from games.settlement import Round

ACE, KING, JACK = 12, 11, 9
_SIX_CARD_BONUS = 4


class Hand:
    """Two cards of a player or the dealer, alone, with the Flop, or with the whole board."""

    __slots__ = ("_five", "_seven", "cards", "community", "index")

    def __init__(self, cards: tuple[int, ...], round_: Round, index: int | None = None) -> None:
        self.cards = cards
        self.community = round_.community
        self.index = index
        self._five = 0
        self._seven = 0

    def two(self) -> tuple[int, ...]:
        """The two cards that were dealt to the hand."""
        return expect_cards(self.cards, 2, self.index)

    def flop(self) -> tuple[int, ...]:
        """The first three community cards."""
        if not 3 <= len(self.community) <= 5:
            message = f"expected the Flop, three to five cards, found {len(self.community)}"
            raise DescriptionError("community", message)
        return self.community[:3]

    def with_flop(self) -> int:
        """Strength of the two cards and the Flop (647a.11(i), (j))."""
        if not self._five:
            self._five = five(self.two() + self.flop())
        return self._five

    def seven(self) -> int:
        """Strength of the best five of the two cards and the whole board (647a.11(h))."""
        if not self._seven:
            if len(self.community) != 5:
                raise DescriptionError("community", f"expected five cards, found {len(self.community)}")
            self._seven = best_of_seven(self.two() + self.community)
        return self._seven


def six_card_bonus_cards(round_: Round) -> tuple[int, ...]:
    """The four cards that every Six Card Bonus Wager shares (647a.8(d), .9(d), .10(c))."""
    cards = round_.six_card_bonus_cards
    if len(cards) != _SIX_CARD_BONUS:
        raise DescriptionError("six_card_bonus_cards", f"expected four cards, found {len(cards)}")
    return cards


@lru_cache(maxsize=52 * 51)
def pocket(first: int, second: int) -> str | None:
    """The row of the Texas Hold 'Em Bonus paytables for two cards, None where none pays (647a.12(b))."""
    low, high = sorted((first >> 2, second >> 2))
    if low == high:
        if high == ACE:
            return "ace_ace"
        return "kings_queens_or_jacks" if high >= JACK else "pair_of_twos_to_tens"
    if high != ACE or low < JACK:
        return None
    company = "king" if low == KING else "queen_or_jack"
    return f"ace_{company}_{'suited' if first & 3 == second & 3 else 'unsuited'}"

"""The hands of a round: three cards, looked at only when some wager depends on them.

A description may leave out cards on which nothing depends, so every hand checks its cards when it is asked.
What a hand is paid is not known here.
"""

from __future__ import annotations

from games.judgement import expect_cards
from games.ranking.three_card import CATEGORY_SHIFT, ThreeCardHand, three

ACE, THREE = 12, 1
RUNS = frozenset({ThreeCardHand.STRAIGHT, ThreeCardHand.STRAIGHT_FLUSH})


class Hand:
    """Three cards of a player or (without an index) of the dealer."""

    __slots__ = ("_strength", "cards", "index")

    def __init__(self, cards: tuple[int, ...], index: int | None = None) -> None:
        self.cards = cards
        self.index = index
        self._strength: int | None = None

    def three(self) -> tuple[int, ...]:
        """The cards, exactly three."""
        return expect_cards(self.cards, 3, self.index)

    def strength(self) -> int:
        """Strength of the hand (679a.6(b), (c))."""
        if self._strength is None:
            self._strength = three(self.three())
        return self._strength


def readings_part(ours: int, theirs: int) -> bool:
    """Whether 679a.6(c), read literally, would order two strengths otherwise.

    Literally the highest card that the other hand lacks decides between hands of one rank. That puts 2-2-A
    above K-K-Q, and A-2-3 above any straight but A-K-Q, against the order that 679a.6(b) gives them.
    """
    if ours == theirs or ours >> CATEGORY_SHIFT != theirs >> CATEGORY_SHIFT:
        return False
    category = ThreeCardHand(ours >> CATEGORY_SHIFT)
    if category is ThreeCardHand.PAIR:
        return (high_first(ours) > high_first(theirs)) != (ours > theirs)
    if category in RUNS:
        low, high = sorted((leading_rank(ours), leading_rank(theirs)))
        return low == THREE and high != ACE
    return False


def leading_rank(strength: int) -> int:
    """The rank that counts first: of the pair, or of the highest card of a straight."""
    return strength >> 8 & 15


def high_first(pair: int) -> list[int]:
    """The ranks of the three cards of a pair's strength, highest first."""
    paired, single = leading_rank(pair), pair >> 4 & 15
    return sorted((paired, paired, single), reverse=True)

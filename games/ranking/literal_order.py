"""Where x.6(c), read literally, would order two poker hands otherwise than the categories do.

58 Pa. Code § 647a.6(c), § 677a.6(c) and § 679a.6(c) let the highest card that the other hand lacks decide
between two hands of one rank. Literally that puts 2-2-A-9-5 above K-K-Q-J-9, and A-2-3-4-5 above 6-5-4-3-2,
against the order that x.6(b) gives pairs and straights. We rank the category first; this module says when
that mattered. Strengths are those of `poker`.
"""

from functools import lru_cache

from games.ranking.poker import ACE, CATEGORY_SHIFT, FIVE, PokerHand, leading_rank

SETS = {
    PokerHand.PAIR: (2, 1, 1, 1),
    PokerHand.TWO_PAIR: (2, 2, 1),
    PokerHand.THREE_OF_A_KIND: (3, 1, 1),
    PokerHand.FULL_HOUSE: (3, 2),
    PokerHand.FOUR_OF_A_KIND: (4, 1),
}
"""How many cards each rank of a strength means, in the order in which a strength holds them."""

RUNS = frozenset({PokerHand.STRAIGHT, PokerHand.STRAIGHT_FLUSH})


@lru_cache(maxsize=4096)
def readings_part(ours: int, theirs: int) -> bool:
    """Whether the literal reading would decide otherwise between two strengths."""
    if ours == theirs or ours >> CATEGORY_SHIFT != theirs >> CATEGORY_SHIFT:
        return False
    category = PokerHand(ours >> CATEGORY_SHIFT)
    if category in RUNS:
        # The ace of a wheel is its highest card, and only the highest straight has one too.
        low, high = sorted((leading_rank(ours), leading_rank(theirs)))
        return low == FIVE and high != ACE
    if category not in SETS:
        return False
    sets = SETS[category]
    return (high_first(ours, sets) > high_first(theirs, sets)) != (ours > theirs)


def high_first(strength: int, sets: tuple[int, ...]) -> list[int]:
    """The ranks of the five cards of a strength, highest first."""
    ranks = [strength >> 16 - 4 * place & 15 for place, count in enumerate(sets) for _ in range(count)]
    return sorted(ranks, reverse=True)

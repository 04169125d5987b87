"""Three-card hands by category and by how many 2s they hold, and the colors of two hands.

58 Pa. Code § 679a.6(b), § 679a.11(d).  The 2s matter because the Pair Bonus pays by whether a fourth card is
a 2, and a 2 in the hand makes that less likely.  Names are those of the paytables; this module knows no
paytable.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

HANDS = comb(52, 3)
UNSEEN = 49
_TWO = 0
_STRAIGHTS = {frozenset(range(low, low + 3)) for low in range(11)} | {frozenset((0, 1, 12))}
_MINI_ROYAL = frozenset((10, 11, 12))


def counts_by_twos() -> Counter[tuple[str, int]]:
    """Hands by category and number of 2s, counted by their ranks: 13 trips, 156 pairs, 286 sets of three."""
    counts: Counter[tuple[str, int]] = Counter()
    for rank in range(13):
        counts["three_of_a_kind", 3 if rank == _TWO else 0] += 4
        for other in range(13):
            if other != rank:
                twos = 2 if rank == _TWO else int(other == _TWO)
                counts["pair", twos] += comb(4, 2) * 4
    for ranks in map(frozenset, combinations(range(13), 3)):
        straight = ranks in _STRAIGHTS
        of_one_suit = "mini_royal" if ranks == _MINI_ROYAL else "straight_flush" if straight else "flush"
        twos = int(_TWO in ranks)
        counts[of_one_suit, twos] += 4
        counts["straight" if straight else "high_card", twos] += 4**3 - 4
    return counts


def chances_by_fourth_card() -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """Chance of each category with a fourth card that is not a 2, and with one that is.

    The fourth card is any of the 49 others, whether it is the player's own or the one for all players
    (§ 679a.8(c), (h)): what the dealer and other players hold is not known and so changes nothing.
    """
    without: Counter[str] = Counter()
    with_two: Counter[str] = Counter()
    for (category, twos), hands in counts_by_twos().items():
        with_two[category] += hands * (4 - twos)
        without[category] += hands * (UNSEEN - (4 - twos))
    deals = HANDS * UNSEEN
    return (
        {category: Fraction(ways, deals) for category, ways in without.items()},
        {category: Fraction(ways, deals) for category, ways in with_two.items()},
    )


def color_chances() -> tuple[Fraction, Fraction]:
    """Chance that the player's three cards are of one color and the dealer's three are not of it, and that
    both hands are of the same one color (§ 679a.11(d)(1)).
    """
    deals = comb(52, 3) * comb(49, 3)
    player = Fraction(2 * comb(26, 3), comb(52, 3))
    both = Fraction(2 * comb(26, 3) * comb(23, 3), deals)
    return player - both, both

"""Three Card Prime's three-card poker.

58 Pa. Code § 679a.6(a)–(c): a straight beats a flush, three of a kind beats both, and ace-king-queen of a
suit (the mini-royal) beats everything.  The ace goes below the 2 in A-2-3 alone, the lowest straight.  A
strength is an int, higher is better, equal is a tie: the category, then the ranks in the order in which they
count.

Cards are ints 0..51 = rank * 4 + suit.  This module knows no wager and no paytable.
"""

from collections.abc import Sequence

from games.ranking.card_keys import KEY
from games.ranking.category import Category

_ACE, _QUEEN, _THREE = 12, 10, 1


class ThreeCardHand(Category):
    """The categories, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    MINI_ROYAL = 6

    @property
    def lowest(self) -> int:
        """A bound: a strength at or above it is this category or better."""
        return self << CATEGORY_SHIFT


CATEGORY_SHIFT = 12  # three ranks of four bits each are below the category
KEYS = tuple(hand.key for hand in ThreeCardHand)

# A dealer's hand qualifies at or above this bound, 58 Pa. Code § 679a.1 ("queen high or better").
QUEEN_HIGH = _QUEEN << 8

# Sum of card keys -> strength; three of one suit have a sum of suit keys that no other three cards have.
_KNOWN: dict[int, int] = {}


def three(cards: Sequence[int]) -> int:
    """Strength of exactly three cards."""
    a, b, c = cards
    key = KEY[a] + KEY[b] + KEY[c]
    try:
        return _KNOWN[key]
    except KeyError:
        return _KNOWN.setdefault(key, _work_out(a, b, c))


def category(strength: int) -> str:
    """The category of a strength as paytables name it: `mini_royal` … `high_card`."""
    return KEYS[strength >> CATEGORY_SHIFT]


def one_color(cards: Sequence[int]) -> str | None:
    """`red` or `black` if all the cards are of that color, else None (the Prime Wager, § 679a.7(d)(2))."""
    suits = {card & 3 for card in cards}
    if suits <= {1, 2}:
        return "red"
    return "black" if suits <= {0, 3} else None


def _work_out(a: int, b: int, c: int) -> int:
    low, middle, high = sorted((a >> 2, b >> 2, c >> 2))
    of_one_suit = a & 3 == b & 3 == c & 3
    if low == high:
        return _pack(ThreeCardHand.THREE_OF_A_KIND, high)
    if low == middle:
        return _pack(ThreeCardHand.PAIR, low, high)
    if middle == high:
        return _pack(ThreeCardHand.PAIR, high, low)
    top = _straight_top(low, middle, high)
    if top is not None:
        if not of_one_suit:
            return _pack(ThreeCardHand.STRAIGHT, top)
        return _pack(ThreeCardHand.MINI_ROYAL if top == _ACE else ThreeCardHand.STRAIGHT_FLUSH, top)
    return _pack(ThreeCardHand.FLUSH if of_one_suit else ThreeCardHand.HIGH_CARD, high, middle, low)


def _straight_top(low: int, middle: int, high: int) -> int | None:
    if high - low == 2 and high - middle == 1:
        return high
    return _THREE if (low, middle, high) == (0, _THREE, _ACE) else None


def _pack(hand: ThreeCardHand, first: int, second: int = 0, third: int = 0) -> int:
    return hand << CATEGORY_SHIFT | first << 8 | second << 4 | third

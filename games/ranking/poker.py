"""Poker: the strength of five cards, and of the best five out of six or seven.

Ranks hands as 58 Pa. Code § 647a.6(b)–(c), § 663a.6(b), § 677a.6(b)–(c) and § 679a.6(d) do: the category,
then the ranks that make it, then the other cards.  A strength is an int, higher is better, equal is a tie;
its top bits are the category and its five nibbles below are the ranks in the order in which they count.

    >>> best_of_seven((48, 49, 50, 44, 45, 0, 5)) == five((48, 49, 50, 44, 45))  # aces full of kings
    True

Cards are ints 0..51 = rank * 4 + suit and are taken to be different; whoever reads a description checks that.
The first time that a set of ranks is met it is worked out step by step and remembered, so nothing is built on
import and every later hand costs a sum and a look-up.  This module knows no wager and no paytable.
"""

from collections.abc import Iterable, Sequence

from games.ranking.card_keys import KEY, PAIR_KEY, SUIT_BITS, SUIT_MASK, suited
from games.ranking.category import Category

ACE = 12
FIVE = 3  # the rank of a 5, which heads the wheel


class PokerHand(Category):
    """The categories, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def lowest(self) -> int:
        """A bound: a strength at or above it is this category or better."""
        return self << CATEGORY_SHIFT


CATEGORY_SHIFT = 20  # five ranks of four bits each are below the category
KEYS = tuple(hand.key for hand in PokerHand)

# Sum of suit keys -> 1 + the suit that has five cards or more, or 0.
_SUITED_5, _SUITED_6, _SUITED_7 = (suited(cards, at_least=5) for cards in (5, 6, 7))

# Sum of rank keys -> strength, for hands without a flush; one a size, since sums of different sizes may meet.
_KNOWN_5: dict[int, int] = {}
_KNOWN_6: dict[int, int] = {}
_KNOWN_7: dict[int, int] = {}
# Set of ranks of the flush's suit, a bit each -> strength.
_KNOWN_FLUSHES: dict[int, int] = {}
# Each strength once, so that the 49,205 sets of seven ranks share 4,824 objects and stay in the cache.
_STRENGTHS: dict[int, int] = {}


def five(cards: Sequence[int]) -> int:
    """Strength of exactly five cards."""
    a, b, c, d, e = cards
    key = PAIR_KEY[a][b] + PAIR_KEY[c][d] + KEY[e]
    if _SUITED_5[key & SUIT_MASK]:
        return _flush(cards, _SUITED_5[key & SUIT_MASK] - 1)
    try:
        return _KNOWN_5[key >> SUIT_BITS]
    except KeyError:
        return _learn(_KNOWN_5, key >> SUIT_BITS, cards)


def best_of_six(cards: Sequence[int]) -> int:
    """Strength of the best five of exactly six cards."""
    a, b, c, d, e, f = cards
    key = PAIR_KEY[a][b] + PAIR_KEY[c][d] + PAIR_KEY[e][f]
    if _SUITED_6[key & SUIT_MASK]:
        return _flush(cards, _SUITED_6[key & SUIT_MASK] - 1)
    try:
        return _KNOWN_6[key >> SUIT_BITS]
    except KeyError:
        return _learn(_KNOWN_6, key >> SUIT_BITS, cards)


def best_of_seven(cards: Sequence[int]) -> int:
    """Strength of the best five of exactly seven cards."""
    a, b, c, d, e, f, g = cards
    key = PAIR_KEY[a][b] + PAIR_KEY[c][d] + PAIR_KEY[e][f] + KEY[g]
    if _SUITED_7[key & SUIT_MASK]:
        return _flush(cards, _SUITED_7[key & SUIT_MASK] - 1)
    try:
        return _KNOWN_7[key >> SUIT_BITS]
    except KeyError:
        return _learn(_KNOWN_7, key >> SUIT_BITS, cards)


def category(strength: int) -> str:
    """The category of a strength as paytables name it: `royal_flush` … `high_card`."""
    return KEYS[strength >> CATEGORY_SHIFT]


def leading_rank(strength: int) -> int:
    """The rank that counts first: of the pair, the higher pair, the three or the straight's top card."""
    return strength >> 16 & 15


def _flush(cards: Sequence[int], suit: int) -> int:
    ranks = 0
    for card in cards:
        if card & 3 == suit:
            ranks |= 1 << (card >> 2)
    try:
        return _KNOWN_FLUSHES[ranks]
    except KeyError:
        return _KNOWN_FLUSHES.setdefault(ranks, flush_strength(cards, suit))


def _learn(known: dict[int, int], key: int, cards: Sequence[int]) -> int:
    strength = unsuited_strength(card >> 2 for card in cards)
    return known.setdefault(key, _STRENGTHS.setdefault(strength, strength))


def flush_strength(cards: Iterable[int], suit: int, *, wheel: bool = True) -> int:
    """Strength of five to seven cards, five or more of which are of `suit`.

    Nothing but a straight flush beats the flush here: four of a kind or a full house would need three cards
    of other suits, and there are at most two.  `wheel` says whether A-2-3-4-5 is a straight flush.
    """
    ranks = sorted((card >> 2 for card in cards if card & 3 == suit), reverse=True)
    top = straight_top(ranks, wheel=wheel)
    if top == ACE:
        return _pack(PokerHand.ROYAL_FLUSH, [ACE])
    if top is not None:
        return _pack(PokerHand.STRAIGHT_FLUSH, [top])
    return _pack(PokerHand.FLUSH, ranks[:5])


def unsuited_strength(ranks: Iterable[int], *, wheel: bool = True) -> int:
    """Strength of five to seven cards of these ranks, no five of which are of one suit."""
    counts: dict[int, int] = {}
    for rank in ranks:
        counts[rank] = counts.get(rank, 0) + 1
    high_first = sorted(counts, reverse=True)
    # The sets that count, the larger first and the higher rank first among equal ones.
    sets = sorted(high_first, key=lambda rank: counts[rank], reverse=True)
    first, second = sets[0], sets[1]
    top = straight_top(high_first, wheel=wheel)

    if counts[first] == 4:
        hand, makers = PokerHand.FOUR_OF_A_KIND, [first]
    elif counts[first] == 3 and counts[second] >= 2:
        return _pack(PokerHand.FULL_HOUSE, [first, second])
    elif top is not None:
        return _pack(PokerHand.STRAIGHT, [top])
    elif counts[first] == 3:
        hand, makers = PokerHand.THREE_OF_A_KIND, [first]
    elif counts[first] == 2 and counts[second] == 2:
        hand, makers = PokerHand.TWO_PAIR, [first, second]
    elif counts[first] == 2:
        hand, makers = PokerHand.PAIR, [first]
    else:
        return _pack(PokerHand.HIGH_CARD, high_first[:5])
    kickers = [rank for rank in high_first if rank not in makers]
    return _pack(hand, makers + kickers[: 5 - sum(counts[rank] for rank in makers)])


def straight_top(high_first: Sequence[int], *, wheel: bool) -> int | None:
    """Rank of the top card of the best five in a row among different ranks, or None.

    An ace also goes below the 2 (the wheel, headed by the 5) unless `wheel` is off.
    """
    for start in range(len(high_first) - 4):
        if high_first[start] - high_first[start + 4] == 4:
            return high_first[start]
    if wheel and high_first[0] == ACE and list(high_first[-4:]) == [3, 2, 1, 0]:
        return FIVE
    return None


def _pack(hand: PokerHand, ranks: Sequence[int]) -> int:
    strength = hand << CATEGORY_SHIFT
    for place, rank in enumerate(ranks):
        strength |= rank << 16 - 4 * place
    return strength

"""The six-card hands of the Six Card Bonus and All-Six wagers.

58 Pa. Code § 647a.6(d) and § 679a.6(d): the best five of six cards, and above them six of a suit from the ace
down to the 9, which one paytable of each chapter pays by its suit.  Whether A-2-3-4-5 counts is a switch of
the rulebook, since § 679a.6(d) has no clause about the ace.  This module knows no paytable; one that has no
row for the six-card royal pays it as what `WITHOUT_OWN_ROW` says.
"""

from collections.abc import Sequence

from games.ranking.card_keys import PAIR_KEY, SUIT_BITS, SUIT_MASK, suited
from games.ranking.poker import PokerHand, best_of_six, category, flush_strength, unsuited_strength

SIX_CARD_ROYAL_DIAMONDS = "six_card_royal_diamonds"
SIX_CARD_ROYAL_OTHER = "six_card_royal_other"
WITHOUT_OWN_ROW = {SIX_CARD_ROYAL_DIAMONDS: "royal_flush", SIX_CARD_ROYAL_OTHER: "royal_flush"}

_DIAMONDS = 1
_ROYAL = PokerHand.ROYAL_FLUSH.lowest
_SIX_CARD_ROYALS = {
    frozenset(rank * 4 + suit for rank in range(7, 13)): (
        SIX_CARD_ROYAL_DIAMONDS if suit == _DIAMONDS else SIX_CARD_ROYAL_OTHER
    )
    for suit in range(4)
}
_SUITED = suited(6, at_least=5)
_KNOWN_WITHOUT_WHEEL: dict[int, int] = {}


def six_card_category(cards: Sequence[int], *, wheel: bool = True) -> str:
    """Category of six cards: one of the two six-card royals, or that of the best five."""
    strength = best_of_six(cards) if wheel else best_of_six_without_wheel(cards)
    if strength >= _ROYAL:
        return _SIX_CARD_ROYALS.get(frozenset(cards), "royal_flush")
    return category(strength)


def best_of_six_without_wheel(cards: Sequence[int]) -> int:
    """Strength of the best five of exactly six cards where A-2-3-4-5 is not a straight."""
    a, b, c, d, e, f = cards
    key = PAIR_KEY[a][b] + PAIR_KEY[c][d] + PAIR_KEY[e][f]
    if _SUITED[key & SUIT_MASK]:
        return flush_strength(cards, _SUITED[key & SUIT_MASK] - 1, wheel=False)
    ranks = key >> SUIT_BITS
    try:
        return _KNOWN_WITHOUT_WHEEL[ranks]
    except KeyError:
        strength = unsuited_strength((card >> 2 for card in cards), wheel=False)
        return _KNOWN_WITHOUT_WHEEL.setdefault(ranks, strength)

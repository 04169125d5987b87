"""How many hands of five, six or seven cards have which best five-card poker hand.

A hand without a flush is a pattern (how many ranks come once, twice, …), a set of ranks and a choice of
suits; whether there is a straight depends on the ranks alone, and how many choices of suits make no flush on
the pattern alone, so the three are multiplied.  Hands with a flush are counted by the cards of its suit.

Names are those of the paytables.  This module knows no paytable, and shares nothing with `games.ranking`.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import comb, factorial, prod

from games.counting.runs import RANKS, sets_with_broadway, sets_with_straight

SIX_CARD_ROYAL_DIAMONDS = "six_card_royal_diamonds"
SIX_CARD_ROYAL_OTHER = "six_card_royal_other"


@cache
def _poker_counts(cards: int, *, wheel: bool) -> Counter[str]:
    if not 5 <= cards <= 7:
        raise ValueError(f"best five of {cards} cards: a flush is counted for five to seven cards only")
    counts: Counter[str] = Counter()
    for pattern in _patterns(cards, largest=4):
        arranged = factorial(len(pattern)) // prod(map(factorial, Counter(pattern).values()))
        suits = _suits_without_flush(pattern)
        straights = sets_with_straight(len(pattern), wheel=wheel)
        others = comb(RANKS, len(pattern)) - straights
        name, beats_straight = _of_pattern(pattern)
        counts[name if beats_straight else "straight"] += straights * arranged * suits
        counts[name] += others * arranged * suits
    for suited in range(5, cards + 1):
        rest = 4 * comb(52 - RANKS, cards - suited)
        royals, straights = sets_with_broadway(suited), sets_with_straight(suited, wheel=wheel)
        counts["royal_flush"] += royals * rest
        counts["straight_flush"] += (straights - royals) * rest
        counts["flush"] += (comb(RANKS, suited) - straights) * rest
    return counts


def poker_counts(cards: int, *, wheel: bool = True) -> dict[str, int]:
    """Hands of `cards` cards (5, 6 or 7) by the category of their best five."""
    return dict(_poker_counts(cards, wheel=wheel))


def six_card_counts(*, wheel: bool = True) -> dict[str, int]:
    """Six-card hands by category, the six-card royals apart (58 Pa. Code § 647a.6(d), § 679a.6(d))."""
    counts = poker_counts(6, wheel=wheel)
    counts["royal_flush"] -= 4
    return counts | {SIX_CARD_ROYAL_DIAMONDS: 1, SIX_CARD_ROYAL_OTHER: 3}


def pairs_from(rank: int) -> int:
    """Five-card hands that are one pair of `rank` (0 is a 2) or higher; every rank has as many."""
    return poker_counts(5)["pair"] // RANKS * (RANKS - rank)


def _patterns(cards: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Ways to write `cards` as a sum of numbers up to `largest`, the larger first: (3, 1, 1) is trips."""
    if cards == 0:
        yield ()
    for count in range(min(cards, largest), 0, -1):
        for rest in _patterns(cards - count, count):
            yield (count, *rest)


def _of_pattern(pattern: tuple[int, ...]) -> tuple[str, bool]:
    """What a pattern is without straight and flush, and whether it beats a straight."""
    match pattern:
        case (4, *_):
            return "four_of_a_kind", True
        case (3, (3 | 2), *_):
            return "full_house", True
        case (3, *_):
            return "three_of_a_kind", False
        case (2, 2, *_):
            return "two_pair", False
        case (2, *_):
            return "pair", False
        case _:
            return "high_card", False


def _suits_without_flush(pattern: tuple[int, ...]) -> int:
    """Choices of suits for ranks held so many times each, no suit having five cards or more."""
    # One suit's cards: how many choices of suits put it in how many of the ranks.
    in_suit = [1]
    for count in pattern:
        without, with_ = comb(3, count), comb(3, count - 1)
        padded = [*in_suit, 0]
        in_suit = [
            without * padded[size] + (with_ * padded[size - 1] if size else 0) for size in range(len(padded))
        ]
    return sum(in_suit) - 4 * sum(in_suit[5:])

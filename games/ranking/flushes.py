"""High Card Flush hands: the longest flush and its ranks, and the longest straight-flush run (678a.6).

Hands are compared as integers, greater is better. Which hand pays what is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence

SUIT = (1 << 13) - 1


def run_length(ranks: int) -> int:
    """The longest row of set bits: each pass takes the last one off every row."""
    length = 0
    while ranks:
        ranks &= ranks >> 1
        length += 1
    return length


FLUSH = tuple(suit.bit_count() << 13 | suit for suit in range(1 << 13))
"""By the ranks held in one suit: how many, then which; the higher mask has the higher card."""
RUN_ACE_HIGH = tuple(run_length(suit) for suit in range(1 << 13))
RUN_ACE_LOW = tuple(run_length(suit << 1 | suit >> 12) for suit in range(1 << 13))
"""The same with the ace also below the deuce (switch `straight_flush_ace_low`)."""

THREE_CARD_NINE_HIGH = 3 << 13 | 1 << 7
"""The least three-card flush with a nine in it: the dealer qualifies from here (678a.11(d))."""


def best_flush(bits: int) -> int:
    """The highest ranking flush of a hand (678a.6(b), (c)): length in the bits from 13 up, ranks below."""
    return max(FLUSH[bits & SUIT], FLUSH[bits >> 13 & SUIT], FLUSH[bits >> 26 & SUIT], FLUSH[bits >> 39])


def longest_run(bits: int, table: tuple[int, ...]) -> int:
    """The longest straight flush of a hand (678a.6(d)), with RUN_ACE_LOW or RUN_ACE_HIGH."""
    return max(table[bits & SUIT], table[bits >> 13 & SUIT], table[bits >> 26 & SUIT], table[bits >> 39])


ALL_SEVEN = tuple(8 ** (card >> 2) for card in range(52))
"""A digit to base eight for each rank: sums of these compare as hands do, highest cards first."""


def all_seven(cards: Sequence[int]) -> int:
    """The other reading of 678a.6(c): the ranks of all seven cards, highest first, as one number."""
    return sum([ALL_SEVEN[card] for card in cards])

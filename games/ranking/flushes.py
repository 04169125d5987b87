"""High Card Flush hands: the longest flush and its ranks, and the longest straight-flush run (678a.6).

Hands are compared as integers, greater is better. Which hand pays what is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import BIT

SUIT = (1 << 13) - 1


def run_length(ranks: int, ranks_in_row: int) -> int:
    """The longest row of set bits among the lowest `ranks_in_row` bits of `ranks`."""
    longest = current = 0
    for position in range(ranks_in_row):
        current = current + 1 if ranks >> position & 1 else 0
        longest = max(longest, current)
    return longest


FLUSH = tuple(suit.bit_count() << 13 | suit for suit in range(1 << 13))
"""By the ranks held in one suit: how many, then which; the higher mask has the higher card."""
RUN_ACE_HIGH = tuple(run_length(suit, 13) for suit in range(1 << 13))
RUN_ACE_LOW = tuple(run_length(suit << 1 | suit >> 12, 14) for suit in range(1 << 13))
"""The same with the ace also below the deuce (switch `straight_flush_ace_low`)."""

THREE_CARD_NINE_HIGH = 3 << 13 | 1 << 7
"""The least three-card flush with a nine in it: the dealer qualifies from here (678a.11(d))."""


def hand_bits(cards: Sequence[int]) -> int:
    """The cards as a set, thirteen bits to a suit."""
    result = 0
    for card in cards:
        result |= BIT[card]
    return result


def best_flush(bits: int) -> int:
    """The highest ranking flush of a hand (678a.6(b), (c)): length in the bits from 13 up, ranks below."""
    return max(FLUSH[bits & SUIT], FLUSH[bits >> 13 & SUIT], FLUSH[bits >> 26 & SUIT], FLUSH[bits >> 39])


def flush_length(flush: int) -> int:
    """How many cards the flush has."""
    return flush >> 13


def longest_run(bits: int, table: tuple[int, ...]) -> int:
    """The longest straight flush of a hand (678a.6(d)), with RUN_ACE_LOW or RUN_ACE_HIGH."""
    return max(table[bits & SUIT], table[bits >> 13 & SUIT], table[bits >> 26 & SUIT], table[bits >> 39])


def all_seven_key(cards: Sequence[int], flush: int) -> tuple[int, list[int]]:
    """The other reading of 678a.6(c): length first, then all seven cards from the highest down."""
    return flush >> 13, sorted([card >> 2 for card in cards], reverse=True)

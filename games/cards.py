"""The 52 cards as small integers, and their two-character names.

A card is `rank * 4 + suit`: rank 0 is the 2 and 12 the ace, suits are c, d, h, s = 0..3.
This module knows nothing of hands: what a card is worth is each chapter's own affair (x.6).
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = tuple(range(52))

NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
NUMBERS = {name: card for card, name in enumerate(NAMES)}

BIT = tuple(1 << (card % 4 * 13 + card // 4) for card in DECK)
"""One bit a card, thirteen to a suit with the deuce lowest: a set of cards is the sum of its bits."""


def parse(name: str) -> int:
    """The card called `name`, as in "As" or "Td"; ValueError when there is none."""
    try:
        return NUMBERS[name]
    except (KeyError, TypeError):
        raise ValueError(f"{name!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}") from None


def text(card: int) -> str:
    """The two-character name of `card`."""
    return NAMES[card]


def rank(card: int) -> int:
    """0 for a 2 up to 12 for an ace."""
    return card >> 2


def suit(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def hand(names: str) -> tuple[int, ...]:
    """The cards of a line like "As Kd 7h"."""
    return tuple(parse(name) for name in names.split())


def bits(cards: Iterable[int]) -> int:
    """The set of `cards` as one integer (see BIT)."""
    result = 0
    for card in cards:
        result |= BIT[card]
    return result

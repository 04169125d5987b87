"""How many sets of ranks of one suit there are, by their size and their longest run of neighbours.

Counted rank by rank from the 2 to the king with the ace put at one end or at both.  This module knows no hand
and no wager, and shares nothing with `games.ranking`, so that each can check the other.
"""

from collections import Counter
from functools import cache
from math import comb

RANKS = 13
BELOW_THE_ACE = 12


@cache
def sets_with_runs_at_most(longest: int, *, ace_low: bool) -> tuple[int, ...]:
    """By size 0..13: the sets of ranks that have no run longer than `longest` (1 or more).

    The ace is above the king; with `ace_low` it is below the 2 as well, but a run does not go through it.
    """
    by_size = [0] * (RANKS + 1)
    for ace in (0, 1):
        # (cards so far, length of the run that ends with the last rank seen) -> ways
        states = Counter({(ace, ace if ace_low else 0): 1})
        for _ in range(BELOW_THE_ACE):
            following: Counter[tuple[int, int]] = Counter()
            for (cards, run), ways in states.items():
                following[cards, 0] += ways
                if run < longest:
                    following[cards + 1, run + 1] += ways
            states = following
        for (cards, run), ways in states.items():
            if run + ace <= longest:
                by_size[cards] += ways
    return tuple(by_size)


def sets_with_straight(size: int, *, wheel: bool) -> int:
    """Sets of `size` ranks that hold five in a row; `wheel` says whether A-2-3-4-5 is in a row."""
    return comb(RANKS, size) - sets_with_runs_at_most(4, ace_low=wheel)[size]


def sets_with_broadway(size: int) -> int:
    """Sets of `size` ranks that hold ace, king, queen, jack and 10."""
    return comb(RANKS - 5, size - 5) if size >= 5 else 0

"""Exact chances and intervals of counts: how likely so many are, and between which rates they leave us.

Chances are fractions of whole numbers. The ends of an interval are sought on a grid of billionths and rounded
outwards; tails are summed there with sixty decimal digits, so that no float decides anything. This knows
nothing of findings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

GRID: Final = 10**9
"""Ends of intervals are whole billionths."""
_DIGITS: Final = Context(prec=60, Emax=MAX_EMAX, Emin=MIN_EMIN)
_NEGLIGIBLE: Final = 10**40
"""A term that is this much smaller than the sum so far ends it."""
_SMALLER: Final = Decimal(_NEGLIGIBLE)


def chance_of_as_many(hits: int, rounds: int, all_hits: int, all_rounds: int) -> Fraction:
    """How likely at least so many hits among these rounds are, if all hits fell on all rounds by lot.

    The upper tail of the hypergeometric distribution: Fisher's exact test to one side.
    """
    _check(hits, rounds)
    _check(all_hits, all_rounds)
    if rounds > all_rounds or hits > all_hits or rounds - hits > all_rounds - all_hits:
        raise ValueError(f"{hits} of {rounds} is no part of {all_hits} of {all_rounds}")
    without = all_rounds - all_hits
    if all_hits <= rounds:  # the same number by whichever of the two is smaller
        whole = comb(all_rounds, all_hits)
        term = comb(rounds, hits) * comb(all_rounds - rounds, all_hits - hits)
    else:
        whole = comb(all_rounds, rounds)
        term = comb(all_hits, hits) * comb(without, rounds - hits)
    total = 0
    for more in range(hits, min(rounds, all_hits) + 1):
        total += term
        rest = min(rounds, all_hits) - more
        if term * rest * _NEGLIGIBLE < total and more * all_rounds > rounds * all_hits:
            total += term * rest  # past the mean each further term is smaller: so much at most
            break
        term = term * (rounds - more) * (all_hits - more) // ((more + 1) * (without - rounds + more + 1))
    return min(Fraction(total, whole), Fraction(1))


def interval(hits: int, rounds: int, confidence: Fraction) -> tuple[Fraction, Fraction]:
    """Between which rates what was seen is not too unlikely: the interval of Clopper and Pearson.

    Each end is where so many hits or more (or fewer) have half of what the confidence leaves; 0 and 1 where
    there was no hit, or nothing else.
    """
    _check(hits, rounds)
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence of {confidence} is not between 0 and 1")
    if not rounds:
        return Fraction(0), Fraction(1)
    half = (1 - confidence) / 2
    allowed = _DIGITS.divide(Decimal(half.numerator), Decimal(half.denominator))
    low = _first(lambda at: _tail(hits, rounds, at) > allowed) - 1 if hits else 0
    high = GRID
    if hits < rounds:
        missed = rounds - hits
        high = GRID - (_first(lambda at: _tail(missed, rounds, at) > allowed) - 1)
    return Fraction(low, GRID), Fraction(high, GRID)


def _first(holds: Callable[[int], bool]) -> int:
    """The first point of the grid from which on something holds; that it does at its end is known."""
    low, high = 0, GRID
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high


def _tail(hits: int, rounds: int, at: int) -> Decimal:
    """How likely at least so many hits are at a rate of so many billionths: the upper binomial tail."""
    if at * rounds > hits * GRID:
        # Above the mean nearly all is in the tail: what is below is less, and summed instead.
        return _DIGITS.subtract(Decimal(1), _sum(rounds - hits + 1, rounds, GRID - at))
    return _sum(hits, rounds, at)


def _sum(hits: int, rounds: int, at: int) -> Decimal:
    """The tail, term by term upwards, until what follows is negligible."""
    d = _DIGITS
    if hits > rounds:
        return Decimal(0)
    rate, other = d.divide(Decimal(at), Decimal(GRID)), d.divide(Decimal(GRID - at), Decimal(GRID))
    term = d.multiply(_ways(hits, rounds), d.multiply(d.power(rate, hits), d.power(other, rounds - hits)))
    odds = d.divide(rate, other) if at < GRID else Decimal(0)
    total = Decimal(0)
    for more in range(hits, rounds + 1):
        total = d.add(total, term)
        if more * GRID > rounds * at and d.multiply(term, _SMALLER) < total:
            break
        term = d.multiply(term, d.multiply(odds, d.divide(Decimal(rounds - more), Decimal(more + 1))))
    return total


@lru_cache(maxsize=2)
def _ways(hits: int, rounds: int) -> Decimal:
    """In how many ways so many of the rounds can be hit: asked again at each step towards an end."""
    ways = Decimal(1)
    for one in range(1, min(hits, rounds - hits) + 1):
        ways = _DIGITS.multiply(ways, _DIGITS.divide(Decimal(rounds + 1 - one), Decimal(one)))
    return ways


def _check(hits: int, rounds: int) -> None:
    if not 0 <= hits <= rounds:
        raise ValueError(f"{hits} of {rounds} cannot be")


def corrected(chances: Sequence[Fraction]) -> list[Fraction]:
    """Chances for having looked at so many, after Holm: the smallest counts as often as there are chances,
    the next once less, and so on; none is corrected to less than a smaller one.
    """
    found = [Fraction(0)] * len(chances)
    largest = Fraction(0)
    in_order = sorted(range(len(chances)), key=chances.__getitem__)
    for place, which in enumerate(in_order):
        largest = max(largest, min(Fraction(1), chances[which] * (len(chances) - place)))
        found[which] = largest
    return found

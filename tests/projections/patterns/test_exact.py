"""Chances and intervals of counts, by hand, by printed tables, and by what must hold of all of them."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.patterns.exact import GRID, chance_of_as_many, corrected, interval

BY_95 = Fraction(95, 100)
BY_99 = Fraction(99, 100)
STEP = Fraction(1, GRID)
COUNTS = st.integers(1, 60).flatmap(lambda rounds: st.tuples(st.integers(0, rounds), st.just(rounds)))


def at_least(hits, rounds, rate):
    """The upper binomial tail, written out."""
    return sum(comb(rounds, i) * rate**i * (1 - rate) ** (rounds - i) for i in range(hits, rounds + 1))


# --- Clopper and Pearson ---------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [1, 3, 10, 59, 1_000])
@pytest.mark.parametrize("confidence", [BY_95, BY_99])
def test_nothing_found_leaves_a_rate_at_which_that_has_half_of_the_rest(rounds, confidence):
    """(1 - high) ** n is half of what the confidence leaves; and so for all of them, the other way round."""
    low, high = interval(0, rounds, confidence)
    half = (1 - confidence) / 2
    assert low == 0
    assert (1 - high) ** rounds <= half < (1 - high + STEP) ** rounds
    assert interval(rounds, rounds, confidence) == (1 - high, 1)


def test_one_round_that_was_found_or_not():
    assert interval(1, 1, BY_95) == (Fraction(25, 1_000), 1)
    assert interval(0, 1, BY_95) == (0, Fraction(975, 1_000))
    assert interval(0, 0, BY_95) == (0, 1)


@pytest.mark.parametrize(
    ("hits", "rounds", "percent", "printed"),
    [
        (5, 25, 95, ("0.068", "0.407")),  # Conover (1999), tables
        (4, 20, 95, ("0.057334", "0.436614")),  # the example of R's `exactci`
        (5, 100_000, 90, ("0.0000197017", "0.0001051275")),  # of R's GenBinomApps, `clopper.pearson.ci`
        (15, 148, 95, ("0.0578", "0.1617")),  # examples of Newcombe (1998)
        (81, 263, 95, ("0.2527", "0.3676")),
        (1, 29, 95, ("0.0009", "0.1776")),
    ],
)
def test_printed_values(hits, rounds, percent, printed):
    """Ends are rounded outwards by less than a billionth, so half of a printed digit is allowed, and that."""
    for end, text in zip(interval(hits, rounds, Fraction(percent, 100)), printed, strict=True):
        digits = len(text.partition(".")[2])
        assert abs(end - Fraction(text)) <= Fraction(1, 2 * 10**digits) + STEP


@settings(deadline=None)
@given(COUNTS)
def test_interval_holds_the_rate_and_both_ends_are_where_the_tails_are(counts):
    """Outwards by less than a billionth, by fractions alone."""
    hits, rounds = counts
    low, high = interval(hits, rounds, BY_99)
    half = Fraction(1, 200)
    assert low <= Fraction(hits, rounds) <= high
    if hits:
        assert at_least(hits, rounds, low) <= half < at_least(hits, rounds, low + STEP)
    if hits < rounds:
        missed = rounds - hits
        assert at_least(missed, rounds, 1 - high) <= half < at_least(missed, rounds, 1 - high + STEP)


@settings(deadline=None, max_examples=30)
@given(COUNTS, st.integers(50, 98))
def test_interval_is_wider_at_higher_confidence_and_turned_round_for_what_was_not_found(counts, percent):
    hits, rounds = counts
    low, high = interval(hits, rounds, Fraction(percent, 100))
    wide_low, wide_high = interval(hits, rounds, Fraction(percent + 1, 100))
    assert wide_low <= low
    assert high <= wide_high
    assert (wide_low, wide_high) != (low, high)
    assert interval(rounds - hits, rounds, Fraction(percent, 100)) == (1 - high, 1 - low)


def test_interval_of_very_many_rounds_is_narrow_and_soon_there():
    low, high = interval(20_000, 2_000_000, BY_99)
    # 2.5758 standard deviations of sqrt(0.01 * 0.99 / 2,000,000) are 0.000181.
    assert Fraction(9_815, 10**6) < low < Fraction(9_825, 10**6)
    assert Fraction(10_178, 10**6) < high < Fraction(10_188, 10**6)


# --- the chance of as many -------------------------------------------------------------------------------


def test_lady_who_tastes_tea_guesses_three_of_four_cups():
    """Fisher: of eight cups four are hit; of the four that were named three or four are: (16 + 1) / 70."""
    assert chance_of_as_many(3, 4, 4, 8) == Fraction(17, 70)
    assert chance_of_as_many(4, 4, 4, 8) == Fraction(1, 70)
    assert chance_of_as_many(0, 4, 4, 8) == 1


@pytest.mark.parametrize(
    ("hits", "rounds", "all_hits", "all_rounds", "chance"),
    [
        (1, 1, 1, 2, Fraction(1, 2)),
        (2, 5, 2, 20, Fraction(10, 190)),  # both of two in five of twenty: C(5,2) / C(20,2)
        (5, 5, 5, 5, Fraction(1)),  # nobody else was there
        (0, 7, 0, 30, Fraction(1)),
        (1, 10, 1, 1_000, Fraction(1, 100)),
    ],
)
def test_chance_by_hand(hits, rounds, all_hits, all_rounds, chance):
    assert chance_of_as_many(hits, rounds, all_hits, all_rounds) == chance


@settings(deadline=None)
@given(st.data())
def test_chance_is_that_of_every_way_in_which_hits_can_fall(data):
    all_rounds = data.draw(st.integers(1, 40))
    all_hits, rounds = data.draw(st.integers(0, all_rounds)), data.draw(st.integers(0, all_rounds))
    least, most = max(0, rounds + all_hits - all_rounds), min(rounds, all_hits)
    hits = data.draw(st.integers(least, most))
    ways = sum(comb(all_hits, i) * comb(all_rounds - all_hits, rounds - i) for i in range(hits, most + 1))
    found = chance_of_as_many(hits, rounds, all_hits, all_rounds)
    assert found == Fraction(ways, comb(all_rounds, rounds))


def test_chance_among_very_many_is_never_too_low():
    """The sum ends early where the rest is negligible, and the rest is counted at its most."""
    found = chance_of_as_many(60, 2_000, 2_000, 100_000)
    ways = sum(comb(2_000, hits) * comb(98_000, 2_000 - hits) for hits in range(60, 400))
    further = comb(2_000, 400) * comb(98_000, 1_600) * 1_600  # and not even that
    whole = comb(100_000, 2_000)
    assert Fraction(ways, whole) < found < Fraction(ways, whole) * (1 + Fraction(1, 10**37))
    assert further * 10**100 < ways


@pytest.mark.parametrize("counts", [(3, 2, 3, 9), (-1, 2, 3, 9), (2, 5, 1, 9), (1, 10, 3, 9), (0, 8, 5, 9)])
def test_counts_that_cannot_be_are_refused(counts):
    with pytest.raises(ValueError, match=r" of "):
        chance_of_as_many(*counts)


@pytest.mark.parametrize("confidence", [Fraction(0), Fraction(1), Fraction(3, 2)])
def test_confidence_that_cannot_be_is_refused(confidence):
    with pytest.raises(ValueError, match="between 0 and 1"):
        interval(1, 2, confidence)


# --- having looked at many -------------------------------------------------------------------------------


def test_holm_by_hand():
    """0.01, 0.02, 0.03 and 0.04: four times 0.01; three times 0.02; 2 and 1 times the others are not less."""
    chances = [Fraction(each, 100) for each in (4, 1, 3, 2)]
    assert corrected(chances) == [Fraction(each, 100) for each in (6, 4, 6, 6)]
    assert corrected([Fraction(1, 2), Fraction(3, 4)]) == [1, 1]
    assert corrected([]) == []
    assert corrected([Fraction(1, 7)]) == [Fraction(1, 7)]

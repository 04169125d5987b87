"""Actual against theoretical hold: exact shares, the interval by hand, and what there is no theory for."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.ledger.actual_hold import Played, actual_hold
from tests.amounts import dollars
from tests.scenario import RULEBOOK, UNIT_MC

HANDS = 133_784_560
"""Hands of seven cards, C(52, 7)."""
FLUSHES = {301: 6_864, 101: 267_696, 11: 3_814_668, 2: 26_137_540}
"""What a unit on Flush Bonus A gets back, stake included, and how many hands get it (678a.12(b)):
4 × C(13, n) × C(39, 7 - n) hands have n cards of a suit."""
MEAN = Fraction(sum(units * hands for units, hands in FLUSHES.items()), HANDS)
VARIANCE = Fraction(sum(units**2 * hands for units, hands in FLUSHES.items()), HANDS) - MEAN**2
Z = Fraction("2.5758293035489")


def flush_bonus(wagers, back_mc=0, stake_mc=UNIT_MC):
    """Wagers on Flush Bonus A and what went back to players in all."""
    return Played(RULEBOOK, {"flush_bonus": "A"}, {}, "flush_bonus", stake_mc, wagers, 0, back_mc, 0)


def only(*played):
    (line,) = actual_hold(played)
    return line


@pytest.mark.cites("58 Pa. Code § 678a.12(b)")
def test_every_hand_once_holds_exactly_what_theory_says():
    paid = sum(units * hands for units, hands in FLUSHES.items())
    line = only(flush_bonus(HANDS, paid * dollars(5)))
    assert line.actual == line.theoretical == 1 - MEAN
    assert line.within
    assert (line.rulebook, line.wager, line.paytable, line.wagers) == (RULEBOOK, "flush_bonus", "A", HANDS)
    assert line.note == ""


def test_what_was_kept_is_what_was_staked_less_what_went_back():
    line = only(
        Played(RULEBOOK, {"flush_bonus": "A"}, {}, "flush_bonus", dollars(5), 3, dollars(5), dollars(2), 0)
    )
    assert (line.staked_mc, line.paid_mc) == (dollars(15), dollars(7))
    assert line.actual == Fraction(8, 15)


def test_the_interval_of_equal_stakes_is_the_standard_error_of_the_mean():
    line = only(flush_bonus(10_000, dollars(46_000)))
    reach = line.high - line.theoretical
    assert line.theoretical - line.low == reach
    error = (reach / Z) ** 2 - VARIANCE / 10_000
    assert 0 < error < Fraction(1, 10**7)  # rounded up, by less than the eighth digit of the root


def test_large_stakes_weigh_by_their_squares():
    """One wager of $100 beside a hundred of $1: as uncertain as 40,000 / 10,100 equal ones."""
    line = only(flush_bonus(1, 0, dollars(100)), flush_bonus(100, 0, dollars(1)))
    assert line.staked_mc == dollars(200)
    error = ((line.high - line.theoretical) / Z) ** 2 - VARIANCE * Fraction(10_100, 40_000)
    assert 0 < error < Fraction(1, 10**6)


def test_within_is_judged_without_rounding():
    """With one wager of a unit the reach is Z times the root of the variance, about 13.7 units."""
    assert only(flush_bonus(1, dollars(5) * 14)).within
    assert not only(flush_bonus(1, dollars(5) * 15)).within
    assert not only(flush_bonus(10_000)).within  # nothing ever paid


def test_few_expected_awards_make_the_interval_rough():
    """Seven of a suit come once in 19,490 hands: five times in 97,454."""
    assert only(flush_bonus(97_455)).note == ""
    assert "fewer than 5 times" in only(flush_bonus(97_453)).note


@pytest.mark.reg("58 Pa. Code § 678a.12(d)")
def test_a_progressive_costs_what_goes_to_its_meter_and_its_fixed_awards():
    """A hundred wagers of $5: $140 to meter and reserve, $15 fixed; what the meter paid went there before."""
    line = only(
        Played(
            RULEBOOK,
            {"progressive": "A"},
            {},
            "progressive",
            dollars(5),
            100,
            0,
            dollars(15_015),
            dollars(15),
            {"six_card_straight_flush": 1},
        )
    )
    assert line.paid_mc == dollars(155)
    assert line.actual == Fraction(345, 500)
    assert line.within


@pytest.mark.reg("58 Pa. Code § 647a.12(d)")
def test_a_reseed_after_a_whole_meter_is_a_cost():
    """Progressive A at $1: 21 % to the meter, $10,000 after a royal flush."""
    line = only(
        Played("647a@2019-08-31", {"progressive": "A"}, {}, "progressive", dollars(1), 100_000, 0, 0, 0),
        Played(
            "647a@2019-08-31",
            {"progressive": "A"},
            {},
            "progressive",
            dollars(1),
            0,
            0,
            0,
            0,
            {"royal_flush": 1, "straight_flush": 2},
        ),
    )
    assert line.paid_mc == dollars(31_000)
    assert "never folds" in line.note


@pytest.mark.reg("58 Pa. Code § 678a.6(d)")
def test_the_switches_of_the_table_choose_the_theory():
    def progressive(**options):
        return Played(
            RULEBOOK, {"progressive": "A"}, options, "progressive", dollars(5), 10, 0, 0, dollars(5)
        )

    lines = actual_hold([progressive(straight_flush_ace_low=False), progressive(payout_limit=7)])
    assert [dict(line.options) for line in lines] == [
        {"straight_flush_ace_low": False},
        {"straight_flush_ace_low": True},
    ]
    assert lines[0].theoretical > lines[1].theoretical


@pytest.mark.cites("58 Pa. Code § 677a.12(e)")
def test_where_seats_share_cards_the_interval_allows_for_all_of_them():
    """Six positions that win together: six times the variance."""
    own = only(Played("677a@2015-proposed", {"pocket_bonus": "A"}, {}, "pocket_bonus", 5, 10**6, 0, 0, 0))
    shared = only(Played("677a@2015-proposed", {"trips_plus": "A"}, {}, "trips_plus", 5, 10**6, 0, 0, 0))
    assert "share" not in own.note
    assert "seats share cards" in shared.note
    one_seat = VARIANCES["trips_plus"] / 10**6
    assert abs(((shared.high - shared.theoretical) / Z) ** 2 / one_seat - 6) < Fraction(1, 1_000)


def trips_plus_variance():
    """Best five of seven cards, C(52, 7) hands: counts by category, and what Trips Plus A pays to 1."""
    hands = {
        "royal_flush": (4_324, 101),
        "straight_flush": (37_260, 41),
        "four_of_a_kind": (224_848, 31),
        "full_house": (3_473_184, 10),
        "flush": (4_047_644, 8),
        "straight": (6_180_020, 5),
        "three_of_a_kind": (6_461_620, 4),
    }
    mean = Fraction(sum(count * units for count, units in hands.values()), HANDS)
    return Fraction(sum(count * units**2 for count, units in hands.values()), HANDS) - mean**2


VARIANCES = {"trips_plus": trips_plus_variance()}


@pytest.mark.parametrize(
    ("played", "why"),
    [
        (Played(RULEBOOK, {}, {}, "ante", 5, 1, 0, 0, 0), "depends on how it is played"),
        (Played(RULEBOOK, {}, {}, "flush_bonus", 5, 1, 0, 0, 0), "no paytable of it was selected"),
        (Played("678a@1999-01-01", {}, {}, "ante", 5, 1, 0, 0, 0), "no rulebook '678a@1999-01-01' here"),
        (Played("", {}, {}, "ante", 5, 1, 0, 0, 0), "no selections were recorded"),
    ],
)
def test_where_theory_says_nothing_the_line_says_why(played, why):
    line = only(played)
    assert line.actual == 1
    assert (line.theoretical, line.low, line.high, line.within) == (None, None, None, None)
    assert why in line.note


def test_a_bonus_without_a_stake_has_no_line():
    assert actual_hold([Played(RULEBOOK, {}, {}, "ante_bonus", 0, 3, 0, 700, 0)]) == []


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(0, 10**9), st.sampled_from([5, 100])), min_size=1))
def test_the_order_and_the_split_of_the_rows_do_not_matter(rows):
    played = [flush_bonus(count, back, dollars(stake)) for count, back, stake in rows]
    split = [flush_bonus(1, 0, each.stake_mc) for each in played for _ in range(each.wagers)]
    paid = [flush_bonus(0, each.paid_mc, each.stake_mc) for each in reversed(played)]
    assert actual_hold(played) == actual_hold([*paid, *split])

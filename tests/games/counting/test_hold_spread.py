"""What finitely many wagers are held against: the variance of a wager, by hand and hand by hand."""

from fractions import Fraction
from itertools import combinations

import pytest

from games.counting.hold import holds
from tests.games.counting.test_hold_settled import POCKET_BONUS, STAKE

FIVE_CARDS = 2_598_960
"""Hands of five cards; of these 4 are royal, 624 four of a kind, 3,744 full houses, 5,108 flushes, 10,200
straights and 54,912 three of a kind."""


def spread_of(rulebook, wager, paytable, **options):
    return next(
        row.spread
        for row in holds(rulebook)
        if (row.wager, row.paytable) == (wager, paytable) and dict(row.options) == options
    )


@pytest.mark.cites("58 Pa. Code § 677a.12(d)")
def test_variance_is_that_of_all_hands_settled_one_by_one():
    returned = [Fraction(POCKET_BONUS.returned("B", cards), STAKE) for cards in combinations(range(52), 2)]
    mean = sum(returned) / 1_326
    variance = sum((each - mean) ** 2 for each in returned) / 1_326
    assert spread_of("677a@2015-proposed", "pocket_bonus", "B").variance == variance


@pytest.mark.cites("58 Pa. Code § 647a.12(e)")
def test_five_card_hand_bonus_by_hand():
    spread = spread_of("647a@2019-08-31", "fchb_player", None)
    mean = Fraction(624 * 500 + 3_744 * 100 + 5_108 * 50, FIVE_CARDS)
    square = Fraction(624 * 500**2 + 3_744 * 100**2 + 5_108 * 50**2, FIVE_CARDS)
    assert spread.variance == square - mean**2
    assert spread.to_meters == Fraction(21, 100)  # 13 % and 8 % to the reserve
    assert spread.reseeds == {"royal_flush": 0}
    assert spread.rarest == Fraction(624, FIVE_CARDS)


@pytest.mark.cites("58 Pa. Code § 647a.12(d)")
def test_a_reseed_counts_as_what_the_hand_costs_the_house():
    spread = spread_of("647a@2019-08-31", "progressive", "A", progressive_hand="two_and_flop")
    units = {4: 10_000, 624: 300, 3_744: 50, 5_108: 40, 10_200: 30, 54_912: 9}
    mean = Fraction(sum(ways * cost for ways, cost in units.items()), FIVE_CARDS)
    square = Fraction(sum(ways * cost**2 for ways, cost in units.items()), FIVE_CARDS)
    assert spread.variance == square - mean**2
    assert spread.reseeds == {"royal_flush": 10_000}
    assert spread.rarest == Fraction(4, FIVE_CARDS)
    assert spread.to_meters == Fraction(21, 100)


@pytest.mark.cites("58 Pa. Code §§ 647a.11(b)(2), 647a.12(d), 647a.12(e)")
def test_hold_says_what_it_leaves_out():
    never_folds = "a player who never folds, Envy Bonus apart"
    five_card = "Magic Card and Lucky Bonus apart"
    assert {(row.rulebook, row.wager): row.spread.note for row in holds() if row.spread.note} == {
        ("647a@2019-08-31", "progressive"): never_folds,
        ("647a@2019-08-31", "fchb_player"): five_card,
        ("647a@2019-08-31", "fchb_dealer"): five_card,
    }
    assert all(row.spread.note for row in holds("647a") if row.wager == "progressive")


def test_wagers_on_the_players_own_cards_alone_are_the_ones_that_win_by_themselves():
    alone = {(row.rulebook.partition("@")[0], row.wager) for row in holds() if not row.spread.shared}
    assert alone == {
        ("663a", "poker_bonus"),
        ("677a", "pocket_bonus"),
        ("678a", "flush_bonus"),
        ("678a", "straight_flush_bonus"),
        ("678a", "progressive"),
    }

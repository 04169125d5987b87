"""What findings of money say was due and done, in dollars, worked out by hand from the rounds as told.

Of a round that should have been void: every stake against everything that was given.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.projections.examining.clean_rounds import DOLLAR
from tests.projections.examining.every_scenario import EVERY, told

PLAYED = {"678a": (20, 40), "663a": (20, 40), "679a": (20, 40), "677a": (50, 80), "647a": (50, 90)}
"""The plain round: stakes, and what a winner has in the end. In 677a stakes of 10, 10 and 30, of which
only the Raise wins; in 647a of 10, 20, 10 and 10, of which the Ante does not win."""
KEPT = dict.fromkeys(PLAYED, (10, 0))
EVEN_MONEY = {"678a": 10, "663a": 10, "679a": 10, "677a": 30, "647a": 20}
"""What seat 1 wins on the wager that scenarios change, and its stake."""
MILLICENT = Fraction(1, 100_000)
"""In dollars."""
GIVEN_UP = dict.fromkeys(PLAYED, (0, 20))

AMOUNTS = {
    "a_chip_too_few": {chapter: (2 * won, 2 * won - 5) for chapter, won in EVEN_MONEY.items()},
    "a_chip_too_many": {chapter: (2 * won, 2 * won + 5) for chapter, won in EVEN_MONEY.items()},
    "a_millicent_too_few": {c: (2 * won, 2 * won - MILLICENT) for c, won in EVEN_MONEY.items()},
    "all_but_a_cent_too_few": {c: (2 * won, 2 * won - 999 * MILLICENT) for c, won in EVEN_MONEY.items()},
    "a_millicent_too_many": {c: (2 * won, 2 * won + MILLICENT) for c, won in EVEN_MONEY.items()},
    "all_but_a_cent_too_many": {c: (2 * won, 2 * won + 999 * MILLICENT) for c, won in EVEN_MONEY.items()},
    "a_loss_is_paid": {"678a": (0, 40), "663a": (0, 10), "677a": (0, 10), "679a": (0, 40), "647a": (0, 10)},
    "a_win_is_taken": {chapter: (2 * won, 0) for chapter, won in EVEN_MONEY.items()},
    "a_push_is_taken": dict.fromkeys(("678a", "677a", "679a", "647a"), (10, 0)),
    "half_of_the_stake": {chapter: (2 * won, won + won // 2) for chapter, won in EVEN_MONEY.items()},
    "a_stake_returned_at_for_1": {"678a": (15, 20)},
    "overlooked": {chapter: (2 * won, 0) for chapter, won in EVEN_MONEY.items()},
    "a_loss_overlooked": dict.fromkeys(PLAYED, (0, 0)),
    "paid_twice": {chapter: (2 * won, 4 * won) for chapter, won in EVEN_MONEY.items()},
    "another_stake": dict.fromkeys(PLAYED, (0, 0)),
    # $50,000 in all beside the stakes of 60 (677a, 647a: 100) thousand; what is paid beyond it is the
    # difference between the wager's even money and its share.
    "paid_above_the_limit": {
        "678a": (110_000, 115_000),
        "679a": (110_000, 115_000),
        "677a": (150_000, 160_000),
        "647a": (150_000, 165_000),
    },
    "cut_below_the_limit": {
        "678a": (110_000, 109_000),
        "679a": (110_000, 109_000),
        "677a": (150_000, 149_000),
        "647a": (150_000, 149_000),
    },
    "ante_paid_on_a_pair": {"647a": (10, 20)},
    "ante_of_a_straight_returned": {"647a": (20, 10)},
    "bad_beat_taken": {"677a": (50, 0), "679a": (50, 0)},
    "bad_beat_on_the_ante": {"677a": (50, 0), "679a": (50, 0)},
    "three_aces_not_paid": {"663a": (100, 0)},
    "three_aces_paid_by_another_table": {"663a": (100, 50)},
    "ante_of_a_hand_given_up_paid": GIVEN_UP,
    "odds_of_a_folded_hand_returned": {"677a": (0, 10)},
    "left_behind_and_paid": GIVEN_UP,
    "progressive_of_a_folded_hand": {"647a": (0, 3)},
    "envy_left_out": {"647a": (300, 0)},
    "envy_by_another_wager": {"647a": (300, 1_500)},
    "envy_for_ones_own_hand": {"647a": (0, 300)},
    "envy_without_a_wager": {"647a": (0, 300)},
    "magic_card_not_paid": {"647a": (20, 0)},
    "lucky_bonus_of_another_seat": {"647a": (0, 5)},
    "two_face_up_and_played": PLAYED,
    "wrong_number_called_and_played": PLAYED,
    "sixth_community_card": PLAYED,
    "_exposed_early": PLAYED,
    "exposed_after_the_decision_in_679a": PLAYED,
    "jammed_and_played": PLAYED,
    "not_void": PLAYED,
    "bonus_returned_when_all_had_two_cards": {"647a": (155, 5), "677a": (155, 5)},
    "bonus_settled_before_all_had_two_cards": {"647a": (5, 155), "677a": (5, 155)},
    "bonus_returned_after_an_exposed_card": {
        "678a": (10, 5),
        "677a": (155, 5),
        "679a": (0, 5),
        "647a": (155, 5),
    },
    "kept_after_two_cards_face_up": KEPT,
    "kept_after_a_wrong_number": KEPT,
    "overlooked_in_a_void_round": KEPT,
    "kept_after_an_exposed_card": KEPT,
    "kept_after_a_jam": KEPT,
    "kept": KEPT,
    "paid_more_than_was_decided": {"663a": (30, 40), "678a": (30, 40)},
    "paid_again_by_another_slip": {"663a": (0, 5), "678a": (0, 5)},
    "paid_again_after_it_never_happened": {"663a": (0, 30), "678a": (0, 30)},
    # A tenth of the meter, to the cent.
    "paid_for_a_link_that_the_table_never_fed": dict.fromkeys(
        ("647a", "678a"), (0, Fraction(1_500_034, 100))
    ),
    "folded_ante_returned_against_the_house": dict.fromkeys(PLAYED, (0, 10)),
}
TOLD = [each for each in EVERY if each.tell.__name__ in AMOUNTS]


@pytest.mark.parametrize("scenario", TOLD, ids=[f"{e.tell.__name__}-{e.chapter}-{e.section}" for e in TOLD])
def test_a_finding_says_what_was_due_and_what_was_done(scenario):
    (found,) = told(scenario, broken=True).findings

    due, done = AMOUNTS[scenario.tell.__name__][scenario.chapter]
    assert (found.due_mc, found.done_mc) == (due * DOLLAR, done * DOLLAR)
    assert found.severity == ("money" if due != done else "procedure")


def test_every_amount_is_of_a_scenario():
    assert {each.tell.__name__ for each in TOLD} == AMOUNTS.keys()

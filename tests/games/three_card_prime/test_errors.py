"""Rounds of 679a that cannot be: the answer says which field is wrong, what is wrong, and the rule."""

import pytest

from games.errors import GamesError
from games.registry import by_name

PAIR, STRAIGHT = "9s 9d Kh", "2h 3d 4c"
FOUR_FROM_HAND = (
    "stacks of four come from an automated shoe that reshuffles (679a.10(g)), not from hand: "
    "drop four_card_stacks or change the procedure"
)


@pytest.mark.reg("58 Pa. Code § 679a.7(d)(1)")
@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"wagers": {}}, "wagers.ante", "missing: nobody is dealt in without an Ante"),
        (
            {"decision": {"action": "play", "play": 900}},
            "decision.play",
            "900: the Play Wager equals the Ante of 1000 (679a.7(d)(1))",
        ),
        ({"decision": {"action": "none"}}, "decision.action", "a finished round needs play or forfeit"),
        ({"cards": ["As"]}, "cards", "expected three cards, found 1"),
    ],
)
def test_what_a_seat_lacks(refused, place, change, field, message):
    seat = place(1, PAIR, {"ante": 1000}) | change
    assert refused([seat], STRAIGHT) == (f"seats[0].{field}", message)


@pytest.mark.reg("58 Pa. Code § 679a.11(c)")
def test_what_the_dealer_lacks(refused, place):
    found = refused([place(1, PAIR, {"ante": 1000})], "Qh Kc")
    assert found == ("dealer", "expected three cards, found 2")


@pytest.mark.reg("58 Pa. Code § 679a.12(c)")
def test_bad_beat_paytable_that_is_missing_says_whose_hand_asks_for_it(refused, place):
    seats = [place(1, PAIR, {"ante": 1000}), place(2, "As Ks Js", {"ante": 1000})]
    assert refused(seats, STRAIGHT, paytables={}) == (
        "paytables.bad_beat",
        "missing: the hand of seats[1] has lost and may have a Bad Beat Bonus (679a.12(c))",
    )


@pytest.mark.reg("58 Pa. Code § 679a.11(d)(2)(ii)")
@pytest.mark.parametrize(
    ("own", "shared", "message"),
    [
        (
            None,
            None,
            "missing, and so is a pair_bonus_community_card: the Pair Bonus of a pair or better needs it",
        ),
        (
            "2c",
            "2d",
            "a Pair Bonus community card is dealt instead of fourth cards: give one of them (679a.8(h))",
        ),
    ],
)
def test_fourth_card_that_is_missing_or_one_too_many(refused, place, own, shared, message):
    seats = [place(1, PAIR, {"ante": 1000, "pair_bonus": 500}, "forfeit", fourth_card=own)]
    assert refused(seats, pair_bonus_community_card=shared) == ("seats[0].fourth_card", message)


@pytest.mark.reg("58 Pa. Code §§ 679a.8(c), 679a.10(g)")
@pytest.mark.parametrize(
    ("procedure", "options", "message"),
    [
        ("hand", {"pair_bonus_seats": "3,2"}, "Pair Bonus on seat 2, 3 without an Ante there (679a.8(c))"),
        (
            "hand",
            {"four_card_stacks": True},
            FOUR_FROM_HAND,
        ),
        (
            "automated_shoe",
            {"four_card_stacks": True, "pair_bonus_community": True},
            "stacks of four hold a fourth card for each player: drop pair_bonus_community",
        ),
    ],
)
def test_deal_that_cannot_be(procedure, options, message):
    with pytest.raises(GamesError) as error:
        by_name("three_card_prime").deal_order(procedure, [1], options)
    assert str(error.value) == message

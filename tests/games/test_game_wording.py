"""What each game says of a round that cannot have been, or of what should not have been done: the words."""

import pytest

from games.describe import answer
from games.duties import Breach
from games.errors import GamesError
from games.five_card_hi_lo.setting import check_touched
from games.registry import by_name as game_called

NOBODY = "missing: nobody is dealt in without an Ante"
BOARD = ["2c", "7d", "9h", "Js", "Kc"]
GAMES = {
    "five_card_hi_lo": ("663a@2014-02-01", ["As", "Kd", "9h", "5c", "3c"], "play or forfeit"),
    "heads_up_holdem": ("677a@2015-proposed", ["As", "Kd"], "raise or fold"),
    "high_card_flush": ("678a@2019-11-02", ["As", "Kd", "9s", "5c", "3c", "4s", "6d"], "raise or fold"),
    "texas_holdem_bonus": ("647a@2019-08-31", ["As", "Kd"], "play or fold"),
    "three_card_prime": ("679a@2019-08-31", ["As", "Kd", "9h"], "play or forfeit"),
}


def refusal(game, seat, **more):
    book, cards, _ = GAMES[game]
    whole = {"seat": 1, "cards": cards, "wagers": {"ante": 1000}, "decision": {"action": "none"}}
    error = answer({"game": game, "rulebook": book, "seats": [whole | seat], **more})["error"]
    return error["field"], error["message"]


@pytest.mark.reg("58 Pa. Code § 647a.7(d)")
@pytest.mark.reg("58 Pa. Code § 663a.7(d)")
@pytest.mark.reg("58 Pa. Code § 677a.7(d)(1)")
@pytest.mark.reg("58 Pa. Code § 678a.7(d)(1)")
@pytest.mark.reg("58 Pa. Code § 679a.7(d)(1)")
@pytest.mark.parametrize("game", GAMES)
def test_box_without_an_ante(game):
    assert refusal(game, {"wagers": {}}) == ("seats[0].wagers.ante", NOBODY)


@pytest.mark.parametrize("game", GAMES)
def test_finished_round_without_a_decision(game):
    wagers = {"ante": 1000, "odds": 1000} if game == "heads_up_holdem" else {"ante": 1000}
    found = refusal(game, {"wagers": wagers})
    assert found == ("seats[0].decision.action", f"a finished round needs {GAMES[game][2]}")


@pytest.mark.reg("58 Pa. Code § 677a.7(d)(1)")
def test_odds_wager_that_is_missing_or_not_the_ante():
    equals = "the Odds Wager equals the Ante of 1000 (677a.7(d)(1))"
    missing = refusal("heads_up_holdem", {})
    assert missing == ("seats[0].wagers.odds", f"missing: {equals}")
    unequal = refusal("heads_up_holdem", {"wagers": {"ante": 1000, "odds": 900}})
    assert unequal == ("seats[0].wagers.odds", f"900: {equals}")


@pytest.mark.reg("58 Pa. Code § 663a.11(a)")
@pytest.mark.parametrize(
    ("high", "low", "part"),
    [(["As", "Kd", "2h"], ["5c", "3c"], "high"), (["As", "Kd", "9h"], ["5c", "2c"], "low")],
)
def test_hands_that_are_not_the_cards_dealt(high, low, part):
    decision = {"action": "play", "play": 1000, "high": high, "low": low}
    found = refusal("five_card_hi_lo", {"decision": decision}, dealer=["8s", "7s", "6s", "4s", "2s"])
    assert found == (f"seats[0].decision.{part}", "high and low hand are not the five cards dealt")


@pytest.mark.reg("58 Pa. Code § 663a.11(a)(3)")
def test_hands_touched_after_they_were_set():
    said = "cards touched after the hands had been set and placed face down"
    assert check_touched(already_set=True) == Breach("663a.11(a)(3)", said)
    assert check_touched(already_set=False) is None


@pytest.mark.reg("58 Pa. Code § 647a.11(h)(2)(ii)")
def test_straight_wins_and_nobody_said_whether_its_ante_pays():
    decision = {"action": "play", "flop": True, "turn": True, "river": True}
    seat = {"cards": ["Ts", "8d"], "decision": decision}
    found = refusal("texas_holdem_bonus", seat, dealer=["2d", "3d"], community=BOARD)
    said = "missing: a straight has won, and whether its Ante is paid is the Rules Submission's choice"
    assert found == ("options.ante_pays_on", said)


@pytest.mark.reg("58 Pa. Code § 679a.8(c)")
@pytest.mark.reg("58 Pa. Code § 679a.8(h)")
def test_fourth_card_that_is_missing_or_one_too_many():
    seat = {
        "cards": ["As", "Ad", "9h"],
        "wagers": {"ante": 1000, "pair_bonus": 500},
        "decision": {"action": "play", "play": 1000},
    }
    more = {"paytables": {"pair_bonus": "A"}, "dealer": ["2d", "3d", "5h"]}
    said = "missing, and so is a pair_bonus_community_card: the Pair Bonus of a pair or better needs it"
    assert refusal("three_card_prime", seat, **more) == ("seats[0].fourth_card", said)
    both = refusal("three_card_prime", seat | {"fourth_card": "6c"}, **more, pair_bonus_community_card="7c")
    said = "a Pair Bonus community card is dealt instead of fourth cards: give one of them (679a.8(h))"
    assert both == ("seats[0].fourth_card", said)


@pytest.mark.reg("58 Pa. Code § 679a.10(g)")
def test_stacks_of_four_and_a_community_card():
    options = {"four_card_stacks": True, "pair_bonus_community": True}
    with pytest.raises(GamesError) as caught:
        game_called("three_card_prime").deal_order("automated_shoe", [1, 2], options)
    assert str(caught.value) == "stacks of four hold a fourth card for each player: drop pair_bonus_community"

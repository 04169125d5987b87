"""What each game says of a round that cannot have been, or of what should not have been done: the words."""

import pytest

from games.describing.describe import answer
from games.errors import GamesError
from games.five_card_hi_lo import setting
from games.heads_up_holdem import streets
from games.procedure.duties import Breach
from games.registry import by_name as game_called
from games.settlement import Decision, Seat

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


@pytest.mark.reg("58 Pa. Code §§ 647a.7(d), 663a.7(d), 677a.7(d)(1), 678a.7(d)(1), 679a.7(d)(1)")
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


@pytest.mark.reg("58 Pa. Code § 663a.11(b)")
def test_play_wager_that_is_not_the_ante():
    decision = {"action": "play", "play": 900, "high": ["As", "Kd", "9h"], "low": ["5c", "3c"]}
    found = refusal("five_card_hi_lo", {"decision": decision})
    message = "900: the Play Wager equals the Ante of 1000 (663a.11(b))"
    assert found == ("seats[0].decision.play", message)


@pytest.mark.reg("58 Pa. Code § 663a.11(a)")
@pytest.mark.parametrize(
    ("high", "low", "part"),
    [(["As", "Kd", "2h"], ["5c", "3c"], "high"), (["As", "Kd", "9h"], ["5c", "2c"], "low")],
)
def test_hands_that_are_not_the_cards_dealt(high, low, part):
    decision = {"action": "play", "play": 1000, "high": high, "low": low}
    found = refusal("five_card_hi_lo", {"decision": decision}, dealer=["8s", "7s", "6s", "4s", "2s"])
    assert found == (f"seats[0].decision.{part}", "high and low hand are not the five cards dealt")


@pytest.mark.cites("58 Pa. Code § 663a.11(a)(3)")
def test_hands_touched_after_they_were_set():
    message = "cards touched after the hands had been set and placed face down"
    assert setting.check_touched(already_set=True) == Breach("663a.11(a)(3)", message)
    assert setting.check_touched(already_set=False) is None


@pytest.mark.reg("58 Pa. Code § 647a.11(h)(2)(ii)")
def test_straight_wins_and_nobody_said_whether_its_ante_pays():
    decision = {"action": "play", "flop": True, "turn": True, "river": True}
    seat = {"cards": ["Ts", "8d"], "decision": decision}
    found = refusal("texas_holdem_bonus", seat, dealer=["2d", "3d"], community=BOARD)
    message = "missing: a straight has won, and whether its Ante is paid is the Rules Submission's choice"
    assert found == ("options.ante_pays_on", message)


@pytest.mark.reg("58 Pa. Code §§ 679a.8(c), 679a.8(h)")
def test_fourth_card_that_is_missing_or_one_too_many():
    seat = {
        "cards": ["As", "Ad", "9h"],
        "wagers": {"ante": 1000, "pair_bonus": 500},
        "decision": {"action": "play", "play": 1000},
    }
    more = {"paytables": {"pair_bonus": "A"}, "dealer": ["2d", "3d", "5h"]}
    message = "missing, and so is a pair_bonus_community_card: the Pair Bonus of a pair or better needs it"
    assert refusal("three_card_prime", seat, **more) == ("seats[0].fourth_card", message)
    both = refusal("three_card_prime", seat | {"fourth_card": "6c"}, **more, pair_bonus_community_card="7c")
    message = "a Pair Bonus community card is dealt instead of fourth cards: give one of them (679a.8(h))"
    assert both == ("seats[0].fourth_card", message)


@pytest.mark.reg("58 Pa. Code § 679a.10(g)")
def test_stacks_of_four_and_a_community_card():
    options = {"four_card_stacks": True, "pair_bonus_community": True}
    with pytest.raises(GamesError) as caught:
        game_called("three_card_prime").deal_order("automated_shoe", [1, 2], options)
    assert str(caught.value) == "stacks of four hold a fourth card for each player: drop pair_bonus_community"


@pytest.mark.cites("58 Pa. Code §§ 663a.11(i), 677a.11(j)")
def test_cards_collected_before_several_wagers_were_settled():
    played = Seat(2, "Ann", (), {"ante": 1000, "tie": 500}, Decision("play", 1000))
    message = "seat 2: cards collected before ante, play, tie settled"
    assert setting.check_collected(played, set()) == Breach("663a.11(i)", message)
    raised = Seat(3, "Ann", (), {"ante": 1000, "odds": 1000}, Decision("raise", 1000, "river"))
    message = "seat 3: cards collected before ante, odds, raise settled"
    assert streets.check_collected(raised, set()) == Breach("677a.11(j)", message)


@pytest.mark.reg("58 Pa. Code §§ 677a.11(b), 677a.11(d)")
def test_raise_whose_street_or_amount_cannot_be():
    seat = {"wagers": {"ante": 1000, "odds": 1000}}
    missing = refusal("heads_up_holdem", seat | {"decision": {"action": "raise", "raise": 1000}})
    assert missing == ("seats[0].decision.at", "missing: raise needs at, raise")
    noon = {"action": "raise", "at": "noon", "raise": 1000}
    found = refusal("heads_up_holdem", seat | {"decision": noon})
    assert found == ("seats[0].decision.at", "expected one of preflop, flop, river, found 'noon'")
    less = refusal("heads_up_holdem", seat | {"decision": {"action": "raise", "at": "flop", "raise": 999}})
    assert less == ("seats[0].decision.raise", "999 is less than the Ante of 1000")
    more = refusal("heads_up_holdem", seat | {"decision": {"action": "raise", "at": "flop", "raise": 2001}})
    message = "2001 is more than the 2000 of a Raise at the flop (677a.11(d))"
    assert more == ("seats[0].decision.raise", message)


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(5)")
def test_progressive_wager_without_an_envy_bonus():
    seat = {"wagers": {"ante": 1000, "progressive": 300}}
    found = refusal("texas_holdem_bonus", seat, paytables={"progressive": "A"})
    message = "300 cents has no Envy Bonus in 647a.12(d)(5): place 100 or 500"
    assert found == ("seats[0].wagers.progressive", message)


@pytest.mark.reg("58 Pa. Code § 647a.12(d)")
def test_meter_that_no_paytable_has():
    known = "five_card, major, mega, minor, progressive"
    found = refusal("texas_holdem_bonus", {}, meters={"grand": 1})
    assert found == ("meters.grand", f"647a@2019-08-31 has no such meter: it has {known}")
    found = refusal("heads_up_holdem", {}, meters={"grand": 1})
    assert found == ("meters.grand", "677a@2015-proposed has no such meter: it has none")


@pytest.mark.reg("58 Pa. Code § 679a.8(c)")
def test_pair_bonus_where_nobody_has_an_ante():
    with pytest.raises(GamesError) as caught:
        game_called("three_card_prime").deal_order("hand", [1], {"pair_bonus_seats": "1,3,2"})
    assert str(caught.value) == "Pair Bonus on seat 2, 3 without an Ante there (679a.8(c))"

"""677a.7 and 677a.11(b), (d), (f): which wagers exist, how large they are, one position a player."""

import pytest

from games.errors import DescriptionError
from games.heads_up_holdem.wagers import check_wagers
from games.registry import by_name as game_called
from games.settlement import Decision, Seat

GAME = game_called("heads_up_holdem")
WAGERS = {"ante": 1000, "odds": 1000}
BOARD = "9h 6h 5s 2d Kc"


@pytest.mark.reg("58 Pa. Code §§ 677a.11(b), 677a.11(d), 677a.11(f)")
@pytest.mark.parametrize(
    "row",
    [("preflop", 3000, "677a.11(b)"), ("flop", 2000, "677a.11(d)"), ("river", 1000, "677a.11(f)")],
)
def test_raise_goes_up_to_its_limit_and_no_further(settle, refused, place, row):
    street, most, section = row
    verdict = settle([place(1, "9c 9d", WAGERS, (street, most))], "2c Ah", BOARD)
    assert verdict.paid("raise") == most
    field, message = refused([place(1, "9c 9d", WAGERS, (street, most + 1))], "2c Ah", BOARD)
    assert field == "seats[0].decision.raise"
    assert message == f"{most + 1} is more than the {most} of a Raise at the {street} ({section})"


@pytest.mark.reg("58 Pa. Code §§ 677a.11(b), 677a.11(d), 677a.11(f)")
@pytest.mark.parametrize("street", ["preflop", "flop", "river"])
@pytest.mark.parametrize("amount", [0, 999])
def test_raise_is_the_ante_at_least(refused, place, street, amount):
    field, message = refused([place(1, "9c 9d", WAGERS, (street, amount))], "2c Ah", BOARD)
    assert field == "seats[0].decision.raise"
    assert "less than the Ante of 1000" in message


@pytest.mark.reg("58 Pa. Code §§ 677a.11(b), 677a.11(d)")
@pytest.mark.parametrize(("street", "amount"), [("preflop", 2999), ("preflop", 1001), ("flop", 1500)])
def test_raise_between_whole_antes_is_a_switch(settle, refused, place, street, amount):
    seats = [place(1, "9c 9d", WAGERS, (street, amount))]
    verdict = settle(seats, "2c Ah", BOARD)
    assert verdict.paid("raise") == amount
    assert verdict.switches() == ["677a.11(b): raise_steps = any_amount"]
    options = {"raise_steps": "whole_antes"}
    field, message = refused(seats, "2c Ah", BOARD, options=options)
    assert field == "seats[0].decision.raise"
    assert "not a multiple" in message
    assert settle([place(1, "9c 9d", WAGERS, (street, 2000))], "2c Ah", BOARD, options=options).notes == []


@pytest.mark.reg("58 Pa. Code § 677a.11(b)")
@pytest.mark.parametrize("street", ["turn", "Flop", None])
def test_raise_is_placed_at_one_of_three_times(refused, place, street):
    assert refused([place(1, "9c 9d", WAGERS, (street, 1000))], "2c Ah", BOARD)[0] == "seats[0].decision.at"


@pytest.mark.reg("58 Pa. Code § 677a.11(b)")
def test_raise_whose_time_nobody_recorded_is_refused_above_the_ante():
    """A round need not come from a description: without a street there is no limit to hold it against."""
    seat = Seat(2, "Ann", (), WAGERS, Decision("raise", 2000), index=1)
    with pytest.raises(
        DescriptionError,
        match=r"^seats\[1\].decision.at: None: a Raise of 2000 needs one of preflop, flop, river$",
    ):
        check_wagers(seat)
    seat.decision.amount = 1000
    check_wagers(seat)


@pytest.mark.reg("58 Pa. Code § 677a.7(d)(1)")
@pytest.mark.parametrize(
    ("wagers", "wrong", "why"),
    [
        ({}, "ante", "missing: nobody"),
        ({"odds": 1000}, "ante", "missing: nobody"),
        ({"ante": 1000}, "odds", "missing: the Odds Wager equals the Ante of 1000"),
        ({"ante": 1000, "odds": 999}, "odds", "999: the Odds Wager equals the Ante of 1000"),
        ({"ante": 1000, "odds": 1001}, "odds", "1001: the Odds Wager equals the Ante of 1000"),
        ({"pocket_bonus": 500, "odds": 1000}, "ante", "missing: nobody"),
    ],
)
def test_ante_and_an_equal_odds_wager_are_both_placed(refused, place, wagers, wrong, why):
    field, message = refused([place(1, "9c 9d", wagers, "fold")])
    assert field == f"seats[0].wagers.{wrong}"
    assert message.startswith(why)


@pytest.mark.reg("58 Pa. Code § 677a.7(d)")
@pytest.mark.parametrize("wager", ["raise", "progressive", "flush_bonus", "bad_beat", "Ante"])
def test_wagers_of_other_games_and_of_the_decision_are_refused(refused, place, wager):
    seats = [place(1, "9c 9d", WAGERS | {wager: 500}, "fold")]
    assert refused(seats)[0] == f"seats[0].wagers.{wager}"


@pytest.mark.cites("58 Pa. Code §§ 677a.7(a), 677a.7(c), 677a.7(d)(1), 677a.7(d)(2), 677a.7(d)(3)")
def test_wagers_say_when_and_with_what_they_are_placed():
    assert [(w.name, w.section, w.timing, w.instrument, w.optional, w.kept_on_fold) for w in GAME.wagers] == [
        ("ante", "677a.7(d)(1)", "before_no_more_bets", "chips", False, False),
        ("odds", "677a.7(d)(1)", "before_no_more_bets", "chips", False, False),
        ("raise", "677a.7(d)(1)", "decision", "chips", True, False),
        ("pocket_bonus", "677a.7(d)(2)", "before_no_more_bets", "chips", True, True),
        ("trips_plus", "677a.7(d)(3)", "before_no_more_bets", "chips", True, True),
    ]
    paytables = {wager.name: wager.paytable for wager in GAME.wagers if wager.paytable}
    assert paytables == {"pocket_bonus": "pocket_bonus", "trips_plus": "trips_plus"}
    assert not any(wager.progressive for wager in GAME.wagers)
    assert dict(GAME.award_steps) == {}


@pytest.mark.reg("58 Pa. Code § 677a.7(e)")
def test_player_has_one_position(refused, settle, place):
    seats = [place(1, "", WAGERS, "fold", "Ann"), place(2, "", WAGERS, "fold", "Ann")]
    field, message = refused(seats)
    assert field == "seats[1].player"
    assert "677a.7(e) allows 1" in message
    others = [place(1, "", WAGERS, "fold", "Ann"), place(2, "", WAGERS, "fold", "Bob")]
    assert settle(others).total(2) == 0


@pytest.mark.reg("58 Pa. Code § 677a.2(a)")
@pytest.mark.parametrize("seat", [0, 7])
def test_table_has_six_positions(refused, place, seat):
    assert refused([place(seat, "", WAGERS, "fold")])[0] == "seats[0].seat"


@pytest.mark.reg("58 Pa. Code § 677a.11(g)")
@pytest.mark.parametrize(
    "row",
    [
        ("9c", "2c Ah", BOARD, "seats[0].cards"),
        ("9c 9d 3c", "2c Ah", BOARD, "seats[0].cards"),
        ("", "2c Ah", BOARD, "seats[0].cards"),
        ("9c 9d", "2c", BOARD, "dealer"),
        ("9c 9d", "", BOARD, "dealer"),
        ("9c 9d", "2c Ah 3c", BOARD, "dealer"),
        ("9c 9d", "2c Ah", "9h 6h 5s 2d", "community"),
        ("9c 9d", "2c Ah", "9h 6h 5s 2d Kc 3c", "community"),
        ("9c 9d", "2c Ah", "", "community"),
        ("9c 9h", "2c Ah", BOARD, "community[0]"),
        ("9c 9d", "9c Ah", BOARD, "dealer[0]"),
    ],
)
def test_contest_needs_two_cards_each_and_a_whole_board(refused, place, row):
    cards, dealer, board, field = row
    assert refused([place(1, cards, WAGERS, 1000)], dealer, board)[0] == field


@pytest.mark.reg("58 Pa. Code § 677a.11(i)")
@pytest.mark.parametrize(
    "row",
    [
        ("pocket_bonus", "9c", "", "seats[0].cards"),
        ("trips_plus", "9c", BOARD, "seats[0].cards"),
        ("trips_plus", "9c 9d", "9h 6h 5s", "community"),
    ],
)
def test_bonus_of_a_folded_hand_needs_its_cards(refused, place, row):
    wager, cards, board, field = row
    assert refused([place(1, cards, WAGERS | {wager: 500}, "fold")], "", board)[0] == field


@pytest.mark.reg("58 Pa. Code § 677a.11(f)")
def test_finished_round_needs_a_raise_or_a_fold(refused, place):
    field, message = refused([place(1, "9c 9d", WAGERS, "none")], "2c Ah", BOARD)
    assert field == "seats[0].decision.action"
    assert "raise or fold" in message


@pytest.mark.reg("58 Pa. Code § 677a.11(f)")
@pytest.mark.parametrize("action", ["check", "play", "forfeit"])
def test_only_raise_and_fold_end_the_decisions(refused, place, action):
    """A player who has checked twice must do one or the other."""
    assert refused([place(1, "9c 9d", WAGERS, action)], "2c Ah", BOARD)[0] == "seats[0].decision.action"

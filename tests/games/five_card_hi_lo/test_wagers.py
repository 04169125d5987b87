"""663a.7 and 663a.11(b): which wagers exist, how large they are, two boxes a player at most."""

import pytest

from games.registry import by_name as game_called
from games.rulebook import by_name

GAME = game_called("five_card_hi_lo")
BOOK = by_name("663a@2014-02-01")
DEALER = "5s Kd 8h 4d 9c"
ANTE = {"ante": 1000}


def play(amount, high="Qc 9d 9h", low="5c 3c"):
    return {"action": "play", "play": amount, "high": high.split(), "low": low.split()}


@pytest.mark.reg("58 Pa. Code § 663a.11(b)")
@pytest.mark.parametrize("amount", [0, 999, 1001, 2000])
def test_play_wager_equals_the_ante(refused, settle, place, amount):
    field, message = refused([place(1, "Qc 9d 9h 5c 3c", ANTE, play(amount))], DEALER)
    assert field == "seats[0].decision.play"
    assert "equals the Ante of 1000" in message
    assert settle([place(1, "Qc 9d 9h 5c 3c", ANTE, play(1000))], DEALER).paid("play") == 1000


@pytest.mark.reg("58 Pa. Code §§ 663a.7(d), 663a.7(e)")
@pytest.mark.parametrize("wagers", [{}, {"tie": 500}, {"poker_bonus": 500}])
def test_nobody_is_dealt_in_without_an_ante(refused, place, wagers):
    assert refused([place(1, "", wagers, "forfeit")])[0] == "seats[0].wagers.ante"


@pytest.mark.reg("58 Pa. Code § 663a.7(e)")
@pytest.mark.parametrize("wager", ["play", "ante_bonus", "odds", "progressive", "Tie"])
def test_wagers_of_other_games_and_of_the_decision_are_refused(refused, place, wager):
    assert refused([place(1, "", ANTE | {wager: 500}, "forfeit")])[0] == f"seats[0].wagers.{wager}"


@pytest.mark.cites("58 Pa. Code §§ 663a.7(a), 663a.7(c), 663a.7(d), 663a.7(e)(1), 663a.7(e)(2)")
def test_wagers_say_when_and_with_what_they_are_placed():
    assert [(w.name, w.section, w.timing, w.instrument, w.optional, w.kept_on_fold) for w in GAME.wagers] == [
        ("ante", "663a.7(d)", "before_no_more_bets", "chips", False, False),
        ("play", "663a.11(b)", "decision", "chips", True, False),
        ("ante_bonus", "663a.11(h)", "result", "chips", True, False),
        ("tie", "663a.7(e)(1)", "before_no_more_bets", "chips", True, False),
        ("poker_bonus", "663a.7(e)(2)", "before_no_more_bets", "chips", True, True),
    ]
    paytables = {wager.name: wager.paytable for wager in GAME.wagers if wager.paytable}
    assert paytables == {"ante_bonus": "ante_bonus", "poker_bonus": "poker_bonus"}
    assert not any(wager.progressive for wager in GAME.wagers)
    assert dict(GAME.award_steps) == {}


@pytest.mark.cites("58 Pa. Code § 663a.7(c)")
def test_play_wager_is_excepted_from_the_deadline():
    switch = BOOK.switches["play_after_no_more_bets"]
    assert (switch.section, switch.default) == ("663a.7(c)", "excepted")
    assert {w.name: w.timing for w in GAME.wagers}["play"] == "decision"


@pytest.mark.reg("58 Pa. Code § 663a.7(f)")
def test_two_adjacent_boxes_are_settled_separately(settle, place):
    seats = [
        place(2, "Qc 9d 9h / 5c 3c", ANTE, player="Ann"),
        place(3, "Qh 9s 7c / 6c 4c", {"ante": 700}, player="Ann"),
    ]
    verdict = settle(seats, DEALER)
    assert (verdict.total(2), verdict.total(3)) == (4000, 0)
    assert settle(seats, DEALER, options={"boxes": 2}).total(2) == 4000


@pytest.mark.reg("58 Pa. Code § 663a.7(f)")
def test_third_box_is_one_too_many(refused, place):
    seats = [place(n, "", ANTE, "forfeit", "Ann") for n in (1, 2, 3)]
    field, message = refused(seats)
    assert field == "seats[2].player"
    assert "663a.7(f) allows 2" in message
    assert refused(seats, options={"boxes": 3})[0] == "options.boxes"


@pytest.mark.reg("58 Pa. Code § 663a.7(f)")
def test_two_boxes_are_adjacent(refused, place):
    seats = [place(1, "", ANTE, "forfeit", "Ann"), place(3, "", ANTE, "forfeit", "Ann")]
    field, message = refused(seats)
    assert field == "seats[1].player"
    assert "not adjacent" in message


@pytest.mark.reg("58 Pa. Code § 663a.7(f)")
def test_second_box_needs_the_rules_submission(refused, settle, place):
    seats = [place(n, "", ANTE, "forfeit", "Ann") for n in (1, 2)]
    field, message = refused(seats, options={"boxes": 1})
    assert field == "seats[1].player"
    assert "663a.7(f) allows 1" in message
    others = [place(n, "", ANTE, "forfeit", name) for n, name in ((1, "Ann"), (2, "Bob"))]
    assert settle(others, options={"boxes": 1}).total(2) == 0


@pytest.mark.reg("58 Pa. Code § 663a.2(a)")
@pytest.mark.parametrize("seat", [0, 7])
def test_table_has_six_positions(refused, place, seat):
    assert refused([place(seat, "", ANTE, "forfeit")])[0] == "seats[0].seat"


@pytest.mark.reg("58 Pa. Code § 663a.12")
def test_chapter_has_no_payout_limit(refused, place):
    field, message = refused([place(1, "", ANTE, "forfeit")], options={"payout_limit_cents": 5_000_000})
    assert field == "options.payout_limit_cents"
    assert "has no payout limit" in message
    assert GAME.payout_limit_floor_cents(BOOK, {"minimum_wager_cents": 500}) is None


@pytest.mark.reg("58 Pa. Code § 663a.11(d)")
@pytest.mark.parametrize(
    "row",
    [
        ("Qc 9d 9h 5c", play(1000), DEALER, "seats[0].cards"),
        ("Qc 9d 9h 5c 3c 2c", play(1000), DEALER, "seats[0].cards"),
        ("", play(1000), DEALER, "seats[0].cards"),
        ("Qc 9d 9h 5c 3c", play(1000, "Qc 9d"), DEALER, "seats[0].decision.high"),
        ("Qc 9d 9h 5c 3c", play(1000, low="5c"), DEALER, "seats[0].decision.low"),
        ("Qc 9d 9h 5c 3c", play(1000, low="5c 3c 2c"), DEALER, "seats[0].decision.low"),
        ("Qc 9d 9h 5c 3c", play(1000, low="5c 2c"), DEALER, "seats[0].decision.low"),
        ("Qc 9d 9h 5c 3c", play(1000, low="5c 9h"), DEALER, "seats[0].decision.low"),
        ("Qc 9d 9h 5c 3c", play(1000, "Kc 9d 9h"), DEALER, "seats[0].decision.high"),
        ("Qc 9d 9h 5c 3c", play(1000, "9d 9d 9h"), DEALER, "seats[0].decision.high"),
        ("Qc 9d 9h 5c 3c", play(1000), "5s Kd 8h 4d", "dealer"),
        ("Qc 9d 9h 5c 3c", play(1000), "", "dealer"),
        ("Qc 9d 9h 5c 3c", play(1000), "5s Kd 8h 4d 9d", "dealer[4]"),
        ("Qc 9d 9h 5c 3c", {"action": "play", "play": 1000}, DEALER, "seats[0].decision.high"),
        (
            "Qc 9d 9h 5c 3c",
            {"action": "play", "play": 1000, "high": ["Qc", "9d", "9h"], "lo": ["5c", "3c"]},
            DEALER,
            "seats[0].decision.lo",
        ),
        ("Qc 9d 9h 5c 3c", {"action": "play", "high": [], "low": []}, DEALER, "seats[0].decision.play"),
        ("Qc 9d 9h 5c 3c", "none", DEALER, "seats[0].decision.action"),
        ("Qc 9d 9h 5c 3c", "fold", DEALER, "seats[0].decision.action"),
    ],
)
def test_rounds_that_cannot_be(refused, place, row):
    cards, decision, dealer, field = row
    assert refused([place(1, cards, ANTE, decision)], dealer)[0] == field


@pytest.mark.reg("58 Pa. Code § 663a.11(j)(2)")
def test_poker_bonus_of_a_forfeited_hand_needs_its_cards(refused, place):
    seats = [place(1, "Qc 9d 9h 5c", ANTE | {"poker_bonus": 300}, "forfeit")]
    assert refused(seats)[0] == "seats[0].cards"


@pytest.mark.reg("58 Pa. Code § 663a.11(e)")
def test_game_has_no_community_cards(refused, place):
    assert refused([place(1, "", ANTE, "forfeit")], community=["2c"])[0] == "community"

"""678a.7 and 678a.11(b): which wagers exist, how large a Raise may be, how many boxes a player may play."""

import pytest

from games.registry import by_name as game_called
from games.rulebook import by_name

GAME = game_called("high_card_flush")
DEALER = "9h 3h 2h Kc Qc As 7d"
FLUSHES = {
    7: "2s 3s 5s 7s 9s Js Qs",
    6: "2s 3s 5s 7s 9s Js 4d",
    5: "2s 3s 5s 7s 9s 4d 6d",
    4: "2s 3s 5s 7s 4d 6d 8c",
    3: "2s 3s 5s 4d 6d 8c Tc",
    2: "2s 3s 4d 6d 8c Tc Jh",
}
ANTE = {"ante": 1000}


@pytest.mark.reg("58 Pa. Code §§ 678a.11(b)(1), 678a.11(b)(2), 678a.11(b)(3)")
@pytest.mark.parametrize(
    ("length", "most"), [(2, 1000), (3, 1000), (4, 1000), (5, 2000), (6, 3000), (7, 3000)]
)
def test_raise_goes_up_to_its_limit_and_no_further(settle, refused, place, length, most):
    assert settle([place(1, FLUSHES[length], ANTE, most)], DEALER).seats[1]["wagers"]["raise"]
    field, message = refused([place(1, FLUSHES[length], ANTE, most + 1)], DEALER)
    assert field == "seats[0].decision.raise"
    assert f"{most + 1} is more than the {most}" in message


@pytest.mark.reg("58 Pa. Code § 678a.11(b)")
@pytest.mark.parametrize("amount", [999, 0])
def test_raise_is_the_ante_at_least(refused, place, amount):
    field, message = refused([place(1, FLUSHES[7], ANTE, amount)], DEALER)
    assert field == "seats[0].decision.raise"
    assert "less than the Ante" in message


@pytest.mark.reg("58 Pa. Code § 678a.11(b)(2)")
def test_raise_between_whole_antes_is_a_switch(settle, refused, place):
    """A five-card flush beats the dealer's three cards: 1,500 is paid 1 to 1 where any amount is allowed."""
    seats = [place(1, FLUSHES[5], ANTE, 1500)]
    verdict = settle(seats, DEALER)
    assert verdict.paid("raise") == 1500
    assert [note.split(" (")[0] for note in verdict.notes] == ["678a.11(b): raise_steps = any_amount"]
    assert refused(seats, DEALER, options={"raise_steps": "whole_antes"})[0] == "seats[0].decision.raise"


@pytest.mark.reg("58 Pa. Code § 678a.11(b)(2)")
def test_whole_antes_need_no_switch(settle, place):
    verdict = settle([place(1, FLUSHES[5], ANTE, 2000)], DEALER, options={"raise_steps": "whole_antes"})
    assert verdict.paid("raise") == 2000
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 678a.7(d)(1)")
@pytest.mark.parametrize("wagers", [{}, {"flush_bonus": 500}, {"ante": 0}])
def test_nobody_is_dealt_in_without_an_ante(refused, place, wagers):
    assert refused([place(1, FLUSHES[5], wagers, "fold")], DEALER)[0] == "seats[0].wagers.ante"


@pytest.mark.reg("58 Pa. Code § 678a.7(d)")
@pytest.mark.parametrize("wager", ["trips_plus", "raise", "Ante"])
def test_wagers_of_other_games_and_of_the_decision_are_refused(refused, place, wager):
    seats = [place(1, FLUSHES[5], {"ante": 1000, wager: 500}, "fold")]
    assert refused(seats, DEALER)[0] == f"seats[0].wagers.{wager}"


@pytest.mark.reg("58 Pa. Code § 678a.7(e)")
def test_2015_text_allows_one_box_a_player(refused, place):
    seats = [place(1, FLUSHES[5], ANTE, "fold", "Ann"), place(2, "", ANTE, "fold", "Ann")]
    field, message = refused(seats, DEALER, rulebook="678a@2015-proposed")
    assert field == "seats[1].player"
    assert "678a.7(e) allows 1" in message


@pytest.mark.reg("58 Pa. Code § 678a.7(e)")
def test_2019_text_leaves_the_number_of_boxes_to_the_submission(settle, refused, place):
    seats = [place(n, "", ANTE, "fold", "Ann") for n in (2, 3, 4)]
    assert settle(seats).total(3) == 0
    assert settle(seats, options={"boxes": 3}).total(3) == 0
    assert refused(seats, options={"boxes": 2})[0] == "seats[2].player"


@pytest.mark.reg("58 Pa. Code § 678a.7(e)")
def test_boxes_of_a_player_are_adjacent(refused, place):
    seats = [place(1, "", ANTE, "fold", "Ann"), place(3, "", ANTE, "fold", "Ann")]
    field, message = refused(seats)
    assert field == "seats[1].player"
    assert "not adjacent" in message


@pytest.mark.reg("58 Pa. Code § 678a.2(a)")
@pytest.mark.parametrize("seat", [0, 7, -1])
def test_table_has_six_positions(refused, place, seat):
    assert refused([place(seat, "", ANTE, "fold")])[0] == "seats[0].seat"


@pytest.mark.cites("58 Pa. Code §§ 678a.7(a), 678a.7(c), 678a.7(d)(4)")
def test_wagers_say_when_and_with_what_they_are_placed():
    assert [(w.name, w.timing, w.instrument, w.optional, w.kept_on_fold) for w in GAME.wagers] == [
        ("ante", "before_no_more_bets", "chips", False, False),
        ("raise", "decision", "chips", True, False),
        ("flush_bonus", "before_no_more_bets", "chips", True, True),
        ("straight_flush_bonus", "before_no_more_bets", "chips", True, True),
        ("progressive", "before_no_more_bets", "value_chip", True, True),
    ]
    assert [w.section for w in GAME.wagers if w.progressive] == ["678a.7(d)(4)"]


@pytest.mark.reg("58 Pa. Code § 678a.12(e)")
@pytest.mark.parametrize(
    ("selections", "floor"),
    [
        ({}, 5_000_000),
        ({"minimum_wager_cents": 1_250_000}, 5_000_000),  # Ante and three times it: $50,000 exactly
        ({"minimum_wager_cents": 1_250_001}, 5_000_004),
        ({"minimum_wager_cents": 1_250_000, "boxes": 2}, 10_000_000),
    ],
)
def test_payout_limit_floor_is_the_greater_of_two(selections, floor):
    assert GAME.payout_limit_floor_cents(by_name("678a@2019-11-02"), selections) == floor


@pytest.mark.reg("58 Pa. Code § 678a.12")
def test_2015_text_has_no_payout_limit():
    assert GAME.payout_limit_floor_cents(by_name("678a@2015-proposed"), {"minimum_wager_cents": 500}) is None

"""677a.8–677a.10 and 677a.11(b)–(g): the order of cards, of questions and of settlement."""

import pytest

from games.describing.describe import parse
from games.errors import GamesError
from games.game import Deal
from games.heads_up_holdem.streets import (
    COMMUNITY_CARDS_OPEN,
    asked,
    check_collected,
    fold_duties,
    reveal_order,
)
from games.registry import by_name as game_called
from games.rulebook import by_name
from games.settlement import Decision, Seat

GAME = game_called("heads_up_holdem")
BOOK = by_name("677a@2015-proposed")
WAGERS = {"ante": 1000, "odds": 1000}


def seat(number, action="none", at=None, **wagers):
    return Seat(number, f"player {number}", (), WAGERS | wagers, Decision(action, 1000, at))


@pytest.mark.cites("58 Pa. Code §§ 677a.8(c), 677a.8(d), 677a.9(b), 677a.9(c)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand"])
def test_one_card_at_a_time_clockwise_twice_and_then_the_board(procedure):
    one_turn = [Deal(1), Deal(3), Deal(5), Deal("dealer")]
    assert list(GAME.deal_order(procedure, [5, 1, 3], {})) == [*one_turn, *one_turn, Deal("community", 5)]


@pytest.mark.cites("58 Pa. Code §§ 677a.10(b), 677a.10(c)")
def test_automated_shoe_delivers_stacks_of_two_and_then_the_board():
    deals = GAME.deal_order("automated_shoe", [6, 2], {})
    assert list(deals) == [Deal(2, 2), Deal(6, 2), Deal("dealer", 2), Deal("community", 5)]


@pytest.mark.cites("58 Pa. Code § 677a.10(g)")
def test_reshuffling_shoe_may_dispense_the_board_first():
    deals = GAME.deal_order("automated_shoe", [6, 2], {"community_first": True})
    assert list(deals) == [Deal("community", 5), Deal(2, 2), Deal(6, 2), Deal("dealer", 2)]


@pytest.mark.reg("58 Pa. Code § 677a.10(g)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand"])
def test_no_other_procedure_begins_with_the_board(procedure):
    with pytest.raises(GamesError, match=rf"\(677a\.10\(g\)\), not from {procedure}"):
        GAME.deal_order(procedure, [1], {"community_first": True})


@pytest.mark.cites("58 Pa. Code §§ 677a.8(d), 677a.9(c), 677a.10(c)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
def test_full_table_leaves_a_stub_of_thirty_three_and_shows_no_card(procedure):
    deals = GAME.deal_order(procedure, range(1, 7), {})
    assert 52 - sum(deal.cards for deal in deals) == 33  # 52 less seven hands of two and a board of five
    assert not any(deal.face_up or deal.under_cover_card for deal in deals)


@pytest.mark.cites("58 Pa. Code §§ 677a.11(b), 677a.11(d), 677a.11(f)")
def test_those_who_have_not_raised_are_asked_clockwise():
    seats = [
        seat(5, "raise", "preflop"),
        seat(6, "fold"),
        seat(1, "raise", "river"),
        seat(3, "raise", "flop"),
    ]
    assert asked(seats, "preflop") == [1, 3, 5, 6]
    assert asked(seats, "flop") == [1, 3, 6]
    assert asked(seats, "river") == [1, 6]


@pytest.mark.cites("58 Pa. Code §§ 677a.11(c), 677a.11(e), 677a.1")
def test_flop_is_three_cards_and_turn_and_river_come_together():
    assert COMMUNITY_CARDS_OPEN == {"preflop": 0, "flop": 3, "river": 5}


@pytest.mark.cites("58 Pa. Code § 677a.11(f)")
@pytest.mark.parametrize(
    ("bonus", "cards"),
    [
        ({}, "cards_to_discard_rack"),
        ({"pocket_bonus": 500}, "cards_under_wager"),
        ({"trips_plus": 500}, "cards_under_wager"),
    ],
)
def test_cards_of_a_folded_player_lie_under_the_bonus_wager(bonus, cards):
    duties = fold_duties(seat(1, "fold", **bonus), [])
    assert [(duty.step, duty.by, duty.section) for duty in duties] == [
        ("collect_ante_and_odds", "dealer", "677a.11(f)"),
        (cards, "dealer", "677a.11(f)"),
    ]


@pytest.mark.cites("58 Pa. Code §§ 677a.11(g), 677a.11(i)")
def test_settlement_goes_counterclockwise_and_bonuses_follow_the_contest(place):
    seats = [
        place(1, "9c 9d", WAGERS | {"trips_plus": 500, "pocket_bonus": 500}, ("flop", 1000)),
        place(2, "", WAGERS, "fold"),
        place(4, "3c 3d", WAGERS | {"trips_plus": 500}, "fold"),
        place(6, "Qc Qd", WAGERS, 1000),
    ]
    round_, game, book = parse(
        {
            "game": "heads_up_holdem",
            "rulebook": BOOK.name,
            "paytables": {"pocket_bonus": "A", "trips_plus": "A"},
            "seats": seats,
        }
    )
    assert game.settlement_order(round_, book) == [
        (6, ("ante", "raise", "odds")),
        (4, ("trips_plus",)),
        (1, ("ante", "raise", "odds", "pocket_bonus", "trips_plus")),
    ]
    assert dict(game.stakes(round_.seats[0])) == {
        "ante": 1000,
        "odds": 1000,
        "trips_plus": 500,
        "pocket_bonus": 500,
        "raise": 1000,
    }
    assert dict(game.stakes(round_.seats[1])) == WAGERS


@pytest.mark.cites("58 Pa. Code § 677a.11(g)(1)")
def test_hands_that_raised_are_turned_up_counterclockwise():
    seats = [
        seat(1, "raise", "flop"),
        seat(5, "fold"),
        seat(6, "raise", "river"),
        seat(3, "raise", "preflop"),
    ]
    assert reveal_order(seats) == [6, 3, 1]


@pytest.mark.cites("58 Pa. Code § 677a.11(j)")
def test_cards_stay_until_every_wager_of_the_player_is_settled():
    player = seat(2, "raise", "flop", trips_plus=500)
    assert check_collected(player, {"ante", "odds", "raise", "trips_plus"}) is None
    found = check_collected(player, {"ante", "odds"})
    assert found.section == "677a.11(j)"
    assert found.message == "seat 2: cards collected before raise, trips_plus settled"
    assert check_collected(seat(2, "fold"), {"ante", "odds"}) is None

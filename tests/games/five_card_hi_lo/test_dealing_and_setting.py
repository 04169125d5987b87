"""663a.8–663a.10, 663a.7(f) and 663a.11(a)–(c), (f)–(k): the order of cards, hands and settlement."""

import pytest

from games.describing.describe import parse
from games.five_card_hi_lo.setting import (
    asked,
    check_collected,
    check_setting_order,
    check_touched,
    fold_duties,
    reveal_order,
    setting_order,
)
from games.game import Deal
from games.registry import by_name as game_called
from games.settlement import Decision, Seat

GAME = game_called("five_card_hi_lo")


def box(seat, ante=1000, action="play", **wagers):
    return Seat(seat, "Ann", (), {"ante": ante, **wagers}, Decision(action, ante))


@pytest.mark.cites("58 Pa. Code §§ 663a.8(d), 663a.9(b)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand"])
def test_one_card_at_a_time_clockwise_and_the_dealer_last(procedure):
    deals = GAME.deal_order(procedure, [5, 1, 3], {})
    assert list(deals) == [Deal(1), Deal(3), Deal(5), Deal("dealer")] * 5


@pytest.mark.cites("58 Pa. Code § 663a.10(b)")
def test_automated_shoe_delivers_stacks_of_five():
    assert list(GAME.deal_order("automated_shoe", [6, 2], {})) == [Deal(2, 5), Deal(6, 5), Deal("dealer", 5)]


@pytest.mark.cites("58 Pa. Code §§ 663a.8(e), 663a.9(c), 663a.10(c)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
def test_full_table_leaves_a_stub_of_seventeen_and_shows_no_card(procedure):
    deals = GAME.deal_order(procedure, range(1, 7), {})
    assert 52 - sum(deal.cards for deal in deals) == 17
    assert not any(deal.face_up or deal.under_cover_card for deal in deals)


@pytest.mark.cites("58 Pa. Code § 663a.11(b)")
def test_players_are_asked_clockwise():
    assert asked([box(6), box(1, action="forfeit"), box(3)]) == [1, 3, 6]


@pytest.mark.cites("58 Pa. Code § 663a.7(f)")
@pytest.mark.parametrize(
    ("antes", "order"),
    [
        ((1000, 2000), [3, 2]),  # the larger wager first
        ((2000, 1000), [2, 3]),
        ((1000, 1000), [3, 2]),  # equal ones counterclockwise
        ((1000, 1001), [3, 2]),
        ((1001, 1000), [2, 3]),
    ],
)
def test_two_boxes_are_set_one_after_the_other(antes, order):
    boxes = [box(2, antes[0]), box(3, antes[1])]
    assert setting_order(boxes) == setting_order(boxes[::-1]) == order
    assert check_setting_order(boxes, order) is None
    assert check_setting_order(boxes, order[::-1]).section == "663a.7(f)"


@pytest.mark.cites("58 Pa. Code § 663a.7(f)")
def test_forfeited_box_is_not_set():
    boxes = [box(2, 1000), box(3, 2000, "forfeit")]
    assert check_setting_order(boxes, [2]) is None
    assert check_setting_order(boxes, [3, 2]).section == "663a.7(f)"


@pytest.mark.cites("58 Pa. Code §§ 663a.11(a)(3), 663a.7(f)")
def test_hands_that_are_set_are_not_touched_again():
    assert check_touched(already_set=False) is None
    assert check_touched(already_set=True).section == "663a.11(a)(3)"


@pytest.mark.cites("58 Pa. Code § 663a.11(c)")
@pytest.mark.parametrize(
    ("bonus", "cards"),
    [
        ({}, "cards_to_discard_rack"),
        ({"tie": 500}, "cards_to_discard_rack"),
        ({"poker_bonus": 500}, "cards_stay_on_table"),
    ],
)
def test_cards_of_a_forfeited_hand_stay_for_the_poker_bonus(bonus, cards):
    duties = fold_duties(box(1, action="forfeit", **bonus), [])
    assert [(duty.step, duty.by, duty.section) for duty in duties] == [
        ("collect_forfeited_wagers", "dealer", "663a.11(c)"),
        (cards, "dealer", "663a.11(c)"),
    ]


@pytest.mark.cites("58 Pa. Code §§ 663a.11(f), 663a.11(j), 663a.11(k)")
def test_settlement_goes_counterclockwise_and_optional_wagers_follow(place):
    seats = [
        place(1, "Ac Ad 9h / As 2c", {"ante": 1000, "poker_bonus": 300, "tie": 500}),
        place(2, "", {"ante": 1000, "tie": 500}, "forfeit"),
        place(4, "Qc 9d 9s 5c 3c", {"ante": 1000, "tie": 500, "poker_bonus": 300}, "forfeit"),
        place(6, "Qh Th 8c / 6c 4c", {"ante": 1000}),
    ]
    round_, game, book = parse(
        {
            "game": "five_card_hi_lo",
            "rulebook": "663a@2014-02-01",
            "paytables": {"ante_bonus": "A", "poker_bonus": "A"},
            "seats": seats,
        }
    )
    assert game.settlement_order(round_, book) == [
        (6, ("ante", "play")),
        (4, ("poker_bonus",)),
        (1, ("ante", "play", "ante_bonus", "tie", "poker_bonus")),
    ]
    at_risk = {"ante": 1000, "poker_bonus": 300, "tie": 500, "play": 1000}
    assert dict(game.stakes(round_.seats[0])) == at_risk
    assert dict(game.stakes(round_.seats[1])) == {"ante": 1000, "tie": 500}


@pytest.mark.cites("58 Pa. Code § 663a.11(f)")
def test_hands_that_were_played_are_turned_up_counterclockwise():
    assert reveal_order([box(1), box(4, action="forfeit"), box(6), box(3)]) == [6, 3, 1]


@pytest.mark.cites("58 Pa. Code §§ 663a.11(i), 663a.11(k)")
def test_cards_stay_until_every_wager_of_the_player_is_settled():
    player = box(2, tie=500, poker_bonus=300)
    assert check_collected(player, {"ante", "play", "tie", "poker_bonus"}) is None
    early = check_collected(player, {"ante", "tie", "poker_bonus"})
    assert (early.section, early.message) == ("663a.11(i)", "seat 2: cards collected before play settled")
    assert check_collected(player, {"play", "tie"}).section == "663a.11(i)"
    between = check_collected(player, {"ante", "play", "tie"})
    assert between.section == "663a.11(k)"
    assert between.message == "seat 2: cards collected before poker_bonus settled"
    assert check_collected(box(2, action="forfeit"), {"ante"}) is None

"""678a.8–678a.10: the order of the cards in the three procedures."""

import pytest

from games.game import Deal
from games.registry import by_name

GAME = by_name("high_card_flush")


@pytest.mark.cites("58 Pa. Code §§ 678a.8(d), 678a.9(b)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand"])
def test_one_card_at_a_time_clockwise_and_the_dealer_last(procedure):
    deals = GAME.deal_order(procedure, [5, 1, 3], {})
    one_turn = [Deal(1), Deal(3), Deal(5), Deal("dealer", under_cover_card=True)]
    assert list(deals) == one_turn * 7


@pytest.mark.cites("58 Pa. Code § 678a.10(b)")
def test_automated_shoe_delivers_stacks_of_seven():
    deals = GAME.deal_order("automated_shoe", [6, 2], {})
    assert list(deals) == [Deal(2, 7), Deal(6, 7), Deal("dealer", 7, under_cover_card=True)]


@pytest.mark.cites("58 Pa. Code §§ 678a.8(e), 678a.9(c), 678a.10(c)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
def test_full_table_leaves_a_stub_of_three(procedure):
    dealt = sum(deal.cards for deal in GAME.deal_order(procedure, range(1, 7), {}))
    assert 52 - dealt == 3
    assert not any(deal.face_up for deal in GAME.deal_order(procedure, [1], {}))

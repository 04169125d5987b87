"""647a.8–647a.10: the order of the cards, and burns."""

from itertools import groupby, pairwise

import pytest

from games.errors import GamesError
from games.game import Deal
from games.registry import by_name as game_called
from games.rulebook import by_name

GAME = game_called("texas_holdem_bonus")
BOOK = by_name("647a@2019-08-31")
BOARD = [
    ("burn", 1, False),
    ("community", 3, True),
    ("burn", 1, False),
    ("community", 1, True),
    ("burn", 1, False),
    ("community", 1, True),
]
SIX_CARD = [("six_card_bonus", 1, False)] * 4


def order(procedure, *seats, **options):
    return [(deal.to, deal.cards, deal.face_up) for deal in GAME.deal_order(procedure, seats, options)]


def singles(*seats):
    return [(to, 1, False) for to in (*seats, "dealer")] * 2


def stacks(*seats):
    return [(to, 2, False) for to in (*seats, "dealer")]


@pytest.mark.cites("58 Pa. Code §§ 647a.8(d), 647a.8(e), 647a.9(d), 647a.9(e)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand"])
def test_one_card_at_a_time_clockwise_then_the_board(procedure):
    assert order(procedure, 5, 1, 3) == singles(1, 3, 5) + BOARD


@pytest.mark.cites("58 Pa. Code §§ 647a.8(d), 647a.9(d)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand"])
def test_six_card_bonus_cards_come_first(procedure):
    assert order(procedure, 2, six_card_bonus=True) == SIX_CARD + singles(2) + BOARD


@pytest.mark.cites("58 Pa. Code §§ 647a.10(b), 647a.10(c)")
def test_automated_shoe_gives_stacks_of_two_then_six_card_cards_then_the_board():
    assert order("automated_shoe", 4, 2) == stacks(2, 4) + BOARD
    assert order("automated_shoe", 2, six_card_bonus=True) == stacks(2) + SIX_CARD + BOARD


@pytest.mark.cites("58 Pa. Code §§ 647a.11(c), 647a.11(e), 647a.11(g)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
def test_card_is_burned_face_down_before_flop_turn_and_river(procedure):
    deals = GAME.deal_order(procedure, [1], {})
    before = [a for a, b in pairwise(deals) if b.to == "community"]
    assert before == [Deal("burn")] * 3
    assert [deal.cards for deal in deals if deal.to == "community"] == [3, 1, 1]


@pytest.mark.cites("58 Pa. Code §§ 647a.10(b), 647a.11(h)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
def test_dealers_cards_lie_under_a_cover_card(procedure):
    deals = GAME.deal_order(procedure, [1, 2], {})
    assert all(deal.under_cover_card == (deal.to == "dealer") for deal in deals)


@pytest.mark.cites("58 Pa. Code § 647a.10(g)")
def test_reshuffling_shoe_may_dispense_the_board_first_without_burns():
    first = [("community", 5, False)]
    assert order("automated_shoe", 2, community_first=True) == first + stacks(2)
    assert order("automated_shoe", 2, community_first=True, six_card_bonus=True) == (
        first + stacks(2) + SIX_CARD
    )
    assert BOOK.settings["community_first"] is False
    assert BOOK.settings["community_first_burns"] == "not_required"


@pytest.mark.cites("58 Pa. Code § 647a.10(g)")
def test_burns_of_a_board_dispensed_first_are_a_switch():
    found = order("automated_shoe", 2, community_first=True, community_first_burns="required")
    assert found == [(to, cards, False) for to, cards, _ in BOARD] + stacks(2)


@pytest.mark.reg("58 Pa. Code § 647a.10(g)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand"])
def test_board_comes_first_from_an_automated_shoe_only(procedure):
    with pytest.raises(GamesError, match=rf"\(647a\.10\(g\)\), not from {procedure}"):
        GAME.deal_order(procedure, [1], {"community_first": True})


@pytest.mark.cites("58 Pa. Code § 647a.8(d)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
@pytest.mark.parametrize("seats", [[1], [1, 2, 3, 4, 5, 6]])
def test_how_many_cards_everybody_gets(procedure, seats):
    deals = sorted(GAME.deal_order(procedure, seats, {"six_card_bonus": True}), key=lambda d: str(d.to))
    counts = {to: sum(d.cards for d in group) for to, group in groupby(deals, key=lambda d: d.to)}
    two_each = dict.fromkeys((*seats, "dealer"), 2)
    assert counts == {**two_each, "community": 5, "burn": 3, "six_card_bonus": 4}

"""679a.8–679a.10: the order of the cards in the three procedures, the fourth card and the community card."""

import pytest

from games.errors import GamesError
from games.game import Deal
from games.registry import by_name
from games.rulebook import by_name as rulebook_called

GAME = by_name("three_card_prime")
BOOK = rulebook_called("679a@2019-08-31")
PROCEDURES = ("manual_shoe", "hand", "automated_shoe")
SHOE_AND_HAND = ("manual_shoe", "hand")


def order(procedure, *seats, **options):
    return list(GAME.deal_order(procedure, seats, options))


def singles(*seats):
    return [Deal(to) for to in (*seats, "dealer")] * 3


def stacks(*seats):
    return [Deal(to, 3) for to in (*seats, "dealer")]


@pytest.mark.cites("58 Pa. Code §§ 679a.8(c), 679a.9(b)")
@pytest.mark.parametrize("procedure", SHOE_AND_HAND)
def test_one_card_at_a_time_clockwise_and_the_dealer_last(procedure):
    assert order(procedure, 5, 1, 3) == singles(1, 3, 5)


@pytest.mark.cites("58 Pa. Code §§ 679a.8(c), 679a.9(b)")
@pytest.mark.parametrize("procedure", SHOE_AND_HAND)
def test_fourth_cards_come_after_the_dealers_third_clockwise(procedure):
    found = order(procedure, 5, 1, 3, pair_bonus_seats="5,1")
    assert found == [*singles(1, 3, 5), Deal(1), Deal(5)]
    assert BOOK.settings["fourth_card_dealt"] == "after the dealer's third, clockwise"


@pytest.mark.cites("58 Pa. Code §§ 679a.10(b), 679a.10(c)")
def test_automated_shoe_delivers_stacks_of_three_and_then_fourth_cards():
    assert order("automated_shoe", 6, 2) == stacks(2, 6)
    assert order("automated_shoe", 6, 2, pair_bonus_seats="6") == [*stacks(2, 6), Deal(6)]


@pytest.mark.cites("58 Pa. Code §§ 679a.8(h), 679a.9(g), 679a.10(h)")
@pytest.mark.parametrize("procedure", PROCEDURES)
def test_one_community_card_instead_of_fourth_cards(procedure):
    hands = stacks(1, 4) if procedure == "automated_shoe" else singles(1, 4)
    shared = {"pair_bonus_community": True}
    assert order(procedure, 4, 1, pair_bonus_seats="1,4", **shared) == [*hands, Deal("pair_bonus")]
    assert order(procedure, 4, 1, **shared) == hands  # nobody wagered on it
    assert BOOK.settings["pair_bonus_community"] is False


@pytest.mark.cites("58 Pa. Code §§ 679a.10(g), 679a.10(g)(1), 679a.10(g)(2)")
def test_reshuffling_shoe_may_dispense_stacks_of_four():
    """Their top card stays for the Pair Bonus; without one, and from the dealer's, it goes to the rack."""
    found = order("automated_shoe", 5, 2, four_card_stacks=True, pair_bonus_seats="5")
    rack = Deal("discard_rack")
    assert found == [rack, Deal(2, 3), Deal(5, 4), rack, Deal("dealer", 3)]
    assert sum(deal.cards for deal in found) == 3 * 4
    assert BOOK.settings["four_card_stacks"] is False


@pytest.mark.reg("58 Pa. Code § 679a.10(g)")
@pytest.mark.parametrize("procedure", SHOE_AND_HAND)
def test_stacks_of_four_come_from_an_automated_shoe_only(procedure):
    with pytest.raises(GamesError, match=rf"679a\.10\(g\)\), not from {procedure}"):
        order(procedure, 1, four_card_stacks=True)


@pytest.mark.reg("58 Pa. Code §§ 679a.10(g), 679a.10(h)")
def test_stacks_of_four_leave_no_place_for_a_community_card():
    with pytest.raises(GamesError, match="drop pair_bonus_community"):
        order("automated_shoe", 1, four_card_stacks=True, pair_bonus_community=True)


@pytest.mark.reg("58 Pa. Code § 679a.8(c)")
def test_fourth_card_needs_an_ante():
    with pytest.raises(GamesError, match="Pair Bonus on seat 3, 6 without an Ante"):
        order("hand", 1, 2, pair_bonus_seats="6,2,3")


@pytest.mark.cites("58 Pa. Code §§ 679a.8(d), 679a.9(c), 679a.10(c)")
@pytest.mark.parametrize("procedure", PROCEDURES)
def test_full_table_leaves_a_stub_of_25_or_31(procedure):
    """Seven hands of three, and six fourth cards; all face down and none under a cover card."""
    everybody = GAME.deal_order(procedure, range(1, 7), {"pair_bonus_seats": "1,2,3,4,5,6"})
    assert 52 - sum(deal.cards for deal in everybody) == 25
    assert 52 - sum(deal.cards for deal in GAME.deal_order(procedure, range(1, 7), {})) == 31
    assert not any(deal.face_up or deal.under_cover_card for deal in everybody)

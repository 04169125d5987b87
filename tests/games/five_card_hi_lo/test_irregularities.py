"""663a.13 beside what every chapter has: the Ante Bonus, hands not set yet, and where the text is silent."""

import pytest

DEALER = "5s Kd 8h 4d 9c"  # 27 high, 9 low
ALL = {"ante": 1000, "tie": 500, "poker_bonus": 300}
WINNER = "Qc 9d 9h / 5c 3c"  # 28 high, 8 low, and a pair of nines


@pytest.mark.reg("58 Pa. Code § 663a.13(a)")
def test_void_hand_has_no_ante_bonus(settle, place):
    verdict = settle([place(1, "Ac Ad 9h / As 2c", ALL)], DEALER, event={"type": "face_up_multiple"})
    assert not verdict.has("ante_bonus")
    assert verdict.total() == 2800


@pytest.mark.reg("58 Pa. Code § 663a.13(e)")
@pytest.mark.parametrize("unset", [{}, {"high": [], "low": []}])
def test_hand_that_was_not_set_yet_may_be_described_as_it_was(settle, place, unset):
    unset = {"action": "play", "play": 1000, **unset}
    verdict = settle([place(1, "Qc 9d 9h 5c 3c", ALL, unset)], event={"type": "shoe_jam"})
    assert verdict.total() == 2800


@pytest.mark.reg("58 Pa. Code § 663a.13")
def test_exposed_card_of_the_dealer_is_not_foreseen_and_the_round_goes_on(settle, place):
    seats = [place(1, WINNER, ALL), place(2, "", {"ante": 700}, "forfeit")]
    verdict = settle(seats, DEALER, event={"type": "dealer_card_exposed"})
    assert (verdict.total(1), verdict.total(2)) == (4600, 0)
    assert verdict.switches()[0] == "663a.13: exposed_dealer_card = played_on"
    assert "663a.13: rule silent: house ruling required on an exposed card of the dealer" in verdict.notes


@pytest.mark.reg("58 Pa. Code § 663a.13")
def test_house_may_rule_that_an_exposed_card_voids_the_round(settle, place):
    seats = [place(1, WINNER, ALL), place(2, "", {"ante": 700}, "forfeit")]
    options = {"exposed_dealer_card": "returned"}
    verdict = settle(seats, DEALER, event={"type": "dealer_card_exposed"}, options=options)
    assert verdict.everything_returned("663a.13") == {**ALL, "play": 1000}
    assert verdict.total(2) == 700
    assert verdict.switches()[:2] == [
        "663a.13: exposed_dealer_card = returned",
        "663a.13: folded_ante = returned",
    ]


@pytest.mark.reg("58 Pa. Code § 663a.13")
def test_round_that_an_exposed_card_has_stopped_is_returned(settle, place):
    """Seat 2 was never asked, so nothing can be settled; that the text is silent is said all the same."""
    seats = [place(1, "", ALL, {"action": "play", "play": 1000, "high": [], "low": []})]
    seats.append(place(2, "", {"ante": 700}, "none"))
    verdict = settle(seats, event={"type": "dealer_card_exposed"})
    assert verdict.everything_returned("663a.13") == {**ALL, "play": 1000}
    assert verdict.total(2) == 700
    assert verdict.notes == ["663a.13: rule silent: house ruling required on an exposed card of the dealer"]


@pytest.mark.reg("58 Pa. Code § 663a.13")
def test_ante_and_tie_of_a_player_who_had_forfeited_are_a_switch(settle, place):
    seats = [place(1, "", ALL, "forfeit"), place(2, "", {"ante": 700}, "none")]
    event = {"type": "incorrect_number"}
    verdict = settle(seats, event=event)
    assert (verdict.total(1), verdict.total(2)) == (1800, 700)
    assert verdict.switches()[0] == "663a.13: folded_ante = returned"
    other = settle(seats, event=event, options={"folded_ante": "lost"})
    assert (other.total(1), other.total(2)) == (300, 700)  # the Poker Bonus had not been forfeited
    assert other("tie") == ("lose", 0, 0, "-", "663a.13(c)")

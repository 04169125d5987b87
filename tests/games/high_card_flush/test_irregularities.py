"""678a.13 beside what every chapter has: an exposed card of the dealer, the meter, the Raise."""

import pytest

DEALER = "9h 3h 2h Kc Qc As 7d"
FIVE_SPADES = "4s 5s 6s 7s 8s Jd Jc"
ALL = {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 300, "progressive": 100}


@pytest.mark.reg("58 Pa. Code § 678a.13(d)")
def test_exposed_dealer_card_returns_ante_and_raise_and_settles_the_rest(settle, place):
    verdict = settle([place(1, FIVE_SPADES, ALL, 2000)], "9h", event={"type": "dealer_card_exposed"})
    assert verdict("ante") == ("void", 0, 1000, "-", "678a.13(d)")
    assert verdict("raise") == ("void", 0, 2000, "-", "678a.13(d)")
    assert verdict.paid("flush_bonus") == 5000  # 10 to 1
    assert verdict.paid("straight_flush_bonus") == 30_000  # 100 to 1
    assert verdict.paid("progressive") == 25_000  # 250 for 1
    assert verdict.total() == 3000 + 5500 + 30_300 + 25_000


@pytest.mark.reg("58 Pa. Code § 678a.13(d)")
def test_exposed_dealer_card_settles_losing_bonuses_as_lost(settle, place):
    seats = [place(1, "2s 3s 4d 6d 8c Tc Jh", ALL, "none")]
    verdict = settle(seats, DEALER, event={"type": "dealer_card_exposed"})
    assert verdict.outcome("ante") == "void"
    assert verdict("flush_bonus") == ("lose", 0, 0, "-", "678a.11(e)(1)(i)")
    assert verdict("straight_flush_bonus") == ("lose", 0, 0, "-", "678a.11(e)(2)(i)")
    assert verdict("progressive") == ("lose", 0, 0, "-", "678a.11(e)(3)")
    assert verdict.total() == 1000


@pytest.mark.reg("58 Pa. Code § 678a.13(d)")
def test_exposed_dealer_card_still_pays_the_meter_in_order(settle, place):
    seats = [
        place(1, "2s 3s 4s 5s 6s 7s 8s", {"ante": 1000, "progressive": 100}, "none"),
        place(2, "8d 9d Td Jd Qd Kd 6h", {"ante": 1000, "progressive": 100}, "none"),
    ]
    verdict = settle(seats, DEALER, event={"type": "dealer_card_exposed"}, meters={"progressive": 3_000_000})
    assert verdict.paid("progressive", seat=2) == 300_000
    assert verdict.paid("progressive", seat=1) == 2_700_000


@pytest.mark.reg("58 Pa. Code § 678a.13")
def test_void_round_leaves_the_meter_alone(settle, place):
    seats = [place(1, "2s 3s 4s 5s 6s 7s 8s", ALL, "none")]
    verdict = settle(seats, event={"type": "shoe_jam"}, meters={"progressive": 3_000_000})
    assert verdict.meters == {"progressive": 3_000_000}


@pytest.mark.reg("58 Pa. Code § 678a.11(b)")
@pytest.mark.parametrize("raised", [(FIVE_SPADES, 2000, 5), ("", 3000, 7)])
def test_a_raise_that_goes_back_beside_wagers_that_stand_could_be_placed(settle, refused, place, raised):
    """Cards that are gone may have been a seven-card flush, whose Raise is three times the Ante."""
    (cards, most, length), event, ante = raised, {"type": "dealer_card_exposed"}, {"ante": 1000}
    assert settle([place(1, cards, ante, most)], event=event).total() == 1000 + most
    above = f"{most + 1} is more than the {most} that a {length}-card flush allows (678a.11(b))"
    for amount, message in ((999, "999 is less than the Ante of 1000"), (most + 1, above)):
        found = refused([place(1, cards, ante, amount)], event=event)
        assert found == ("seats[0].decision.raise", message)


@pytest.mark.reg("58 Pa. Code § 678a.13(c)")
def test_a_void_round_returns_all_that_was_staked_whatever_was_wrong_with_it(settle, place):
    """A Raise of ten Antes, no paytable for the bonus, one card in two hands."""
    seats = [
        place(1, "2s", {"ante": 1000, "flush_bonus": 500}, 10_000),
        place(2, "2s", {"ante": 700}, "fold"),
    ]
    verdict = settle(seats, paytables={}, event={"type": "incorrect_number"})
    assert (verdict.total(1), verdict.total(2)) == (11_500, 700)


@pytest.mark.cites("58 Pa. Code § 678a.13(d)")
def test_bonuses_beside_an_exposed_dealer_card_rest_on_a_completed_deal(settle, place):
    event = {"type": "dealer_card_exposed"}
    switch = "678a.13(d): exposed_before_deal_is_complete = the deal is completed for them"
    bonus = settle([place(1, FIVE_SPADES, ALL, "none")], event=event)
    assert [note.split(" (")[0] for note in bonus.notes] == [switch, "678a.13(d): the cards are reshuffled"]
    assert settle([place(1, "", {"ante": 1000}, "none")], event=event).notes == bonus.notes[1:]

"""679a.13 beside what every chapter has: an exposed card of the dealer, and the Play Wager."""

import pytest

DEALER = "Qh 3c 2d"
FLUSH = "Ks 9s 4s"
ALL = {"ante": 1000, "prime": 500, "pair_bonus": 300, "all_six": 200}


@pytest.mark.reg("58 Pa. Code § 679a.13(d)")
def test_exposed_dealer_card_returns_ante_and_play_and_settles_the_rest(settle, place):
    """Prime 3 to 1, Pair Bonus 3 to 1 (no 2), All-Six lost: 2,000 + 2,000 + 1,200."""
    seats = [place(1, FLUSH, ALL, fourth_card="3d")]
    verdict = settle(seats, DEALER, event={"type": "dealer_card_exposed"})
    assert verdict("ante") == ("void", 0, 1000, "-", "679a.13(d)")
    assert verdict("play") == ("void", 0, 1000, "-", "679a.13(d)")
    assert verdict("prime") == ("win", 1500, 500, "3 to 1", "679a.11(d)(1)(ii)")
    assert verdict("pair_bonus") == ("win", 900, 300, "3 to 1", "679a.11(d)(2)(ii)(A)")
    assert verdict("all_six") == ("lose", 0, 0, "-", "679a.11(d)(3)(i)")
    assert verdict.total() == 2000 + 2000 + 1200
    assert verdict.switches() == [
        "679a.13(d): exposed_before_deal_is_complete = the deal is completed for them",
        "679a.13(d): the cards are reshuffled",
    ]


@pytest.mark.reg("58 Pa. Code § 679a.13(d)")
def test_exposed_dealer_card_with_ante_alone_needs_no_cards(settle, place):
    verdict = settle([place(1, "", {"ante": 1000}, "none")], event={"type": "dealer_card_exposed"})
    assert verdict.everything_returned("679a.13(d)") == {"ante": 1000}
    assert verdict.notes == ["679a.13(d): the cards are reshuffled"]


@pytest.mark.reg("58 Pa. Code § 679a.13(d)")
def test_exposed_dealer_card_does_not_spare_losing_optional_wagers(settle, place):
    seats = [place(1, "Ks 9d 4s", ALL, "none")]
    verdict = settle(seats, DEALER, event={"type": "dealer_card_exposed"})
    assert [verdict.outcome(name) for name in ALL] == ["void", "lose", "lose", "lose"]
    assert verdict.total() == 1000


@pytest.mark.reg("58 Pa. Code § 679a.13(c)")
def test_a_void_round_returns_all_that_was_staked_whatever_was_wrong_with_it(settle, refused, place):
    """A Play Wager unlike the Ante."""
    seat = place(1, "", {"ante": 1000}) | {"decision": {"action": "play", "play": 999}}
    assert settle([seat], event={"type": "incorrect_number"}).total() == 1999
    assert refused([seat])[0] == "seats[0].decision.play"

"""677a.13 beside what every chapter has: the bonus wagers that are settled although the round is void."""

import pytest

BOARD = "9h 6h 5s 2d Kc"
ALL = {"ante": 1000, "odds": 1000, "pocket_bonus": 500, "trips_plus": 300}


@pytest.mark.reg("58 Pa. Code § 677a.13(a)")
def test_cards_found_face_up_after_everybody_has_two_leave_the_pocket_bonus(settle, place):
    """Pocket Bonus A pays aces 30 to 1; everything else goes back, Trips Plus too."""
    seats = [place(1, "Ac Ad", ALL, ("preflop", 3000)), place(2, "9c 3d", ALL, "none")]
    verdict = settle(seats, event={"type": "face_up_multiple_after_initial_two"})
    for wager, stake in {"ante": 1000, "odds": 1000, "raise": 3000, "trips_plus": 300}.items():
        assert verdict(wager) == ("void", 0, stake, "-", "677a.13(a)")
    assert verdict("pocket_bonus") == ("win", 15_000, 500, "30 to 1", "677a.11(i)(1)(i)")
    assert verdict.total() == 5300 + 15_500
    assert verdict("pocket_bonus", seat=2) == ("lose", 0, 0, "-", "677a.11(i)(1)(ii)")
    assert verdict.total(2) == 2300
    assert verdict.notes == ["677a.13(a): the cards are reshuffled"]


@pytest.mark.reg("58 Pa. Code § 677a.13(a)")
def test_pocket_bonus_that_stands_needs_its_two_cards(refused, place):
    event = {"type": "face_up_multiple_after_initial_two"}
    assert refused([place(1, "Ac", ALL, "none")], event=event)[0] == "seats[0].cards"


@pytest.mark.reg("58 Pa. Code § 677a.13(d)")
def test_exposed_dealer_card_returns_the_contest_and_settles_the_bonuses(settle, place):
    """Three nines: Pocket Bonus A 5 to 1 on 500, Trips Plus A 3 to 1 on 300."""
    seats = [place(1, "9c 9d", ALL, ("preflop", 3000))]
    verdict = settle(seats, "2c", BOARD, event={"type": "dealer_card_exposed"})
    for wager, stake in {"ante": 1000, "odds": 1000, "raise": 3000}.items():
        assert verdict(wager) == ("void", 0, stake, "-", "677a.13(d)")
    assert verdict("pocket_bonus") == ("win", 2500, 500, "5 to 1", "677a.11(i)(1)(i)")
    assert verdict("trips_plus") == ("win", 900, 300, "3 to 1", "677a.11(i)(2)(i)")
    assert verdict.total() == 5000 + 3000 + 1200
    assert verdict.switches() == [
        "677a.13(d): exposed_before_board_is_complete = the board is completed for them",
        "677a.13(d): the cards are reshuffled",
    ]


@pytest.mark.reg("58 Pa. Code § 677a.13(d)")
def test_exposed_dealer_card_settles_losing_bonuses_as_lost(settle, place):
    verdict = settle([place(1, "9c 3d", ALL, "none")], "", BOARD, event={"type": "dealer_card_exposed"})
    assert verdict("pocket_bonus") == ("lose", 0, 0, "-", "677a.11(i)(1)(ii)")
    assert verdict("trips_plus") == ("lose", 0, 0, "-", "677a.11(i)(2)(ii)")
    assert verdict.total() == 2000


@pytest.mark.reg("58 Pa. Code § 677a.13(d)")
def test_board_is_completed_for_trips_plus_and_for_nothing_else(settle, refused, place):
    event = {"type": "dealer_card_exposed"}
    contest = {"ante": 1000, "odds": 1000}
    assert refused([place(1, "9c 9d", ALL, "none")], "", "9h 6h 5s", event=event)[0] == "community"
    bare = settle([place(1, "", contest, "none")], "", "9h 6h 5s", event=event)
    assert bare.total() == 2000
    assert bare.notes == ["677a.13(d): the cards are reshuffled"]
    pocket = settle([place(1, "9c 9d", contest | {"pocket_bonus": 500}, "none")], "", "", event=event)
    assert pocket.paid("pocket_bonus") == 2500
    assert pocket.notes == ["677a.13(d): the cards are reshuffled"]


@pytest.mark.reg("58 Pa. Code § 677a.13(d)")
def test_bonus_wagers_of_a_player_who_had_folded_stand(settle, place):
    options = {"folded_ante": "lost"}
    seats = [place(1, "9c 9d", ALL, "fold"), place(2, "", {"ante": 700, "odds": 700}, "none")]
    verdict = settle(seats, "", BOARD, event={"type": "dealer_card_exposed"}, options=options)
    assert verdict.outcome("ante") == "lose"
    assert verdict.total() == 3000 + 1200


@pytest.mark.reg("58 Pa. Code § 677a.13")
def test_a_void_round_returns_all_that_was_staked_whatever_was_wrong_with_it(settle, refused, place):
    """A Raise above three Antes, Odds unlike the Ante, a card twice: $30.01, $10, $9 and $12 go back."""
    wagers = {"ante": 1000, "odds": 900, "trips_plus": 1200}
    seats = [place(1, "9s 9s", wagers, ("preflop", 3001))]
    assert settle(seats, event={"type": "shoe_jam"}).total() == 1000 + 900 + 1200 + 3001
    assert refused([place(1, "9s 9d", wagers, ("preflop", 3001))])[0] == "seats[0].wagers.odds"
    assert refused([place(1, "9s 9s", ALL, ("preflop", 3000))], "2c Ah", "7s 6s 5s 2d Kc")[1] == (
        "9s is in seats[0].cards[0] already"
    )


@pytest.mark.cites("58 Pa. Code § 677a.13")
def test_steps_of_a_raise_do_not_matter_to_a_void_round(settle, place):
    seats = [place(1, "", {"ante": 1000, "odds": 1000}, ("preflop", 2500))]
    for kind in ("shoe_jam", "dealer_card_exposed"):
        assert settle(seats, event={"type": kind}).switches()[:-1] == []

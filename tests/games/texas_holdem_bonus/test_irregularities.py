"""647a.13 beside what every chapter has: the Bonus that stands, and wagers of which the rule is silent."""

import pytest

BOARD, DEALER = "Kc 9d 7h 4s 2c", "Qd Jh"
SIX = "3c 5d 8h Th"
CARDS = "Ks Kd"
BONUS = {"ante": 1000, "bonus": 500}
ALL = {
    "ante": 1000,
    "bonus": 500,
    "progressive": 100,
    "fchb_player": 200,
    "fchb_dealer": 300,
    "six_card_bonus": 400,
}
SILENT = ("progressive", "fchb_player", "fchb_dealer", "six_card_bonus")
RESHUFFLED = "the cards are reshuffled"


@pytest.mark.reg("58 Pa. Code § 647a.13(f)")
def test_void_round_returns_the_wagers_placed_so_far(settle, place):
    """One player has placed the Flop wager, the next has not been asked."""
    seats = [place(1, "", {"ante": 1000}), place(2, "", {"ante": 700}, "none")]
    verdict = settle(seats, event={"type": "shoe_jam"})
    assert verdict.returned("647a.13(f)") == {"ante": 1000, "flop": 2000}
    assert verdict.returned("647a.13(f)", seat=2) == {"ante": 700}


@pytest.mark.reg("58 Pa. Code § 647a.13(a)")
def test_face_up_cards_after_the_initial_two_leave_the_bonus_to_be_settled(settle, place):
    """Kings pay 10 to 1; everything else goes back, and the text says so of all of it."""
    event = {"type": "face_up_multiple_after_initial_two"}
    verdict = settle([place(1, CARDS, ALL, turn=True)], "Kc 9d 7h 4s", DEALER, event=event)
    assert verdict("bonus") == ("win", 5000, 500, "10 to 1", "647a.11(h)(3)")
    kept_back = {name: stake for name, stake in ALL.items() if name != "bonus"}
    assert verdict.returned("647a.13(a)") == {**kept_back, "flop": 2000, "turn": 1000}
    assert verdict.total() == 5500 + 2000 + 3000
    assert verdict.notes == [f"647a.13(a): {RESHUFFLED}"]


@pytest.mark.reg("58 Pa. Code §§ 647a.13(a), 647a.13(d)")
@pytest.mark.parametrize("kind", ["face_up_multiple_after_initial_two", "dealer_card_exposed"])
def test_bonus_that_stands_may_lose_or_need_the_dealers_aces(settle, refused, place, kind):
    event = {"type": kind}
    assert settle([place(1, "Ks Qd", BONUS, "none")], event=event)("bonus") == (
        "lose", 0, 0, "-", "647a.11(h)(3)"
    )  # fmt: skip
    aces = [place(1, "As Ad", BONUS, "none")]
    assert settle(aces, dealer="Ac Ah", event=event).paid("bonus") == 500_000
    assert refused(aces, dealer="Ac", event=event)[0] == "dealer"
    assert refused([place(1, "As", BONUS, "none")], event=event)[0] == "seats[0].cards"


@pytest.mark.reg("58 Pa. Code § 647a.13(d)")
def test_exposed_dealer_card_returns_the_contest_and_settles_the_bonus(settle, place):
    event = {"type": "dealer_card_exposed"}
    seats = [place(1, CARDS, BONUS), place(2, "", {"ante": 700}, "none")]
    verdict = settle(seats, event=event)
    assert verdict.returned("647a.13(d)") == {"ante": 1000, "flop": 2000}
    assert verdict.returned("647a.13(d)", seat=2) == {"ante": 700}
    assert verdict("bonus") == ("win", 5000, 500, "10 to 1", "647a.11(h)(3)")
    assert verdict.notes == [f"647a.13(d): {RESHUFFLED}"]


@pytest.mark.reg("58 Pa. Code § 647a.13(d)")
def test_exposed_dealer_card_and_the_wagers_of_which_the_rule_is_silent(settle, place):
    event = {"type": "dealer_card_exposed"}
    seats = [place(1, CARDS, ALL, "none")]
    verdict = settle(seats, BOARD, DEALER, SIX, event=event, magic_card="Ks", lucky_position=1)
    assert verdict.returned("647a.13(d)") == {n: s for n, s in ALL.items() if n != "bonus"}
    assert "fchb_player_magic" not in verdict.wagers()
    *silences, cards = verdict.notes
    assert cards == f"647a.13(d): {RESHUFFLED}"
    assert len(silences) == len(SILENT)
    for wager, note in zip(SILENT, silences, strict=True):
        assert note.startswith("647a.13(d): rule silent")
        assert wager in note
        assert "house ruling required" in note


@pytest.mark.cites("58 Pa. Code § 647a.13(d)")
def test_exposed_after_everybody_decided_on_the_flop_rests_on_a_switch(settle, place):
    seats = [place(1, "", {"ante": 1000}), place(2, "", {"ante": 1000}, "fold")]
    verdict = settle(seats, event={"type": "dealer_card_exposed"})
    assert "647a.13(d): exposed_until = the last River decision" in verdict.switches()
    seats[1] = place(2, "", {"ante": 1000}, "none")
    verdict = settle(seats, event={"type": "dealer_card_exposed"})
    assert verdict.notes == [f"647a.13(d): {RESHUFFLED}"]


@pytest.mark.reg("58 Pa. Code § 647a.13(c)")
@pytest.mark.parametrize("six", ["3c 5d 8h", "3c 5d 8h Th 6c"])
def test_wrong_number_of_six_card_cards_is_not_in_the_text(settle, place, six):
    seats, event = [place(1, CARDS, ALL)], {"type": "incorrect_number"}
    verdict = settle(seats, BOARD, DEALER, six, event=event)
    assert verdict.returned("647a.13(c)") == {**ALL, "flop": 2000}
    assert verdict.notes[0].startswith("647a.13(c): rule silent: house ruling required")
    assert "647a.13(c): wrong_six_card_number = all_wagers" in verdict.switches()


@pytest.mark.cites("58 Pa. Code § 647a.13(c)")
@pytest.mark.parametrize("street", [0, 3, 4, 5])
def test_board_is_not_wrong_for_being_unfinished(settle, place, street):
    """Whenever it is noticed that the Six Card Bonus cards are three, they alone are wrong."""
    board = " ".join(BOARD.split()[:street])
    verdict = settle([place(1, CARDS, ALL)], board, DEALER, "3c 5d 8h", event={"type": "incorrect_number"})
    assert "rule silent" in verdict.notes[0]


@pytest.mark.reg("58 Pa. Code § 647a.13(c)")
def test_wrong_number_of_six_card_cards_may_be_ruled_to_touch_that_wager_alone(settle, place):
    verdict = settle(
        [place(1, CARDS, {**BONUS, "six_card_bonus": 400})],
        BOARD,
        DEALER,
        "3c 5d 8h",
        event={"type": "incorrect_number"},
        options={"wrong_six_card_number": "six_card_bonus"},
    )
    assert verdict.returned("647a.13(c)") == {"six_card_bonus": 400}
    assert verdict.paid("flop") == 2000
    assert verdict.paid("bonus") == 5000


@pytest.mark.cites("58 Pa. Code § 647a.13(c)")
@pytest.mark.parametrize(
    ("cards", "board", "dealer", "six"),
    [
        ("Ks Kd", BOARD, DEALER, SIX),
        ("Ks Kd", BOARD, DEALER, ""),
        ("Ks", BOARD, DEALER, "3c"),
        ("Ks Kd", "Kc", DEALER, "3c"),
        ("Ks Kd", "Kc 9d", DEALER, "3c"),
        ("Ks Kd", BOARD + " 6d", DEALER, "3c"),
        ("Ks Kd", BOARD, "Qd", "3c"),
    ],
)
def test_rule_speaks_when_other_cards_are_wrong_too_or_six_card_cards_are_right(
    settle, place, *, cards, board, dealer, six
):
    event = {"type": "incorrect_number"}
    verdict = settle([place(1, cards, BONUS, "none")], board, dealer, six, event=event)
    assert verdict.notes == [f"647a.13(c): {RESHUFFLED}"]


@pytest.mark.reg("58 Pa. Code § 647a.13(f)")
def test_void_round_leaves_the_meters_alone(settle, place):
    meters = {"progressive": 1_000_000, "five_card": 2_000_000}
    verdict = settle([place(1, "9s 8s", ALL)], "7s 6s 5s 2d Kc", event={"type": "shoe_jam"}, meters=meters)
    assert verdict.meters == meters


@pytest.mark.reg("58 Pa. Code § 647a.13(d)")
def test_a_void_round_returns_all_that_was_staked_whatever_was_wrong_with_it(settle, refused, place):
    """A progressive wager of $3, for which the envy table has no row; a bonus without an Ante."""
    seats = [place(1, "", {"ante": 1000, "progressive": 300}, "none"), place(2, "", {"bonus": 1}, "none")]
    verdict = settle(seats, event={"type": "shoe_jam"})
    assert (verdict.total(1), verdict.total(2)) == (1300, 1)
    assert refused(seats)[0] == "seats[0].wagers.progressive"

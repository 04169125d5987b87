"""677a.13 and the stub rules of 677a.8–677a.10: what is void, what goes back, what is settled anyhow."""

import pytest

BOARD = "9h 6h 5s 2d Kc"
ALL = {"ante": 1000, "odds": 1000, "pocket_bonus": 500, "trips_plus": 300}


def everything_returned(verdict, section, seat=1):
    wagers = verdict.seats[seat]["wagers"]
    assert all(w["outcome"] == "void" and w["section"] == section for w in wagers.values()), wagers
    assert all(w["payout_cents"] == 0 and w["rate"] == "-" for w in wagers.values())
    return {name: wager["returned_stake_cents"] for name, wager in wagers.items()}


@pytest.mark.reg("58 Pa. Code § 677a.13(a)")
@pytest.mark.reg("58 Pa. Code § 677a.13(c)")
@pytest.mark.reg("58 Pa. Code § 677a.13(f)")
@pytest.mark.parametrize(
    "rule",
    [
        ("face_up_multiple_early", "677a.13(a)", "the cards are reshuffled"),
        ("incorrect_number", "677a.13(c)", "the cards are reshuffled"),
        (
            "shoe_jam",
            "677a.13(f)",
            "the cards are removed from the device and reshuffled with those already dealt",
        ),
    ],
)
def test_everything_is_void_and_returned(settle, place, rule):
    """Aces would have been paid 30 to 1."""
    kind, section, cards = rule
    seats = [place(1, "Ac Ad", ALL, ("preflop", 3000))]
    verdict = settle(seats, "2c Ah", BOARD, event={"type": kind})
    assert everything_returned(verdict, section) == {**ALL, "raise": 3000}
    assert verdict.total() == 5800
    assert verdict.notes == [f"{section}: {cards}"]


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


@pytest.mark.reg("58 Pa. Code § 677a.13(a)")
def test_single_face_up_card_is_set_aside_and_the_round_goes_on(settle, place):
    verdict = settle([place(1, "9c 9d", ALL, 1000)], "2c Ah", BOARD, event={"type": "face_up_single"})
    assert verdict.outcomes() == "win push win"
    assert verdict.notes == ["677a.13(a): the card goes to the discard rack and is not used in this round"]


@pytest.mark.reg("58 Pa. Code § 677a.13(b)")
@pytest.mark.reg("58 Pa. Code § 677a.13(e)")
@pytest.mark.reg("58 Pa. Code § 677a.13(g)")
@pytest.mark.parametrize(
    ("kind", "note"),
    [
        ("drawn_in_error", "677a.13(b): the card is used as the next one"),
        ("shuffler_jam", "677a.13(e): the cards are reshuffled"),
        (
            "device_out_of_order",
            "677a.13(g): the device is covered or marked out of order before another method is used",
        ),
    ],
)
def test_irregularities_that_leave_the_wagers_alone(settle, refused, place, kind, note):
    verdict = settle([place(1, "9c 9d", ALL, 1000)], "2c Ah", BOARD, event={"type": kind})
    assert verdict.paid("ante") == 1000
    assert verdict.paid("trips_plus") == 900
    assert verdict.notes == [note]
    seats = [place(1, "9c 9d", ALL, "none")]
    assert refused(seats, "2c Ah", BOARD, event={"type": kind})[0] == "seats[0].decision.action"


@pytest.mark.reg("58 Pa. Code § 677a.13(c)")
@pytest.mark.parametrize(
    ("cards", "dealer", "board"),
    [("Ac Ad 3c", "", ""), ("Ac", "2c Ah 4d", ""), ("Ac Ad", "2c Ah", "9h 6h 5s 2d Kc 3c")],
    ids=["player", "dealer", "community"],
)
def test_incorrect_number_of_cards_may_be_described_as_it_was(settle, place, cards, dealer, board):
    verdict = settle([place(1, cards, ALL, "none")], dealer, board, event={"type": "incorrect_number"})
    assert everything_returned(verdict, "677a.13(c)") == ALL


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


@pytest.mark.reg("58 Pa. Code § 677a.13")
@pytest.mark.parametrize(
    "kind", ["incorrect_number", "dealer_card_exposed", "face_up_multiple_after_initial_two"]
)
def test_ante_and_odds_of_a_player_who_had_folded_are_a_switch(settle, place, kind):
    contest = {"ante": 1000, "odds": 1000}
    seats = [place(1, "", contest, "fold"), place(2, "", {"ante": 700, "odds": 700}, "none")]
    verdict = settle(seats, event={"type": kind})
    assert (verdict.total(1), verdict.total(2)) == (2000, 1400)
    assert verdict.switches()[0] == "677a.13: folded_ante = returned"
    other = settle(seats, event={"type": kind}, options={"folded_ante": "lost"})
    assert (other.total(1), other.total(2)) == (0, 1400)
    assert other.outcome("ante") == other.outcome("odds") == "lose"


@pytest.mark.reg("58 Pa. Code § 677a.13(d)")
def test_bonus_wagers_of_a_player_who_had_folded_stand(settle, place):
    options = {"folded_ante": "lost"}
    seats = [place(1, "9c 9d", ALL, "fold"), place(2, "", {"ante": 700, "odds": 700}, "none")]
    verdict = settle(seats, "", BOARD, event={"type": "dealer_card_exposed"}, options=options)
    assert verdict.outcome("ante") == "lose"
    assert verdict.total() == 3000 + 1200


@pytest.mark.reg("58 Pa. Code § 677a.13(d)")
@pytest.mark.reg("58 Pa. Code § 677a.7(b)")
def test_abandoned_wagers_that_an_irregularity_returns_are_returned(settle, place):
    seats = [place(1, "9c 9d", ALL, "abandon")]
    verdict = settle(seats, "", BOARD, event={"type": "dealer_card_exposed"})
    assert verdict("ante") == ("void", 0, 1000, "-", "677a.13(d)")
    assert verdict("odds") == ("void", 0, 1000, "-", "677a.13(d)")
    assert verdict("pocket_bonus") == ("lose", 0, 0, "-", "677a.7(b)")
    void = settle(seats, "", BOARD, event={"type": "shoe_jam"})
    assert everything_returned(void, "677a.13(f)") == ALL


@pytest.mark.reg("58 Pa. Code § 677a.8(g)")
@pytest.mark.reg("58 Pa. Code § 677a.9(f)")
@pytest.mark.reg("58 Pa. Code § 677a.10(f)")
@pytest.mark.parametrize(
    ("procedure", "section"),
    [("manual_shoe", "677a.8(g)"), ("hand", "677a.9(f)"), ("automated_shoe", "677a.10(f)")],
)
@pytest.mark.parametrize(
    "count",
    [
        (True, 52, "the deck stays in use", False),
        (False, 51, "the entire deck is removed from the table", False),
        (False, 53, "the entire deck is removed from the table", False),
        (True, 51, "the entire deck is removed from the table", True),
    ],
)
def test_wrong_stub_voids_the_round(settle, place, procedure, section, count):
    misdealt, cards, what, switch = count
    event = {"type": "stub_count_wrong", "misdealt": misdealt, "cards": cards, "procedure": procedure}
    verdict = settle([place(1, "9c 9d", ALL, 1000)], "2c Ah", BOARD, event=event)
    assert everything_returned(verdict, section) == {**ALL, "raise": 1000}
    assert verdict.notes[-1] == f"{section}: {what}"
    assert any("misdealt_and_short" in note for note in verdict.notes) == switch


@pytest.mark.reg("58 Pa. Code § 677a.13")
def test_raise_that_cannot_be_is_refused_in_a_void_round_too(refused, place):
    seats = [place(1, "", ALL, ("preflop", 3001))]
    assert refused(seats, event={"type": "shoe_jam"})[0] == "seats[0].decision.raise"


@pytest.mark.reg("58 Pa. Code § 677a.13")
def test_steps_of_a_raise_do_not_matter_to_a_void_round(settle, place):
    seats = [place(1, "", {"ante": 1000, "odds": 1000}, ("preflop", 2500))]
    for kind in ("shoe_jam", "dealer_card_exposed"):
        assert settle(seats, event={"type": kind}).switches()[:-1] == []


@pytest.mark.reg("58 Pa. Code § 677a.13")
@pytest.mark.parametrize("kind", ["face_up_multiple", "earthquake", None])
def test_irregularity_that_the_chapter_does_not_know_is_refused(refused, place, kind):
    seats = [place(1, "", {"ante": 1000, "odds": 1000}, "none")]
    assert refused(seats, event={"type": kind})[0] == "event.type"

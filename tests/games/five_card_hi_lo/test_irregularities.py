"""663a.13 and the stub rules of 663a.8–663a.10: what is void, what goes back, where the text is silent."""

import pytest

DEALER = "5s Kd 8h 4d 9c"  # 27 high, 9 low
ALL = {"ante": 1000, "tie": 500, "poker_bonus": 300}
WINNER = "Qc 9d 9h / 5c 3c"  # 28 high, 8 low, and a pair of nines


def everything_returned(verdict, section, seat=1):
    wagers = verdict.seats[seat]["wagers"]
    assert all(w["outcome"] == "void" and w["section"] == section for w in wagers.values()), wagers
    assert all(w["payout_cents"] == 0 and w["rate"] == "-" for w in wagers.values())
    return {name: wager["returned_stake_cents"] for name, wager in wagers.items()}


@pytest.mark.reg("58 Pa. Code § 663a.13(a)")
@pytest.mark.reg("58 Pa. Code § 663a.13(c)")
@pytest.mark.reg("58 Pa. Code § 663a.13(e)")
@pytest.mark.parametrize(
    "rule",
    [
        ("face_up_multiple", "663a.13(a)", "the cards are reshuffled"),
        ("incorrect_number", "663a.13(c)", "the cards are reshuffled"),
        (
            "shoe_jam",
            "663a.13(e)",
            "the cards are removed from the device and reshuffled with those already dealt",
        ),
    ],
)
def test_everything_is_void_and_returned(settle, place, rule):
    kind, section, cards = rule
    verdict = settle([place(1, WINNER, ALL)], DEALER, event={"type": kind})
    assert everything_returned(verdict, section) == {**ALL, "play": 1000}
    assert verdict.total() == 2800
    assert verdict.notes == [f"{section}: {cards}"]


@pytest.mark.reg("58 Pa. Code § 663a.13(a)")
def test_void_hand_has_no_ante_bonus(settle, place):
    verdict = settle([place(1, "Ac Ad 9h / As 2c", ALL)], DEALER, event={"type": "face_up_multiple"})
    assert not verdict.has("ante_bonus")
    assert verdict.total() == 2800


@pytest.mark.reg("58 Pa. Code § 663a.13(c)")
def test_incorrect_number_of_cards_may_be_described_as_it_was(settle, place):
    seats = [place(1, "Qc 9d 9h 5c 3c 2c", ALL, "none"), place(2, "4c", {"ante": 700}, "none")]
    verdict = settle(seats, "5s Kd", event={"type": "incorrect_number"})
    assert everything_returned(verdict, "663a.13(c)") == ALL
    assert everything_returned(verdict, "663a.13(c)", seat=2) == {"ante": 700}


@pytest.mark.reg("58 Pa. Code § 663a.13(e)")
@pytest.mark.parametrize("unset", [{}, {"high": [], "low": []}])
def test_hand_that_was_not_set_yet_may_be_described_as_it_was(settle, place, unset):
    unset = {"action": "play", "play": 1000, **unset}
    verdict = settle([place(1, "Qc 9d 9h 5c 3c", ALL, unset)], event={"type": "shoe_jam"})
    assert verdict.total() == 2800


@pytest.mark.reg("58 Pa. Code § 663a.13(a)")
@pytest.mark.reg("58 Pa. Code § 663a.13(b)")
@pytest.mark.reg("58 Pa. Code § 663a.13(d)")
@pytest.mark.reg("58 Pa. Code § 663a.13(f)")
@pytest.mark.parametrize(
    ("kind", "note"),
    [
        ("face_up_single", "663a.13(a): the card goes to the discard rack and is not used in this round"),
        ("drawn_in_error", "663a.13(b): the card is used as the next one"),
        ("shuffler_jam", "663a.13(d): the cards are reshuffled"),
        (
            "device_out_of_order",
            "663a.13(f): the device is covered or marked out of order before another method is used",
        ),
    ],
)
def test_irregularities_that_leave_the_wagers_alone(settle, refused, place, kind, note):
    """Both hands win, the Tie loses, a pair of nines pays 1 to 1."""
    verdict = settle([place(1, WINNER, ALL)], DEALER, event={"type": kind})
    assert verdict.total() == 4000 + 0 + 600
    assert verdict.notes == [note]
    seats = [place(1, "Qc 9d 9h 5c 3c", ALL, "none")]
    assert refused(seats, DEALER, event={"type": kind})[0] == "seats[0].decision.action"


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
    assert everything_returned(verdict, "663a.13") == {**ALL, "play": 1000}
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
    assert everything_returned(verdict, "663a.13") == {**ALL, "play": 1000}
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


@pytest.mark.reg("58 Pa. Code § 663a.13(e)")
@pytest.mark.reg("58 Pa. Code § 663a.7(b)")
def test_abandoned_wagers_of_a_void_round_are_returned(settle, place):
    verdict = settle([place(1, "", ALL, "abandon")], event={"type": "shoe_jam"})
    assert everything_returned(verdict, "663a.13(e)") == ALL


@pytest.mark.reg("58 Pa. Code § 663a.8(h)")
@pytest.mark.reg("58 Pa. Code § 663a.9(f)")
@pytest.mark.reg("58 Pa. Code § 663a.10(f)")
@pytest.mark.parametrize(
    ("procedure", "section"),
    [("manual_shoe", "663a.8(h)"), ("hand", "663a.9(f)"), ("automated_shoe", "663a.10(f)")],
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
    verdict = settle([place(1, WINNER, ALL)], DEALER, event=event)
    assert everything_returned(verdict, section) == {**ALL, "play": 1000}
    assert verdict.notes[-1] == f"{section}: {what}"
    assert any("misdealt_and_short" in note for note in verdict.notes) == switch


@pytest.mark.reg("58 Pa. Code § 663a.13")
@pytest.mark.parametrize("kind", ["face_up_multiple_early", "earthquake", None])
def test_irregularity_that_the_chapter_does_not_know_is_refused(refused, place, kind):
    assert refused([place(1, "", {"ante": 1000}, "none")], event={"type": kind})[0] == "event.type"

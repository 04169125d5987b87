"""678a.13 and the stub rules of 678a.8(h), .9(f), .10(f): what is void, returned, or settled all the same."""

import pytest

DEALER = "9h 3h 2h Kc Qc As 7d"
FIVE_SPADES = "4s 5s 6s 7s 8s Jd Jc"
ALL = {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 300, "progressive": 100}


def everything_returned(verdict, section, seat=1):
    wagers = verdict.seats[seat]["wagers"]
    assert all(w["outcome"] == "void" and w["section"] == section for w in wagers.values()), wagers
    assert all(w["payout_cents"] == 0 and w["rate"] == "-" for w in wagers.values())
    return {name: wager["returned_stake_cents"] for name, wager in wagers.items()}


@pytest.mark.reg("58 Pa. Code § 678a.13(a)")
@pytest.mark.reg("58 Pa. Code § 678a.13(c)")
@pytest.mark.reg("58 Pa. Code § 678a.13(f)")
@pytest.mark.parametrize(
    "rule",
    [
        ("face_up_multiple", "678a.13(a)", "the cards are reshuffled"),
        ("incorrect_number", "678a.13(c)", "the cards are reshuffled"),
        (
            "shoe_jam",
            "678a.13(f)",
            "the cards are removed from the device and reshuffled with those already dealt",
        ),
    ],
)
@pytest.mark.parametrize("book", ["678a@2019-11-02", "678a@2015-proposed"])
def test_everything_is_void_and_returned(settle, place, book, rule):
    kind, section, cards = rule
    verdict = settle([place(1, FIVE_SPADES, ALL, 2000)], DEALER, rulebook=book, event={"type": kind})
    assert everything_returned(verdict, section) == {**ALL, "raise": 2000}
    assert verdict.total() == 3900
    assert verdict.notes == [f"{section}: {cards}"]


@pytest.mark.reg("58 Pa. Code § 678a.13(c)")
def test_incorrect_number_of_cards_may_be_described_as_it_was(settle, place):
    seats = [place(1, "4s 5s 6s 7s 8s Jd Jc 2c", ALL, "none"), place(2, "4d", {"ante": 700}, "none")]
    verdict = settle(seats, "9h 3h", event={"type": "incorrect_number"})
    assert everything_returned(verdict, "678a.13(c)") == ALL
    assert everything_returned(verdict, "678a.13(c)", seat=2) == {"ante": 700}


@pytest.mark.reg("58 Pa. Code § 678a.13(a)")
def test_single_face_up_card_is_set_aside_and_the_round_goes_on(settle, place):
    verdict = settle([place(1, FIVE_SPADES, ALL, 2000)], DEALER, event={"type": "face_up_single"})
    assert verdict.paid("raise") == 2000
    assert verdict.notes == ["678a.13(a): the card goes to the discard rack and is not used in this round"]


@pytest.mark.reg("58 Pa. Code § 678a.13(b)")
@pytest.mark.reg("58 Pa. Code § 678a.13(e)")
@pytest.mark.reg("58 Pa. Code § 678a.13(g)")
@pytest.mark.parametrize(
    ("kind", "note"),
    [
        ("drawn_in_error", "678a.13(b): the card is used as the next one"),
        ("shuffler_jam", "678a.13(e): the cards are reshuffled"),
        (
            "device_out_of_order",
            "678a.13(g): the device is covered or marked out of order before another method is used",
        ),
    ],
)
def test_irregularities_that_leave_the_wagers_alone(settle, place, kind, note):
    verdict = settle([place(1, FIVE_SPADES, ALL, 2000)], DEALER, event={"type": kind})
    assert verdict.paid("ante") == 1000
    assert verdict.notes == [note]


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
@pytest.mark.parametrize("kind", ["incorrect_number", "dealer_card_exposed"])
def test_ante_of_a_player_who_had_folded_is_a_switch(settle, place, kind):
    seats = [place(1, "", {"ante": 1000}, "fold"), place(2, "", {"ante": 700}, "none")]
    verdict = settle(seats, event={"type": kind})
    assert verdict.total(1) == 1000
    assert verdict.total(2) == 700
    assert verdict.notes[0].startswith("678a.13: folded_ante = returned")
    other = settle(seats, event={"type": kind}, options={"folded_ante": "lost"})
    assert other.total(1) == 0
    assert other.outcome("ante", seat=1) == "lose"
    assert other.total(2) == 700


@pytest.mark.reg("58 Pa. Code § 678a.13(d)")
@pytest.mark.reg("58 Pa. Code § 678a.7(b)")
def test_abandoned_wagers_that_an_irregularity_returns_are_returned(settle, place):
    seats = [place(1, FIVE_SPADES, ALL, "abandon")]
    verdict = settle(seats, DEALER, event={"type": "dealer_card_exposed"})
    assert verdict("ante") == ("void", 0, 1000, "-", "678a.13(d)")
    assert verdict("flush_bonus") == ("lose", 0, 0, "-", "678a.7(b)")
    void = settle(seats, DEALER, event={"type": "shoe_jam"})
    assert everything_returned(void, "678a.13(f)") == ALL


@pytest.mark.reg("58 Pa. Code § 678a.8(h)")
@pytest.mark.reg("58 Pa. Code § 678a.9(f)")
@pytest.mark.reg("58 Pa. Code § 678a.10(f)")
@pytest.mark.parametrize(
    ("procedure", "section"),
    [("manual_shoe", "678a.8(h)"), ("hand", "678a.9(f)"), ("automated_shoe", "678a.10(f)")],
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
    verdict = settle([place(1, FIVE_SPADES, ALL, 2000)], DEALER, event=event)
    assert everything_returned(verdict, section) == {**ALL, "raise": 2000}
    assert verdict.notes[-1] == f"{section}: {what}"
    assert any("misdealt_and_short" in note for note in verdict.notes) == switch


@pytest.mark.reg("58 Pa. Code § 678a.13")
def test_void_round_leaves_the_meter_alone(settle, place):
    seats = [place(1, "2s 3s 4s 5s 6s 7s 8s", ALL, "none")]
    verdict = settle(seats, event={"type": "shoe_jam"}, meters={"progressive": 3_000_000})
    assert verdict.meters == {"progressive": 3_000_000}


@pytest.mark.reg("58 Pa. Code § 678a.13")
def test_payout_limit_of_a_void_round_counts_nothing(settle, place):
    verdict = settle(
        [place(1, "", {"ante": 9_000_000}, "none")],
        event={"type": "shoe_jam"},
        options={"payout_limit_cents": 5_000_000},
    )
    assert verdict.total() == 9_000_000
    assert verdict.seats[1]["aggregate_limit"] == {"uncapped_cents": 0, "limited_cents": 0}


@pytest.mark.reg("58 Pa. Code § 678a.13")
@pytest.mark.parametrize("kind", ["face_up_multiple_early", "earthquake", None])
def test_irregularity_that_the_chapter_does_not_know_is_refused(refused, place, kind):
    assert refused([place(1, "", {"ante": 1000}, "none")], event={"type": kind})[0] == "event.type"


@pytest.mark.reg("58 Pa. Code § 678a.11(b)")
@pytest.mark.parametrize("kind", ["shoe_jam", "dealer_card_exposed"])
@pytest.mark.parametrize("raised", [(FIVE_SPADES, 2000), ("", 3000)])
def test_returned_raise_is_one_that_could_be_placed(settle, refused, place, kind, raised):
    """Cards that are gone may have been a six-card flush, whose Raise is three times the Ante."""
    (cards, most), event, ante = raised, {"type": kind}, {"ante": 1000}
    assert settle([place(1, cards, ante, most)], event=event).total() == 1000 + most
    for amount in (999, most + 1):
        field, message = refused([place(1, cards, ante, amount)], event=event)
        assert field == "seats[0].decision.raise"
        assert str(amount) in message


@pytest.mark.reg("58 Pa. Code § 678a.13(d)")
def test_bonuses_beside_an_exposed_dealer_card_rest_on_a_completed_deal(settle, place):
    event = {"type": "dealer_card_exposed"}
    switch = "678a.13(d): exposed_before_deal_is_complete = the deal is completed for them"
    bonus = settle([place(1, FIVE_SPADES, ALL, "none")], event=event)
    assert [note.split(" (")[0] for note in bonus.notes] == [switch, "678a.13(d): the cards are reshuffled"]
    assert settle([place(1, "", {"ante": 1000}, "none")], event=event).notes == bonus.notes[1:]

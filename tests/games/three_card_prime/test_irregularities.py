"""679a.13 and the stub rules of 679a.8(g), .9(f), .10(f): what is void, returned, or settled all the same."""

import pytest

DEALER = "Qh 3c 2d"
FLUSH = "Ks 9s 4s"
ALL = {"ante": 1000, "prime": 500, "pair_bonus": 300, "all_six": 200}
LIMIT = {"payout_limit_cents": 5_000_000}


def everything_returned(verdict, section, seat=1):
    wagers = verdict.seats[seat]["wagers"]
    assert all(w["outcome"] == "void" and w["section"] == section for w in wagers.values()), wagers
    assert all(w["payout_cents"] == 0 and w["rate"] == "-" for w in wagers.values())
    return {name: wager["returned_stake_cents"] for name, wager in wagers.items()}


@pytest.mark.reg("58 Pa. Code § 679a.13(a)")
@pytest.mark.reg("58 Pa. Code § 679a.13(c)")
@pytest.mark.reg("58 Pa. Code § 679a.13(f)")
@pytest.mark.parametrize(
    "rule",
    [
        ("face_up_multiple", "679a.13(a)", "the cards are reshuffled"),
        ("incorrect_number", "679a.13(c)", "the cards are reshuffled"),
        (
            "shoe_jam",
            "679a.13(f)",
            "the cards are removed from the device and reshuffled with those already dealt",
        ),
    ],
)
def test_everything_is_void_and_returned(settle, place, rule):
    kind, section, cards = rule
    verdict = settle([place(1, FLUSH, ALL, fourth_card="2c")], DEALER, event={"type": kind})
    assert everything_returned(verdict, section) == {**ALL, "play": 1000}
    assert verdict.total() == 3000
    assert verdict.notes == [f"{section}: {cards}"]


@pytest.mark.reg("58 Pa. Code § 679a.13(c)")
def test_incorrect_number_of_cards_may_be_described_as_it_was(settle, place):
    seats = [place(1, "Ks 9s 4s 2c", ALL, "none"), place(2, "4d", {"ante": 700}, "none")]
    verdict = settle(seats, "Qh 3c", event={"type": "incorrect_number"})
    assert everything_returned(verdict, "679a.13(c)") == ALL
    assert everything_returned(verdict, "679a.13(c)", seat=2) == {"ante": 700}


@pytest.mark.reg("58 Pa. Code § 679a.13(a)")
@pytest.mark.reg("58 Pa. Code § 679a.13(b)")
@pytest.mark.reg("58 Pa. Code § 679a.13(e)")
@pytest.mark.reg("58 Pa. Code § 679a.13(g)")
@pytest.mark.parametrize(
    ("kind", "note"),
    [
        ("face_up_single", "679a.13(a): the card goes to the discard rack and is not used in this round"),
        ("drawn_in_error", "679a.13(b): the card is used as the next one"),
        ("shuffler_jam", "679a.13(e): the cards are reshuffled"),
        (
            "device_out_of_order",
            "679a.13(g): the device is covered or marked out of order before another method is used",
        ),
    ],
)
def test_irregularities_that_leave_the_wagers_alone(settle, place, kind, note):
    """A black flush against a queen: Ante and Play 1 to 1, Prime and Pair Bonus 3 to 1, All-Six lost."""
    verdict = settle([place(1, FLUSH, ALL, fourth_card="3d")], DEALER, event={"type": kind})
    assert [verdict.paid(name) for name in ("ante", "play", "prime", "pair_bonus")] == [1000, 1000, 1500, 900]
    assert verdict.outcome("all_six") == "lose"
    assert verdict.notes == [note]


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
    assert everything_returned(verdict, "679a.13(d)") == {"ante": 1000}
    assert verdict.notes == ["679a.13(d): the cards are reshuffled"]


@pytest.mark.reg("58 Pa. Code § 679a.13(d)")
def test_exposed_dealer_card_does_not_spare_losing_optional_wagers(settle, place):
    seats = [place(1, "Ks 9d 4s", ALL, "none")]
    verdict = settle(seats, DEALER, event={"type": "dealer_card_exposed"})
    assert [verdict.outcome(name) for name in ALL] == ["void", "lose", "lose", "lose"]
    assert verdict.total() == 1000


@pytest.mark.reg("58 Pa. Code § 679a.13")
@pytest.mark.parametrize("kind", ["incorrect_number", "dealer_card_exposed"])
def test_ante_of_a_player_who_had_forfeited_it_is_a_switch(settle, place, kind):
    seats = [place(1, "", {"ante": 1000}, "forfeit"), place(2, "", {"ante": 700}, "none")]
    verdict = settle(seats, event={"type": kind})
    assert [verdict.total(1), verdict.total(2)] == [1000, 700]
    assert verdict.switches()[0] == "679a.13: folded_ante = returned"
    other = settle(seats, event={"type": kind}, options={"folded_ante": "lost"})
    assert [other.total(1), other.total(2)] == [0, 700]
    assert other.outcome("ante", seat=1) == "lose"


@pytest.mark.reg("58 Pa. Code § 679a.13(d)")
@pytest.mark.reg("58 Pa. Code § 679a.7(b)")
def test_abandoned_wagers_that_an_irregularity_returns_are_returned(settle, place):
    seats = [place(1, FLUSH, ALL, "abandon")]
    verdict = settle(seats, DEALER, event={"type": "dealer_card_exposed"})
    assert verdict("ante") == ("void", 0, 1000, "-", "679a.13(d)")
    assert verdict("prime") == ("lose", 0, 0, "-", "679a.7(b)")
    void = settle(seats, DEALER, event={"type": "shoe_jam"})
    assert everything_returned(void, "679a.13(f)") == ALL


@pytest.mark.reg("58 Pa. Code § 679a.8(g)")
@pytest.mark.reg("58 Pa. Code § 679a.9(f)")
@pytest.mark.reg("58 Pa. Code § 679a.10(f)")
@pytest.mark.parametrize(
    ("procedure", "section"),
    [("manual_shoe", "679a.8(g)"), ("hand", "679a.9(f)"), ("automated_shoe", "679a.10(f)")],
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
    verdict = settle([place(1, FLUSH, ALL)], DEALER, event=event)
    assert everything_returned(verdict, section) == {**ALL, "play": 1000}
    assert verdict.notes[-1] == f"{section}: {what}"
    assert any("misdealt_and_short" in note for note in verdict.notes) == switch


@pytest.mark.reg("58 Pa. Code § 679a.13")
def test_payout_limit_of_a_void_round_counts_nothing(settle, place):
    seats = [place(1, "", {"ante": 9_000_000}, "none")]
    verdict = settle(seats, event={"type": "shoe_jam"}, options=LIMIT)
    assert verdict.total() == 9_000_000
    assert verdict.seats[1]["aggregate_limit"] == {"uncapped_cents": 0, "limited_cents": 0}


@pytest.mark.reg("58 Pa. Code § 679a.13")
@pytest.mark.parametrize("kind", ["face_up_multiple_early", "earthquake", None])
def test_irregularity_that_the_chapter_does_not_know_is_refused(refused, place, kind):
    assert refused([place(1, "", {"ante": 1000}, "none")], event={"type": kind})[0] == "event.type"


@pytest.mark.reg("58 Pa. Code § 679a.13(c)")
def test_play_wager_of_a_void_round_still_equals_its_ante(refused, place):
    seat = place(1, "", {"ante": 1000}) | {"decision": {"action": "play", "play": 999}}
    assert refused([seat], event={"type": "incorrect_number"})[0] == "seats[0].decision.play"

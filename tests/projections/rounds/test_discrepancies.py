"""Events of a round that do not agree about its wagers and decisions; nothing is judged by a rule."""

import pytest

from projections.rounds.discrepancies import discrepancies
from tests.projections.rounds.played import CENT, Told


def settled(told, seat, wager, cents, outcome="lose"):
    return told.says(
        "wager_settled",
        seat=seat,
        wager=wager,
        outcome=outcome,
        stake_mc=cents * CENT,
        returned_mc=0,
        paid_mc=0,
    )


def played():
    """A seat with an ante of $10 that folds."""
    told = Told().wagers(1, ante=1_000).says("bets_closed", legs=[])
    return told.deals(1, "Ad Kd 9d 2d 3c 5s 7h").decides(1, "fold")


def test_a_round_that_agrees_with_itself_says_nothing():
    assert discrepancies(settled(played(), 1, "ante", 1_000).closes().view) == []


def test_of_an_open_round_nothing_can_be_said():
    assert discrepancies(played().view) == []


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (played, "seat 1: ante $10.00 was placed and never settled"),
        (
            lambda: settled(played(), 1, "ante", 500),
            "seat 1: ante was settled with a stake of $5.00, and $10.00 was placed",
        ),
        (
            lambda: settled(settled(played(), 1, "ante", 1_000), 1, "ante", 1_000),
            "seat 1: ante was settled 2 times",
        ),
        (
            lambda: settled(settled(played(), 1, "ante", 1_000), 2, "ante", 500),
            "seat 2: ante was settled with a stake of $5.00, and $0.00 was placed",
        ),
        (
            lambda: settled(played().decides(1, "fold"), 1, "ante", 1_000),
            "seat 1: decided 2 times at the deal",
        ),
        (
            lambda: settled(
                Told().wagers(1, ante=1_000).says("bets_closed", legs=[]).deals(1, "Ad Kd"), 1, "ante", 1_000
            ),
            "seat 1: no decision is recorded",
        ),
        (
            lambda: settled(
                Told().wagers(1, ante=1_000).deals(1, "Ad Kd").decides(1, "fold"), 1, "ante", 1_000
            ),
            "cards were dealt, and bets were never closed",
        ),
    ],
)
def test_what_does_not_agree_is_said(told, words):
    assert discrepancies(told().closes().view) == [words]


def test_what_lost_may_go_back_in_a_void():
    told = settled(settled(played(), 1, "ante", 1_000), 1, "ante", 1_000, "void")
    assert discrepancies(told.voids("678a.13(c)").view) == []


@pytest.mark.parametrize("outcomes", ["lose lose void", "void void", "lose void void"])
def test_what_lost_goes_back_in_a_void_once(outcomes):
    told = played()
    for outcome in outcomes.split():
        told = settled(told, 1, "ante", 1_000, outcome)
    times = len(outcomes.split())
    assert discrepancies(told.voids("678a.13(c)").view) == [f"seat 1: ante was settled {times} times"]


def with_too_many(*, dealers=False):
    """A stack that is delivered twice, unread: to the seat, or to the dealer."""
    told = settled(played(), 1, "ante", 1_000, "void")
    for _ in range(2 if dealers else 1):
        told.deals(None if dealers else 1, "2c 3c 4c 5c 6c 7c 8c", shown=False)
    return told


def test_a_hand_has_no_more_cards_than_the_game_deals():
    words = "14 cards were dealt, and a hand has 7"
    assert discrepancies(with_too_many().voids("678a.13(b)").view) == [f"seat 1: {words}"]
    assert discrepancies(with_too_many(dealers=True).voids("678a.13(b)").view) == [f"the dealer: {words}"]


@pytest.mark.parametrize(
    ("area", "cards", "words"),
    [
        ("community", 5, "community: 10 cards were dealt, and there are 5"),
        ("six_card_bonus", 4, "six card bonus: 8 cards were dealt, and there are 4"),
    ],
)
def test_a_board_has_no_more_cards_than_the_game_deals(area, cards, words):
    """A shoe's stack that is told twice, in a round that ends before anybody turns it up."""
    told = settled(Told().wagers(1, ante=1_000).says("bets_closed", legs=[]), 1, "ante", 1_000, "void")
    stack = {"to": area, "seat": None, "cards": [None] * cards, "face": "down"}
    found = []
    for _ in range(2):
        view = told.says("stack_delivered", **stack).view
        view.rulebook, view.status = "647a@2019-08-31", "voided"
        found += discrepancies(view)
    assert found == [words]


@pytest.mark.parametrize(("seats", "is_said"), [([1], False), ([], False), ([2], True)])
def test_too_many_cards_are_no_news_where_they_were_called(seats, is_said):
    told = with_too_many()
    wrong = {"kind": "incorrect_number", "seats": seats, "cards": [], "called_by": "D-1", "text": "14 cards"}
    found = discrepancies(told.says("irregularity_called", **wrong).voids("678a.13(c)").view)
    assert found == ["seat 1: 14 cards were dealt, and a hand has 7"] * is_said


def test_too_many_cards_that_were_ruled_on_are_no_news():
    told = with_too_many()
    ruled = {"ruling": "round_void", "section": "678a.13(c)", "ruled_by": "F-1", "reason": "14 cards"}
    told.says("irregularity_ruled", kind="incorrect_number", **ruled)
    assert discrepancies(told.voids("678a.13(c)").view) == []


@pytest.mark.parametrize(("misdealt", "is_said"), [(True, False), (False, True)])
def test_too_many_cards_are_no_news_where_the_stub_showed_who_was_misdealt(misdealt, is_said):
    told = with_too_many()
    told.says("stub_counted", deck="red-1", stub_cards=31, deck_cards=52, misdealt=misdealt)
    wrong = {"kind": "stub_count_wrong", "seats": [1], "cards": [], "called_by": "D-1", "text": "misdealt"}
    found = discrepancies(told.says("irregularity_called", **wrong).voids("678a.10(f)").view)
    assert ("seat 1: 14 cards were dealt, and a hand has 7" in found) == is_said


def called_wrong(counted):
    """A void because of the stub, with or without the count that shows it."""
    told = settled(played(), 1, "ante", 1_000)
    if counted:
        told.says("stub_counted", deck="red-1", stub_cards=40, deck_cards=51, misdealt=False)
    kind = "stub_count_wrong"
    told.says("irregularity_called", kind=kind, seats=[], cards=[], called_by="D-1", text="51 cards")
    ruled = {"ruling": "round_void", "section": "678a.8(h)", "ruled_by": "F-1", "reason": "51 cards"}
    return told.says("irregularity_ruled", kind=kind, **ruled).voids("678a.8(h)").view


def test_a_stub_that_was_called_wrong_has_a_count_that_was_wrong():
    assert discrepancies(called_wrong(counted=True)) == []
    words = "the count of the stub was called wrong, and no count that was wrong is recorded"
    assert discrepancies(called_wrong(counted=False)) == [words]


@pytest.mark.parametrize("unseen", ["flop", "turn_and_river"])
def test_who_decides_at_a_street_has_seen_its_cards(unseen):
    """677a: a seat checks twice and folds at the River, so no wager depends on the board."""
    streets = {"flop": ["7h", "6h", "6d"], "turn_and_river": ["5d", "5c"]}
    told = Told().wagers(1, ante=1_000).says("bets_closed", legs=[]).deals(1, "Ad Kd")
    for street, at in (("", "preflop"), ("flop", "flop"), ("turn_and_river", "river")):
        if street and street != unseen:
            told.says("community_cards_revealed", street=street, cards=streets[street])
        told.decides(1, "check" if at != "river" else "fold", at=at)
    words = "not all of the cards until then were turned up"
    ats = ("flop", "river") if unseen == "flop" else ("river",)

    found = discrepancies(settled(told, 1, "ante", 1_000).closes().view)
    skipped = ["card 4 of the board was turned up, and card 1 was not"] if unseen == "flop" else []
    assert found == [*skipped, *(f"seat 1: decided at the {at}, and {words}" for at in ats)]


@pytest.mark.parametrize("streets", [["flop"], ["flop", "turn"], ["flop", "river"]])
def test_streets_are_turned_up_in_order(streets):
    cards = {"flop": ["7h", "6h", "6d"], "turn": ["5d"], "river": ["5c"]}
    told = settled(Told().wagers(1, ante=1_000).says("bets_closed", legs=[]), 1, "ante", 1_000, "void")
    for street in streets:
        told.says("community_cards_revealed", street=street, cards=cards[street])
    skipped = ["card 5 of the board was turned up, and card 4 was not"] if "river" in streets else []
    assert discrepancies(told.voids("647a.13(b)").view) == skipped

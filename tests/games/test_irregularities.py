"""x.13 of every chapter and the wrong stub of x.8 to x.10: what is void, what goes back, what is left alone.

What one chapter alone foresees, and what an exposed card of the dealer does, is in the game's own folder.
"""

import pytest

from games.describing.describe import answer
from games.rulebook import by_name
from tests.games.builders import Verdict
from tests.games.irregular_rounds import CONTEST, PLACED, TOTAL, WAGERS, WON, contest, played, undecided

EARLY, MULTIPLE = "face_up_multiple_early", "face_up_multiple"
AFTER_TWO, EXPOSED = "face_up_multiple_after_initial_two", "dealer_card_exposed"
RESHUFFLED = "the cards are reshuffled"
CARDS = {
    EARLY: RESHUFFLED,
    MULTIPLE: RESHUFFLED,
    "incorrect_number": RESHUFFLED,
    "shoe_jam": "the cards are removed from the device and reshuffled with those already dealt",
    "face_up_single": "the card goes to the discard rack and is not used in this round",
    "drawn_in_error": "the card is used as the next one",
    "shuffler_jam": RESHUFFLED,
    "device_out_of_order": "the device is covered or marked out of order before another method is used",
}
"""What becomes of the cards, in the words of the verdict."""
REMOVED = "the entire deck is removed from the table"
STUB = {
    "647a": "647a.8(h)",
    "663a": "663a.8(h)",
    "677a": "677a.8(g)",
    "678a": "678a.8(h)",
    "679a": "679a.8(g)",
}


def settle(described, kind, **more):
    return Verdict(answer({**described, "event": {"type": kind}, **more}))


def refused(described, kind):
    error = answer({**described, "event": {"type": kind}})["error"]
    return error["field"], error["message"]


@pytest.mark.parametrize(
    ("chapter", "part", "kind"),
    [
        pytest.param("647a", "(a)", EARLY, marks=pytest.mark.reg("58 Pa. Code § 647a.13(a)")),
        pytest.param("647a", "(c)", "incorrect_number", marks=pytest.mark.reg("58 Pa. Code § 647a.13(c)")),
        pytest.param("647a", "(f)", "shoe_jam", marks=pytest.mark.reg("58 Pa. Code § 647a.13(f)")),
        pytest.param("663a", "(a)", MULTIPLE, marks=pytest.mark.reg("58 Pa. Code § 663a.13(a)")),
        pytest.param("663a", "(c)", "incorrect_number", marks=pytest.mark.reg("58 Pa. Code § 663a.13(c)")),
        pytest.param("663a", "(e)", "shoe_jam", marks=pytest.mark.reg("58 Pa. Code § 663a.13(e)")),
        pytest.param("677a", "(a)", EARLY, marks=pytest.mark.reg("58 Pa. Code § 677a.13(a)")),
        pytest.param("677a", "(c)", "incorrect_number", marks=pytest.mark.reg("58 Pa. Code § 677a.13(c)")),
        pytest.param("677a", "(f)", "shoe_jam", marks=pytest.mark.reg("58 Pa. Code § 677a.13(f)")),
        pytest.param("678a", "(a)", MULTIPLE, marks=pytest.mark.reg("58 Pa. Code § 678a.13(a)")),
        pytest.param("678a", "(c)", "incorrect_number", marks=pytest.mark.reg("58 Pa. Code § 678a.13(c)")),
        pytest.param("678a", "(f)", "shoe_jam", marks=pytest.mark.reg("58 Pa. Code § 678a.13(f)")),
        pytest.param("679a", "(a)", MULTIPLE, marks=pytest.mark.reg("58 Pa. Code § 679a.13(a)")),
        pytest.param("679a", "(c)", "incorrect_number", marks=pytest.mark.reg("58 Pa. Code § 679a.13(c)")),
        pytest.param("679a", "(f)", "shoe_jam", marks=pytest.mark.reg("58 Pa. Code § 679a.13(f)")),
    ],
)
def test_everything_is_void_and_returned(chapter, part, kind):
    section = f"{chapter}.13{part}"
    verdict = settle(played(chapter), kind)
    assert verdict.everything_returned(section) == WAGERS[chapter] | PLACED[chapter]
    assert verdict.total() == TOTAL[chapter]
    assert verdict.notes == [f"{section}: {CARDS[kind]}"]


@pytest.mark.parametrize(
    ("section", "kind"),
    [
        pytest.param("678a.13(a)", MULTIPLE, marks=pytest.mark.reg("58 Pa. Code § 678a.13(a)")),
        pytest.param("678a.13(c)", "incorrect_number", marks=pytest.mark.reg("58 Pa. Code § 678a.13(c)")),
        pytest.param("678a.13(f)", "shoe_jam", marks=pytest.mark.reg("58 Pa. Code § 678a.13(f)")),
    ],
)
def test_text_of_2015_voids_and_returns_the_same(section, kind):
    verdict = settle(played("678a") | {"rulebook": "678a@2015-proposed"}, kind)
    assert verdict.everything_returned(section) == WAGERS["678a"] | PLACED["678a"]
    assert verdict.total() == TOTAL["678a"]
    assert verdict.notes == [f"{section}: {CARDS[kind]}"]
    assert by_name("678a@2015-proposed").irregularities == by_name("678a@2019-11-02").irregularities


@pytest.mark.parametrize(
    ("chapter", "part", "kind"),
    [
        pytest.param("647a", "(a)", "face_up_single", marks=pytest.mark.reg("58 Pa. Code § 647a.13(a)")),
        pytest.param("647a", "(b)", "drawn_in_error", marks=pytest.mark.reg("58 Pa. Code § 647a.13(b)")),
        pytest.param("647a", "(e)", "shuffler_jam", marks=pytest.mark.reg("58 Pa. Code § 647a.13(e)")),
        pytest.param("647a", "(g)", "device_out_of_order", marks=pytest.mark.reg("58 Pa. Code § 647a.13(g)")),
        pytest.param("663a", "(a)", "face_up_single", marks=pytest.mark.reg("58 Pa. Code § 663a.13(a)")),
        pytest.param("663a", "(b)", "drawn_in_error", marks=pytest.mark.reg("58 Pa. Code § 663a.13(b)")),
        pytest.param("663a", "(d)", "shuffler_jam", marks=pytest.mark.reg("58 Pa. Code § 663a.13(d)")),
        pytest.param("663a", "(f)", "device_out_of_order", marks=pytest.mark.reg("58 Pa. Code § 663a.13(f)")),
        pytest.param("677a", "(a)", "face_up_single", marks=pytest.mark.reg("58 Pa. Code § 677a.13(a)")),
        pytest.param("677a", "(b)", "drawn_in_error", marks=pytest.mark.reg("58 Pa. Code § 677a.13(b)")),
        pytest.param("677a", "(e)", "shuffler_jam", marks=pytest.mark.reg("58 Pa. Code § 677a.13(e)")),
        pytest.param("677a", "(g)", "device_out_of_order", marks=pytest.mark.reg("58 Pa. Code § 677a.13(g)")),
        pytest.param("678a", "(a)", "face_up_single", marks=pytest.mark.reg("58 Pa. Code § 678a.13(a)")),
        pytest.param("678a", "(b)", "drawn_in_error", marks=pytest.mark.reg("58 Pa. Code § 678a.13(b)")),
        pytest.param("678a", "(e)", "shuffler_jam", marks=pytest.mark.reg("58 Pa. Code § 678a.13(e)")),
        pytest.param("678a", "(g)", "device_out_of_order", marks=pytest.mark.reg("58 Pa. Code § 678a.13(g)")),
        pytest.param("679a", "(a)", "face_up_single", marks=pytest.mark.reg("58 Pa. Code § 679a.13(a)")),
        pytest.param("679a", "(b)", "drawn_in_error", marks=pytest.mark.reg("58 Pa. Code § 679a.13(b)")),
        pytest.param("679a", "(e)", "shuffler_jam", marks=pytest.mark.reg("58 Pa. Code § 679a.13(e)")),
        pytest.param("679a", "(g)", "device_out_of_order", marks=pytest.mark.reg("58 Pa. Code § 679a.13(g)")),
    ],
)
def test_irregularities_that_leave_the_wagers_alone(chapter, part, kind):
    verdict = settle(played(chapter, plain=True), kind)
    wagers = verdict.seats[1]["wagers"]
    assert {name: (wager["outcome"], wager["payout_cents"]) for name, wager in wagers.items()} == WON[chapter]
    assert verdict.notes == [f"{chapter}.13{part}: {CARDS[kind]}"]
    assert refused(undecided(chapter), kind)[0] == "seats[0].decision.action"


@pytest.mark.parametrize(
    ("chapter", "part", "procedure"),
    [
        pytest.param("647a", "8(h)", "manual_shoe", marks=pytest.mark.reg("58 Pa. Code § 647a.8(h)")),
        pytest.param("647a", "9(h)", "hand", marks=pytest.mark.reg("58 Pa. Code § 647a.9(h)")),
        pytest.param("647a", "10(f)", "automated_shoe", marks=pytest.mark.reg("58 Pa. Code § 647a.10(f)")),
        pytest.param("663a", "8(h)", "manual_shoe", marks=pytest.mark.reg("58 Pa. Code § 663a.8(h)")),
        pytest.param("663a", "9(f)", "hand", marks=pytest.mark.reg("58 Pa. Code § 663a.9(f)")),
        pytest.param("663a", "10(f)", "automated_shoe", marks=pytest.mark.reg("58 Pa. Code § 663a.10(f)")),
        pytest.param("677a", "8(g)", "manual_shoe", marks=pytest.mark.reg("58 Pa. Code § 677a.8(g)")),
        pytest.param("677a", "9(f)", "hand", marks=pytest.mark.reg("58 Pa. Code § 677a.9(f)")),
        pytest.param("677a", "10(f)", "automated_shoe", marks=pytest.mark.reg("58 Pa. Code § 677a.10(f)")),
        pytest.param("678a", "8(h)", "manual_shoe", marks=pytest.mark.reg("58 Pa. Code § 678a.8(h)")),
        pytest.param("678a", "9(f)", "hand", marks=pytest.mark.reg("58 Pa. Code § 678a.9(f)")),
        pytest.param("678a", "10(f)", "automated_shoe", marks=pytest.mark.reg("58 Pa. Code § 678a.10(f)")),
        pytest.param("679a", "8(g)", "manual_shoe", marks=pytest.mark.reg("58 Pa. Code § 679a.8(g)")),
        pytest.param("679a", "9(f)", "hand", marks=pytest.mark.reg("58 Pa. Code § 679a.9(f)")),
        pytest.param("679a", "10(f)", "automated_shoe", marks=pytest.mark.reg("58 Pa. Code § 679a.10(f)")),
    ],
)
@pytest.mark.parametrize(
    ("misdealt", "cards", "what"),
    [
        (True, 52, "the deck stays in use"),
        (False, 51, REMOVED),
        (False, 53, REMOVED),
        (True, 51, REMOVED),
    ],
)
def test_wrong_stub_voids_the_round(chapter, part, procedure, *, misdealt, cards, what):
    """The text does not say what of a deck that is both misdealt and short: a switch does."""
    event = {"type": "stub_count_wrong", "misdealt": misdealt, "cards": cards, "procedure": procedure}
    verdict = Verdict(answer({**played(chapter), "event": event}))
    section = f"{chapter}.{part}"
    assert verdict.everything_returned(section) == WAGERS[chapter] | PLACED[chapter]
    switch = f"{STUB[chapter]}: misdealt_and_short = void, return, remove the deck"
    switches = [switch] if misdealt and cards == 51 else []
    assert verdict.switches() == [*switches, f"{section}: {what}"]


@pytest.mark.reg("58 Pa. Code §§ 647a.13(c), 663a.13(c), 677a.13(c), 678a.13(c), 679a.13(c)")
@pytest.mark.parametrize(
    ("chapter", "player", "dealer", "community"),
    [
        ("647a", "Ks Kd 3h", "Qd Jh", "Kc 9d 7h 4s 2c"),
        ("647a", "Ks Kd", "Qd Jh Js", "Kc 9d 7h 4s 2c"),
        ("647a", "Ks Kd", "Qd Jh", "Kc 9d"),
        ("647a", "Ks", "Qd", ""),
        ("663a", "Qc 9d 9h 5c 3c 2c", "5s Kd", ""),
        ("677a", "Ac Ad 3c", "", ""),
        ("677a", "Ac", "2c Ah 4d", ""),
        ("677a", "Ac Ad", "2c Ah", "9h 6h 5s 2d Kc 3c"),
        ("678a", "4s 5s 6s 7s 8s Jd Jc 2c", "9h 3h", ""),
        ("679a", "Ks 9s 4s 2c", "Qh 3c", ""),
    ],
)
def test_incorrect_number_of_cards_may_be_described_as_it_was(chapter, player, dealer, community):
    """The second player has one card."""
    described = undecided(chapter, contest(chapter, 2, "none", 700) | {"cards": ["8c"]})
    described["seats"][0]["cards"] = player.split()
    described |= {"dealer": dealer.split(), "community": community.split()}
    verdict = settle(described, "incorrect_number")
    assert verdict.everything_returned(f"{chapter}.13(c)") == described["seats"][0]["wagers"]
    assert verdict.everything_returned(f"{chapter}.13(c)", seat=2) == dict.fromkeys(CONTEST[chapter], 700)
    assert verdict.notes == [f"{chapter}.13(c): {RESHUFFLED}"]


@pytest.mark.parametrize(
    ("chapter", "fold", "kind"),
    [
        pytest.param("647a", "fold", EXPOSED, marks=pytest.mark.reg("58 Pa. Code § 647a.13")),
        pytest.param("647a", "fold", "shoe_jam", marks=pytest.mark.reg("58 Pa. Code § 647a.13")),
        pytest.param("647a", "fold", AFTER_TWO, marks=pytest.mark.reg("58 Pa. Code § 647a.13")),
        pytest.param("663a", "forfeit", "incorrect_number", marks=pytest.mark.reg("58 Pa. Code § 663a.13")),
        pytest.param("663a", "forfeit", "shoe_jam", marks=pytest.mark.reg("58 Pa. Code § 663a.13")),
        pytest.param("677a", "fold", "incorrect_number", marks=pytest.mark.reg("58 Pa. Code § 677a.13")),
        pytest.param("677a", "fold", EXPOSED, marks=pytest.mark.reg("58 Pa. Code § 677a.13")),
        pytest.param("677a", "fold", AFTER_TWO, marks=pytest.mark.reg("58 Pa. Code § 677a.13")),
        pytest.param("678a", "fold", "incorrect_number", marks=pytest.mark.reg("58 Pa. Code § 678a.13")),
        pytest.param("678a", "fold", EXPOSED, marks=pytest.mark.reg("58 Pa. Code § 678a.13")),
        pytest.param("679a", "forfeit", "incorrect_number", marks=pytest.mark.reg("58 Pa. Code § 679a.13")),
        pytest.param("679a", "forfeit", EXPOSED, marks=pytest.mark.reg("58 Pa. Code § 679a.13")),
    ],
)
def test_what_a_player_who_had_folded_gets_back_is_a_switch(chapter, fold, kind):
    seats = [contest(chapter, 1, fold, 1000), contest(chapter, 2, "none", 700)]
    described = undecided(chapter) | {"seats": seats, "dealer": [], "community": []}
    stakes = len(CONTEST[chapter])
    verdict = settle(described, kind)
    assert (verdict.total(1), verdict.total(2)) == (1000 * stakes, 700 * stakes)
    assert verdict.switches()[0] == f"{chapter}.13: folded_ante = returned"
    other = settle(described, kind, options={"folded_ante": "lost"})
    assert (other.total(1), other.total(2)) == (0, 700 * stakes)
    assert [other.outcome(wager) for wager in CONTEST[chapter]] == ["lose"] * stakes


@pytest.mark.reg("58 Pa. Code §§ 647a.7(b), 663a.7(b), 677a.7(b), 678a.7(b), 679a.7(b)")
@pytest.mark.parametrize(
    ("chapter", "part"),
    [
        pytest.param("647a", "(f)", marks=pytest.mark.reg("58 Pa. Code § 647a.13(f)")),
        pytest.param("663a", "(e)", marks=pytest.mark.reg("58 Pa. Code § 663a.13(e)")),
        pytest.param("677a", "(f)", marks=pytest.mark.reg("58 Pa. Code § 677a.13(f)")),
        pytest.param("678a", "(f)", marks=pytest.mark.reg("58 Pa. Code § 678a.13(f)")),
        pytest.param("679a", "(f)", marks=pytest.mark.reg("58 Pa. Code § 679a.13(f)")),
    ],
)
def test_abandoned_wagers_of_a_void_round_are_returned(chapter, part):
    described = played(chapter)
    described["seats"][0]["decision"] = {"action": "abandon"}
    assert settle(described, "shoe_jam").everything_returned(f"{chapter}.13{part}") == WAGERS[chapter]


@pytest.mark.reg(
    "58 Pa. Code §§ 647a.7(b), 677a.7(b), 678a.7(b), 679a.7(b), 647a.13(d), 677a.13(d), 678a.13(d), "
    "679a.13(d)"
)
@pytest.mark.parametrize(
    ("chapter", "lost"),
    [
        ("647a", "bonus"),
        ("677a", "pocket_bonus trips_plus"),
        ("678a", "flush_bonus straight_flush_bonus progressive"),
        ("679a", "prime pair_bonus all_six"),
    ],
)
def test_abandoned_wagers_that_an_exposed_card_returns_are_returned_and_the_others_lost(chapter, lost):
    described = played(chapter)
    described["seats"][0]["decision"] = {"action": "abandon"}
    verdict = settle(described, EXPOSED)
    for wager in lost.split():
        assert verdict(wager) == ("lose", 0, 0, "-", f"{chapter}.7(b)")
    others = {name: stake for name, stake in WAGERS[chapter].items() if name not in lost.split()}
    assert verdict.returned(f"{chapter}.13(d)") == others


@pytest.mark.parametrize(
    ("chapter", "total"),
    [
        pytest.param("647a", 9_000_000, marks=pytest.mark.reg("58 Pa. Code § 647a.13")),
        pytest.param("677a", 18_000_000, marks=pytest.mark.reg("58 Pa. Code § 677a.13")),
        pytest.param("678a", 9_000_000, marks=pytest.mark.reg("58 Pa. Code § 678a.13")),
        pytest.param("679a", 9_000_000, marks=pytest.mark.reg("58 Pa. Code § 679a.13")),
    ],
)
def test_payout_limit_of_a_void_round_counts_nothing(chapter, total):
    described = undecided(chapter) | {"seats": [contest(chapter, 1, "none", 9_000_000)]}
    verdict = settle(described, "shoe_jam", options={"payout_limit_cents": 5_000_000})
    assert verdict.total() == total
    assert verdict.seats[1]["aggregate_limit"] == {"uncapped_cents": 0, "limited_cents": 0}


@pytest.mark.parametrize(
    ("chapter", "known", "unknown"),
    [
        pytest.param("647a", EARLY, MULTIPLE, marks=pytest.mark.reg("58 Pa. Code § 647a.13")),
        pytest.param("663a", MULTIPLE, EARLY, marks=pytest.mark.reg("58 Pa. Code § 663a.13")),
        pytest.param("677a", EARLY, MULTIPLE, marks=pytest.mark.reg("58 Pa. Code § 677a.13")),
        pytest.param("678a", MULTIPLE, EARLY, marks=pytest.mark.reg("58 Pa. Code § 678a.13")),
        pytest.param("679a", MULTIPLE, EARLY, marks=pytest.mark.reg("58 Pa. Code § 679a.13")),
    ],
)
@pytest.mark.parametrize("other", ["earthquake", "exposed", None])
def test_irregularity_that_the_chapter_does_not_know_is_refused(chapter, known, unknown, other):
    for kind in (unknown, other):
        field, message = refused(undecided(chapter), kind)
        assert field == "event.type"
        assert known in message.replace(",", " ").split()

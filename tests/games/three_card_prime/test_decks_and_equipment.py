"""679a.2–679a.5 and the stub rules of 679a.8–679a.10: what a table needs, and what is done to its decks."""

import pytest

from games import dealing
from games.dealing import HOUR_US
from games.equipment import Opening, breaches_at_opening, required
from games.errors import UnknownRulebook
from games.rulebook import by_name, choose

BOOK = by_name("679a@2019-08-31")
OPTIONAL = {"prime", "pair_bonus", "all_six"}
EVERYTHING = {"ante", "play", "payout_limit"} | OPTIONAL
SIGNS = {"payout_odds", "dealer_qualifies", "player_wins_ties", "payout_limit"}
APPROVALS = {"layout", "shoe_location", "reshuffling_device"}


def opening(**changes):
    facts = {
        "offered": EVERYTHING,
        "signs": SIGNS,
        "approvals": APPROVALS,
        "positions": 6,
        "procedure": "manual_shoe",
        "shuffling": "manual",
    }
    return Opening(**(facts | changes))


def sections(found):
    return [breach.section for breach in found]


def steps(duties):
    return [(duty.step, duty.by, duty.section) for duty in duties]


@pytest.mark.reg("58 Pa. Code § 679a.12")
def test_text_holds_from_the_end_of_august_2019():
    assert choose("679a", "2019-08-31") is BOOK
    with pytest.raises(UnknownRulebook, match="no rulebook for that day"):
        choose("679a", "2019-08-30")


@pytest.mark.reg("58 Pa. Code § 679a.2(b)")
def test_table_that_has_everything_is_in_order():
    assert breaches_at_opening(BOOK, opening()) == []


@pytest.mark.reg("58 Pa. Code § 679a.2(a)")
def test_seventh_position_is_one_too_many():
    assert sections(breaches_at_opening(BOOK, opening(positions=7))) == ["679a.2(a)"]


@pytest.mark.reg("58 Pa. Code § 679a.2(b)(4)")
@pytest.mark.reg("58 Pa. Code § 679a.2(b)(5)")
@pytest.mark.parametrize(
    ("sign", "section"),
    [
        ("payout_odds", "679a.2(b)(4)"),
        ("dealer_qualifies", "679a.2(b)(4)"),
        ("player_wins_ties", "679a.2(b)(4)"),
        ("payout_limit", "679a.2(b)(5)"),
    ],
)
def test_patrons_are_told(sign, section):
    assert sections(breaches_at_opening(BOOK, opening(signs=SIGNS - {sign}))) == [section]


@pytest.mark.reg("58 Pa. Code § 679a.2(b)(5)")
def test_limit_is_posted_only_where_one_is_set():
    no_limit = opening(offered=EVERYTHING - {"payout_limit"}, signs=SIGNS - {"payout_limit"})
    assert breaches_at_opening(BOOK, no_limit) == []


@pytest.mark.reg("58 Pa. Code § 679a.2(b)(1)")
@pytest.mark.reg("58 Pa. Code § 679a.2(b)(2)")
@pytest.mark.reg("58 Pa. Code § 679a.2(b)(3)")
@pytest.mark.reg("58 Pa. Code § 679a.2(c)")
@pytest.mark.reg("58 Pa. Code § 679a.2(d)")
@pytest.mark.parametrize("offered", [set(), {"prime"}, {"pair_bonus", "all_six"}, OPTIONAL])
def test_every_optional_wager_that_is_offered_has_an_area_of_its_own(offered):
    found = sections(required(BOOK, offered))
    areas = ["679a.2(b)(3)"] * len(offered)
    signs = ["679a.2(b)(4)"] * 3
    always = ["679a.2(b)", "679a.2(b)(1)", "679a.2(b)(2)"]
    assert found == [*always, *areas, *signs, "679a.2(c)", "679a.2(d)"]


@pytest.mark.reg("58 Pa. Code § 679a.2(b)")
@pytest.mark.reg("58 Pa. Code § 679a.5(g)")
@pytest.mark.reg("58 Pa. Code § 679a.8(a)")
@pytest.mark.parametrize(
    ("approval", "section"),
    [("layout", "679a.2(b)"), ("reshuffling_device", "679a.5(g)"), ("shoe_location", "679a.8(a)")],
)
def test_approvals(approval, section):
    facts = opening(approvals=APPROVALS - {approval}, shuffling="reshuffling_device")
    assert sections(breaches_at_opening(BOOK, facts)) == [section]


@pytest.mark.reg("58 Pa. Code § 679a.3(a)")
def test_one_cover_card():
    assert dealing.check_cover_cards(BOOK, 1) is None
    assert dealing.check_cover_cards(BOOK, 2).section == "679a.3(a)"
    assert dealing.check_cover_cards(BOOK, 0).section == "679a.3(a)"


@pytest.mark.reg("58 Pa. Code § 679a.3(a)")
@pytest.mark.reg("58 Pa. Code § 679a.3(b)")
@pytest.mark.reg("58 Pa. Code § 679a.3(b)(1)")
@pytest.mark.parametrize(
    ("backs", "shuffling", "found"),
    [
        (["red"], "manual", []),
        (["red", "blue"], "device", []),
        (["red", "blue"], "manual", ["679a.3(b)"]),
        (["red", "red"], "device", ["679a.3(b)(1)"]),
        (["red", "blue", "green"], "device", ["679a.3(a)"]),
    ],
)
def test_one_deck_or_two_of_different_backs_with_a_device(backs, shuffling, found):
    assert sections(dealing.check_decks(BOOK, backs, shuffling)) == found


@pytest.mark.reg("58 Pa. Code § 679a.3(b)(2)")
@pytest.mark.reg("58 Pa. Code § 679a.3(b)(3)")
@pytest.mark.reg("58 Pa. Code § 679a.3(b)(4)")
def test_two_decks_take_turns_and_the_rack_holds_one():
    """A deck that was in play goes into the device for the next round, so it cannot be dealt from again."""
    assert dealing.check_alternation(BOOK, "red", "blue", 2) is None
    assert dealing.check_alternation(BOOK, "red", "red", 1) is None
    assert dealing.check_alternation(BOOK, "red", "red", 2).section == "679a.3(b)(3)"
    assert dealing.check_discard_rack(BOOK, ["red", "red"]) is None
    assert dealing.check_discard_rack(BOOK, ["red", "blue"]).section == "679a.3(b)(4)"


@pytest.mark.reg("58 Pa. Code § 679a.3(c)(1)")
@pytest.mark.reg("58 Pa. Code § 679a.3(c)(2)")
@pytest.mark.parametrize(
    ("procedure", "hours", "section"),
    [("hand", 4, "679a.3(c)(1)"), ("manual_shoe", 8, "679a.3(c)(2)"), ("automated_shoe", 8, "679a.3(c)(2)")],
)
def test_deck_is_changed_in_time(procedure, hours, section):
    assert dealing.check_deck_age(BOOK, procedure, hours * HOUR_US) is None
    assert dealing.check_deck_age(BOOK, procedure, hours * HOUR_US + 1).section == section


@pytest.mark.reg("58 Pa. Code § 679a.4(a)")
@pytest.mark.reg("58 Pa. Code § 679a.4(b)")
@pytest.mark.reg("58 Pa. Code § 679a.4(c)")
@pytest.mark.reg("58 Pa. Code § 679a.4(d)")
@pytest.mark.reg("58 Pa. Code § 679a.5(a)")
@pytest.mark.reg("58 Pa. Code § 679a.5(d)")
def test_from_receipt_to_the_cut():
    """The duties are those of one deck; of two, each goes through them."""
    assert steps(dealing.opening_duties(BOOK, "manual")) == [
        ("inspect", "dealer", "679a.4(a)"),
        ("verify_inspection", "floorperson", "679a.4(a)"),
        ("spread_face_up", "dealer", "679a.4(b)"),
        ("wash", "dealer", "679a.4(c)"),
        ("shuffle", "dealer", "679a.5(a)"),
        ("cut", "dealer", "679a.5(d)"),
    ]


@pytest.mark.reg("58 Pa. Code § 679a.4(e)")
@pytest.mark.reg("58 Pa. Code § 679a.5(a)")
@pytest.mark.reg("58 Pa. Code § 679a.5(c)(1)")
@pytest.mark.reg("58 Pa. Code § 679a.5(c)(2)")
def test_preinspected_and_preshuffled_decks_are_spared():
    assert steps(dealing.opening_duties(BOOK, "device", preinspected=True)) == [
        ("shuffle", "device", "679a.5(a)")
    ]
    cut = [("cut", "dealer", "679a.5(d)")]
    assert steps(dealing.opening_duties(BOOK, "manual", preshuffled=True)) == cut
    needs_cut = {
        s: dealing.cut_required(BOOK, s) for s in ("manual", "preshuffled", "device", "counting_device")
    }
    assert needs_cut == {"manual": True, "preshuffled": True, "device": False, "counting_device": False}


@pytest.mark.reg("58 Pa. Code § 679a.5(b)")
@pytest.mark.reg("58 Pa. Code § 679a.5(d)")
@pytest.mark.reg("58 Pa. Code § 679a.5(e)")
def test_count_cut_and_recut():
    assert dealing.check_device_count(BOOK, "counting_device", 52) is None
    assert dealing.check_device_count(BOOK, "counting_device", 51).section == "679a.5(b)"
    assert dealing.check_device_count(BOOK, "reshuffling_device", 53).section == "679a.5(b)"
    assert dealing.check_cut(BOOK, 10) is None
    assert dealing.check_cut(BOOK, 9).section == "679a.5(d)"
    assert dealing.check_recut(BOOK, 0) is None
    assert dealing.check_recut(BOOK, 1).section == "679a.5(e)"


@pytest.mark.reg("58 Pa. Code § 679a.5(f)")
@pytest.mark.reg("58 Pa. Code § 679a.5(g)")
def test_idle_table_clears_shoe_and_rack_and_spreads_unless_a_device_reshuffles():
    assert steps(dealing.idle_duties(BOOK, "device")) == [
        ("clear_shoe_and_rack", "dealer", "679a.5(f)"),
        ("spread", "dealer", "679a.5(f)"),
        ("wash", "dealer", "679a.4(c)"),
        ("shuffle", "device", "679a.5(a)"),
    ]
    assert dealing.idle_duties(BOOK, "reshuffling_device") == []
    assert not dealing.cut_required(BOOK, "reshuffling_device")


@pytest.mark.reg("58 Pa. Code § 679a.9(a)(1)")
def test_dealing_from_the_hand_needs_a_shuffling_device():
    assert dealing.check_procedure(BOOK, "hand", "manual").section == "679a.9(a)(1)"
    assert dealing.check_procedure(BOOK, "hand", "device") is None
    assert dealing.check_procedure(BOOK, "manual_shoe", "manual") is None


@pytest.mark.reg("58 Pa. Code § 679a.8(b)")
@pytest.mark.reg("58 Pa. Code § 679a.9(a)(3)")
@pytest.mark.reg("58 Pa. Code § 679a.10(a)(2)")
def test_where_no_more_bets_is_announced():
    assert dict(BOOK.cards.no_more_bets) == {
        "manual_shoe": "679a.8(b)",
        "hand": "679a.9(a)(3)",
        "automated_shoe": "679a.10(a)(2)",
    }


STUB = [
    ("manual_shoe", "679a.8(e)", "679a.8(f)", "679a.8(g)"),
    ("hand", "679a.9(d)", "679a.9(e)", "679a.9(f)"),
    ("automated_shoe", "679a.10(d)", "679a.10(e)", "679a.10(f)"),
]


@pytest.mark.reg("58 Pa. Code § 679a.8(d)")
@pytest.mark.reg("58 Pa. Code § 679a.8(e)")
@pytest.mark.reg("58 Pa. Code § 679a.8(f)")
@pytest.mark.reg("58 Pa. Code § 679a.8(g)")
@pytest.mark.reg("58 Pa. Code § 679a.9(c)")
@pytest.mark.reg("58 Pa. Code § 679a.9(d)")
@pytest.mark.reg("58 Pa. Code § 679a.9(e)")
@pytest.mark.reg("58 Pa. Code § 679a.9(f)")
@pytest.mark.reg("58 Pa. Code § 679a.10(d)")
@pytest.mark.reg("58 Pa. Code § 679a.10(e)")
@pytest.mark.reg("58 Pa. Code § 679a.10(f)")
@pytest.mark.parametrize(("procedure", "due", "right", "wrong"), STUB)
def test_stub_is_counted_every_five_rounds_and_judged(procedure, due, right, wrong):
    """Two players with fourth cards and the dealer hold 11 cards: 41 are left."""
    assert dealing.check_stub_count(BOOK, procedure, "device", 4) is None
    assert dealing.check_stub_count(BOOK, procedure, "device", 5).section == due
    assert dealing.check_stub_count(BOOK, procedure, "counting_device", 50) is None
    verdicts = [
        dealing.judge_stub(BOOK, procedure, 41, 11),
        dealing.judge_stub(BOOK, procedure, 40, 12, misdealt=True),
        dealing.judge_stub(BOOK, procedure, 40, 11),
        dealing.judge_stub(BOOK, procedure, 40, 11, misdealt=True),
    ]
    assert [(v.step, v.section) for v in verdicts] == [
        ("stub_to_discard_rack", right),
        ("void_and_return", wrong),
        ("void_return_and_remove_deck", wrong),
        ("void_return_and_remove_deck", wrong),
    ]

"""677a.2–677a.5 and the stub rules of 677a.8–677a.10: what a table needs, and what is done to its decks."""

import pytest

from games import dealing
from games.dealing import HOUR_US
from games.equipment import Opening, breaches_at_opening, required
from games.errors import UnknownRulebook
from games.rulebook import by_name, choose

BOOK = by_name("677a@2015-proposed")
EVERYTHING = {"ante", "odds", "raise", "pocket_bonus", "trips_plus", "payout_limit"}
SIGNS = {"payout_odds", "ante_returned", "payout_limit"}
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


@pytest.mark.reg("58 Pa. Code § 677a.1")
@pytest.mark.parametrize("day", ["2015-08-14", "2019-11-02", "2026-11-16"])
def test_proposed_text_is_chosen_by_name_and_never_by_date(day):
    assert BOOK.effective_from is None
    with pytest.raises(UnknownRulebook):
        choose("677a", day)


@pytest.mark.reg("58 Pa. Code § 677a.2(a)")
def test_six_positions_at_most():
    assert breaches_at_opening(BOOK, opening()) == []
    assert sections(breaches_at_opening(BOOK, opening(positions=7))) == ["677a.2(a)"]


@pytest.mark.reg("58 Pa. Code § 677a.2(b)(7)")
@pytest.mark.reg("58 Pa. Code § 677a.2(b)(8)(i)")
@pytest.mark.reg("58 Pa. Code § 677a.2(b)(8)(ii)")
@pytest.mark.reg("58 Pa. Code § 677a.2(b)(9)")
@pytest.mark.parametrize(
    ("sign", "section"),
    [
        ("payout_odds", "677a.2(b)(7)"),
        ("ante_returned", "677a.2(b)(8)(i)"),
        ("payout_limit", "677a.2(b)(8)(ii)"),
    ],
)
def test_patrons_are_told(sign, section):
    assert sections(breaches_at_opening(BOOK, opening(signs=SIGNS - {sign}))) == [section]


@pytest.mark.reg("58 Pa. Code § 677a.2(b)(8)(ii)")
def test_limit_is_posted_only_where_one_is_set():
    no_limit = opening(offered=EVERYTHING - {"payout_limit"}, signs=SIGNS - {"payout_limit"})
    assert breaches_at_opening(BOOK, no_limit) == []


@pytest.mark.reg("58 Pa. Code § 677a.2(b)")
@pytest.mark.reg("58 Pa. Code § 677a.5(g)")
@pytest.mark.reg("58 Pa. Code § 677a.8(a)")
@pytest.mark.parametrize(
    ("approval", "section"),
    [("layout", "677a.2(b)"), ("reshuffling_device", "677a.5(g)"), ("shoe_location", "677a.8(a)")],
)
def test_approvals(approval, section):
    facts = opening(approvals=APPROVALS - {approval}, shuffling="reshuffling_device")
    assert sections(breaches_at_opening(BOOK, facts)) == [section]


@pytest.mark.reg("58 Pa. Code § 677a.2(b)(1)")
@pytest.mark.reg("58 Pa. Code § 677a.2(b)(2)")
@pytest.mark.reg("58 Pa. Code § 677a.2(b)(3)")
@pytest.mark.reg("58 Pa. Code § 677a.2(b)(4)")
@pytest.mark.reg("58 Pa. Code § 677a.2(c)")
@pytest.mark.reg("58 Pa. Code § 677a.2(d)")
def test_bare_table_needs_no_bonus_areas():
    assert [requirement.section for requirement in required(BOOK, {"ante", "odds", "raise"})] == [
        "677a.2(b)",
        "677a.2(b)(1)",
        "677a.2(b)(2)",
        "677a.2(b)(3)",
        "677a.2(b)(4)",
        "677a.2(b)(7)",
        "677a.2(b)(8)(i)",
        "677a.2(c)",
        "677a.2(d)",
    ]


@pytest.mark.reg("58 Pa. Code § 677a.2(b)(5)")
@pytest.mark.reg("58 Pa. Code § 677a.2(b)(6)")
@pytest.mark.parametrize(
    ("wager", "section"), [("pocket_bonus", "677a.2(b)(5)"), ("trips_plus", "677a.2(b)(6)")]
)
def test_each_optional_wager_has_an_area(wager, section):
    bare = {requirement.section for requirement in required(BOOK, {"ante"})}
    assert {requirement.section for requirement in required(BOOK, {"ante", wager})} - bare == {section}


@pytest.mark.reg("58 Pa. Code § 677a.3(a)")
def test_two_cover_cards_belong_to_a_deck():
    assert dealing.check_cover_cards(BOOK, 2) is None
    assert dealing.check_cover_cards(BOOK, 1).section == "677a.3(a)"


@pytest.mark.reg("58 Pa. Code § 677a.3(b)")
@pytest.mark.reg("58 Pa. Code § 677a.3(b)(1)")
@pytest.mark.parametrize(
    ("colours", "shuffling", "expected"),
    [
        (["red"], "manual", []),
        (["red", "blue"], "device", []),
        (["red", "blue"], "manual", ["677a.3(b)"]),
        (["red", "red"], "device", ["677a.3(b)(1)"]),
    ],
)
def test_one_deck_or_two_of_different_backs_with_a_device(colours, shuffling, expected):
    assert sections(dealing.check_decks(BOOK, colours, shuffling)) == expected


@pytest.mark.reg("58 Pa. Code § 677a.3(b)(3)")
@pytest.mark.reg("58 Pa. Code § 677a.3(b)(4)")
def test_two_decks_take_turns_and_the_rack_holds_one():
    assert dealing.check_alternation(BOOK, "red", "blue", 2) is None
    assert dealing.check_alternation(BOOK, "red", "red", 2).section == "677a.3(b)(3)"
    assert dealing.check_discard_rack(BOOK, ["red", "red"]) is None
    assert dealing.check_discard_rack(BOOK, ["red", "blue"]).section == "677a.3(b)(4)"


@pytest.mark.reg("58 Pa. Code § 677a.3(c)(1)")
@pytest.mark.reg("58 Pa. Code § 677a.3(c)(2)")
@pytest.mark.parametrize(
    ("procedure", "hours", "section"),
    [("hand", 4, "677a.3(c)(1)"), ("manual_shoe", 8, "677a.3(c)(2)"), ("automated_shoe", 8, "677a.3(c)(2)")],
)
def test_deck_is_changed_in_time(procedure, hours, section):
    assert dealing.check_deck_age(BOOK, procedure, hours * HOUR_US) is None
    assert dealing.check_deck_age(BOOK, procedure, hours * HOUR_US + 1).section == section


@pytest.mark.reg("58 Pa. Code § 677a.4(a)")
@pytest.mark.reg("58 Pa. Code § 677a.4(b)")
@pytest.mark.reg("58 Pa. Code § 677a.4(c)")
@pytest.mark.reg("58 Pa. Code § 677a.5(a)")
@pytest.mark.reg("58 Pa. Code § 677a.5(c)(2)")
def test_new_deck_shuffled_by_hand():
    assert steps(dealing.opening_duties(BOOK, "manual")) == [
        ("inspect", "dealer", "677a.4(a)"),
        ("verify_inspection", "floorperson", "677a.4(a)"),
        ("spread_face_up", "dealer", "677a.4(b)"),
        ("wash", "dealer", "677a.4(c)"),
        ("shuffle", "dealer", "677a.5(a)"),
        ("cut", "dealer", "677a.5(d)"),
    ]


@pytest.mark.reg("58 Pa. Code § 677a.4(d)")
@pytest.mark.reg("58 Pa. Code § 677a.5(c)(1)")
def test_deck_shuffled_by_a_device_is_inspected_all_the_same_and_not_cut():
    """The duties are each deck's: two decks are inspected, spread and washed twice."""
    assert [step for step, _, _ in steps(dealing.opening_duties(BOOK, "device"))] == [
        "inspect",
        "verify_inspection",
        "spread_face_up",
        "wash",
        "shuffle",
    ]


@pytest.mark.reg("58 Pa. Code § 677a.4(e)")
@pytest.mark.reg("58 Pa. Code § 677a.5(a)")
@pytest.mark.reg("58 Pa. Code § 677a.5(c)(2)")
def test_preinspected_deck_is_only_shuffled_and_a_preshuffled_one_only_cut():
    preinspected = dealing.opening_duties(BOOK, "device", preinspected=True)
    assert steps(preinspected) == [("shuffle", "device", "677a.5(a)")]
    preshuffled = dealing.opening_duties(BOOK, "device", preshuffled=True)
    assert steps(preshuffled) == [("cut", "dealer", "677a.5(d)")]


@pytest.mark.reg("58 Pa. Code § 677a.5(b)")
@pytest.mark.reg("58 Pa. Code § 677a.5(g)")
def test_deck_that_a_counting_device_finds_wrong_is_removed():
    """677a.5(g) frees a reshuffling device of (d)–(f), not of (b)."""
    for shuffling in ("counting_device", "reshuffling_device"):
        assert dealing.check_device_count(BOOK, shuffling, 52) is None
        assert dealing.check_device_count(BOOK, shuffling, 51).section == "677a.5(b)"


@pytest.mark.reg("58 Pa. Code § 677a.5(d)")
@pytest.mark.reg("58 Pa. Code § 677a.5(e)")
def test_cut_is_ten_cards_deep_and_a_recut_comes_before_the_first_card():
    assert dealing.check_cut(BOOK, 10) is None
    assert dealing.check_cut(BOOK, 9).section == "677a.5(d)"
    assert dealing.check_recut(BOOK, 0) is None
    assert dealing.check_recut(BOOK, 1).section == "677a.5(e)"


@pytest.mark.reg("58 Pa. Code § 677a.5(f)")
@pytest.mark.reg("58 Pa. Code § 677a.5(g)")
def test_idle_table_spreads_its_deck_and_washes_it_for_the_first_player():
    assert steps(dealing.idle_duties(BOOK, "manual")) == [
        ("spread", "dealer", "677a.5(f)"),
        ("wash", "dealer", "677a.4(c)"),
        ("shuffle", "dealer", "677a.5(a)"),
        ("cut", "dealer", "677a.5(d)"),
    ]
    assert dealing.idle_duties(BOOK, "reshuffling_device") == []


@pytest.mark.reg("58 Pa. Code § 677a.9(a)(1)")
def test_dealing_from_the_hand_needs_a_device():
    assert dealing.check_procedure(BOOK, "hand", "device") is None
    assert dealing.check_procedure(BOOK, "hand", "manual").section == "677a.9(a)(1)"


@pytest.mark.reg("58 Pa. Code § 677a.8(b)")
@pytest.mark.reg("58 Pa. Code § 677a.9(b)")
@pytest.mark.reg("58 Pa. Code § 677a.10(a)(2)")
def test_no_more_bets_is_announced_before_the_first_card():
    assert dict(BOOK.cards.no_more_bets) == {
        "manual_shoe": "677a.8(b)",
        "hand": "677a.9(b)",
        "automated_shoe": "677a.10(a)(2)",
    }


@pytest.mark.reg("58 Pa. Code § 677a.8(e)")
@pytest.mark.reg("58 Pa. Code § 677a.9(d)")
@pytest.mark.reg("58 Pa. Code § 677a.10(d)")
@pytest.mark.parametrize(
    ("procedure", "section"),
    [("manual_shoe", "677a.8(e)"), ("hand", "677a.9(d)"), ("automated_shoe", "677a.10(d)")],
)
def test_stub_is_counted_at_least_every_fifth_round(procedure, section):
    assert dealing.check_stub_count(BOOK, procedure, "device", 4) is None
    assert dealing.check_stub_count(BOOK, procedure, "device", 5).section == section
    assert dealing.check_stub_count(BOOK, procedure, "counting_device", 50) is None


@pytest.mark.reg("58 Pa. Code § 677a.8(f)")
@pytest.mark.reg("58 Pa. Code § 677a.8(g)")
@pytest.mark.reg("58 Pa. Code § 677a.9(e)")
@pytest.mark.reg("58 Pa. Code § 677a.9(f)")
@pytest.mark.reg("58 Pa. Code § 677a.10(e)")
@pytest.mark.reg("58 Pa. Code § 677a.10(f)")
@pytest.mark.parametrize(
    ("procedure", "right", "wrong"),
    [
        ("manual_shoe", "677a.8(f)", "677a.8(g)"),
        ("hand", "677a.9(e)", "677a.9(f)"),
        ("automated_shoe", "677a.10(e)", "677a.10(f)"),
    ],
)
def test_count_decides_what_happens_to_stub_hands_and_deck(procedure, right, wrong):
    """Two players, the dealer and the board hold 11 cards, so a stub of 41 makes 52."""
    judge = dealing.judge_stub
    assert steps([judge(BOOK, procedure, 41, 11)]) == [("stub_to_discard_rack", "dealer", right)]
    assert steps([judge(BOOK, procedure, 40, 12, misdealt=True)]) == [("void_and_return", "dealer", wrong)]
    for counted, misdealt in ((40, False), (42, False), (40, True)):
        duty = judge(BOOK, procedure, counted, 11, misdealt=misdealt)
        assert (duty.step, duty.section) == ("void_return_and_remove_deck", wrong)

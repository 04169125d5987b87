"""678a.2–678a.5 and the stub rules of 678a.8–678a.10: what a table needs, and what is done to its decks."""

import pytest

from games import dealing
from games.dealing import HOUR_US
from games.equipment import Opening, breaches_at_opening, required
from games.rulebook import by_name

BOOK = by_name("678a@2019-11-02")
PROPOSED = by_name("678a@2015-proposed")
EVERYTHING = {"ante", "raise", "flush_bonus", "straight_flush_bonus", "progressive", "payout_limit"}
SIGNS = {"payout_odds", "dealer_qualifies", "raise_limits", "payout_limit"}
APPROVALS = {"layout", "progressive_system", "shoe_location", "reshuffling_device"}


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


@pytest.mark.reg("58 Pa. Code § 678a.2(b)")
def test_table_that_has_everything_is_in_order():
    assert breaches_at_opening(BOOK, opening()) == []


@pytest.mark.reg("58 Pa. Code § 678a.2(a)")
def test_seventh_position_is_one_too_many():
    assert sections(breaches_at_opening(BOOK, opening(positions=7))) == ["678a.2(a)"]


@pytest.mark.reg("58 Pa. Code § 678a.2(b)(7)")
@pytest.mark.reg("58 Pa. Code § 678a.2(b)(8)")
@pytest.mark.parametrize(
    ("sign", "section"),
    [
        ("payout_odds", "678a.2(b)(7)(i)"),
        ("dealer_qualifies", "678a.2(b)(7)(ii)"),
        ("raise_limits", "678a.2(b)(7)(iii)"),
        ("payout_limit", "678a.2(b)(7)(iv)"),
    ],
)
def test_patrons_are_told(sign, section):
    assert sections(breaches_at_opening(BOOK, opening(signs=SIGNS - {sign}))) == [section]


@pytest.mark.reg("58 Pa. Code § 678a.2(b)(7)(iv)")
def test_limit_is_posted_only_where_one_is_set_and_2015_has_none():
    no_limit = opening(offered=EVERYTHING - {"payout_limit"}, signs=SIGNS - {"payout_limit"})
    assert breaches_at_opening(BOOK, no_limit) == []
    assert breaches_at_opening(PROPOSED, opening(signs=SIGNS - {"payout_limit"})) == []


@pytest.mark.reg("58 Pa. Code § 678a.2(b)")
@pytest.mark.reg("58 Pa. Code § 678a.2(c)")
@pytest.mark.reg("58 Pa. Code § 678a.5(g)")
@pytest.mark.reg("58 Pa. Code § 678a.8(a)")
@pytest.mark.parametrize(
    ("approval", "section"),
    [
        ("layout", "678a.2(b)"),
        ("progressive_system", "678a.2(c)"),
        ("reshuffling_device", "678a.5(g)"),
        ("shoe_location", "678a.8(a)"),
    ],
)
def test_approvals(approval, section):
    facts = opening(approvals=APPROVALS - {approval}, shuffling="reshuffling_device")
    assert sections(breaches_at_opening(BOOK, facts)) == [section]


@pytest.mark.reg("58 Pa. Code § 678a.8(a)")
@pytest.mark.parametrize("procedure", ["hand", "automated_shoe"])
def test_shoe_needs_its_place_only_where_it_is_a_manual_one(procedure):
    facts = opening(approvals=APPROVALS - {"shoe_location"}, procedure=procedure)
    assert breaches_at_opening(BOOK, facts) == []


@pytest.mark.reg("58 Pa. Code § 678a.2(b)(1)")
@pytest.mark.reg("58 Pa. Code § 678a.2(b)(2)")
@pytest.mark.reg("58 Pa. Code § 678a.2(b)(3)")
@pytest.mark.reg("58 Pa. Code § 678a.2(d)")
@pytest.mark.reg("58 Pa. Code § 678a.2(e)")
def test_bare_table_needs_no_bonus_areas_and_no_progressive_system():
    found = [requirement.section for requirement in required(BOOK, {"ante", "raise"})]
    assert found == [
        "678a.2(b)",
        "678a.2(b)(1)",
        "678a.2(b)(2)",
        "678a.2(b)(3)",
        "678a.2(b)(7)(i)",
        "678a.2(b)(7)(ii)",
        "678a.2(b)(7)(iii)",
        "678a.2(d)",
        "678a.2(e)",
    ]


@pytest.mark.reg("58 Pa. Code § 678a.2(b)(4)")
@pytest.mark.reg("58 Pa. Code § 678a.2(b)(5)")
@pytest.mark.reg("58 Pa. Code § 678a.2(b)(6)")
@pytest.mark.reg("58 Pa. Code § 678a.2(c)(1)")
@pytest.mark.reg("58 Pa. Code § 678a.2(c)(2)")
@pytest.mark.parametrize(
    ("wager", "more"),
    [
        ("flush_bonus", {"678a.2(b)(4)"}),
        ("straight_flush_bonus", {"678a.2(b)(5)"}),
        ("progressive", {"678a.2(b)(6)", "678a.2(c)", "678a.2(c)(1)", "678a.2(c)(2)"}),
    ],
)
def test_each_optional_wager_brings_its_own_requirements(wager, more):
    bare = {requirement.section for requirement in required(BOOK, {"ante"})}
    assert {requirement.section for requirement in required(BOOK, {"ante", wager})} - bare == more


@pytest.mark.reg("58 Pa. Code § 678a.3(a)")
def test_two_cover_cards_belong_to_a_deck():
    assert dealing.check_cover_cards(BOOK, 2) is None
    assert dealing.check_cover_cards(BOOK, 1).section == "678a.3(a)"


@pytest.mark.reg("58 Pa. Code § 678a.3(b)")
@pytest.mark.reg("58 Pa. Code § 678a.3(b)(1)")
@pytest.mark.parametrize(
    ("colours", "shuffling", "expected"),
    [
        (["red"], "manual", []),
        (["red", "blue"], "device", []),
        (["red", "blue"], "manual", ["678a.3(b)"]),
        (["red", "red"], "counting_device", ["678a.3(b)(1)"]),
        (["red", "blue", "green"], "device", ["678a.3(a)"]),
    ],
)
def test_one_deck_or_two_of_different_backs_with_a_device(colours, shuffling, expected):
    assert sections(dealing.check_decks(BOOK, colours, shuffling)) == expected


@pytest.mark.reg("58 Pa. Code § 678a.3(b)(3)")
def test_two_decks_take_turns():
    assert dealing.check_alternation(BOOK, "red", "blue", 2) is None
    assert dealing.check_alternation(BOOK, None, "red", 2) is None
    assert dealing.check_alternation(BOOK, "red", "red", 1) is None
    assert dealing.check_alternation(BOOK, "red", "red", 2).section == "678a.3(b)(3)"


@pytest.mark.reg("58 Pa. Code § 678a.3(b)(4)")
def test_discard_rack_holds_one_deck():
    assert dealing.check_discard_rack(BOOK, ["red", "red"]) is None
    assert dealing.check_discard_rack(BOOK, []) is None
    assert dealing.check_discard_rack(BOOK, ["red", "blue"]).section == "678a.3(b)(4)"


@pytest.mark.reg("58 Pa. Code § 678a.3(c)(1)")
@pytest.mark.reg("58 Pa. Code § 678a.3(c)(2)")
@pytest.mark.parametrize(
    ("procedure", "hours", "section"),
    [("hand", 4, "678a.3(c)(1)"), ("manual_shoe", 8, "678a.3(c)(2)"), ("automated_shoe", 8, "678a.3(c)(2)")],
)
def test_deck_is_changed_in_time(procedure, hours, section):
    assert dealing.check_deck_age(BOOK, procedure, hours * HOUR_US) is None
    assert dealing.check_deck_age(BOOK, procedure, hours * HOUR_US + 1).section == section


@pytest.mark.reg("58 Pa. Code § 678a.4(a)")
@pytest.mark.reg("58 Pa. Code § 678a.4(b)")
@pytest.mark.reg("58 Pa. Code § 678a.4(c)")
@pytest.mark.reg("58 Pa. Code § 678a.5(a)")
@pytest.mark.reg("58 Pa. Code § 678a.5(c)(2)")
def test_new_deck_shuffled_by_hand():
    assert steps(dealing.opening_duties(BOOK, "manual")) == [
        ("inspect", "dealer", "678a.4(a)"),
        ("verify_inspection", "floorperson", "678a.4(a)"),
        ("spread_face_up", "dealer", "678a.4(b)"),
        ("wash", "dealer", "678a.4(c)"),
        ("shuffle", "dealer", "678a.5(a)"),
        ("cut", "dealer", "678a.5(d)"),
    ]


@pytest.mark.reg("58 Pa. Code § 678a.5(c)(1)")
@pytest.mark.reg("58 Pa. Code § 678a.5(g)")
@pytest.mark.parametrize("shuffling", ["device", "counting_device", "reshuffling_device"])
def test_device_shuffles_and_nothing_is_cut(shuffling):
    assert steps(dealing.shuffle_duties(BOOK, shuffling)) == [("shuffle", "device", "678a.5(a)")]


@pytest.mark.reg("58 Pa. Code § 678a.4(e)")
def test_preinspected_deck_is_only_shuffled():
    duties = dealing.opening_duties(BOOK, "device", preinspected=True)
    assert steps(duties) == [("shuffle", "device", "678a.5(a)")]


@pytest.mark.reg("58 Pa. Code § 678a.5(a)")
@pytest.mark.reg("58 Pa. Code § 678a.5(c)(2)")
def test_preshuffled_deck_is_only_cut():
    duties = dealing.opening_duties(BOOK, "device", preshuffled=True)
    assert steps(duties) == [("cut", "dealer", "678a.5(d)")]


@pytest.mark.reg("58 Pa. Code § 678a.5(b)")
def test_deck_that_a_counting_device_finds_wrong_is_removed():
    assert dealing.check_device_count(BOOK, "counting_device", 52) is None
    for count in (51, 53):
        assert dealing.check_device_count(BOOK, "counting_device", count).section == "678a.5(b)"
    assert dealing.check_device_count(BOOK, "reshuffling_device", 51).section == "678a.5(b)"
    assert dealing.check_device_count(BOOK, "device", 51) is None  # it does not count


@pytest.mark.reg("58 Pa. Code § 678a.5(d)")
def test_cut_is_at_least_ten_cards_deep():
    assert dealing.check_cut(BOOK, 10) is None
    assert dealing.check_cut(BOOK, 9).section == "678a.5(d)"


@pytest.mark.reg("58 Pa. Code § 678a.5(e)")
def test_recut_comes_before_the_first_card():
    assert dealing.check_recut(BOOK, 0) is None
    assert dealing.check_recut(BOOK, 1).section == "678a.5(e)"


@pytest.mark.reg("58 Pa. Code § 678a.5(f)")
def test_idle_table_spreads_its_deck_and_washes_it_for_the_first_player():
    assert steps(dealing.idle_duties(BOOK, "manual")) == [
        ("spread", "dealer", "678a.5(f)"),
        ("wash", "dealer", "678a.4(c)"),
        ("shuffle", "dealer", "678a.5(a)"),
        ("cut", "dealer", "678a.5(d)"),
    ]
    assert dealing.idle_duties(BOOK, "reshuffling_device") == []


@pytest.mark.reg("58 Pa. Code § 678a.9(a)(1)")
def test_dealing_from_the_hand_needs_a_device():
    assert dealing.check_procedure(BOOK, "hand", "device") is None
    assert dealing.check_procedure(BOOK, "manual_shoe", "manual") is None
    assert dealing.check_procedure(BOOK, "hand", "manual").section == "678a.9(a)(1)"


@pytest.mark.reg("58 Pa. Code § 678a.8(b)")
@pytest.mark.reg("58 Pa. Code § 678a.9(b)")
@pytest.mark.reg("58 Pa. Code § 678a.10(a)(2)")
@pytest.mark.parametrize(
    ("procedure", "section"),
    [("manual_shoe", "678a.8(b)"), ("hand", "678a.9(b)"), ("automated_shoe", "678a.10(a)(2)")],
)
def test_chips_equal_the_progressive_wagers_accepted(procedure, section):
    assert dealing.check_progressive_chips(BOOK, procedure, 3, 3) is None
    assert dealing.check_progressive_chips(BOOK, procedure, 3, 2).section == section


@pytest.mark.reg("58 Pa. Code § 678a.8(f)")
@pytest.mark.reg("58 Pa. Code § 678a.9(d)")
@pytest.mark.reg("58 Pa. Code § 678a.10(d)")
@pytest.mark.parametrize(
    ("procedure", "section"),
    [("manual_shoe", "678a.8(f)"), ("hand", "678a.9(d)"), ("automated_shoe", "678a.10(d)")],
)
def test_stub_is_counted_at_least_every_fifth_round(procedure, section):
    assert dealing.check_stub_count(BOOK, procedure, "device", 4) is None
    assert dealing.check_stub_count(BOOK, procedure, "device", 5).section == section
    assert dealing.check_stub_count(BOOK, procedure, "counting_device", 50) is None


@pytest.mark.reg("58 Pa. Code § 678a.8(g)")
@pytest.mark.reg("58 Pa. Code § 678a.8(h)")
@pytest.mark.reg("58 Pa. Code § 678a.9(e)")
@pytest.mark.reg("58 Pa. Code § 678a.9(f)")
@pytest.mark.reg("58 Pa. Code § 678a.10(e)")
@pytest.mark.reg("58 Pa. Code § 678a.10(f)")
@pytest.mark.parametrize(
    ("procedure", "right", "wrong"),
    [
        ("manual_shoe", "678a.8(g)", "678a.8(h)"),
        ("hand", "678a.9(e)", "678a.9(f)"),
        ("automated_shoe", "678a.10(e)", "678a.10(f)"),
    ],
)
def test_count_decides_what_happens_to_stub_hands_and_deck(procedure, right, wrong):
    """Two players and the dealer hold 21 cards, so a stub of 31 makes 52."""
    judge = dealing.judge_stub
    assert steps([judge(BOOK, procedure, 31, 21)]) == [("stub_to_discard_rack", "dealer", right)]
    assert steps([judge(BOOK, procedure, 30, 22, misdealt=True)]) == [("void_and_return", "dealer", wrong)]
    for counted, misdealt in ((30, False), (32, False), (30, True)):
        duty = judge(BOOK, procedure, counted, 21, misdealt=misdealt)
        assert (duty.step, duty.section) == ("void_return_and_remove_deck", wrong)

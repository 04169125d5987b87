"""x.2 of every chapter, with the approvals of x.5(g) and x.8(a): what a table must have."""

import pytest

from games.procedure.equipment import Opening, breaches_at_opening, required
from games.rulebook import by_name
from tests.games.chapters import BOOKS, sections

CONTEST = {
    "647a": {"ante"},
    "663a": {"ante", "play"},
    "677a": {"ante", "odds", "raise"},
    "678a": {"ante", "raise"},
    "679a": {"ante", "play"},
}
OPTIONAL = {
    "647a": {"bonus", "progressive", "fchb_player", "fchb_dealer", "six_card_bonus"},
    "663a": {"tie", "poker_bonus"},
    "677a": {"pocket_bonus", "trips_plus"},
    "678a": {"flush_bonus", "straight_flush_bonus", "progressive"},
    "679a": {"prime", "pair_bonus", "all_six"},
}
SIGNS = {
    "647a": {"payout_odds", "ante_returned", "payout_limit"},
    "663a": {"payout_odds"},
    "677a": {"payout_odds", "ante_returned", "payout_limit"},
    "678a": {"payout_odds", "dealer_qualifies", "raise_limits", "payout_limit"},
    "679a": {"payout_odds", "dealer_qualifies", "player_wins_ties", "payout_limit"},
}
APPROVALS = {"layout", "shoe_location", "reshuffling_device"}
SYSTEM = {"647a": {"progressive_system", "electronic_wagering"}, "678a": {"progressive_system"}}
LIMIT = {"payout_limit"}


def opening(chapter, **changes):
    """A table that offers everything, with a limit where the chapter has one, and that has all it needs."""
    facts = {
        "offered": CONTEST[chapter] | OPTIONAL[chapter] | (LIMIT & SIGNS[chapter]),
        "signs": SIGNS[chapter],
        "approvals": APPROVALS | SYSTEM.get(chapter, set()),
        "positions": 6,
        "procedure": "manual_shoe",
        "shuffling": "manual",
    }
    return Opening(**(facts | changes))


def broken(chapter, **changes):
    return sections(breaches_at_opening(BOOKS[chapter], opening(chapter, **changes)))


@pytest.mark.cites("58 Pa. Code §§ 647a.2(b), 663a.2(b), 677a.2(b), 678a.2(b), 679a.2(b)")
@pytest.mark.parametrize("chapter", BOOKS)
def test_table_that_has_everything_is_in_order(chapter):
    assert broken(chapter) == []
    assert broken(chapter, offered=CONTEST[chapter]) == []


@pytest.mark.cites("58 Pa. Code §§ 647a.2(a), 663a.2(a), 677a.2(a), 678a.2(a), 679a.2(a)")
@pytest.mark.parametrize("chapter", BOOKS)
def test_seventh_position_is_one_too_many(chapter):
    assert broken(chapter, positions=7) == [f"{chapter}.2(a)"]
    assert broken(chapter, offered=CONTEST[chapter], positions=7) == [f"{chapter}.2(a)"]


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.2(b)(9), 647a.2(b)(10), 647a.2(b)(10)(i), 647a.2(b)(10)(ii), 647a.2(b)(11), "
    "663a.2(b)(7), 677a.2(b)(7), 677a.2(b)(8)(i), 677a.2(b)(8)(ii), 677a.2(b)(9), 678a.2(b)(7), "
    "678a.2(b)(7)(i), 678a.2(b)(7)(ii), 678a.2(b)(7)(iii), 678a.2(b)(7)(iv), 678a.2(b)(8), 679a.2(b)(4), "
    "679a.2(b)(5)"
)
@pytest.mark.parametrize(
    ("chapter", "sign", "section"),
    [
        ("647a", "payout_odds", "647a.2(b)(9)"),
        ("647a", "ante_returned", "647a.2(b)(10)(i)"),
        ("647a", "payout_limit", "647a.2(b)(10)(ii)"),
        ("663a", "payout_odds", "663a.2(b)(7)"),
        ("677a", "payout_odds", "677a.2(b)(7)"),
        ("677a", "ante_returned", "677a.2(b)(8)(i)"),
        ("677a", "payout_limit", "677a.2(b)(8)(ii)"),
        ("678a", "payout_odds", "678a.2(b)(7)(i)"),
        ("678a", "dealer_qualifies", "678a.2(b)(7)(ii)"),
        ("678a", "raise_limits", "678a.2(b)(7)(iii)"),
        ("678a", "payout_limit", "678a.2(b)(7)(iv)"),
        ("679a", "payout_odds", "679a.2(b)(4)"),
        ("679a", "dealer_qualifies", "679a.2(b)(4)"),
        ("679a", "player_wins_ties", "679a.2(b)(4)"),
        ("679a", "payout_limit", "679a.2(b)(5)"),
    ],
)
def test_patrons_are_told_even_without_optional_wagers(chapter, sign, section):
    assert broken(chapter, signs=SIGNS[chapter] - {sign}) == [section]
    bare = CONTEST[chapter] | (LIMIT & SIGNS[chapter])
    assert broken(chapter, offered=bare, signs=SIGNS[chapter] - {sign}) == [section]


@pytest.mark.cites("58 Pa. Code §§ 647a.2(b)(10)(ii), 677a.2(b)(8)(ii), 678a.2(b)(7)(iv), 679a.2(b)(5)")
@pytest.mark.parametrize(
    ("chapter", "expected"),
    [
        ("647a", ["647a.2(b)(10)(ii)"]),
        ("677a", []),
        ("678a", []),
        ("679a", []),
    ],
)
def test_limit_is_posted_only_where_one_is_set_or_must_be(chapter, expected):
    """647a has a limit whether the house sets one or not."""
    for offered in (CONTEST[chapter], CONTEST[chapter] | OPTIONAL[chapter]):
        assert broken(chapter, offered=offered, signs=SIGNS[chapter] - LIMIT) == expected


@pytest.mark.cites("58 Pa. Code § 678a.2(b)(7)(iv)")
def test_text_of_2015_knows_no_limit_to_post_and_asks_for_the_same_otherwise():
    facts = opening("678a", signs=SIGNS["678a"] - LIMIT)
    proposed = by_name("678a@2015-proposed")
    assert breaches_at_opening(proposed, facts) == []
    others = [one for one in BOOKS["678a"].equipment if one.section != "678a.2(b)(7)(iv)"]
    assert list(proposed.equipment) == others


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.2(b), 647a.5(g), 647a.8(a), 663a.2(b), 663a.5(g), 663a.8(a), 677a.2(b), 677a.5(g), "
    "677a.8(a), 678a.2(b), 678a.5(g), 678a.8(a), 678a.2(c), 679a.2(b), 679a.5(g), 679a.8(a), 647a.2(c), "
    "647a.2(d)"
)
@pytest.mark.parametrize(
    ("chapter", "approval", "parts"),
    [
        ("647a", "layout", "2(b)"),
        ("647a", "reshuffling_device", "5(g)"),
        ("647a", "shoe_location", "8(a)"),
        ("647a", "progressive_system", "2(c)"),
        ("647a", "electronic_wagering", "2(d)"),
        ("663a", "layout", "2(b)"),
        ("663a", "reshuffling_device", "5(g)"),
        ("663a", "shoe_location", "8(a)"),
        ("677a", "layout", "2(b)"),
        ("677a", "reshuffling_device", "5(g)"),
        ("677a", "shoe_location", "8(a)"),
        ("678a", "layout", "2(b)"),
        ("678a", "reshuffling_device", "5(g)"),
        ("678a", "shoe_location", "8(a)"),
        ("678a", "progressive_system", "2(c)"),
        ("679a", "layout", "2(b)"),
        ("679a", "reshuffling_device", "5(g)"),
        ("679a", "shoe_location", "8(a)"),
    ],
)
def test_approvals(chapter, approval, parts):
    approvals = (APPROVALS | SYSTEM.get(chapter, set())) - {approval}
    expected = [f"{chapter}.{part}" for part in parts.split()]
    assert broken(chapter, approvals=approvals, shuffling="reshuffling_device") == expected


@pytest.mark.cites("58 Pa. Code §§ 647a.8(a), 663a.8(a), 677a.8(a), 678a.8(a), 679a.8(a)")
@pytest.mark.parametrize("chapter", BOOKS)
@pytest.mark.parametrize("procedure", ["hand", "automated_shoe"])
def test_shoe_needs_its_place_only_where_it_is_a_manual_one(chapter, procedure):
    without = (APPROVALS | SYSTEM.get(chapter, set())) - {"shoe_location"}
    assert broken(chapter, approvals=without, procedure=procedure) == []
    bare = {"offered": CONTEST[chapter], "shuffling": "device"}
    assert broken(chapter, approvals={"layout"}, procedure=procedure, **bare) == []
    assert broken(chapter, approvals=set(), **bare) == [f"{chapter}.2(b)", f"{chapter}.8(a)"]


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.2(b), 647a.2(b)(1), 647a.2(b)(2), 647a.2(b)(3), 647a.2(b)(4), 647a.2(e), 647a.2(f), "
    "663a.2(b)(1), 663a.2(b)(2), 663a.2(b)(3), 663a.2(b)(4), 663a.2(c), 663a.2(d), 677a.2(b)(1), "
    "677a.2(b)(2), 677a.2(b)(3), 677a.2(b)(4), 677a.2(c), 677a.2(d), 678a.2(b)(1), 678a.2(b)(2), "
    "678a.2(b)(3), 678a.2(d), 678a.2(e), 679a.2(b)(1), 679a.2(b)(2), 679a.2(c), 679a.2(d)"
)
@pytest.mark.parametrize(
    ("chapter", "parts"),
    [
        ("647a", "(b) (b)(1) (b)(2) (b)(3) (b)(4) (b)(9) (b)(10)(i) (b)(10)(ii) (e) (f)"),
        ("663a", "(b) (b)(1) (b)(2) (b)(3) (b)(4) (b)(7) (c) (d)"),
        ("677a", "(b) (b)(1) (b)(2) (b)(3) (b)(4) (b)(7) (b)(8)(i) (c) (d)"),
        ("678a", "(b) (b)(1) (b)(2) (b)(3) (b)(7)(i) (b)(7)(ii) (b)(7)(iii) (d) (e)"),
        ("679a", "(b) (b)(1) (b)(2) (b)(4) (b)(4) (b)(4) (c) (d)"),
    ],
)
def test_bare_table_needs_nothing_for_optional_wagers(chapter, parts):
    for offered in (set(), CONTEST[chapter]):
        assert sections(required(BOOKS[chapter], offered)) == [f"{chapter}.2{part}" for part in parts.split()]


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.2(b)(5), 647a.2(b)(6), 647a.2(b)(7), 647a.2(b)(8), 647a.2(b)(8)(i), "
    "647a.2(b)(8)(ii), 647a.2(c), 647a.2(c)(1), 647a.2(c)(2), 647a.2(d), 663a.2(b)(5), 663a.2(b)(6), "
    "677a.2(b)(5), 677a.2(b)(6), 678a.2(b)(4), 678a.2(b)(5), 678a.2(b)(6), 678a.2(c), 678a.2(c)(1), "
    "678a.2(c)(2), 679a.2(b)(3)"
)
@pytest.mark.parametrize(
    ("chapter", "wager", "parts"),
    [
        ("647a", "bonus", "(b)(5)"),
        ("647a", "progressive", "(b)(6) (c) (c)(1) (c)(2)"),
        ("647a", "fchb_player", "(b)(7) (d)"),
        ("647a", "fchb_dealer", "(b)(7) (d)"),
        ("647a", "six_card_bonus", "(b)(8)(i) (b)(8)(ii)"),
        ("663a", "tie", "(b)(5)"),
        ("663a", "poker_bonus", "(b)(6)"),
        ("677a", "pocket_bonus", "(b)(5)"),
        ("677a", "trips_plus", "(b)(6)"),
        ("678a", "flush_bonus", "(b)(4)"),
        ("678a", "straight_flush_bonus", "(b)(5)"),
        ("678a", "progressive", "(b)(6) (c) (c)(1) (c)(2)"),
        ("679a", "prime", "(b)(3)"),
        ("679a", "pair_bonus", "(b)(3)"),
        ("679a", "all_six", "(b)(3)"),
    ],
)
def test_each_optional_wager_brings_its_own_requirements(chapter, wager, parts):
    for others in ({"ante"}, CONTEST[chapter]):
        bare = required(BOOKS[chapter], others)
        found = required(BOOKS[chapter], others | {wager})
        more = [requirement for requirement in found if requirement not in bare]
        assert sections(more) == [f"{chapter}.2{part}" for part in parts.split()]
        assert [requirement for requirement in found if requirement not in more] == list(bare)


@pytest.mark.cites("58 Pa. Code § 679a.2(b)(3)")
@pytest.mark.parametrize("offered", [set(), {"prime"}, {"pair_bonus", "all_six"}, OPTIONAL["679a"]])
def test_areas_of_three_card_prime_all_stand_in_one_subsection(offered):
    always, areas = ["679a.2(b)", "679a.2(b)(1)", "679a.2(b)(2)"], ["679a.2(b)(3)"] * len(offered)
    signs = ["679a.2(b)(4)"] * 3
    assert sections(required(BOOKS["679a"], offered)) == [*always, *areas, *signs, "679a.2(c)", "679a.2(d)"]

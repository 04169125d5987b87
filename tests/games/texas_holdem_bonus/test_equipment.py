"""647a.2: what a table must have, by what it offers; and what the rulebook says of itself."""

import pytest

from games.equipment import Opening, breaches_at_opening, required
from games.errors import UnknownRulebook
from games.rulebook import by_name, choose

BOOK = by_name("647a@2019-08-31")
SIGNS = {"payout_odds", "ante_returned", "payout_limit"}
ALWAYS = [
    "647a.2(b)",
    "647a.2(b)(1)",
    "647a.2(b)(2)",
    "647a.2(b)(3)",
    "647a.2(b)(4)",
    "647a.2(b)(9)",
    "647a.2(b)(10)(i)",
    "647a.2(b)(10)(ii)",
    "647a.2(e)",
    "647a.2(f)",
]


def opening(*offered, signs=SIGNS, approvals=("layout", "shoe_location", "progressive_system"), **more):
    table = {"positions": 6, "procedure": "manual_shoe", "shuffling": "manual", **more}
    return Opening({"ante", *offered}, set(signs), set(approvals), **table)


def broken(*args, **more):
    return [breach.section for breach in breaches_at_opening(BOOK, opening(*args, **more))]


@pytest.mark.reg("58 Pa. Code § 647a.2(b)")
def test_what_every_table_needs():
    assert [r.section for r in required(BOOK, {"ante"})] == ALWAYS


@pytest.mark.reg("58 Pa. Code § 647a.2(b)(5)")
@pytest.mark.reg("58 Pa. Code § 647a.2(b)(6)")
@pytest.mark.reg("58 Pa. Code § 647a.2(b)(7)")
@pytest.mark.reg("58 Pa. Code § 647a.2(b)(8)")
@pytest.mark.reg("58 Pa. Code § 647a.2(c)(1)")
@pytest.mark.reg("58 Pa. Code § 647a.2(c)(2)")
@pytest.mark.reg("58 Pa. Code § 647a.2(d)")
@pytest.mark.parametrize(
    ("wager", "sections"),
    [
        ("bonus", {"647a.2(b)(5)"}),
        ("progressive", {"647a.2(b)(6)", "647a.2(c)", "647a.2(c)(1)", "647a.2(c)(2)"}),
        ("fchb_player", {"647a.2(b)(7)", "647a.2(d)"}),
        ("fchb_dealer", {"647a.2(b)(7)", "647a.2(d)"}),
        ("six_card_bonus", {"647a.2(b)(8)(i)", "647a.2(b)(8)(ii)"}),
    ],
)
def test_what_a_wager_adds(wager, sections):
    assert {r.section for r in required(BOOK, {"ante", wager})} == {*ALWAYS, *sections}


@pytest.mark.reg("58 Pa. Code § 647a.2(b)(9)")
@pytest.mark.reg("58 Pa. Code § 647a.2(b)(10)")
@pytest.mark.reg("58 Pa. Code § 647a.2(b)(11)")
@pytest.mark.parametrize(
    ("sign", "section"),
    [
        ("payout_odds", "647a.2(b)(9)"),
        ("ante_returned", "647a.2(b)(10)(i)"),
        ("payout_limit", "647a.2(b)(10)(ii)"),
    ],
)
def test_signs_and_inscriptions_even_without_optional_wagers(sign, section):
    assert broken() == []
    assert broken(signs=SIGNS - {sign}) == [section]


@pytest.mark.reg("58 Pa. Code § 647a.2(b)")
@pytest.mark.reg("58 Pa. Code § 647a.2(c)")
@pytest.mark.reg("58 Pa. Code § 647a.2(d)")
@pytest.mark.reg("58 Pa. Code § 647a.8(a)")
@pytest.mark.reg("58 Pa. Code § 647a.5(g)")
def test_approvals():
    assert broken(approvals=()) == ["647a.2(b)", "647a.8(a)"]
    assert broken("progressive", approvals=("layout", "shoe_location")) == ["647a.2(c)"]
    assert broken("fchb_dealer", approvals=("layout", "shoe_location")) == ["647a.2(d)"]
    assert broken(shuffling="reshuffling_device") == ["647a.5(g)"]
    assert broken(procedure="hand", shuffling="device", approvals=("layout",)) == []


@pytest.mark.reg("58 Pa. Code § 647a.2(a)")
def test_no_more_than_six_positions():
    assert broken(positions=6) == []
    assert broken(positions=7) == ["647a.2(a)"]


@pytest.mark.reg("58 Pa. Code § 647a.12")
def test_rulebook_is_chosen_by_day_from_its_effective_date():
    assert choose("647a", "2019-08-31").name == "647a@2019-08-31"
    assert choose("647a", "2026-01-01").name == "647a@2019-08-31"
    with pytest.raises(UnknownRulebook):
        choose("647a", "2019-08-30")


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(5)")
def test_envy_table():
    assert BOOK.envy_section == "647a.12(d)(5)"
    assert {stake: dict(rows) for stake, rows in BOOK.envy.items()} == {
        100: {"royal_flush": 100_000, "straight_flush": 30_000},
        500: {"royal_flush": 500_000, "straight_flush": 150_000},
    }

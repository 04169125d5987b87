"""647a.2(c), (d): which wagers need a table game system; and the envy table of the rulebook."""

import pytest

from games.procedure.equipment import Opening, breaches_at_opening
from games.rulebook import by_name

BOOK = by_name("647a@2019-08-31")
SIGNS = {"payout_odds", "ante_returned", "payout_limit"}


@pytest.mark.cites("58 Pa. Code §§ 647a.2(c), 647a.2(d)")
@pytest.mark.parametrize(
    ("wager", "expected"),
    [
        ("bonus", []),
        ("progressive", ["647a.2(c)"]),
        ("fchb_player", ["647a.2(d)"]),
        ("fchb_dealer", ["647a.2(d)"]),
        ("six_card_bonus", []),
    ],
)
def test_progressive_and_five_card_wagers_need_a_system_each(wager, expected):
    table = {"positions": 6, "procedure": "manual_shoe", "shuffling": "manual"}
    opening = Opening({"ante", wager}, SIGNS, {"layout", "shoe_location"}, **table)
    assert [breach.section for breach in breaches_at_opening(BOOK, opening)] == expected


@pytest.mark.cites("58 Pa. Code § 647a.12(d)(5)")
def test_envy_table():
    assert BOOK.envy_section == "647a.12(d)(5)"
    assert {stake: dict(rows) for stake, rows in BOOK.envy.items()} == {
        100: {"royal_flush": 100_000, "straight_flush": 30_000},
        500: {"royal_flush": 500_000, "straight_flush": 150_000},
    }

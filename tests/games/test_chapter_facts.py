"""Facts that rulebooks state and that no single verdict shows."""

import pytest

from games.registry import by_name as game_called
from games.rulebook import all_rulebooks, by_name

CODIFIED, PROPOSED = by_name("678a@2019-11-02"), by_name("678a@2015-proposed")


@pytest.mark.parametrize(
    ("name", "returned"),
    [
        pytest.param(
            "647a@2019-08-31",
            ("ante", "flop", "turn", "river"),
            marks=pytest.mark.reg("58 Pa. Code § 647a.13(d)"),
        ),
        pytest.param(
            "677a@2015-proposed",
            ("ante", "odds", "raise"),
            marks=pytest.mark.reg("58 Pa. Code § 677a.13(d)"),
        ),
        pytest.param(
            "678a@2015-proposed", ("ante", "raise"), marks=pytest.mark.reg("58 Pa. Code § 678a.13(d)")
        ),
        pytest.param("678a@2019-11-02", ("ante", "raise"), marks=pytest.mark.reg("58 Pa. Code § 678a.13(d)")),
        pytest.param("679a@2019-08-31", ("ante", "play"), marks=pytest.mark.reg("58 Pa. Code § 679a.13(d)")),
    ],
)
def test_exposed_card_of_the_dealer_returns_the_contest_and_no_more(name, returned):
    assert by_name(name).irregularities["dealer_card_exposed"].returned == returned


@pytest.mark.reg("58 Pa. Code §§ 678a.8(d), 678a.9(b), 678a.10(b)")
@pytest.mark.parametrize("book", all_rulebooks(), ids=lambda book: book.name)
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
def test_dealer_s_cards_lie_under_a_cover_card_where_the_chapter_says_so(book, procedure):
    deals = game_called(book.game).deal_order(procedure, [1, 2], {})
    covered = {deal.under_cover_card for deal in deals if deal.to == "dealer"}
    assert book.cards.dealer_under_cover_card is (True in covered)


@pytest.mark.reg("58 Pa. Code §§ 647a.12(c), 677a.12(f), 678a.12(e), 679a.12(h)")
@pytest.mark.parametrize(
    ("name", "mandatory", "per"),
    [
        ("647a@2019-08-31", True, "hand"),  # "for any hand shall be $50,000 or …"
        ("677a@2015-proposed", False, "player"),  # "may establish …", as the two below
        ("678a@2019-11-02", False, "player"),
        ("679a@2019-08-31", False, "player"),
    ],
)
def test_payout_limit_is_the_chapter_s_or_the_house_s_to_set(name, mandatory, per):
    limit = by_name(name).payout_limit
    assert (limit.mandatory, limit.per, limit.floor_cents) == (mandatory, per, 5_000_000)


@pytest.mark.reg("58 Pa. Code §§ 663a.12, 678a.12")
@pytest.mark.parametrize("name", ["663a@2014-02-01", "678a@2015-proposed"])
def test_chapter_without_a_payout_limit(name):
    assert by_name(name).payout_limit is None


@pytest.mark.reg(
    "58 Pa. Code §§ 647a.12(b), 647a.12(f), 663a.12(d), 677a.12(c), 678a.12(d)(1), 679a.12(c), 679a.12(g)"
)
def test_hands_that_a_paytable_does_not_pay_have_no_row():
    royals = ["six_card_royal_diamonds", "six_card_royal_other"]
    unpaid = {
        (book.name, paytable.table, letter): missing
        for book in all_rulebooks()
        for table in book.paytables.values()
        for letter, paytable in table.columns.items()
        if (missing := [hand for hand in table.hands if hand not in paytable.rows])
    }
    assert unpaid == {
        ("647a@2019-08-31", "bonus", "B"): ["ace_ace_both"],
        **{("647a@2019-08-31", "six_card_bonus", letter): royals for letter in "ABCD"},
        ("663a@2014-02-01", "poker_bonus", "A"): ["pair_of_sixes_or_better"],
        ("663a@2014-02-01", "poker_bonus", "B"): ["pair_of_sevens_or_better"],
        ("677a@2015-proposed", "bad_beat", "only"): ["royal_flush"],
        ("678a@2015-proposed", "progressive", "B"): ["three_card_straight_flush"],
        ("678a@2019-11-02", "progressive", "B"): ["three_card_straight_flush"],
        **{("679a@2019-08-31", "bad_beat", letter): ["flush"] for letter in "AC"},
        **{("679a@2019-08-31", "all_six", letter): royals for letter in "ABCD"},
    }


@pytest.mark.reg("58 Pa. Code §§ 647a.8(h), 663a.8(h), 677a.8(g), 678a.8(h), 679a.8(g)")
@pytest.mark.parametrize("book", all_rulebooks(), ids=lambda book: book.name)
def test_wrong_stub_is_listed_where_the_manual_shoe_has_it(book):
    """A verdict cites the procedure that was used; the list of irregularities has the first of the three."""
    rule = book.irregularities["stub_count_wrong"]
    assert rule.section == book.cards.stub_wrong["manual_shoe"]
    assert (rule.returned, rule.silent) == (None, ())


@pytest.mark.reg("58 Pa. Code § 677a.12(b)")
def test_odds_wager_pushes_below_a_straight():
    rows = by_name("677a@2015-proposed").paytable("odds").rows
    pushed = [hand for hand, rate in rows.items() if rate.kind == "push"]
    assert pushed == ["three_of_a_kind", "two_pair", "pair", "high_card"]


@pytest.mark.reg("58 Pa. Code §§ 678a.2, 678a.13")
def test_text_of_2015_differs_from_the_codified_one_in_wagers_and_odds_only():
    assert PROPOSED.irregularities == CODIFIED.irregularities
    assert PROPOSED.cards == CODIFIED.cards
    assert PROPOSED.positions == CODIFIED.positions == 6
    assert (PROPOSED.boxes.most, CODIFIED.boxes.most) == (1, None)
    limit_is_posted = [row for row in CODIFIED.equipment if row not in PROPOSED.equipment]
    assert [row.section for row in limit_is_posted] == ["678a.2(b)(7)(iv)"]
    assert [row for row in PROPOSED.equipment if row not in CODIFIED.equipment] == []

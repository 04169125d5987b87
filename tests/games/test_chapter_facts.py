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


@pytest.mark.cites("58 Pa. Code §§ 678a.8(d), 678a.9(b), 678a.10(b)")
@pytest.mark.parametrize("book", all_rulebooks(), ids=lambda book: book.name)
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
def test_dealer_s_cards_lie_under_a_cover_card_where_the_chapter_says_so(book, procedure):
    deals = game_called(book.game).deal_order(procedure, [1, 2], {})
    covered = {deal.under_cover_card for deal in deals if deal.to == "dealer"}
    assert book.cards.dealer_under_cover_card is (True in covered)


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.7(d)(1), 647a.7(d)(2), 647a.7(d)(3), 647a.7(d)(4), 647a.7(d)(5), 647a.12(e)(3), "
    "663a.7(d), 663a.7(e)(1), 663a.7(e)(2), 677a.7(d)(1), 677a.7(d)(2), 677a.7(d)(3), 678a.7(d)(1), "
    "678a.7(d)(2), 678a.7(d)(3), 678a.7(d)(4), 679a.7(d)(1), 679a.7(d)(2), 679a.7(d)(3), 679a.7(d)(4)"
)
@pytest.mark.parametrize(
    ("game", "sections"),
    [
        (
            "texas_holdem_bonus",
            """ante 7(d)(1) flop 11(b) turn 11(d) river 11(f) bonus 7(d)(2)
            progressive 7(d)(3) envy_bonus 11(i)(5)
            fchb_player 7(d)(4) fchb_player_magic 12(e)(3) fchb_player_lucky 12(e)(3)
            fchb_dealer 7(d)(4) fchb_dealer_magic 12(e)(3) fchb_dealer_lucky 12(e)(3)
            six_card_bonus 7(d)(5)""",
        ),
        ("five_card_hi_lo", "ante 7(d) play 11(b) ante_bonus 11(h) tie 7(e)(1) poker_bonus 7(e)(2)"),
        (
            "heads_up_holdem",
            "ante 7(d)(1) odds 7(d)(1) raise 7(d)(1) pocket_bonus 7(d)(2) trips_plus 7(d)(3)",
        ),
        (
            "high_card_flush",
            "ante 7(d)(1) raise 7(d)(1) flush_bonus 7(d)(2) straight_flush_bonus 7(d)(3) progressive 7(d)(4)",
        ),
        ("three_card_prime", "ante 7(d)(1) play 7(d)(1) prime 7(d)(2) pair_bonus 7(d)(3) all_six 7(d)(4)"),
    ],
)
def test_every_wager_and_result_cites_the_subsection_that_allows_it(game, sections):
    words = sections.split()
    wagers = game_called(game).wagers
    assert {wager.name: wager.section for wager in wagers} == {
        name: f"{game_called(game).chapter}.{section}"
        for name, section in zip(words[::2], words[1::2], strict=True)
    }


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


@pytest.mark.cites("58 Pa. Code §§ 663a.12, 678a.12")
@pytest.mark.parametrize("name", ["663a@2014-02-01", "678a@2015-proposed"])
def test_chapter_without_a_payout_limit(name):
    assert by_name(name).payout_limit is None


@pytest.mark.cites(
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


@pytest.mark.cites("58 Pa. Code § 677a.12(b)")
def test_odds_wager_pushes_below_a_straight():
    rows = by_name("677a@2015-proposed").paytable("odds").rows
    pushed = [hand for hand, rate in rows.items() if rate.kind == "push"]
    assert pushed == ["three_of_a_kind", "two_pair", "pair", "high_card"]


@pytest.mark.cites("58 Pa. Code §§ 678a.2, 678a.13")
def test_text_of_2015_differs_from_the_codified_one_in_wagers_and_odds_only():
    assert PROPOSED.irregularities == CODIFIED.irregularities
    assert PROPOSED.cards == CODIFIED.cards
    assert PROPOSED.positions == CODIFIED.positions == 6
    assert (PROPOSED.boxes.most, CODIFIED.boxes.most) == (1, None)
    limit_is_posted = [row for row in CODIFIED.equipment if row not in PROPOSED.equipment]
    assert [row.section for row in limit_is_posted] == ["678a.2(b)(7)(iv)"]
    assert [row for row in PROPOSED.equipment if row not in CODIFIED.equipment] == []

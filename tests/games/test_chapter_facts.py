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


@pytest.mark.reg("58 Pa. Code §§ 678a.2, 678a.13")
def test_text_of_2015_differs_from_the_codified_one_in_wagers_and_odds_only():
    assert PROPOSED.irregularities == CODIFIED.irregularities
    assert PROPOSED.cards == CODIFIED.cards
    assert PROPOSED.positions == CODIFIED.positions == 6
    assert (PROPOSED.boxes.most, CODIFIED.boxes.most) == (1, None)
    limit_is_posted = [row for row in CODIFIED.equipment if row not in PROPOSED.equipment]
    assert [row.section for row in limit_is_posted] == ["678a.2(b)(7)(iv)"]
    assert [row for row in PROPOSED.equipment if row not in CODIFIED.equipment] == []

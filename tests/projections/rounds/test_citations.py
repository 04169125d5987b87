"""A section is the same one however a person writes it."""

import pytest

from projections.rounds.citations import plainly_cited
from tests.projections.examining.irregularity_scenarios import called, counting, found, played_on, ruled
from tests.projections.rounds.irregular_games import GAMES, due, rows_of

WAYS = (
    "678a.13({})",
    "§ 678a.13({})",
    "58 Pa. Code § 678a.13({})",
    "58 Pa.Code 678a.13 ({}).",
    "Section 678a.13({})",
)


@pytest.mark.parametrize("way", WAYS)
def test_the_section_alone_is_what_counts(way):
    assert plainly_cited(way.format("c")) == "678a.13(c)"
    assert plainly_cited("as ruled") == "as ruled"


@pytest.mark.reg("58 Pa. Code § 678a.13(c)")
@pytest.mark.parametrize("way", WAYS)
def test_a_void_rests_on_its_section_however_it_is_cited(way):
    """Eight cards for the dealer, and nobody called it: every wager goes back."""
    example = GAMES["high_card_flush"]
    end = lambda told: told.voids(way.format("c"))  # noqa: E731
    assert due(rows_of("high_card_flush", dealer=f"{example.dealer} 8d", end=end)) == example.staked


@pytest.mark.parametrize("way", WAYS)
def test_a_ruling_rests_on_its_section_however_it_is_cited(way):
    told = counting("678a").ready()
    ruling = ruled("face_up_single", "card_not_used", way.format("a"))
    assert played_on(told, 1, found("8c"), called("face_up_single"), ruling).ids == []

"""Odds other than "N to 1" count in a hold for what they are."""

from importlib import resources

import pytest

from games import rulebook
from games.counting.hold import holds, holds_of
from games.errors import GamesError
from tests.games.on_disk import CHAPTERS

TEXT = resources.files("games").joinpath("rulebooks", "678a@2019-11-02.toml").read_text()
FOUR = 'four_card_flush = "1 to 1"'


def hold_with(odds):
    """The hold of Flush Bonus A if a four-card flush paid `odds`."""
    assert FOUR in TEXT
    book = rulebook.read("test.toml", TEXT.replace(FOUR, f'four_card_flush = "{odds}"', 1).encode())
    return next(row.hold for row in holds_of(book) if (row.wager, row.paytable) == ("flush_bonus", "A"))


@pytest.mark.cites("58 Pa. Code § 678a.12(b)")
def test_three_to_two_lies_midway_between_one_and_two_to_one():
    assert hold_with("3 to 2") == (hold_with("1 to 1") + hold_with("2 to 1")) / 2


@pytest.mark.cites("58 Pa. Code § 678a.12(b)")
def test_for_one_keeps_the_stake_that_to_one_returns():
    assert hold_with("3 for 1") == hold_with("2 to 1")


def test_unknown_chapter_names_those_that_there_are():
    with pytest.raises(GamesError) as caught:
        holds("999a")
    assert {"647a", "663a", "677a", "678a", "679a"} <= set(CHAPTERS)
    known = ", ".join(CHAPTERS)
    assert str(caught.value) == f"no chapter '999a': there are {known}, or give a rulebook's whole name"

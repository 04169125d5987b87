"""Two texts of one chapter, one after the other: each is in force from its first day to its last."""

from importlib import resources

import pytest

from games import rulebook
from games.errors import UnknownRulebook

TEXT = resources.files("games").joinpath("rulebooks", "678a@2019-11-02.toml").read_text()


@pytest.fixture(autouse=True)
def earlier_text(monkeypatch):
    """A shelf that also has a 678a of 2018 to 1 November 2019."""
    monkeypatch.setattr(rulebook, "_SHELF", dict(rulebook.shelf()))
    earlier = TEXT.replace('"2019-11-02"', '"2018-01-01"', 2)
    earlier = earlier.replace("effective_from", 'effective_until = "2019-11-01"\neffective_from', 1)
    rulebook.add(rulebook.read("test.toml", earlier.encode()))


@pytest.mark.cites("58 Pa. Code ch. 678a")
@pytest.mark.parametrize(
    ("day", "name"),
    [
        ("2018-01-01", "678a@2018-01-01"),
        ("2019-11-01", "678a@2018-01-01"),
        ("2019-11-02", "678a@2019-11-02"),
        ("9999-12-31", "678a@2019-11-02"),
    ],
)
def test_each_text_rules_its_own_days(day, name):
    assert rulebook.choose("678a", day).name == name


def test_day_before_the_first_text_has_none():
    with pytest.raises(UnknownRulebook):
        rulebook.choose("678a", "2017-12-31")


def test_both_are_found_by_name():
    assert [book.name for book in rulebook.all_rulebooks() if book.chapter == "678a"] == [
        "678a@2015-proposed",
        "678a@2018-01-01",
        "678a@2019-11-02",
    ]
    assert rulebook.by_name("678a@2018-01-01").effective_until == "2019-11-01"

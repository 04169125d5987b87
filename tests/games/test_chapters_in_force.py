"""From which day the text of a chapter holds, and the one that was only proposed."""

import pytest

from games.errors import UnknownRulebook
from games.rulebook import choose
from tests.games.chapters import BOOKS


@pytest.mark.parametrize(
    ("chapter", "first", "before"),
    [
        pytest.param("647a", "2019-08-31", "2019-08-30", marks=pytest.mark.cites("58 Pa. Code § 647a.12")),
        pytest.param("663a", "2014-02-01", "2014-01-31", marks=pytest.mark.cites("58 Pa. Code § 663a.1")),
        pytest.param("679a", "2019-08-31", "2019-08-30", marks=pytest.mark.cites("58 Pa. Code § 679a.12")),
    ],
)
def test_chapter_is_in_force_from_its_first_day(chapter, first, before):
    assert choose(chapter, first) is BOOKS[chapter]
    assert choose(chapter, "2026-01-01") is BOOKS[chapter]
    with pytest.raises(UnknownRulebook, match="no rulebook for that day"):
        choose(chapter, before)


@pytest.mark.cites("58 Pa. Code § 677a.1")
@pytest.mark.parametrize("day", ["2015-08-14", "2019-11-02", "2026-11-16"])
def test_proposed_text_is_chosen_by_name_and_never_by_date(day):
    assert BOOKS["677a"].effective_from is None
    with pytest.raises(UnknownRulebook):
        choose("677a", day)

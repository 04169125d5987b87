"""What a selection of paytables pays is worked out once: by the rulebook's bytes and the columns selected."""

from dataclasses import replace

from games.chapter import once_a_selection
from games.rulebook import by_name

BOOK = by_name("678a@2019-11-02")


def test_each_selection_is_worked_out_once():
    asked = []

    def work_out(book, flush, progressive):
        asked.append((book.name, flush, progressive))
        return object()

    odds = once_a_selection(work_out, "flush_bonus", "progressive")

    first = odds(BOOK, {"flush_bonus": "A", "progressive": "B", "straight_flush_bonus": "C"})
    assert odds(BOOK, {"progressive": "B", "flush_bonus": "A"}) is first
    assert odds(BOOK, {"flush_bonus": "A"}) is not first
    assert asked == [(BOOK.name, "A", "B"), (BOOK.name, "A", None)]


def test_another_text_of_the_same_name_is_worked_out_for_itself():
    odds = once_a_selection(lambda book, letter: (book.title, letter), "flush_bonus")
    other = replace(BOOK, title="Another", sha256="0" * 64)

    assert odds(BOOK, {"flush_bonus": "A"}) == (BOOK.title, "A")
    assert odds(other, {"flush_bonus": "A"}) == ("Another", "A")

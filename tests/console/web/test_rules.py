"""The rules in the browser: every rulebook in our own words, and what was in force at a table on a day."""

from __future__ import annotations

import re
from html import unescape

import pytest

from console.wording.rulebook_words import called, paytable_title
from games.rulebook import all_rulebooks, by_name
from tests.console.web.conftest import Console

BOOKS = [book.name for book in all_rulebooks()]
QUOTED = re.compile(r"\b(shall|may not be|pursuant to|certificate holder shall)\b")
"""How the texts speak, and we do not."""


@pytest.fixture
def pit(console: Console):
    return console.signed_in("pit")


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


@pytest.mark.parametrize("name", BOOKS)
def test_a_rulebook_has_every_figure_its_data_has(pit, name):
    book = by_name(name)

    shown = pit.ask(f"/rules/book/{name}")
    text = plain(shown.text)

    assert book.sha256 in text
    for table in book.paytables.values():
        assert paytable_title(table) in text
        for column in table.columns.values():
            assert all(rate.text in text for rate in column.rows.values())
    for switch in book.switches.values():
        assert switch.name in text
    for rule in book.irregularities.values():
        assert rule.cards in text
    assert not QUOTED.findall(plain(shown.text.partition("<main")[2]))
    document = pit.ask(f"/rules/book/{name}.json").document
    assert document["sha256"] == book.sha256
    assert set(document["paytables"]) == set(book.paytables)


@pytest.mark.parametrize(
    ("section", "marked"),
    [("678a.12(c)", "Straight Flush Bonus"), ("678a.13(c)", "incorrect number"), ("678a.7(d)(1)", "Ante")],
)
def test_a_section_is_marked_once_to_go_to_and_says_what_it_is_about(pit, section, marked):
    text = pit.ask(f"/rules/book/678a@2019-11-02?section={section}").text

    assert text.count('id="asked"') == 1
    assert marked in plain(text.partition('id="asked"')[2])[:200]
    assert "What this rulebook has of it is marked below" in text


def test_a_section_without_figures_says_so(pit):
    text = plain(pit.ask("/rules/book/678a@2019-11-02?section=678a.5(a)").text)

    assert "678a.5(a) : shuffle and cut" in text
    assert "the checks look at it" in text


def test_what_a_table_selected_is_marked_in_its_paytables(console: Console):
    visitor = console.signed_in("surveillance")
    shown = visitor.ask("/rules/T1?day=2026-03-02")
    document = visitor.ask("/rules/T1.json?day=2026-03-02").document

    chosen = {name: each["chosen"] for name, each in document["rules"]["paytables"].items()}
    selected = {name: letter for name, letter in chosen.items() if letter}
    assert selected
    for name, letter in selected.items():
        heads = shown.text.partition(f"<h3>{paytable_title(by_name('678a@2019-11-02').paytables[name])}")[2]
        (head,) = re.findall(r'<th scope="col" class="sum chosen">(\w+)', heads.partition("</table>")[0])
        assert head == letter, called(name)
    assert "/events/table%3AT1/1" in shown.text


def test_a_day_before_a_table_opened_has_no_rulebook(pit):
    shown = pit.ask("/rules/T1?day=2026-03-01")

    assert shown.status == 200
    assert "no rulebook was in force at it on 2026-03-01" in shown.text
    assert pit.ask("/rules/T1.json?day=2026-03-01").document["rules"] is None


@pytest.mark.parametrize(
    ("path", "words"),
    [("/rules/book/no", "No rulebook 'no'"), ("/rules/NO", "There is no table NO")],
)
def test_what_there_is_not_is_said(pit, path, words):
    answered = pit.ask(path)
    assert answered.status == 404
    assert words in unescape(answered.text)

"""`pitledger round ROUND --html FILE`: what is in the file, and what becomes of a call that cannot be."""

from __future__ import annotations

import re

from tests.console.calling import pitledger
from tests.console.pages.disputed_floor import BADGE, MARKED_UP, MARKUP, SHORT, VOIDED, WON


def page_of(disputed, tmp_path, name, *more):
    path = tmp_path / f"{name}.html"
    called = pitledger("round", name, "--html", path, *more, "--data", disputed)
    assert (called.code, called.out) == (0, ""), called.err
    return path.read_text("utf-8")


def text_of(page):
    """What a reader sees, without markup."""
    body = re.sub(r"<(style|script)>.*?</\1>", "", page, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def test_the_answer_stands_first(disputed, tmp_path):
    """$20 at 1 to 1 with the stake is $40; $30 were given."""
    page = text_of(page_of(disputed, tmp_path, SHORT))

    said = "Seat 4 was paid $10.00 short: raise, 678a.11(d)(2)(ii)(A). ● 1 wager agrees with the rules."
    assert said in page
    assert "4 raise $40.00 $30.00 −$10.00 short ■ differs five-card flush A-K-J-9-4 against" in page


def test_a_voided_round_says_why_and_by_whom(disputed, tmp_path):
    page = text_of(page_of(disputed, tmp_path, VOIDED))

    assert "▲ The round was voided: incorrect number of cards (678a.13(c)), ruled by F-1." in page
    assert "● 3 wagers agree with the rules." in page


def test_a_won_progressive_has_its_steps(disputed, tmp_path):
    page = text_of(page_of(disputed, tmp_path, WON))

    assert "3 progressive $15,000.69 $15,000.69" in page
    steps = re.findall(r"Seat 3: (claimed|light verified|validated|documented|paid) #", page)
    assert steps == ["light verified", "claimed", "validated", "documented", "paid"]


def test_the_page_fetches_nothing(disputed, tmp_path):
    page = page_of(disputed, tmp_path, WON)

    assert not re.findall(r"""(?:src|href)=["'](?!#)|@import|url\(|https?:""", page)
    assert "default-src &#39;none&#39;" in page


def test_markup_in_an_event_is_text(disputed, tmp_path):
    page = page_of(disputed, tmp_path, MARKED_UP)

    assert page.count("<script") == page.count("</script") == 1
    assert not re.findall(r"<(?:img|i>|b>)", page)
    assert (
        MARKUP.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("'", "&#39;")
        .replace('"', "&#34;")
        in page
    )
    assert "&lt;i&gt;D&lt;/i&gt;" in page
    assert BADGE not in page


def test_a_mark_that_turns_what_follows_is_shown_by_its_number(disputed, tmp_path):
    page = page_of(disputed, tmp_path, MARKED_UP)

    assert "\u202e" not in page
    assert "\\u202e1" in page


def test_what_if_has_a_column_of_its_own(disputed, tmp_path):
    page = text_of(page_of(disputed, tmp_path, SHORT, "--switch", "flush_comparison=all_seven"))

    assert "with a what if, which is not a verdict" in page
    assert "due, if" in page


def test_the_same_round_is_the_same_page(disputed, tmp_path):
    assert page_of(disputed, tmp_path, WON) == page_of(disputed, tmp_path, WON)


def test_with_json_the_document_is_printed_too(disputed, tmp_path):
    called = pitledger("round", SHORT, "--html", tmp_path / "x.html", "--json", "--data", disputed)

    assert called.document["round"] == SHORT
    assert (tmp_path / "x.html").exists()


def test_a_file_that_cannot_be_written_is_said_so_and_nothing_is_left(disputed, tmp_path):
    for place, why in (("missing/x.html", "No such file or directory"), (".", "this is a folder")):
        called = pitledger("round", SHORT, "--html", place, "--data", disputed)
        assert called.code == 2
        assert why in called.err
        assert "Traceback" not in called.err
    taken = tmp_path / "taken"
    taken.mkdir()
    called = pitledger("round", SHORT, "--html", taken, "--data", disputed)
    assert (called.code, [*tmp_path.iterdir()]) == (2, [taken])

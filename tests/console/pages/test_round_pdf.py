"""`pitledger round ROUND --pdf FILE`: a report, the same bytes for the same round, whatever it says."""

from __future__ import annotations

import json
import re
import zlib
from contextlib import suppress

from console.pages import round_pdf
from console.pages.paper import displayable
from tests.console.calling import pitledger, pitledger_process
from tests.console.pages import disputed_floor
from tests.console.pages.disputed_floor import MARKED_UP, SHORT, VOIDED, WON


def report_of(disputed, path, name, call=pitledger, **variables):
    called = call("round", name, "--pdf", path, "--data", disputed, **variables)
    assert (called.code, called.out) == (0, ""), called.err
    return path.read_bytes()


def pages_in(report):
    """How many pages the report's own tree counts; it is in a stream that is packed."""
    packed = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", report, re.DOTALL)
    objects = [report]
    for stream in packed:
        with suppress(zlib.error):
            objects.append(zlib.decompress(stream))
    counts = [
        found for each in objects for found in re.findall(rb"/Type ?/Pages.*?/Count (\d+)", each, re.DOTALL)
    ]
    return max(map(int, counts))


def test_the_same_round_is_the_same_bytes_on_another_day_and_machine(disputed, tmp_path):
    here = report_of(disputed, tmp_path / "here.pdf", WON)
    there = report_of(
        disputed,
        tmp_path / "there.pdf",
        WON,
        pitledger_process,
        LANG="C",
        TZ="Asia/Tokyo",
        SOURCE_DATE_EPOCH="1",
        HOME=str(tmp_path),
    )

    assert here == there
    assert here.startswith(b"%PDF-")
    assert here != report_of(disputed, tmp_path / "other.pdf", SHORT)


def test_it_says_what_it_is_and_is_made_for_archives(disputed, tmp_path):
    report = report_of(disputed, tmp_path / "x.pdf", SHORT)

    assert b"Round T1-3 at T1" in report
    assert b"pdfaid:part" in report
    assert pages_in(report) == 1


def test_a_long_round_goes_over_several_pages(disputed, tmp_path):
    assert 2 <= pages_in(report_of(disputed, tmp_path / "x.pdf", WON)) <= 5


def test_markup_of_any_kind_is_text(disputed, tmp_path):
    """The words of that round would stop typst, were they markup."""
    assert pages_in(report_of(disputed, tmp_path / "x.pdf", MARKED_UP)) == 1


def test_a_voided_round_has_a_report_too(disputed, tmp_path):
    """Its fifteen events and five findings need a second page."""
    assert pages_in(report_of(disputed, tmp_path / "x.pdf", VOIDED)) == 2


def test_characters_that_no_font_has_are_named_by_their_numbers(tmp_path, monkeypatch):
    monkeypatch.setattr(disputed_floor, "BADGE", "D-日😀")
    house = disputed_floor.disputed_floor(tmp_path / "house")

    assert report_of(house, tmp_path / "x.pdf", MARKED_UP).startswith(b"%PDF-")


def test_a_mark_that_turns_what_follows_is_named_by_its_number(disputed, tmp_path, monkeypatch):
    given = []
    really_set = round_pdf._set
    monkeypatch.setattr(round_pdf, "_set", lambda words, told: given.append(words) or really_set(words, told))
    report_of(disputed, tmp_path / "x.pdf", MARKED_UP)

    assert "U+202E1" in given[-1]
    assert "\u202e" not in given[-1]


def test_control_characters_are_named_by_their_numbers(disputed):
    """Typst refuses them."""
    set_as = []
    assert displayable({"a": ["D-\x1b[31m", ("\x01", 1)]}, lambda words: set_as.append(words) or b"") == b""
    assert json.loads(set_as[0]) == {"a": ["D-U+001B[31m", ["U+0001", 1]]}

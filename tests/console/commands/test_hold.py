"""`pitledger hold`: what scripts and people read."""

import json

import pytest

from console.main import main
from tests.games.on_disk import CHAPTERS


@pytest.fixture
def pitledger(capsys):
    """Calls the command line and gives exit code, output and messages."""

    def call(*arguments):
        code = main(["hold", *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


def test_json_is_one_document_of_rows(pitledger):
    code, out, err = pitledger("678a", "--json")
    assert (code, err) == (0, "")
    rows = json.loads(out)
    assert rows[0] == {
        "rulebook": "678a@2015-proposed",
        "wager": "flush_bonus",
        "paytable": "A",
        "options": {},
        "hold": "200861/2572780",
        "percent": "7.8072",
        "published": "4.8–9.6",
    }
    assert {tuple(row) for row in rows} == {tuple(rows[0])}
    progressive = next(row for row in rows if row["wager"] == "progressive")
    assert progressive["options"] == {"straight_flush_ace_low": True}
    assert progressive["published"] is None


def test_all_chapters_without_an_argument(pitledger):
    _, out, _ = pitledger("--json")
    chapters = {row["rulebook"].partition("@")[0] for row in json.loads(out)}
    assert {"647a", "663a", "677a", "678a", "679a"} <= chapters <= set(CHAPTERS)


def test_a_fixed_paytable_is_null(pitledger):
    _, out, _ = pitledger("679a", "--json")
    assert [row["paytable"] for row in json.loads(out) if row["wager"] == "prime"] == [None]


def test_people_see_the_published_range_and_where_ours_differs(pitledger):
    code, out, _ = pitledger("678a@2015-proposed")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].split() == ["rulebook", "wager", "paytable", "hold", "percent", "published"]
    assert lines[1].split() == [
        "678a@2015-proposed",
        "flush_bonus",
        "A",
        "200861/2572780",
        "7.8072",
        "4.8–9.6",
    ]
    words = " ".join(out.split())
    assert " 4.7908 4.8–9.6 below it by 0.0092, the same once rounded 678a" in words
    low, high = (f"options straight_flush_ace_low={value}" for value in ("true", "false"))
    assert f" 7.7574 6.26–7.75 {low}, above it by 0.0074, the same once cut 678a" in words
    assert f" 14.6111 6.26–7.75 {high}, above it by 6.8611 678a" in words
    book, wager = "678a@2015-proposed", "straight_flush_bonus (straight_flush_ace_low="
    assert words.partition(" in percent: ")[2].split(f" {book} ") == [
        f"{book} flush_bonus: 4.8–9.6, ours 4.7908–9.5952: agrees as printed",
        f"{wager}true): 6.26–7.75, ours 6.2673–7.7574: agrees as printed",
        f"{wager}false): 6.26–7.75, ours 14.2832–15.5765: differs, paytable A, B, C, D outside",
        "progressive: 23, ours none: the rate is left to the Rules Submission",
    ]


def test_nothing_is_compared_where_nothing_was_published(pitledger):
    _, out, _ = pitledger("678a@2019-11-02")
    assert "Published in 2015" not in out
    assert out.splitlines()[1].split()[-1] == "-"


def test_the_progressive_of_2015_is_mentioned_with_its_chapter_only(pitledger):
    _, out, _ = pitledger("677a")
    assert "Published in 2015" in out
    assert "progressive" not in out


def test_an_unknown_chapter_is_a_wrong_call(pitledger):
    code, out, err = pitledger("640a")
    assert (code, out) == (2, "")
    assert err.startswith("pitledger hold: no chapter '640a'")

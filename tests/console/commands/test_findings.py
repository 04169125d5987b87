"""`pitledger findings`: what is printed and what scripts get, and which filters select."""

import csv
import json
import re
from dataclasses import replace

import pytest

from console.findings.shown import CSV_COLUMNS, csv_row, show_of_round
from projections.examining.finding import Finding
from tests.console.calling import pitledger

FIELDS = [
    *("check", "id", "severity", "section", "stream", "table", "round", "seat", "wager", "at", "events"),
    *("due_cents", "done_cents", "difference_cents", "message", "mode", "version"),
]


@pytest.fixture(scope="module")
def erred(tmp_path_factory):
    """A floor whose dealers forget to shuffle and to wash, and what was planted."""
    place = tmp_path_factory.mktemp("findings")
    night = ("--tables", 6, "--rounds", 20, "--seed", 3, "--mistakes", "1/2", "--irregularities", 0.1)
    called = pitledger(
        "floor", "--data", place / "log", *night, "--processes", 1, "--planted", place / "planted", "--json"
    )
    assert called.code == 0, called.err
    return place


def asked(place, *filters):
    return pitledger("findings", "--data", place / "log", *filters)


def test_findings_have_every_field_and_are_what_was_planted(erred):
    called = asked(erred, "--json")
    planted = [json.loads(line) for line in (erred / "planted").read_text().splitlines()]

    assert called.code == 1
    assert all(list(found) == FIELDS for found in called.document)
    assert {(found["table"], found["id"], found["section"]) for found in called.document} <= {
        (one["table"], one["check"], one["section"]) for one in planted
    }
    assert len(called.document) > 3
    first = called.document[0]
    assert (first["stream"], first["mode"], first["version"]) == (f"table:{first['table']}", "live", 1)
    assert first["at"].endswith("Z")


def test_csv_has_what_json_has(erred):
    called, document = asked(erred, "--csv", "--severity", "money"), asked(erred, "--json").document
    rows = [*csv.DictReader(called.out.splitlines())]
    wanted = [each for each in document if each["severity"] == "money"]
    assert called.code == 1
    assert len(rows) == len(wanted) > 1
    for row, each in zip(rows, wanted, strict=True):
        assert row["events"].split() == [str(seq) for seq in each["events"]]
        for name in ("due", "done", "difference"):
            cents = each[f"{name}_cents"]
            assert row[f"{name}_mc"] == str(cents * 1_000)
            assert row[f"{name}_usd"] == f"{'-' * (cents < 0)}{abs(cents) // 100}.{abs(cents) % 100:02d}"
        for name in set(row) & (set(each) - {"events"}):
            assert row[name] == ("" if each[name] is None else str(each[name]))
    assert asked(erred, "--csv", "--section", "678a.999").out.splitlines() == [",".join(CSV_COLUMNS)]


PLACE = ("678a.12(a)", "table:T", "T", "R", None, None, 0, "2026-03-02", (1,))
FOUND = Finding("check", "S01", "money", *PLACE, "Words.", "live", 1)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Seat 1, ante: taken.", "Seat 1, ante: taken."),
        ("Box 1 is open.", "Box 1 is open."),
        ("Seat 12 is open.", "seat 1: Seat 12 is open."),
        ("Words.", "seat 1: Words."),
    ],
)
def test_a_round_names_the_seat_of_a_finding_once(capsys, message, said):
    show_of_round([replace(FOUND, seat=1, message=message)])
    assert capsys.readouterr().out == f"  found S01 678a.12(a): {said} (events 1)\n"


def test_a_spreadsheet_takes_no_name_for_a_formula():
    def shown(**changes):
        return dict(zip(CSV_COLUMNS, csv_row(replace(FOUND, **changes)), strict=True))

    for name in ("=1+1", "+1", "-1", "@sum", "\t=1"):
        assert shown(round=name)["round"] == f"'{name}"
    assert shown(round="R-1")["round"] == "R-1"
    assert shown(due_mc=0, done_mc=-123_456_789)["done_usd"] == "-1234.56789"


def test_filters_select(erred):
    every = asked(erred, "--json").document
    one = next(each for each in every if each["section"])

    def selected(*filters):
        return asked(erred, "--json", *filters).document

    assert selected("--table", one["table"]) == [each for each in every if each["table"] == one["table"]]
    assert selected("--round", one["round"]) == [each for each in every if each["round"] == one["round"]]
    assert one in selected("--section", one["section"])
    chapter_part = one["section"].partition("(")[0]
    assert selected("--section", chapter_part) == [
        each for each in every if (each["section"] or "").partition("(")[0] == chapter_part
    ]
    assert selected("--section", chapter_part[:-1] + "99") == []
    assert selected("--mode", "live", "--day", "2026-03-02") == every
    for severity in ("money", "procedure", "record"):
        of_it = [each for each in every if each["severity"] == severity]
        assert selected("--severity", severity) == of_it != every


def test_nothing_selected_is_exit_code_0(erred):
    for filters in (("--mode", "training"), ("--day", "2026-03-09"), ("--section", "678a.999")):
        called = asked(erred, *filters)
        assert (called.code, called.out) == (0, "")
        assert ("Nothing was played on 2026-03-09" in called.err) == ("--day" in filters)


@pytest.mark.parametrize("more", [(), ("--json",), ("--follow",)])
@pytest.mark.parametrize(
    ("option", "name", "says"),
    [
        ("--table", "NOPE", "nothing was played at a table of that name"),
        ("--table", "HCF-1", "did you mean HCF-01?"),
        ("--round", "NOPE", "no round NOPE is recorded here; `pitledger rounds"),
        ("--section", "999z.5", "there is no chapter 999z"),
        ("--section", "678.5", "did you mean 678a?"),
    ],
)
def test_what_nobody_has_heard_of_is_no_clean_bill(erred, option, name, says, more):
    called = asked(erred, option, name, *more)
    assert (called.code, called.out, says in " ".join(called.err.split())) == (2, "", True), called.err


def test_patterns_of_a_table_that_nobody_has_heard_of(erred):
    called = asked(erred, "--patterns", "--table", "NOPE")
    assert (called.code, "--table NOPE: nothing was played" in called.err) == (2, True)


def test_people_see_them_grouped_or_each(erred):
    every = asked(erred, "--json").document
    grouped, listed = asked(erred), asked(erred, "--all")

    assert grouped.code == listed.code == 1
    assert len(re.findall(r"^2026-03-02  ", listed.out, re.MULTILINE)) == len(every)
    in_one_line = " ".join(listed.out.split())
    assert all(each["message"] in in_one_line for each in every)
    assert "times" in grouped.out.splitlines()[0]


@pytest.mark.parametrize(
    "wrong",
    [
        ("--severity", "bad"),
        ("--mode", "idle"),
        ("--day", "yesterday"),
        ("--csv", "--json"),
        ("--csv", "--patterns"),
    ],
)
def test_a_wrong_call_says_what_to_write(erred, wrong):
    called = asked(erred, *wrong)

    assert called.code == 2
    assert wrong[0] in called.err


def test_what_was_imported_in_bulk_is_examined_when_findings_are_asked_for(erred, tmp_path):
    lines = tmp_path / "lines.jsonl"
    lines.write_text(pitledger("export-events", "--data", erred / "log").out)
    imported = pitledger("import", lines, "--data", tmp_path / "log")
    before = pitledger("check", "--data", tmp_path / "log", "--json").document
    found = asked(tmp_path, "--json")
    after = pitledger("check", "--data", tmp_path / "log", "--json").document

    assert imported.code == 0, imported.err
    assert "still to be issued" in str(before["notes"])
    assert found.document == asked(erred, "--json").document
    assert "still to be issued" not in str(after["notes"])
    assert before["problems"] == after["problems"] == []


def test_what_is_imported_by_the_line_is_examined_at_once(erred, tmp_path):
    """The opening of a table and its first rounds: fewer than are worth waiting with."""
    lines = pitledger("export-events", "--data", erred / "log").out.splitlines(keepends=True)
    (tmp_path / "lines.jsonl").write_text("".join(lines[:2_500]))
    imported = pitledger("import", tmp_path / "lines.jsonl", "--data", tmp_path / "log")
    checked = pitledger("check", "--data", tmp_path / "log", "--json").document

    assert imported.code == 0, imported.err
    assert "still to be issued" not in str(checked["notes"])
    assert asked(tmp_path).code == 1


def test_patterns_agree_with_the_findings_and_say_that_they_are_no_verdict(erred):
    every = asked(erred, "--json", "--mode", "live").document
    called = asked(erred, "--patterns", "--json")
    found = called.document

    assert called.code == 0
    assert list(found) == [
        *("rounds", "findings", "left_out", "confidence", "compared", "correction", "about", "groups"),
    ]
    assert (found["findings"], found["confidence"], found["correction"]) == (
        len(every),
        "0.990000000",
        "holm",
    )
    assert found["compared"] == len(found["groups"])
    assert "never a verdict" in found["about"]
    of_tables = [each for each in found["groups"] if (each["by"], each["what"]) == ("table", "found")]
    assert sum(each["findings"] for each in of_tables) + found["left_out"]["table"] == len(every)
    assert sum(each["rounds"] for each in of_tables) == found["rounds"] >= 6 * 20
    for each in of_tables:
        its = [one for one in every if (one["table"], one["round"] is None) == (each["group"], False)]
        assert each["times"] == len({one["round"] for one in its})
        assert each["difference_cents"] == sum(one["difference_cents"] or 0 for one in its)
        assert float(each["low"]) <= float(each["rate"]) <= float(each["high"])


@pytest.mark.parametrize("by", ["dealer", "table", "seat", "shift"])
def test_patterns_by_one_sort(erred, by):
    found = asked(erred, "--patterns", "--by", by, "--json").document
    assert {each["by"] for each in found["groups"]} == {by}
    assert {each["what"] for each in found["groups"]} == {"found", "paid too much", "paid too little"}
    assert [*found["left_out"]] == [by]


def test_people_read_what_a_lead_is(erred):
    called = asked(erred, "--patterns", "--by", "shift")
    assert called.code == 0
    first = next(line for line in called.out.splitlines() if line.startswith("-"))
    assert first.split()[:3] == ["-", "shift", "06:00–14:00"]
    words = " ".join(called.out.split())
    for said in (
        "by lot",
        "(Holm)",
        "(Clopper–Pearson)",
        "A lead says where to look, and is never a verdict",
    ):
        assert said in words


def test_patterns_where_nothing_was_played(erred):
    called = asked(erred, "--patterns", "--day", "2026-03-09")
    assert called.code == 0
    assert "0 findings in 0 live rounds; 0 leads." in called.out

"""Findings as they come, as they are kept, and as a round and a check show them."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

from events.envelope import decode, encode
from events.topics import FINDINGS
from projections.examining.check_list import EXAMINER
from projections.examining.finding import VERSION
from streams.engines.embedded import Embedded
from streams.log import seal_bytes
from streams.read_model.findings import Wanted
from streams.read_model.store import READ_FILE, ReadStore
from streams.sqlite.file import LOG_FILE
from tests.console.calling import COMMAND, environment, pitledger
from tests.projections.examining.chained import erring_floor
from tests.projections.examining.links.told_link import ToldLink, erring_links

VALUES = erring_floor(tables=2, rounds=3)
CUT = 40


def fed(data: Path, values: list[bytes] = VALUES) -> Path:
    with Embedded(data) as instance:
        instance.log.append([seal_bytes(value) for value in values])
        instance.process()
    return data


def listed(data: Path, *filters: object) -> list[dict[str, object]]:
    called = pitledger("findings", "--data", data, "--json", *filters)
    assert called.code == (1 if called.document else 0), called.err
    return called.document


def test_what_is_recorded_and_not_examined_is_examined_when_it_is_asked_for(tmp_path):
    due = listed(fed(tmp_path / "whole"))
    data = fed(tmp_path / "late", VALUES[:CUT])
    with Embedded(data) as instance:
        instance.log.append([seal_bytes(value) for value in VALUES[CUT:]])

    assert len(listed(data)) == len(due) > 4
    assert sorted(map(json.dumps, listed(data))) == sorted(map(json.dumps, due))


def test_an_examiner_without_a_state_finds_again_what_it_found_and_nothing_is_shown_twice(tmp_path):
    data = fed(tmp_path)
    before = listed(data)
    with sqlite3.connect(data / LOG_FILE) as log:
        log.execute("DELETE FROM states WHERE processor = ?", (EXAMINER,))

    assert listed(data) == before
    assert pitledger("check", "--data", data).code == 0


def test_beside_a_running_writer_what_it_has_found_is_shown_without_a_word(tmp_path):
    due = listed(fed(tmp_path / "whole"))
    with Embedded(tmp_path / "running") as instance:
        instance.log.append([seal_bytes(value) for value in VALUES])
        instance.process()
        called = pitledger("findings", "--data", tmp_path / "running", "--json")

    assert called.err == ""
    assert called.document == due


def test_followed_they_come_one_line_each_and_ctrl_c_ends_it(tmp_path):
    data = fed(tmp_path, VALUES[:CUT])
    there = listed(data)
    call = [*COMMAND, "findings", "--data", str(data), "--follow", "--json", "--table", "T-1"]
    with subprocess.Popen(
        call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
    ) as following:
        wanted = [each for each in there if each["table"] == "T-1"]
        assert following.stdout is not None
        lines = [following.stdout.readline() for _ in wanted]
        fed(data, VALUES[CUT:])
        due = [each for each in listed(data) if each["table"] == "T-1"]
        lines += [following.stdout.readline() for _ in range(len(due) - len(wanted))]
        following.send_signal(signal.SIGINT)
        rest, said = following.communicate(timeout=60)

    assert 0 < len(wanted) < len(due)
    assert sorted(lines) == sorted(json.dumps(each) + "\n" for each in due)
    assert (rest, following.returncode) == ("", 1)
    assert said == f"{len(due)} findings.\n"


def test_followed_by_a_person_they_are_lines_of_text_or_of_csv(tmp_path):
    data = fed(tmp_path)
    call = [*COMMAND, "findings", "--data", str(data), "--follow", "--section", "678a.5"]
    as_csv = pitledger(*call[len(COMMAND) : -3], "--section", "678a.5", "--csv").out.splitlines(keepends=True)
    with subprocess.Popen(
        [*call, "--csv"], stdout=subprocess.PIPE, text=True, env=environment()
    ) as following:
        assert following.stdout is not None
        assert [following.stdout.readline() for _ in as_csv] == as_csv
        following.send_signal(signal.SIGINT)
    with subprocess.Popen(
        call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
    ) as following:
        assert following.stdout is not None
        first = following.stdout.readline()
        following.send_signal(signal.SIGINT)
        following.communicate(timeout=60)

    assert first.startswith("2026-03-02 ")
    assert " 678a.5" in first


def test_a_round_has_its_findings(tmp_path):
    data = fed(tmp_path)
    due = listed(data, "--table", "T-1", "--round", "T-1-2")
    call = ("round", "T-1-2", "--data", data, "--table", "T-1")
    document = pitledger(*call, "--json").document

    assert document["findings"] == due != []
    shown = pitledger(*call).out
    assert all(each["message"] in " ".join(shown.split()) for each in due)
    first_seq = document["first_seq"]
    assert pitledger(*call, "--json", "--at", first_seq).document["findings"] == [
        each for each in due if each["events"][-1] <= first_seq
    ]


def test_check_and_rebuild_name_a_finding_that_nobody_finds(tmp_path):
    data = fed(tmp_path)
    assert pitledger("check", "--data", data).code == 0
    with sqlite3.connect(data / LOG_FILE) as log:
        ((last, value, key),) = log.execute(
            f"SELECT offset, value, key FROM {FINDINGS} ORDER BY offset DESC LIMIT 1"
        )
        event = decode(value)
        log.execute(
            f"UPDATE {FINDINGS} SET value = ? WHERE offset = ?",
            (encode(event._replace(occurred_at_us=event.occurred_at_us + 1)), last),
        )
    changed = pitledger("check", "--data", data, "--json")
    assert changed.code == 1
    assert {"check": "findings", "place": f"{key}#{event.seq}", "detail": "it would be found otherwise"} in (
        changed.document["problems"]
    )
    again = pitledger("rebuild", "--data", data, "--json")
    assert (again.code, again.document["found_otherwise"]) == (1, [f"{key}#{event.seq}"])
    assert "nothing was switched" in again.err


def test_findings_that_are_still_to_come_are_a_note_and_no_problem(tmp_path):
    data = fed(tmp_path, VALUES[:CUT])
    with Embedded(data) as instance:
        instance.log.append([seal_bytes(value) for value in VALUES[CUT:]])
    checked = pitledger("check", "--data", data, "--json")
    notes = [note for note in checked.document["notes"] if note["place"].startswith("finding:")]
    assert [each for each in checked.document["problems"] if each["check"] == "findings"] == []
    assert {note["place"] for note in notes} == {"finding:table:T-0", "finding:table:T-1"}
    listed(data)
    assert pitledger("check", "--data", data, "--json").document["notes"] == []


def test_check_names_a_finding_that_is_gone_from_among_the_others(tmp_path):
    data = fed(tmp_path)
    with sqlite3.connect(data / LOG_FILE) as log:
        ((place, key),) = log.execute(f"SELECT offset, key FROM {FINDINGS} ORDER BY offset LIMIT 1 OFFSET 3")
        log.execute(f"UPDATE {FINDINGS} SET value = x'01', key = 'nobody' WHERE offset = ?", (place,))
    problems = pitledger("check", "--data", data, "--json").document["problems"]
    assert f"findings 0:{place} (nobody)" in [each["place"] for each in problems]
    assert [each["place"] for each in problems if each["detail"].endswith(" is missing")] == [key]


def test_what_no_examiner_wrote_is_no_finding_and_check_names_it(tmp_path):
    data = fed(tmp_path)
    before = listed(data)
    with sqlite3.connect(data / LOG_FILE) as log:
        ((end,),) = log.execute(f"SELECT max(offset) + 1 FROM {FINDINGS}")
        log.execute(f"INSERT INTO {FINDINGS} VALUES (?, 'finding:table:T-1', x'01')", (end,))

    assert listed(data) == before
    problems = pitledger("check", "--data", data, "--json").document["problems"]
    assert [each["place"] for each in problems] == [f"findings 0:{end} (finding:table:T-1)"]
    rebuilt = pitledger("rebuild", "--data", data, "--json")
    assert (rebuilt.code, rebuilt.document["found_otherwise"]) == (0, []), "nothing is found otherwise"
    assert listed(data) == before


def test_a_rebuild_finds_the_same_again(tmp_path):
    data = fed(tmp_path)
    before = listed(data)
    rebuilt = pitledger("rebuild", "--data", data, "--json")

    assert (rebuilt.code, rebuilt.document["found_otherwise"]) == (0, [])
    (data / READ_FILE).unlink()
    assert pitledger("rebuild", "--data", data).code == 0
    assert listed(data) == before


@pytest.mark.parametrize(
    ("asked", "index"),
    [
        (Wanted(table="T-1"), "findings_by_table"),
        (Wanted(day="2026-03-02"), "findings_by_gaming_day"),
        (Wanted(round="T-1-2"), "findings_by_round"),
        (Wanted(section="678a.5"), "findings_by_section"),
        (Wanted(severity="money"), "findings_by_severity"),
    ],
)
def test_findings_are_asked_for_by_index(tmp_path, asked, index):
    data = fed(tmp_path)
    store = ReadStore(data / READ_FILE, writable=False)
    try:
        query, values = asked.query(VERSION)
        plan = " ".join(row["detail"] for row in store.rows(f"EXPLAIN QUERY PLAN {query}", values))
    finally:
        store.close()
    assert index in plan


@pytest.fixture(scope="module")
def of_links(tmp_path_factory):
    """A link with a table that pays a dollar short, enters slips twice, and leaves an award unpaid."""
    return fed(tmp_path_factory.mktemp("links"), erring_links(links=2, rounds=2))


def test_what_is_found_at_a_link_names_the_stream_and_the_table(of_links):
    found = [each for each in listed(of_links) if each["stream"] == "meter:L1"]
    by_id = {each["id"]: each for each in found}

    assert by_id.keys() == {"T24", "A15", "A17", "A23"}
    assert (by_id["T24"]["table"], by_id["T24"]["round"], by_id["T24"]["section"]) == (
        "B1",
        None,
        "678a.2(c)",
    )
    short = by_id["A15"]
    assert (short["table"], short["round"], short["seat"], short["wager"]) == (
        "A1",
        "A1-R2",
        1,
        "progressive",
    )
    assert (short["difference_cents"], short["severity"], short["mode"]) == (-100, "money", "live")
    assert short["difference_cents"] == short["done_cents"] - short["due_cents"]
    assert listed(of_links, "--table", "A1", "--section", "678a.12(d)(4)", "--severity", "money") == [short]
    assert found == [each for each in listed(of_links) if each["table"] in ("A1", "B1") and each in found]
    assert [each for each in listed(of_links, "--round", "A1-R2") if each["stream"] == "meter:L1"] == [
        each for each in found if each["round"] == "A1-R2"
    ]


def test_people_see_what_is_about_a_link_alone_by_its_stream(tmp_path):
    told = ToldLink()
    (meter,) = told.terms.meters
    data = fed(tmp_path, ToldLink(meters=(replace(meter, reserve_bp=400),)).recorded)

    (found,) = [each for each in listed(data) if each["id"] == "T22"]
    assert (found["table"], found["stream"], found["section"]) == (None, "meter:L", "678a.12(d)(3)")
    assert "meter:L" in pitledger("findings", "--data", data).out
    assert "meter:L" in pitledger("findings", "--data", data, "--all").out


def test_a_round_shows_what_was_found_at_its_link(of_links):
    shown = pitledger("round", "A1-R2", "--data", of_links)
    document = pitledger("round", "A1-R2", "--data", of_links, "--json").document

    assert {"A15", "A17"} <= {each["id"] for each in document["findings"]}
    assert " of meter:L1)" in shown.out
    first = pitledger("round", "A1-R2", "--data", of_links, "--at", "9", "--json").document
    assert not [each for each in first["findings"] if each["stream"] == "meter:L1"]


def test_links_are_checked_and_rebuilt_with_what_was_found_at_them(of_links):
    assert pitledger("check", "--data", of_links).code == 0
    assert pitledger("rebuild", "--data", of_links, "--json").document["found_otherwise"] == []


def test_a_finding_of_a_link_that_would_be_found_otherwise_is_a_problem(tmp_path):
    data = fed(tmp_path, erring_links(links=1, rounds=2))
    with sqlite3.connect(data / LOG_FILE) as log:
        (place, value) = log.execute(
            "SELECT rowid, value FROM findings WHERE key = 'finding:meter:L1' ORDER BY rowid LIMIT 1"
        ).fetchone()
        event = decode(value)
        forged = encode(event._replace(gaming_day="2026-03-13"))
        log.execute("UPDATE findings SET value = ? WHERE rowid = ?", (forged, place))
    called = pitledger("check", "--data", data)

    assert called.code == 1
    assert "finding:meter:L1#1" in called.out + called.err

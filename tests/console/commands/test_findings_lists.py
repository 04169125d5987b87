"""A newer list of checks finds beside the old one, and is shown once somebody has accepted it."""

from __future__ import annotations

import json

import pytest

from events.topics import FINDINGS
from projections.examining.finding import VERSION
from streams.engines.embedded import Embedded
from streams.log import seal_bytes
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog
from tests.console.calling import pitledger
from tests.projections.examining.chained import erring_floor
from tests.projections.examining.two_lists import GONE, NEXT, use_next_list

VALUES = erring_floor(tables=2, rounds=2)
CUT = len(VALUES) - 20


def feed(data, values):
    with Embedded(data) as instance:
        instance.log.append([seal_bytes(value) for value in values])
        instance.process()


def listed(data, *more):
    return pitledger("findings", "--data", data, "--json", *more)


@pytest.fixture
def two_lists(tmp_path, monkeypatch):
    """An instance that the old release has examined, and then the new one; what the old one had found."""
    feed(tmp_path, VALUES[:CUT])
    old = listed(tmp_path).document
    use_next_list(monkeypatch)
    return tmp_path, old


def test_the_old_findings_are_shown_until_somebody_accepts_the_new(two_lists):
    data, old = two_lists
    assert {each["version"] for each in old} == {VERSION}
    gone = [each for each in old if each["id"] == GONE]
    assert gone

    shown = listed(data)
    assert shown.document == old
    assert f"Version {NEXT} finds 0 more, and {len(gone)} not" in " ".join(shown.err.split())
    beside = listed(data, "--list", NEXT).document
    assert beside == [{**each, "version": NEXT} for each in old if each["id"] != GONE]

    accepted = pitledger(
        "findings", "--data", data, "--accept", "C-3", "--reason", "that sign is not required", "--json"
    )
    assert accepted.code == 0, accepted.err
    assert {name: accepted.document[name] for name in ("old_version", "new_version", "new", "gone")} == {
        "old_version": VERSION,
        "new_version": NEXT,
        "new": 0,
        "gone": len(gone),
    }
    after = listed(data)
    assert (after.document, after.err) == (beside, "")
    assert listed(data, "--list", VERSION).document == old
    export = pitledger("export-events", "--data", data, "--stream", "desk:operations").out
    (line,) = [json.loads(each) for each in export.splitlines()]
    assert (line["type"], line["body"]["accepted_by"]) == ("findings_accepted", "C-3")


def test_each_list_has_numbers_and_a_chain_of_its_own_and_what_comes_is_found_by_the_new(two_lists):
    data, old = two_lists
    listed(data)
    feed(data, VALUES[CUT:])
    with SqliteLog(data / LOG_FILE, writable=False) as log:
        assert log.end(FINDINGS, 0) > len(old)
    assert listed(data).document == old, "the old list has seen no more"
    assert len(listed(data, "--list", NEXT).document) > len(old) - 4
    checked = pitledger("check", "--data", data, "--json")
    assert (checked.code, checked.document["problems"]) == (0, [])
    assert pitledger("rebuild", "--data", data).code == 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--accept", "C-3"), "needs a --reason"),
        (("--reason", "why not"), "belongs to --accept"),
        (("--accept", "C-3", "--reason", "again"), "is shown already"),
        (("--list", "0"), "versions start at 1"),
    ],
)
def test_a_wrong_call_says_what_to_write(tmp_path, wrong, said):
    feed(tmp_path, VALUES)
    called = pitledger("findings", "--data", tmp_path, *wrong)
    assert called.code == 2
    assert said in " ".join(called.err.split())


@pytest.mark.parametrize("more", [(), ("--all",), ("--patterns",)])
def test_a_list_that_there_is_not_is_a_wrong_call(tmp_path, more):
    """Nothing found by a list that nobody has would read as if all were well."""
    feed(tmp_path, VALUES[:CUT])
    called = pitledger("findings", "--data", tmp_path, "--list", 99, *more)

    assert called.code == 2
    assert f"there is no version 99 of the list of checks: this release has version {VERSION}" in " ".join(
        called.err.split()
    )
    assert pitledger("findings", "--data", tmp_path, "--list", VERSION, *more).code in (0, 1)


def test_what_a_newer_release_found_beside_this_one_can_be_asked_for(two_lists, monkeypatch):
    data, old = two_lists
    listed(data)
    monkeypatch.undo()

    assert listed(data, "--list", NEXT).document == [
        {**each, "version": NEXT} for each in old if each["id"] != GONE
    ]

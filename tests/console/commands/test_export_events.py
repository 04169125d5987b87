"""`pitledger export-events`: which events, and in which form."""

import json

import pytest

from events.envelope import NO_PREV, Event
from events.vocabulary.desk import NoteRecorded
from streams.engines.embedded import Embedded
from streams.errors import LogError
from streams.log import seal
from tests.console.calling import pitledger
from tests.console.event_lines import a_shift
from tests.streams.recorder.table_drafts import AT


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """An instance with one shift."""
    place = tmp_path_factory.mktemp("export")
    lines = "\n".join(a_shift(tables=2, rounds=2))
    assert pitledger("import", "-", "--data", place, stdin=lines).code == 0
    return place


def lines(data, *options):
    called = pitledger("export-events", "--data", data, *options)
    assert (called.code, called.err) == (0, "")
    return [json.loads(line) for line in called.out.splitlines()]


def test_all_events_in_the_order_of_the_log(data):
    events = lines(data)
    assert len(events) == len(a_shift(tables=2, rounds=2))
    assert events[0]["stream"] == "link:L-1"
    for stream in ("table:HCF-01", "table:HCF-02"):
        numbers = [event["seq"] for event in events if event["stream"] == stream]
        assert numbers == list(range(1, len(numbers) + 1))


def test_one_stream(data):
    events = lines(data, "--stream", "table:HCF-02")
    assert {event["stream"] for event in events} == {"table:HCF-02"}
    assert len(events) == 33


def test_one_round(data):
    events = lines(data, "--round", "HCF-01-2")
    assert {event["round"] for event in events} == {"HCF-01-2"}
    assert (events[0]["type"], events[-1]["type"]) == ("round_opened", "round_closed")
    elsewhere = pitledger("export-events", "--data", data, "--stream", "table:HCF-02", "--round", "HCF-01-2")
    assert (elsewhere.code, elsewhere.out) == (2, "")
    assert "no round HCF-01-2 is recorded on table:HCF-02, but at HCF-01" in elsewhere.err


def test_from_one_time_to_another(data):
    every = lines(data, "--stream", "table:HCF-01")
    start, stop = every[4]["occurred_at"], every[9]["occurred_at"]
    assert lines(data, "--stream", "table:HCF-01", "--from", start, "--to", stop) == every[4:9]


def test_a_time_without_an_offset_is_refused(data):
    called = pitledger("export-events", "--data", data, "--from", "2026-01-01T10:00:00")
    assert (called.code, called.out) == (2, "")
    assert "--from: " in called.err
    assert "offset" in called.err


def test_one_document(data):
    called = pitledger("export-events", "--data", data, "--json")
    assert called.document == lines(data)
    to = ("--to", "2000-01-01T00:00:00Z")
    assert pitledger("export-events", "--data", data, "--json", *to).document == []


def test_what_was_written_before_the_log_failed_is_whole_lines(data, monkeypatch):
    """A broker may go away, a disk may not answer: what comes after an export that broke off can go on."""

    def breaks_off(*_args):
        yield {"stream": "table:HCF-01", "seq": 1}
        raise LogError("the log does not answer")

    monkeypatch.setattr("console.commands.export_events._as_objects", breaks_off)
    called = pitledger("export-events", "--data", data)

    assert (called.code, called.out) == (2, '{"stream":"table:HCF-01","seq":1}\n')
    assert "the log does not answer" in called.err


def test_nothing_is_nothing(data):
    assert pitledger("export-events", "--data", data, "--to", "2000-01-01T00:00:00Z").out == ""


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("--round", "none"), "--round: no round none is recorded here"),
        (
            ("--from", "2026-02-01T00:00:00Z", "--to", "2026-01-01T00:00:00Z"),
            "--to: this is not after --from",
        ),
    ],
)
def test_what_cannot_be_is_said_and_not_written_as_nothing(data, call, said):
    called = pitledger("export-events", "--data", data, *call)
    assert (called.code, called.out) == (2, "")
    assert said in called.err


def test_an_event_whose_body_cannot_be_read_is_named_and_the_others_are_written(tmp_path):
    """Written by a program that is not ours."""
    facts = ("note_recorded", 1, AT, AT, "2026-01-01", None, "D-1")
    prev = NO_PREV
    with Embedded(tmp_path) as instance:
        for seq, body in enumerate((b"damaged", NoteRecorded(subject="a", text="b").to_bytes()), 1):
            event = Event("PHL", "table:HCF-01", seq, prev, *facts, f"theirs#{seq}", "live", body)
            sealed = seal(event)
            instance.log.append([sealed])
            prev = sealed.hash
    called = pitledger("export-events", "--data", tmp_path)
    assert (called.code, [json.loads(line)["seq"] for line in called.out.splitlines()]) == (1, [2])
    assert called.err == ("pitledger export-events: left out table:HCF-01 seq 1: its body cannot be read\n")

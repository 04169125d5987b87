"""What `pitledger demo` may replace: an instance that is wholly a demo's, and no file beside it."""

import os
import signal
import subprocess

import pytest

from streams.engines.embedded import Embedded
from tests.console.calling import COMMAND, environment, pitledger

SIGNED = ("--sign", "A-2:accounting", "--sign", "S-1:slots")
SMALL = ("--rounds", 1, "--tables", 1, "--no-console")


def contents(data):
    """Every file below a directory with its bytes, but for locks, which hold the number of a process."""
    files = (path for path in data.rglob("*") if path.is_file() and not path.name.endswith("lock"))
    return {path.relative_to(data): path.read_bytes() for path in files}


@pytest.fixture
def played(tmp_path):
    """A demo that was played to its end."""
    data = tmp_path / "played"
    assert pitledger("demo", "--data", data, *SMALL).code == 0
    return data


def test_a_demo_replaces_a_demo_and_leaves_the_files_of_others(played):
    for name in ("notes.txt", "log.sqlite.bak", "demo.txt"):
        (played / name).write_text(name)
    (played / "router").mkdir()
    (played / "router" / "mine").write_text("mine")

    assert pitledger("demo", "--data", played, *SMALL).code == 0

    assert pitledger("export-events", "--data", played).out.count("round_opened") == 1
    for name in ("notes.txt", "log.sqlite.bak", "demo.txt"):
        assert (played / name).read_text() == name
    assert (played / "router" / "mine").read_text() == "mine"


def test_a_demo_takes_the_vault_of_the_one_before_with_it(played):
    def openings():
        listed = pitledger("vault", "list", "--data", played, "--json").document["openings"]
        return {each["reference"] for each in listed}

    before = openings()
    assert pitledger("demo", "--data", played, *SMALL, "--seed", 7).code == 0

    assert openings()
    assert not before & openings()


def test_an_instance_without_the_mark_is_somebodys(tmp_path):
    with Embedded(tmp_path):
        pass
    before = contents(tmp_path)

    refused = pitledger("demo", "--data", tmp_path, *SMALL)

    assert refused.code == 2
    assert "not a demo's" in refused.err
    assert contents(tmp_path) == before


@pytest.mark.parametrize("made", ["directory", "file"])
def test_what_is_only_called_demo_is_no_mark(tmp_path, made):
    with Embedded(tmp_path / "with-log"):
        pass
    (tmp_path / "without").mkdir()
    for data in (tmp_path / "with-log", tmp_path / "without"):
        if made == "directory":
            (data / "demo").mkdir()
            (data / "demo" / "mine").write_text("mine")
        else:
            (data / "demo").write_text("a recording of last year's demo")
    before = contents(tmp_path)

    for data in (tmp_path / "with-log", tmp_path / "without"):
        assert pitledger("demo", "--data", data, *SMALL).code == 2

    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    "recording",
    [
        ("badge", "issue", "S-77", "--department", "slots", "--rank", "staff"),
        ("link", "close", "HCF-L1", *SIGNED, "--reason", "counting"),
    ],
)
def test_where_somebody_has_recorded_nothing_is_removed(tmp_path, recording):
    data = tmp_path / "demo"
    assert pitledger("demo", "--data", data, *SMALL, "--game", "high_card_flush").code == 0
    events = pitledger("export-events", "--data", data).out
    pitledger(*recording, "--data", data)
    recorded = pitledger("export-events", "--data", data).out
    assert recorded != events, "nothing was recorded: the call of this test is wrong"

    refused = pitledger("demo", "--data", data, *SMALL)

    assert refused.code == 2
    assert "somebody has recorded into it" in refused.err
    assert "move this one away" in refused.err
    assert pitledger("export-events", "--data", data).out == recorded


def test_lines_that_were_imported_are_somebodys(played, tmp_path):
    line = (
        '{"stream":"desk:pit","type":"note_recorded","schema":1,"mode":"live","occurred_at":"2026-03-02T12:00:00Z","actor":"P-1",'
        '"body":{"subject":"x","text":"mine"}}\n'
    )
    (tmp_path / "mine.jsonl").write_text(line)
    assert pitledger("import", tmp_path / "mine.jsonl", "--data", played).code == 0

    assert pitledger("demo", "--data", played, *SMALL).code == 2
    assert '"mine"' in pitledger("export-events", "--data", played).out


def test_a_demo_that_runs_is_not_replaced_and_one_that_was_killed_is(tmp_path):
    data = tmp_path / "demo"
    running = subprocess.Popen(
        [*COMMAND, "demo", "--tables", "2", "--data", str(data)], env=environment(), stdout=subprocess.PIPE
    )
    running.stdout.readline()
    refused = pitledger("demo", "--data", data, *SMALL)
    os.kill(running.pid, signal.SIGKILL)
    running.communicate()
    replaced = pitledger("demo", "--data", data, *SMALL)

    assert refused.code == 2
    assert f"process {running.pid} is writing this log" in refused.err
    assert replaced.code == 0
    assert pitledger("export-events", "--data", data).out.count("round_opened") == 1


def test_a_read_model_of_kafka_is_no_place_for_an_embedded_instance(played, tmp_path):
    sinks = tmp_path / "sinks"
    sinks.mkdir()
    (sinks / "read.sqlite").write_bytes((played / "read.sqlite").read_bytes())
    before = contents(sinks)

    for call in (("demo", *SMALL), ("floor", "--rounds", 1, "--tables", 1)):
        refused = pitledger(*call, "--data", sinks)
        assert refused.code == 2, refused
        assert "instance on Kafka" in refused.err

    assert contents(sinks) == before


@pytest.mark.parametrize("call", [("meters",), ("worker", "sinks"), ("worker", "router"), ("rebuild",)])
def test_the_directory_of_an_embedded_instance_is_no_place_for_kafka(played, call):
    before = contents(played)

    refused = pitledger(*call, "--data", played, "--kafka", "127.0.0.1:1")

    assert refused.code == 2
    assert "an embedded instance is " in refused.err
    assert contents(played) == before

"""`pitledger floor --mistakes --irregularities --planted`: the ledger beside the log, and wrong rates."""

import json

import pytest

from events.envelope import read_header
from events.topics import EVENTS
from streams.sqlite.log import SqliteLog
from tests.console.calling import pitledger

NIGHT = ("--tables", 6, "--rounds", 15, "--seed", 3, "--mistakes", "1/3", "--irregularities", 0.1)


@pytest.fixture(scope="module")
def erred(tmp_path_factory):
    """A floor with mistakes, its report and its ledger."""
    place = tmp_path_factory.mktemp("erred")
    called = pitledger(
        "floor", "--data", place / "log", *NIGHT, "--processes", 1, "--planted", place / "planted", "--json"
    )
    assert called.code == 0, called.err
    return place, called.document


def events(data):
    with SqliteLog(data / "log.sqlite", writable=False) as log:
        return [read_header(record.value) for record in log.read(EVENTS, 0, 0)]


def test_the_ledger_says_what_was_planted_and_the_log_does_not(erred):
    place, report = erred
    planted = [json.loads(line) for line in (place / "planted").read_text().splitlines()]
    recorded = events(place / "log")

    assert report["planted"] == len(planted) > 5
    assert [one["at_us"] for one in planted] == sorted(one["at_us"] for one in planted)
    rounds = {(event.owner, event.round) for event in recorded}
    assert all((one["table"], one["round"]) in rounds for one in planted)
    assert not any(one["kind"].encode() in event.body for one in planted for event in recorded)
    assert pitledger("check", "--data", place / "log").code == 0


def test_two_processes_plant_the_same(erred, tmp_path):
    place, _ = erred

    called = pitledger(
        "floor", "--data", tmp_path / "log", *NIGHT, "--processes", 2, "--planted", tmp_path / "planted"
    )

    assert called.code == 0, called.err
    assert (tmp_path / "planted").read_bytes() == (place / "planted").read_bytes()
    assert events(tmp_path / "log") == events(place / "log")


def test_by_the_clock_the_same_is_planted(erred, tmp_path):
    place, _ = erred

    called = pitledger(
        "floor", "--data", tmp_path / "log", *NIGHT, "--speed", 100_000, "--planted", tmp_path / "planted"
    )

    assert called.code == 0, called.err
    assert (tmp_path / "planted").read_bytes() == (place / "planted").read_bytes()


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (("--mistakes", 2), "from 0 to 1"),
        (("--irregularities", "often"), "from 0 to 1"),
        (("--planted", "/nowhere/planted"), "--planted: /nowhere/planted cannot be written"),
    ],
)
def test_a_wrong_call_says_what_to_write(tmp_path, wrong, named):
    called = pitledger("floor", "--data", tmp_path, "--rounds", 1, "--tables", 1, "--processes", 1, *wrong)

    assert called.code == 2
    assert named in called.err

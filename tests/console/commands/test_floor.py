"""`pitledger floor`: into an instance, a file, by the clock; cut off and called again; wrong calls."""

import hashlib
import os
import random
import signal
import subprocess
import time

import pytest

from events.columns import stream_of
from events.envelope import read_header
from events.topics import EVENTS
from events.vocabulary.badges import REGISTER
from floor.houses.bulk import as_sealed, made
from floor.night import Night
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.errors import LogError
from streams.sqlite.log import SqliteLog
from tests.console.calling import COMMAND, environment, pitledger

NIGHT = ("--tables", 11, "--rounds", 6, "--seed", 5)


def values(data):
    with SqliteLog(data / "log.sqlite", writable=False) as log:
        return [record.value for record in log.read(EVENTS, 0, 0)]


def digest(data):
    return hashlib.sha256(b"".join(values(data))).hexdigest()


@pytest.fixture(scope="module")
def calm(tmp_path_factory):
    """A floor that nobody disturbed, in one process, and its report."""
    data = tmp_path_factory.mktemp("floor") / "calm"
    called = pitledger("floor", "--data", data, *NIGHT, "--processes", 1, "--json")
    assert called.code == 0, called.err
    return data, called.document


def test_a_floor_can_be_looked_at_and_checked(calm):
    data, report = calm

    assert (report["tables"], report["rounds"], report["seed"]) == (11, 66, 5)
    assert report["events"] == report["recorded"] == len(values(data))
    assert [link["link"] for link in report["links"]] == ["HCF-L1", "THB-L1", "THB-L1-5"]
    assert pitledger("check", "--data", data).code == 0
    assert pitledger("round", "HCF-02-6", "--data", data).code == 0
    assert "wager_refused" not in {read_header(value).type for value in values(data)}


def test_two_processes_give_the_bytes_of_one(calm, tmp_path):
    data, _ = calm

    assert pitledger("floor", "--data", tmp_path, *NIGHT, "--processes", 2).code == 0

    assert digest(tmp_path) == digest(data)


def test_by_the_clock_and_through_the_recorder_the_bytes_are_the_same(calm, tmp_path):
    data, report = calm

    called = pitledger("floor", "--data", tmp_path, *NIGHT, "--speed", 100_000, "--json")

    assert called.code == 0, called.err
    assert digest(tmp_path) == digest(data)
    assert called.document["links"] == report["links"]
    assert called.document["rounds"] == report["rounds"]


@pytest.mark.parametrize(
    "how", [("--processes", 2), ("--speed", 100_000)], ids=["two processes", "by the clock"]
)
def test_what_was_planted_is_written_beside_it_the_same_however_it_is_played(tmp_path, how):
    night = ("--tables", 6, "--rounds", 8, "--mistakes", "0.5")
    ledgers = []
    for name, more in (("one", ("--processes", 1)), ("other", how)):
        path = tmp_path / f"{name}.jsonl"
        called = pitledger("floor", "--data", tmp_path / name, *night, *more, "--planted", path, "--json")
        ledgers.append(path.read_text())
        assert called.document["planted"] == len(ledgers[-1].splitlines()) > 5

    assert ledgers[0] == ledgers[1]
    assert digest(tmp_path / "one") == digest(tmp_path / "other")


def test_a_rate_is_kept(tmp_path):
    started = time.monotonic()

    called = pitledger(
        "floor", "--data", tmp_path, "--tables", 1, "--rounds", 2, "--speed", 200, "--game", "high_card_flush"
    )

    assert called.code == 0
    played = [value for value in values(tmp_path) if stream_of(value) != REGISTER]
    assert len(played) > 50
    assert len(played) / (time.monotonic() - started) <= 200, "the register is there before the floor opens"


def test_a_file_holds_what_an_instance_exports(calm, tmp_path):
    data, report = calm

    called = pitledger("floor", *NIGHT, "--out", tmp_path / "floor.jsonl", "--json")

    assert called.document["events"] == report["events"]
    assert (tmp_path / "floor.jsonl").read_text() == pitledger("export-events", "--data", data).out
    assert [path.name for path in tmp_path.iterdir()] == ["floor.jsonl"]


def test_a_file_that_is_there_is_not_touched(tmp_path):
    (tmp_path / "mine").write_text("mine")

    called = pitledger("floor", *NIGHT, "--out", tmp_path / "mine")

    assert called.code == 2
    assert "there is something at" in called.err
    assert (tmp_path / "mine").read_text() == "mine"


def test_called_again_it_records_nothing_twice(calm):
    data, report = calm
    before = digest(data)

    called = pitledger("floor", "--data", data, *NIGHT, "--json")

    assert (called.code, called.document["recorded"]) == (0, 0)
    assert called.document["events"] == report["events"]
    assert digest(data) == before


@pytest.mark.parametrize("other", [("--seed", 6), ("--rounds", 5), ("--tables", 12)])
def test_the_log_of_another_floor_is_refused_and_stays_as_it_is(calm, other):
    data, _ = calm
    before = digest(data)

    called = pitledger("floor", "--data", data, *NIGHT, *other)

    assert called.code == 2
    assert "not this floor's" in called.err
    assert "the log was begun with (--rounds or --hours, --tables, --game, --seed" in called.err
    assert digest(data) == before


def test_one_event_that_is_not_this_floors_is_enough_to_refuse(tmp_path):
    """The log holds the register, which every floor has, and the opening of a link by another seed."""
    other = Night(6, 11, rounds=6)
    sealed = as_sealed(next(made(other, "FLOOR", GamingDays())))
    stored = [each for each in sealed if each.stream == REGISTER]
    stored.append(sealed[len(stored)])
    assert stored[-1].type == "link_opened"
    with Embedded(tmp_path) as embedded:
        embedded.log.append(stored)

    called = pitledger("floor", "--data", tmp_path, *NIGHT)

    assert called.code == 2
    assert "not this floor's" in called.err
    assert len(values(tmp_path)) == len(stored)


@pytest.mark.parametrize("speed", ["full", "1000"])
def test_killed_and_called_again_it_goes_on_to_the_same_bytes(calm, tmp_path, speed):
    data, _ = calm
    expected, rng = digest(data), random.Random(1)
    call = [*COMMAND, "floor", "--data", str(tmp_path), *map(str, NIGHT), "--processes", "1"]
    killed = 0
    for _ in range(4):
        process = subprocess.Popen([*call, "--speed", speed], env=environment(), stderr=subprocess.DEVNULL)
        while process.poll() is None and not (tmp_path / "log.sqlite").exists():
            time.sleep(0.01)
        time.sleep(rng.random() / 3)
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL

    assert killed
    assert pitledger("floor", "--data", tmp_path, *NIGHT).code == 0
    assert digest(tmp_path) == expected
    assert pitledger("check", "--data", tmp_path).code == 0


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (("--rounds", 1, "--hours", 1), "--hours"),
        ((), "--rounds"),
        (("--hours", "soon"), "write 24 or 0.5"),
        (("--rounds", 1, "--speed", "fast"), "not a speed"),
        (("--rounds", 1, "--tables", 0), "--tables: '0' is not possible: write a number from 1 up"),
        (("--rounds", 0), "--rounds: '0' is not possible: write a number from 1 up"),
        (("--rounds", 1, "--processes=-1"), "--processes: '-1' is not possible"),
        (("--rounds", 1, "--game", "bridge"), "high_card_flush"),
        (("--rounds", 1, "--out", "x", "--speed", "real"), "full speed"),
    ],
)
def test_a_wrong_call_says_what_to_write(tmp_path, wrong, named):
    called = pitledger("floor", "--data", tmp_path / "none", *wrong)

    assert called.code == 2
    assert named in called.err
    assert not (tmp_path / "none").exists()


def times_recorded(data):
    """The moments at which something was recorded; none while there is no log yet."""
    try:
        return {read_header(value).recorded_at_us for value in values(data)}
    except LogError:
        return set()


def test_in_real_time_the_clock_of_the_floor_is_that_of_the_wall(tmp_path):
    """Stopped when its clock has moved: nothing is on record that has not come yet."""
    call = [*COMMAND, "floor", "--data", str(tmp_path), "--tables", "3", "--hours", "1", "--speed", "real"]
    started = time.monotonic()
    process = subprocess.Popen(call, env=environment(), stderr=subprocess.PIPE, text=True)
    while process.poll() is None and len(times_recorded(tmp_path)) < 2:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate()
    lived_us = (time.monotonic() - started) * 1_000_000

    times = times_recorded(tmp_path)
    assert process.returncode == 2
    assert "call again with the same arguments" in err
    assert 0 < max(times) - min(times) <= lived_us

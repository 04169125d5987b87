"""The embedded engine: processors go on from where they stood, and doing it twice changes nothing."""

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from events.topics import EVENTS, LINKS, METERS, QUARANTINE
from streams.engines.embedded import Embedded
from streams.read_model.bulk_sources import SqliteSource
from streams.read_model.check import find_problems
from streams.read_model.queries.meters import link_meters
from streams.read_model.rebuild import build
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog
from tests.traffic import traffic

TOPICS = (EVENTS, LINKS, METERS, QUARANTINE)
ROOT = Path(__file__).parents[3]


def bytes_of(embedded):
    return {topic: [(r.key, r.value) for r in embedded.log.read(topic, 0, 0)] for topic in TOPICS}


def test_processing_again_or_in_other_portions_gives_the_same_bytes(tmp_path):
    events = list(traffic(1_500, tables=3, links=2))
    with Embedded(tmp_path / "at once") as whole:
        whole.log.append(events)
        whole.process()
        whole.process()
        expected, digest = bytes_of(whole), whole.store.digest()
    assert expected[METERS]
    for start in range(0, len(events), 97):
        with Embedded(tmp_path / "bit by bit") as bit:
            bit.log.append(events[start : start + 97])
            bit.process()
    with Embedded(tmp_path / "bit by bit") as bit:
        assert bytes_of(bit) == expected
        assert bit.store.digest() == digest


@pytest.mark.parametrize("damage", ["x'00ff'", "'no bytes'"])
@pytest.mark.parametrize("name", ["router", "keeper", "%"])
def test_a_state_that_cannot_be_read_is_made_again_from_the_log(tmp_path, name, damage):
    """What follows comes a second time then, and whoever reads it drops what it knows."""
    events = list(traffic(300, tables=3, links=2))
    with Embedded(tmp_path / "whole") as whole:
        whole.log.append(events)
        whole.process()
        expected = link_meters(whole.store)
    with Embedded(tmp_path / "damaged") as before:
        before.log.append(events[:150])
        before.process()
    with sqlite3.connect(tmp_path / "damaged" / LOG_FILE) as log:
        log.execute(f"UPDATE states SET state = {damage} WHERE processor LIKE ?", (name,))
    log.close()
    with Embedded(tmp_path / "damaged") as after:
        after.log.append(events[150:])
        after.process()
        assert link_meters(after.store) == expected
    assert (
        list(find_problems(SqliteSource(tmp_path / "damaged" / LOG_FILE), None, lambda _done, _total: None))
        == []
    )


@pytest.mark.parametrize("processed_first", [0, 100])
def test_catching_up_in_bulk_gives_the_same_bytes_and_rows(tmp_path, monkeypatch, processed_first):
    """Links are opened in the first events: these too come in bulk, or one by one."""
    monkeypatch.setattr("streams.engines.embedded.BULK_FROM", 500)
    events = list(traffic(2_000, tables=3, links=2))
    with Embedded(tmp_path / "processed") as processed:
        processed.log.append(events)
        processed.process()
        expected, digest = bytes_of(processed), processed.store.digest()
    with Embedded(tmp_path / "caught up") as bulk:
        bulk.log.append(events[:processed_first])
        bulk.process()
        for start, stop in ((processed_first, 900), (900, 1_000), (1_000, None)):
            bulk.log.append(events[start:stop])
            bulk.catch_up()
        assert bytes_of(bulk) == expected
        assert bulk.store.digest() == digest


@pytest.mark.parametrize("bad", [3, 700, 1_300])
def test_in_bulk_the_router_goes_on_by_itself_where_events_are_not_clean(tmp_path, monkeypatch, bad):
    """An event is missing: its stream halts there, in quarantine and for its links, as record by record."""
    monkeypatch.setattr("streams.engines.embedded.BULK_FROM", 500)
    events = list(traffic(2_000, tables=3, links=2))
    stream = events[bad].stream
    behind = next(event for event in events[bad + 1 :] if event.stream == stream)
    gaps = {(stream, behind.seq)}
    with Embedded(tmp_path / "processed") as processed, Embedded(tmp_path / "caught up") as bulk:
        for each, run in ((processed, processed.process), (bulk, bulk.catch_up)):
            each.log.append([*events[:bad], *events[bad + 1 :]], gaps=gaps)
            run()
        assert bytes_of(bulk) == bytes_of(processed)
        assert bulk.store.digest() == processed.store.digest()
        assert bytes_of(bulk)[QUARANTINE]


@pytest.mark.parametrize("models", [False, True])
def test_in_bulk_router_and_read_model_may_be_at_different_places(tmp_path, monkeypatch, models):
    """The router ahead of the read model, or behind one that was made from the log alone.

    What comes then is of a table of its own, so that its events alone do not show that others are missing.
    """
    monkeypatch.setattr("streams.engines.embedded.BULK_FROM", 500)
    events = list(traffic(2_000, tables=3, links=2))
    late = [event for event in events if event.stream == events[-1].stream]
    first = [event for event in events if event.stream != events[-1].stream]
    events = first + late
    with Embedded(tmp_path / "processed") as processed:
        processed.log.append(events)
        processed.process()
        expected, digest = bytes_of(processed), processed.store.digest()
    with Embedded(tmp_path / "caught up") as bulk:
        bulk.log.append(first)
        if models:
            source = SqliteSource(tmp_path / "caught up" / LOG_FILE)
            build(source, bulk.store, {(EVENTS, 0): len(first)}, lambda _done, _total: None, processes=1)
        else:
            bulk.process(models=False)
        bulk.log.append(late)
        bulk.catch_up()
        assert bytes_of(bulk) == expected
        assert bulk.store.digest() == digest


@pytest.mark.parametrize(("by", "times"), [("process", 7), ("catch_up", 3)])
def test_killed_between_any_two_steps_it_ends_with_the_same_bytes(tmp_path, by, times):
    """SIGKILL at the 1st, 2nd, 3rd … commit of the processors, as often as there are any, then to the end."""
    events = list(traffic(600, tables=3, links=2))
    with Embedded(tmp_path / "calm") as calm:
        calm.log.append(events)
        calm.process()
        expected, digest = bytes_of(calm), calm.store.digest()
    with SqliteLog(_made(tmp_path / "killed") / LOG_FILE, writable=True) as log:
        log.append(events)
    codes = []
    for commits in range(1, times + 1):
        done = subprocess.run(
            [sys.executable, "-c", KILLED_PROGRAM, str(tmp_path / "killed"), str(commits), by],
            cwd=ROOT,
            check=False,
        )
        codes.append(done.returncode)
    assert codes == [-signal.SIGKILL] * times, "each run must be killed: make the traffic longer"
    with Embedded(tmp_path / "killed") as after:
        after.process()
        assert bytes_of(after) == expected
        assert after.store.digest() == digest


def _made(path):
    path.mkdir()
    return path


KILLED_PROGRAM = """
import os, signal, sys
from pathlib import Path
import streams.engines.embedded as embedded
from streams.read_model.store import ReadStore
from streams.sqlite.log import SqliteLog

embedded._BATCH = 50
embedded.BULK_FROM = 100
left = int(sys.argv[2])

def counted(commit):
    def call(*args):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        commit(*args)
    return call

SqliteLog.commit_processed = counted(SqliteLog.commit_processed)
ReadStore.commit = counted(ReadStore.commit)
with embedded.Embedded(Path(sys.argv[1])) as instance:
    getattr(instance, sys.argv[3])()
"""

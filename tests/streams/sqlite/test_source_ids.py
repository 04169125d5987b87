"""The index of source ids in the embedded log: written in its transaction, checked against it, made again."""

import sqlite3

import pytest

from events import read_header
from events.envelope import NO_PREV, Event
from streams.errors import LogError
from streams.log import SourceKey, seal
from streams.sqlite import source_ids
from streams.sqlite.index_check import index_problems
from streams.sqlite.log import SqliteLog

STREAM = "table:T-1"
IDS = ["d#1", "d#2", "d#9", "e#1", "d#3", "text", "recorder#7", "d#10", "d#4", "text 2", "e#2", "#5"]


@pytest.fixture(params=[1, 5, 4_096], ids=lambda every: f"every-{every}")
def every(request, monkeypatch):
    monkeypatch.setattr(source_ids, "INDEX_EVERY", request.param)
    return request.param


def events(ids=IDS):
    prev, made = NO_PREV, []
    for seq, each in enumerate(ids, 1):
        fields = ("note_recorded", 1, 5, 6, "2026-01-01", None, "D-1", each, "live", b"\x80")
        made.append(seal(Event("PA-01", STREAM, seq, prev, *fields)))
        prev = made[-1].hash
    return made


@pytest.fixture
def path(tmp_path):
    return tmp_path / "log.sqlite"


def found(log, ids=IDS) -> dict[str, int]:
    keys = [SourceKey(STREAM, each) for each in ids]
    return {key.source_id: read_header(value).seq for key, value in log.recorded(keys).items()}


@pytest.mark.parametrize("size", [1, 4, 12])
def test_every_id_is_found_at_once_and_after_a_restart_and_by_a_reader(path, every, size):
    made = events()
    for low in range(0, len(made), size):
        with SqliteLog(path, writable=True) as log:
            log.append(made[low : low + size])
            assert found(log) == {each: seq for seq, each in enumerate(IDS[: low + size], 1)}
            assert log.last_number(STREAM, "d") == max(
                int(each[2:]) for each in IDS[: low + size] if each.startswith("d#")
            )
    with SqliteLog(path, writable=False) as log:
        assert found(log) == {each: seq for seq, each in enumerate(IDS, 1)}
        assert log.last_number(STREAM, "d") == 10
        assert log.last_number(STREAM, "recorder") is None
        assert found(log, ["d#5", "d#11", "e#0", "f#1", "tex"]) == {}
    assert index_problems(path) == []


def test_a_batch_that_was_not_stored_leaves_nothing_in_the_index(path, every):
    made = events()
    with SqliteLog(path, writable=True) as log:
        log.append(made[:3])
        log._connection.execute(
            "CREATE TRIGGER refuse BEFORE UPDATE ON heads BEGIN SELECT raise(ABORT, 'no'); END"
        )
        with pytest.raises(LogError):
            log.append(made[3:])
        log._connection.execute("DROP TRIGGER refuse")
        assert found(log) == {"d#1": 1, "d#2": 2, "d#9": 3}
        log.append(made[3:])
        assert len(found(log)) == len(IDS)
    assert index_problems(path) == []


def test_of_two_copies_with_one_id_the_first_is_found(path, every):
    with SqliteLog(path, writable=True) as log:
        for event in events(["a", "d#2", "a", "d#2", "d#1", "d#1"]):
            log.append([event])
        assert found(log, ["a", "d#2", "d#1"]) == {"a": 1, "d#2": 2, "d#1": 5}
    assert index_problems(path) == []


DAMAGE = {
    "a row is missing": ("DELETE FROM source_runs WHERE number = 9", ("table:T-1#3", "'d#9' is missing")),
    "a late one": ("DELETE FROM late_numbers WHERE number = 3", ("table:T-1#5", "'d#3' is missing")),
    "a text": ("DELETE FROM other_ids WHERE source_id = 'text'", ("table:T-1#6", "'text' is missing")),
    "another place": (
        "UPDATE other_ids SET offset = 0 WHERE source_id = 'text'",
        ("table:T-1 'text'", "offset 0, which is not its event's"),
    ),
    "beyond the end": (
        "UPDATE late_numbers SET offset = 99 WHERE number = 3",
        ("table:T-1 'd#3'", "offset 99, which is not its event's"),
    ),
    "another id": (
        "UPDATE other_ids SET source_id = 'txet' WHERE source_id = 'text'",
        ("table:T-1#6", "another id for it than 'text'"),
    ),
    "bytes": ("UPDATE source_runs SET places = x'00' WHERE number = 9", ("the index", "damaged")),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_is_wrong_is_named_at_its_place_and_mended(path, monkeypatch, damage):
    monkeypatch.setattr(source_ids, "INDEX_EVERY", 1)
    with SqliteLog(path, writable=True) as log:
        for event in events():
            log.append([event])
    sql, (place, words) = DAMAGE[damage]
    with sqlite3.connect(path) as raw:
        assert raw.execute(sql).rowcount == 1
    raw.close()
    problems = index_problems(path)
    assert any(problem.place == place and words in problem.detail for problem in problems), problems
    assert all("rebuild --source-ids" in problem.detail for problem in problems)
    with SqliteLog(path, writable=True) as log:
        assert log.make_source_index_again() == len(IDS)
        assert len(found(log)) == len(IDS)
    assert index_problems(path) == []


@pytest.mark.parametrize("damage", [damage for damage, (sql, _) in DAMAGE.items() if "DELETE" in sql])
def test_nothing_is_recorded_by_an_index_with_rows_missing(path, monkeypatch, damage):
    monkeypatch.setattr(source_ids, "INDEX_EVERY", 1)
    made = events([*IDS, "d#11"])
    with SqliteLog(path, writable=True) as log:
        for event in made[:-1]:
            log.append([event])
    with sqlite3.connect(path) as raw:
        assert raw.execute(DAMAGE[damage][0]).rowcount == 1
    raw.close()
    with SqliteLog(path, writable=True) as log:
        for asked in (
            lambda: log.append(made[-1:]),
            lambda: log.recorded([SourceKey(STREAM, "d#1")]),
            lambda: log.last_number(STREAM, "d"),
        ):
            with pytest.raises(LogError, match="make the index again with `pitledger rebuild --source-ids`"):
                asked()
        assert log.head(STREAM).seq == len(IDS)
        log.make_source_index_again()
        log.append(made[-1:])
        assert log.last_number(STREAM, "d") == 11


def test_a_wrong_place_is_noticed_when_it_is_used(path, monkeypatch):
    monkeypatch.setattr(source_ids, "INDEX_EVERY", 1)
    with SqliteLog(path, writable=True) as log:
        log.append(events())
        log._connection.execute("UPDATE other_ids SET offset = 0 WHERE source_id = 'text'")
        with pytest.raises(LogError, match=r"it is not\. Run `pitledger check`"):
            log.recorded([SourceKey(STREAM, "text")])

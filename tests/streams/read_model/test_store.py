"""The read model: rows and position in one transaction, or nothing."""

import sqlite3
from array import array

import pytest

from events.topics import EVENTS, METERS
from projections.ledger.rows import DayTotalRow
from projections.read_model.tables import AwardRow, AwardStep, Changes, GapRow, MeterRow
from projections.rounds.index import RoundChange, places_in
from streams.errors import LogError, Overtaken, Trouble
from streams.read_model.store import FORMAT, ReadStore, outdated, switch, unused


def change(**fields):
    row = {
        "round": "T-1",
        "stream": "table:T",
        "mode": "live",
        "gaming_day": "2026-03-14",
        "partition": 0,
        "first_seq": 1,
        "last_seq": 3,
        "first_offset": 0,
        "last_offset": 2,
        "first_at_us": 10,
        "last_at_us": 30,
        "events": 3,
        "opened": 1,
    }
    return RoundChange(**{**row, **fields})


def meter(amount, seq=1):
    return MeterRow("L1", "progressive", seq, 99, amount, 7, 0, 0)


@pytest.fixture
def store(tmp_path):
    opened = ReadStore(tmp_path / "read.sqlite")
    yield opened
    opened.close()


def test_a_commit_moves_rows_state_and_position_together(store):
    store.commit(EVENTS, 2, 0, Changes(3, b"state", change(partition=2)))
    assert store.position(EVENTS, 2) == (3, b"state")
    assert store.position(EVENTS, 0) == (0, None)
    (row,) = store.rows("SELECT * FROM rounds")
    assert (row["round"], row["events"], row["opened"], row["closed"]) == ("T-1", 3, 1, 0)


def test_later_changes_of_a_round_are_added_up(store):
    store.commit(EVENTS, 0, 0, Changes(3, b"", change()))
    later = change(
        first_seq=4, last_seq=9, first_offset=3, last_offset=20, last_at_us=80, events=6, opened=0, closed=1
    )
    store.commit(EVENTS, 0, 3, Changes(21, b"", later))
    (row,) = store.rows("SELECT * FROM rounds")
    assert (row["first_seq"], row["last_seq"], row["first_offset"], row["last_offset"]) == (1, 9, 0, 20)
    assert (row["events"], row["opened"], row["closed"], row["first_at_us"], row["last_at_us"]) == (
        9,
        1,
        1,
        10,
        80,
    )


def test_the_places_of_later_events_stand_behind_those_of_the_first(store):
    store.commit(EVENTS, 0, 0, Changes(3, b"", change(places=array("Q", [0, 255, 2**40]))))
    store.commit(EVENTS, 0, 3, Changes(21, b"", change(places=array("Q", [2**40 + 1]))))
    store.commit(EVENTS, 0, 21, Changes(22, b"", change(places=array("Q"))))
    (row,) = store.rows("SELECT places, typeof(places) AS kind FROM rounds")
    assert row["kind"] == "blob"
    assert places_in(row["places"]) == [0, 255, 2**40, 2**40 + 1]


@pytest.mark.parametrize("expected", [0, 2, 4, 99])
def test_a_commit_from_another_position_changes_nothing(store, expected):
    store.commit(EVENTS, 0, 0, Changes(3, b"first", change()))
    with pytest.raises(Overtaken, match="another worker"):
        store.commit(EVENTS, 0, expected, Changes(expected + 1, b"second", change(events=50)))
    assert store.position(EVENTS, 0) == (3, b"first")
    assert store.rows("SELECT events FROM rounds") == [{"events": 3}]


def test_a_row_that_cannot_be_written_takes_the_whole_batch_back(store):
    award = AwardRow(
        "L1", "T", 5, "T-1", 3, "six", "progressive", 1_000, "locked", 9, "progressive", 0, "[[3,1000]]"
    )
    store.commit(METERS, 0, 0, Changes(1, b"", award))
    with pytest.raises(Trouble, match="nothing was changed"):
        store.commit(METERS, 0, 1, Changes(2, b"", meter(5), award))
    assert store.position(METERS, 0) == (1, b"")
    assert store.rows("SELECT * FROM meters") == []


def test_awards_move_on_and_meters_show_their_last_record(store):
    award = AwardRow(
        "L1", "T", 5, "T-1", 3, "six", "progressive", 1_000, "locked", 9, "progressive", 0, "[[3,1000]]"
    )
    store.commit(
        METERS,
        0,
        0,
        Changes(1, b"", meter(100), award, GapRow("L1", "T", "legs", 4)),
    )
    step = AwardStep("L1", "T", 5, "", 0, "", "", 1_000, "paid", 20, "", 1_000, "[]")
    store.commit(
        METERS,
        0,
        1,
        Changes(2, b"", meter(50, seq=2), step, GapRow("L1", "T", "", 0)),
    )
    assert store.rows("SELECT primary_mc, seq FROM meters") == [{"primary_mc": 50, "seq": 2}]
    began = {"round": "T-1", "seat": 3, "hand": "six", "meter": "progressive", "wager": "progressive"}
    assert store.rows("SELECT round, seat, hand, meter, wager, status, recorded_at_us FROM awards") == [
        {**began, "status": "paid", "recorded_at_us": 20}
    ]
    assert store.rows("SELECT from_number FROM gaps") == [{"from_number": 0}]


def test_digests_are_equal_for_equal_rows_however_they_came(tmp_path, store):
    other = ReadStore(tmp_path / "other.sqlite", durable=False)
    store.commit(EVENTS, 0, 0, Changes(3, b"", change(), change(round="T-2")))
    assert store.digest() != other.digest()
    other.commit(EVENTS, 0, 0, Changes(1, b"x", change(round="T-2")))
    other.commit(EVENTS, 0, 1, Changes(3, b"y", change()))
    assert store.digest() == other.digest()
    other.close()


def test_a_model_that_is_written_cannot_be_switched(tmp_path, store):
    new = ReadStore(tmp_path / "new.sqlite", durable=False)
    new.commit(EVENTS, 0, 0, Changes(3, b"", change()))
    digest = new.digest()
    new.close()
    with pytest.raises(LogError, match="stop it"):
        switch(tmp_path / "new.sqlite", store.path)
    store.close()
    with unused(store.path):
        pass
    switch(tmp_path / "new.sqlite", store.path)
    again = ReadStore(store.path, writable=False)
    assert again.digest() == digest
    again.close()
    assert not (tmp_path / "new.sqlite").exists()


def test_what_is_not_a_read_model_is_refused(tmp_path):
    with pytest.raises(LogError, match="pitledger rebuild"):
        ReadStore(tmp_path / "missing.sqlite", writable=False)
    (tmp_path / "text.sqlite").write_text("not a database, but long enough to be taken for one" * 20)
    with pytest.raises(LogError, match="this is not a read model"):
        ReadStore(tmp_path / "text.sqlite")
    foreign = sqlite3.connect(tmp_path / "foreign.sqlite")
    foreign.execute("CREATE TABLE theirs (x)")
    foreign.close()
    with pytest.raises(LogError, match="something else"):
        ReadStore(tmp_path / "foreign.sqlite")


def test_a_read_model_of_an_earlier_release_is_to_be_built_again(tmp_path):
    path = tmp_path / "read.sqlite"
    ReadStore(path).close()
    assert not outdated(path)
    with sqlite3.connect(path) as older:
        older.execute(f"PRAGMA user_version = {FORMAT - 1}")
    older.close()
    assert outdated(path)
    for writable in (True, False):
        with pytest.raises(LogError, match="earlier release: run `pitledger rebuild`"):
            ReadStore(path, writable=writable)
    (tmp_path / "text").write_text("not a database, but long enough to be taken for one" * 20)
    assert not outdated(tmp_path / "text")


def test_a_sum_that_sqlite_would_make_a_float_is_refused(store):
    """Beyond 64 bits SQLite goes on in floating point without a word."""
    most = DayTotalRow("L1", "2026-03-14", "primary", "mega", "seed", 2**63 - 1, 0)
    store.commit(METERS, 0, 0, Changes(1, b"", most))
    with pytest.raises(Trouble, match="nothing was changed"):
        store.commit(METERS, 0, 1, Changes(2, b"", most))
    assert store.rows("SELECT mc FROM day_totals") == [{"mc": 2**63 - 1}]


def test_a_newer_format_is_refused(tmp_path):
    store = ReadStore(tmp_path / "read.sqlite")
    store.close()
    newer = sqlite3.connect(tmp_path / "read.sqlite")
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(
        LogError, match=rf"has format 99, .* knows format {FORMAT}\. Use the release .* rebuild"
    ):
        ReadStore(tmp_path / "read.sqlite", writable=False)

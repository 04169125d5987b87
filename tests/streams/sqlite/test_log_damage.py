"""A file whose bytes were damaged: named by file and offset, the rest still read, never another error."""

import sqlite3
from pathlib import Path

import pytest

from streams.errors import LogError
from streams.log import EVENTS
from streams.sqlite.log import SqliteLog
from tests.streams.sqlite.filled_log import filled


def overwrite(path: Path, at: int, what: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(what)


@pytest.mark.parametrize("writable", [True, False])
def test_a_damaged_header_is_reported(path, writable):
    filled(path)
    overwrite(path, 0, b"\xff" * 16)
    with pytest.raises(
        LogError, match=r"not an SQLite file, or its header is damaged.*restore it from a backup"
    ):
        SqliteLog(path, writable=writable)


def pages_of_events(path: Path) -> list[int]:
    """The numbers of the leaf pages of `events`, in the order of the log."""
    raw = sqlite3.connect(path)
    root = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()[0]
    raw.close()
    data = path.read_bytes()

    def leaves(page: int) -> list[int]:
        at = (page - 1) * 4096
        if data[at] == 13:
            return [page]
        cells = int.from_bytes(data[at + 3 : at + 5])
        starts = [int.from_bytes(data[at + 12 + 2 * i : at + 14 + 2 * i]) for i in range(cells)]
        children = [int.from_bytes(data[at + start : at + start + 4]) for start in starts]
        return [
            leaf for child in [*children, int.from_bytes(data[at + 8 : at + 12])] for leaf in leaves(child)
        ]

    return leaves(root)


def test_a_damaged_page_is_reported_with_the_offset_and_the_rest_is_read(path):
    values = filled(path)
    leaves = pages_of_events(path)
    overwrite(path, (leaves[5] - 1) * 4096, b"\xa5" * 4096)
    with SqliteLog(path, writable=False) as log:
        good: list[bytes] = []
        reading = (value for chunk in log.read_events(0, chunk=1) for value in chunk.values)
        with pytest.raises(
            LogError, match=r"topic events is damaged at .*Restore it from a backup"
        ) as caught:
            good.extend(reading)
        assert 0 < len(good) < len(values)
        assert good == values[: len(good)]
        assert f"offset {len(good)} " in str(caught.value)
        for reading in (log.read(EVENTS, 0, 0), log.read_stream("table:T-01", 1)):
            with pytest.raises(LogError, match=rf"events is damaged at offset {len(good)} "):
                list(reading)
        assert [r.value for r in log.read(EVENTS, 0, 1_900)] == values[1_900:]
        with pytest.raises(LogError, match="the file is damaged"):
            log.verify()


def test_a_file_cut_short_is_reported(path):
    filled(path)
    with path.open("r+b") as file:
        file.truncate(4096 * 60)
    with pytest.raises(LogError, match="damaged"), SqliteLog(path, writable=False) as log:
        list(log.read(EVENTS, 0, 0))


def test_every_single_flipped_byte_of_a_page_is_met_without_another_error(path):
    """Whatever SQLite makes of it, a reader gets values or a `LogError`, never an error of another kind."""
    values = filled(path, 200)
    page = (pages_of_events(path)[2] - 1) * 4096
    whole = path.read_bytes()
    messages = []
    for at in [*range(page, page + 64), *range(page + 64, page + 4096, 97)]:
        damaged = bytearray(whole)
        damaged[at] ^= 0xFF
        path.write_bytes(damaged)
        with SqliteLog(path, writable=False) as log:
            try:
                list(log.read(EVENTS, 0, 0))
                list(log.read_stream("table:T-01", 1))
                got = [value for chunk in log.read_events(0) for value in chunk.values]
                assert len(got) == len(values)
            except LogError as error:
                messages.append(str(error))
    assert len(messages) > 40
    assert all(text.startswith(str(path)) for text in messages)


def test_records_taken_out_of_the_middle_are_reported(path):
    filled(path)
    raw = sqlite3.connect(path)
    raw.execute("DELETE FROM events WHERE offset = 1234")
    raw.commit()
    raw.close()
    with SqliteLog(path, writable=True) as log:
        with pytest.raises(LogError, match=r"events is damaged at offset 1234 .no record is there"):
            list(log.read(EVENTS, 0, 0))
        with pytest.raises(LogError, match="table:T-01 seq 412 is not where it should be"):
            list(log.read_stream("table:T-01", 1))
        with pytest.raises(LogError, match="table:T-01 seq 412 is not where it should be"):
            log.tail("table:T-01", frozenset())
        with pytest.raises(LogError, match="ends at offset 2000 but holds 1999 records"):
            log.verify()


def test_bytes_that_are_not_an_event_are_named_by_their_offset(path):
    filled(path)
    raw = sqlite3.connect(path)
    raw.execute("UPDATE events SET value = x'c1c1' WHERE offset = 77")
    raw.commit()
    raw.close()
    with (
        SqliteLog(path, writable=False) as log,
        pytest.raises(LogError, match=r"damaged at offset 77 .its bytes are no"),
    ):
        list(log.read(EVENTS, 0, 0))

"""Events appended durably per second: ours against raw sqlite3 and the library `eventsourcing`, in one run.

Everyone stores the same bytes in transactions of 1, 100 and 1,000 events, each on a new file with a
write-ahead log synced at every commit, and gets them in the form it likes best, prepared beforehand. The
limit is `executemany` into the bare table: no chain is checked, no head kept, no source id indexed. Rounds
alternate in every order and the best of each counts, so that a busy neighbour slows nobody in particular.
"""

import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from itertools import permutations
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from bench.rows import Row, row
from events.envelope import NO_PREV, Event
from streams.log import EVENTS, Sealed, seal
from streams.sqlite.log import SqliteLog

EVENTS_BY_BATCH = {1: 1_000, 100: 30_000, 1_000: 60_000}
TABLES = 12
DISK = "/var/tmp"
"""Not /tmp, which may be memory: a sync must reach a disk to cost what it costs."""

Contestant = Callable[[Path, Sequence[Sealed], int], float]


def history(count: int) -> list[Sealed]:
    """That many events of twelve tables, each about as long as a dealt card."""
    heads: dict[str, tuple[int, bytes]] = {}
    made = []
    for number in range(count):
        stream = f"table:HCF-{number % TABLES:02d}"
        seq, prev = heads.get(stream, (0, NO_PREV))
        at, source = 1_767_225_600_000_000 + number * 1_000, f"shoe-{number % TABLES:02d}#{seq + 1}"
        body = b"\x83\xa4seat\x03\xa4card\xa2Ah\xa5place\xa8player-3"
        fields = (at, at + 900, "2026-01-01", f"R-{number // 40}", "shoe-07", source, "live", body)
        event = seal(Event("PA-01", stream, seq + 1, prev, "card_dealt", 1, *fields))
        heads[stream] = (event.seq, event.hash)
        made.append(event)
    return made


def ours(path: Path, events: Sequence[Sealed], batch: int) -> float:
    """Seconds for appending through the log."""
    batches = [events[start : start + batch] for start in range(0, len(events), batch)]
    with SqliteLog(path, writable=True) as log:
        started = time.perf_counter()
        for each in batches:
            log.append(each)
        taken = time.perf_counter() - started
        require(log.end(EVENTS, 0), events)
    return taken


def raw(path: Path, events: Sequence[Sealed], batch: int) -> float:
    """Seconds for inserting into the same table with nothing around it."""
    rows = [(offset, event.value) for offset, event in enumerate(events)]
    batches = [rows[start : start + batch] for start in range(0, len(rows), batch)]
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE events (offset INTEGER PRIMARY KEY, value BLOB NOT NULL)")
    started = time.perf_counter()
    for each in batches:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO events VALUES (?, ?)", each)
        connection.execute("COMMIT")
    taken = time.perf_counter() - started
    require(connection.execute("SELECT count(*) FROM events").fetchone()[0], events)
    connection.close()
    return taken


def library(path: Path, events: Sequence[Sealed], batch: int) -> float:
    """Seconds for the recorder of `eventsourcing`, below its aggregates and mappers."""
    stored = [StoredEvent(uuid5(NAMESPACE_URL, e.stream), e.seq, e.type, e.value) for e in events]
    batches = [stored[start : start + batch] for start in range(0, len(stored), batch)]
    datastore = SQLiteDatastore(str(path))
    recorder = SQLiteApplicationRecorder(datastore)
    recorder.create_table()
    with datastore.transaction(commit=False) as cursor:
        cursor.execute("PRAGMA synchronous")
        if cursor.fetchone()[0] != 2:
            raise RuntimeError("this SQLite does not sync by default, so the library would not be durable")
    started = time.perf_counter()
    for each in batches:
        recorder.insert_events(each)
    taken = time.perf_counter() - started
    require(recorder.max_notification_id(), events)
    datastore.close()
    return taken


def require(count: int, events: Sequence[Sealed]) -> None:
    """Refuse to time somebody who did not store everything."""
    if count != len(events):
        raise RuntimeError(f"{count} events stored of {len(events)}")


ALL_ORDERS: tuple[tuple[Contestant, ...], ...] = (*permutations((ours, raw, library)),) * 2
"""Who comes after whom matters to the disk, so every order has its rounds."""


def measure(batch: int, count: int, orders: Sequence[Sequence[Contestant]]) -> dict[Contestant, float]:
    """Events per second of each contestant: the best of alternating rounds, after one to warm up."""
    events = history(count)
    best: dict[Contestant, float] = dict.fromkeys((ours, raw, library), 0.0)
    for number, order in enumerate([orders[0], *orders]):
        for contestant in order:
            with tempfile.TemporaryDirectory(dir=DISK) as directory:
                taken = contestant(Path(directory) / "log.db", events, batch)
            os.sync()
            if number:
                best[contestant] = max(best[contestant], count / taken)
    return best


def run(quick: bool = False) -> list[Row]:
    """One row for each size of batch."""
    rows = []
    for batch, count in EVENTS_BY_BATCH.items():
        count_now = 2 * batch if quick else count
        speed = measure(batch, count_now, ALL_ORDERS[:1] if quick else ALL_ORDERS)
        rows.append(
            row(
                f"append_batch_{batch}",
                "events/s",
                speed[ours],
                n=count_now,
                goal="≥ 0.8 × limit",
                peer=speed[library],
                peer_name=f"eventsourcing {version('eventsourcing')}, SQLite recorder",
                limit=speed[raw],
                limit_name="raw sqlite3, WAL, synchronous=FULL, executemany",
            )
        )
    return rows

"""Events rebuilt per second from the embedded log: read, chain verified, decoded, folded, stored.

Ours is what `pitledger rebuild` does. The peer is a ProcessApplication of the library `eventsourcing` that
follows an application in SQLite and counts the events of each round: its log, its mapper, its tracking, with
the rounds only in memory, which favours it. It is slow, so it gets fewer events; rates are compared. Once it
writes its tracking to a file as it comes, once to a database in memory, which is as fast as it gets. The
limit is a bare scan of the same table of values.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from eventsourcing.application import Application, ProcessingEvent
from eventsourcing.domain import DomainEvent
from eventsourcing.system import ProcessApplication

from bench.rows import Row, row
from events.envelope import read_header
from events.topics import EVENTS
from streams.log import Sealed
from streams.read_model.bulk_sources import SqliteSource
from streams.read_model.rebuild import build
from streams.read_model.store import ReadStore
from streams.sqlite.log import SqliteLog
from tests.traffic import traffic

COUNT: Final = 1_000_000
PEER_COUNT: Final = 10_000
ROUNDS: Final = 3
APPEND: Final = 5_000
DISK: Final = "/var/tmp"
"""Not /tmp, which may be memory."""


class Recorded(DomainEvent):
    """Our header as the library's own event, so that its mapper has about the same to do."""

    facility: str
    type: str
    gaming_day: str
    round: str | None
    actor: str
    source_id: str
    mode: str
    body: str


class Tables(Application[Any]):
    """The library's log."""


class RoundIndex(ProcessApplication[Any]):
    """The library's projection: events counted by round."""

    rounds: Counter[str | None]

    def policy(self, domain_event: Any, processing_event: ProcessingEvent[Any]) -> None:  # noqa: ARG002
        """Count one event."""
        self.rounds[domain_event.round] += 1


def fill(path: Path, count: int) -> int:
    """Write realistic events into a new embedded log; returns how many."""
    written = 0
    with SqliteLog(path, writable=True) as log:
        for batch in _batches(traffic(count), APPEND):
            log.append(batch)
            written += len(batch)
            if written % 250_000 < APPEND:
                print(f"rebuild: {written} events prepared", file=sys.stderr, flush=True)
    return written


def ours(log: Path, count: int, processes: int) -> float:
    """Events per second of a rebuild into a read model beside."""
    with tempfile.TemporaryDirectory(dir=DISK) as directory:
        started = time.perf_counter()
        store = ReadStore(Path(directory) / "read.sqlite", durable=False)
        build(SqliteSource(log), store, {(EVENTS, 0): count}, lambda _done, _total: None, processes)
        taken = time.perf_counter() - started
        counted = store.rows("SELECT sum(events) AS events FROM rounds")[0]["events"]
        store.close()
    if not 0.99 * count <= counted <= count:  # events of links have no round
        raise RuntimeError(f"{counted} events of {count} are in rounds")
    return count / taken


def raw_scan(log: Path, count: int, _processes: int = 1) -> float:
    """Events per second of reading the values and doing nothing with them."""
    connection = sqlite3.connect(log)
    started = time.perf_counter()
    cursor = connection.execute("SELECT value FROM events")
    read = 0
    while rows := cursor.fetchmany(2_000):
        read += len(rows)
    taken = time.perf_counter() - started
    connection.close()
    if read != count:
        raise RuntimeError(f"{read} events read of {count}")
    return count / taken


def library(count: int, *, in_memory: bool) -> float:
    """Events per second of the library's projection."""
    with tempfile.TemporaryDirectory(dir=DISK) as directory:
        persistence = {"PERSISTENCE_MODULE": "eventsourcing.sqlite"}
        tables = Tables(env={**persistence, "SQLITE_DBNAME": str(Path(directory) / "log.db")})
        for batch in _batches(traffic(count), 1_000):
            tables.save(*map(_for_library, batch))
        last = tables.recorder.max_notification_id()
        place = "file:bench?mode=memory&cache=shared" if in_memory else str(Path(directory) / "view.db")
        index = RoundIndex(env={**persistence, "SQLITE_DBNAME": place})
        index.rounds = Counter()
        index.follow(tables.name, tables.notification_log)
        started = time.perf_counter()
        index.pull_and_process(tables.name)
        taken = time.perf_counter() - started
        counted = sum(index.rounds.values())
        index.close()
        tables.close()
    if counted != last:
        raise RuntimeError(f"the library has counted {counted} events of {last}")
    return counted / taken


def _for_library(sealed: Sealed) -> Recorded:
    event = read_header(sealed.value)
    return Recorded(
        originator_id=uuid5(NAMESPACE_URL, event.stream),
        originator_version=event.seq,
        timestamp=Recorded.create_timestamp(),
        facility=event.facility,
        type=event.type,
        gaming_day=event.gaming_day,
        round=event.round,
        actor=event.actor,
        source_id=event.source_id,
        mode=event.mode,
        body=event.body.hex(),
    )


def _batches(events: Iterator[Sealed], size: int) -> Iterator[list[Sealed]]:
    batch: list[Sealed] = []
    for event in events:
        batch.append(event)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def run(quick: bool = False) -> list[Row]:
    """With one process and with two, each beside the library with its view in a file and in memory."""
    count, peer_count, rounds = (3_000, 200, 1) if quick else (COUNT, PEER_COUNT, ROUNDS)
    everyone: dict[str, Callable[[Path, int], float]] = {
        "1": lambda log, n: ours(log, n, 1),
        "2": lambda log, n: ours(log, n, 2),
        "scan": raw_scan,
    }
    best = dict.fromkeys(everyone, 0.0)
    with tempfile.TemporaryDirectory(dir=DISK) as directory:
        log = Path(directory) / "log.sqlite"
        written = fill(log, count)
        os.sync()
        for _ in range(rounds):
            for name, contestant in everyone.items():
                best[name] = max(best[name], contestant(log, written))
    on_file = max(library(peer_count, in_memory=False) for _ in range(rounds))
    in_memory = max(library(peer_count, in_memory=True) for _ in range(rounds))
    peer = f"eventsourcing {version('eventsourcing')}, ProcessApplication on SQLite"
    limit: dict[str, Any] = {
        "limit": best["scan"],
        "limit_name": "sqlite3: SELECT value FROM events, one process",
    }
    rows = []
    for processes in ("1", "2"):
        name = f"rebuild_{processes}_process" + ("es" if processes == "2" else "")
        goal = "ratio_to_peer ≥ 100" + ("; 300,000 events/s in sight" if processes == "2" else "")
        rows += [
            row(
                name, "events/s", best[processes], n=written, goal=goal, peer=on_file, peer_name=peer, **limit
            ),
            row(
                f"{name}_peer_in_memory",
                "events/s",
                best[processes],
                n=written,
                peer=in_memory,
                peer_name=f"{peer}, tracking in memory, nothing synced",
                **limit,
            ),
        ]
    return rows

"""Movements of progressive meters per second: the embedded keeper, against bare inserts of what it writes.

Legs of many tables are in `links`; the keeper decides each, writes its record and its state, durably in
batches. The limit inserts the very same records with nothing decided: raw sqlite3, the same batches, every
commit synced. Beside it is the fold alone, without any storage. Rounds alternate, the best counts.
"""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from bench.bench_append import DISK
from bench.rows import Row, row
from events.topics import LINKS, METERS
from events.vocabulary.legs import AcceptedWager
from projections.keeping.keeper import Keeper
from projections.records import Output, Record
from streams.engines.embedded import EmbeddedPort, run_now
from streams.engines.processor import KeeperProcessor
from streams.sqlite.log import SqliteLog
from tests.traffic import UNIT_MC, Clock, Stream, Table, link_opened

COUNT: Final = 60_000
TABLES: Final = 50
LINKS_COUNT: Final = 3
ROUNDS: Final = 3
BATCH: Final = 1_000

Keyed = tuple[str, bytes]
"""A record of `links` or `meters`: the link, and the bytes."""


def legs(count: int) -> Iterator[Keyed]:
    """Links that were opened and their tables, then rounds of these in turn, with one to five wagers each."""
    clock = Clock()
    for number in range(LINKS_COUNT):
        yield f"L{number}", Stream(f"link:L{number}", clock).say(link_opened()).value
    tables = [
        Table(f"T{number:02d}", f"L{number % LINKS_COUNT}", clock, Random(number)) for number in range(TABLES)
    ]
    for table in tables:
        yield table.link, table.joins().value
    for number in range(count):
        table = tables[number % TABLES]
        wagers = tuple(
            AcceptedWager(seat=seat, wager="progressive", amount_mc=UNIT_MC)
            for seat in range(1, 2 + number % 5)
        )
        yield table.link, table.say(table.closes_bets(wagers), f"R-{number}").value


def embedded(path: Path, records: Sequence[Keyed]) -> tuple[float, list[Keyed]]:
    """Seconds that the embedded keeper takes, and what it wrote."""
    with SqliteLog(path, writable=True) as log:
        log.commit_processed([Output(LINKS, *record) for record in records], {})
        keeper = KeeperProcessor(EmbeddedPort(log, LINKS, "keeper"))
        started = time.perf_counter()
        for start in range(0, len(records), BATCH):
            run_now(keeper.handle(0, list(log.read(LINKS, 0, start, min(start + BATCH, len(records))))))
        taken = time.perf_counter() - started
        written = [(each.key, each.value) for each in log.read(METERS, 0, 0, log.end(METERS, 0))]
    return taken, written


def fold(records: Sequence[Keyed]) -> float:
    """Seconds that deciding takes, with nothing stored."""
    keeper = Keeper()
    started = time.perf_counter()
    for offset, (key, value) in enumerate(records):
        keeper.step(Record(LINKS, 0, offset, key, value))
    return time.perf_counter() - started


def raw(path: Path, written: Sequence[Keyed]) -> float:
    """Seconds for inserting the records with nothing around it."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE meters (offset INTEGER PRIMARY KEY, key TEXT, value BLOB NOT NULL)")
    started = time.perf_counter()
    for start in range(0, len(written), BATCH):
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(
            "INSERT INTO meters (key, value) VALUES (?, ?)", written[start : start + BATCH]
        )
        connection.execute("COMMIT")
    taken = time.perf_counter() - started
    connection.close()
    return taken


def run(quick: bool = False) -> list[Row]:
    """Movements per second, stored and not."""
    count, rounds = (2_000, 1) if quick else (COUNT, ROUNDS)
    records = list(legs(count))
    best = dict.fromkeys(("embedded", "fold", "raw"), 0.0)
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(dir=DISK) as directory:
            taken, written = embedded(Path(directory) / "log.sqlite", records)
            if len(written) != len(records):
                raise RuntimeError(f"{len(records)} records were due, {len(written)} were written")
            speeds = {
                "embedded": count / taken,
                "fold": count / fold(records),
                "raw": count / raw(Path(directory) / "raw.sqlite", written),
            }
        best = {name: max(speed, speeds[name]) for name, speed in best.items()}
    limit = {"limit": best["raw"], "limit_name": "raw sqlite3 inserts of the same records, synced likewise"}
    return [
        row("meters_embedded", "movements/s", best["embedded"], n=count, **limit),
        row("meters_fold_alone", "movements/s", best["fold"], n=count, **limit),
    ]

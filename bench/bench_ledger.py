"""The ledger at any time: a balance at a moment in books of ten thousand to ten million movements, and a
statement of one meter over a year.

A book is a year of one link. The peer is bare SQL that adds up postings in a flat, indexed table of the same
content, in the book of a million; the limit of a balance is the same question to the shortest book. Questions
are at random moments, the median counts.
"""

from __future__ import annotations

import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from bench.bench_append import DISK
from bench.rows import Row, row
from events.times import day_number, day_text
from events.topics import METERS
from projections.ledger.accounts import Entry, Posting
from projections.ledger.rows import BookRows
from projections.read_model.tables import Changes
from streams.read_model.ledger import statement, totals_at
from streams.read_model.store import ReadStore

LENGTHS: Final = (10_000, 1_000_000, 10_000_000)
FLAT: Final = 1_000_000
"""The book that bare SQL has too."""
QUESTIONS: Final = 300
YEAR_US: Final = 365 * 86_400_000_000
START_US: Final = 1_767_225_600_000_000
FIRST_DAY: Final = day_number("2026-01-01") or 0
BATCH: Final = 20_000
LINK, METER = "HCF-LINK", "progressive"


def year(count: int) -> Iterator[Entry]:
    """A year of one link: contributions, and an award with its payment every ten thousand movements."""
    for number in range(count):
        at_us = START_US + YEAR_US * number // count
        day = day_text(FIRST_DAY + 365 * number // count)
        type_, posted = _movement(number)
        place = (LINK, number + 1, at_us, day, day)
        yield Entry(*place, type_, f"table:T{number % 50}#{number}", f"T{number % 50}-{number}", posted)


def _movement(number: int) -> tuple[str, tuple[Posting, ...]]:
    wagered = 500_000 * (1 + number % 5)
    primary, reserve = wagered * 23 // 100, wagered * 5 // 100
    if number % 10_000 == 9_998:
        return "award_locked", (
            Posting("primary", METER, "award", 1_000_000, 0),
            Posting("payable", METER, "award", -1_000_000, 0),
        )
    if number % 10_000 == 9_999:
        return "award_paid", (
            Posting("payable", METER, "payment", 1_000_000, 0),
            Posting("paid", METER, "payment", -1_000_000, 0),
        )
    return "meter_contributed", (
        Posting("contributions", METER, "contribution", primary + reserve, 0),
        Posting("primary", METER, "contribution", -primary, 0),
        Posting("reserve", METER, "contribution", -reserve, 0),
    )


def write(store: ReadStore, count: int) -> None:
    """A book of that length, in the rows that the sinks write."""
    rows, entries, done = BookRows(), year(count), 0
    while chunk := list(islice(entries, BATCH)):
        for entry in chunk:
            rows.post(entry)
        changes = Changes(done + len(chunk), b"", *rows.rows())
        store.commit(METERS, 0, done, changes)
        done += len(chunk)


def write_flat(path: Path, count: int) -> sqlite3.Connection:
    """The same as bare SQL would have it: one row a posting, and an index for the question."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous = OFF")
    db.execute("CREATE TABLE postings (at_us, account, meter, cause, mc, nano)")
    db.execute("BEGIN")
    db.executemany(
        "INSERT INTO postings VALUES (?, ?, ?, ?, ?, ?)",
        ((entry.at_us, *posting) for entry in year(count) for posting in entry.postings),
    )
    db.execute("CREATE INDEX by_meter ON postings (meter, at_us, account, cause, mc, nano)")
    db.execute("COMMIT")
    return db


def median_ms(question: Callable[[int], object], times: int) -> float:
    """Milliseconds that a question about a random moment of the year takes."""
    rng = random.Random(1)
    taken = []
    for _ in range(times):
        moment = START_US + rng.randrange(YEAR_US)
        started = time.perf_counter()
        question(moment)
        taken.append(time.perf_counter() - started)
    return statistics.median(taken) * 1_000


def _sums(db: sqlite3.Connection, until_us: int) -> list[tuple[object, ...]]:
    return db.execute(
        "SELECT account, cause, sum(mc), sum(nano) FROM postings WHERE meter = ? AND at_us <= ?"
        " GROUP BY account, cause",
        (METER, until_us),
    ).fetchall()


def measure_book(directory: Path, count: int, questions: int) -> float:
    """Milliseconds for a balance at a moment."""
    store = ReadStore(directory / "read.sqlite", durable=False)
    write(store, count)
    taken = median_ms(lambda moment: totals_at(store, LINK, moment), questions)
    store.close()
    return taken


def measure_statement(directory: Path) -> float:
    """Milliseconds for the statement of a year, from the book that `measure_book` wrote."""
    store = ReadStore(directory / "read.sqlite", writable=False)
    taken = median_ms(lambda _: statement(store, LINK, METER, "2026-01-01", "2026-12-31"), 20)
    store.close()
    return taken


def measure_flat(directory: Path, count: int) -> tuple[float, float]:
    """Milliseconds that bare SQL takes for a balance at a moment and for the year."""
    db = write_flat(directory / "flat.sqlite", count)
    at_ms = median_ms(lambda moment: _sums(db, moment), 5)
    year_ms = median_ms(lambda _: _sums(db, START_US + YEAR_US), 5)
    db.close()
    return at_ms, year_ms


def run(quick: bool = False) -> list[Row]:
    """A balance at a moment, by the length of the book; the statement of a year."""
    lengths, flat, questions = ((1_000, 4_000), 4_000, 20) if quick else (LENGTHS, FLAT, QUESTIONS)
    at: dict[int, float] = {}
    statement_ms = bare_at = bare_statement = 0.0
    for count in lengths:
        with tempfile.TemporaryDirectory(dir=DISK) as directory:
            at[count] = measure_book(Path(directory), count, questions)
            if count == flat:
                statement_ms = measure_statement(Path(directory))
                bare_at, bare_statement = measure_flat(Path(directory), count)
    peer = "bare SQL: sums over a flat, indexed table of postings"
    rows = [
        row(
            f"ledger_at_{count}",
            "ms",
            at[count],
            n=questions,
            goal="≤ 2 × limit" if count == max(at) else None,
            peer=bare_at if count == flat else None,
            peer_name=peer if count == flat else None,
            limit=at[min(at)],
            limit_name=f"the same question to a book of {min(at):,} movements",
        )
        for count in lengths
    ]
    year_row = row(
        "ledger_statement_of_a_year", "ms", statement_ms, n=flat, peer=bare_statement, peer_name=peer
    )
    return [*rows, year_row]

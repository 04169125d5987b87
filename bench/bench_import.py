"""Lines imported per second by `pitledger import` into a new embedded instance, and by core.

The lines are a simulated floor's, as clients would send them: without number, chain, times of ours or source
id. Meters and read model are included, as is the start of the command's two processes. A core is a second of
processor time, of both processes together. Then the same file again: every line is looked up and answered.
What the two starts cost is a row of its own: an import of one line, in a file long enough for a process that
reads it. Compiled modules are kept from call to call, as they are where a program was installed.

Machines differ by the double, and one machine from minute to minute. So the limit is what no log can do
without, measured between the imports on the same lines: read a line, encode it, hash it, store it durably.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from bench.bench_append import DISK
from bench.rows import Row, row
from console.commands.importing.file import APART_FROM
from events.envelope import read_header
from events.jsonform import ASSIGNED, to_json
from floor.houses.bulk import as_sealed, made
from floor.night import HOUR_US, Night
from streams.clock import GamingDays

TABLES: Final = 100
ROUNDS: Final = 3
GOAL: Final = "≥ 30,000 a core"
BATCH: Final = 1_000
LIMIT: Final = "a line read, encoded, hashed and stored with raw sqlite3, synced by the thousand"


class Speed(NamedTuple):
    """Lines a second: by the clock, and by processor time."""

    by_clock: float
    by_core: float


def write_lines(file: Path, night: Night) -> int:
    """The events of a night as their clients would send them; how many there are."""
    count = 0
    with file.open("w") as lines:
        for rows in made(night, "PA-01", GamingDays()):
            for sealed in as_sealed(rows):
                fields = to_json(read_header(sealed.value))
                lines.write(json.dumps({n: v for n, v in fields.items() if n not in ASSIGNED}) + "\n")
                count += 1
    return count


def imported(file: Path, data: Path, count: int) -> tuple[Speed, dict[str, int]]:
    """One import, and what it reports."""
    before, started = _processor_time(), time.perf_counter()
    called = subprocess.run(
        [sys.executable, "-m", "console.main", "--data", str(data), "import", str(file), "--json"],
        capture_output=True,
        check=True,
        env=_as_installed(file.parent),
    )
    speed = Speed(count / (time.perf_counter() - started), count / (_processor_time() - before))
    return speed, json.loads(called.stdout)


def _as_installed(directory: Path) -> dict[str, str]:
    """The environment of a program whose modules were compiled before, whatever it is for the one who
    measures.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(directory / "compiled")}


def start_ms(lines: Path) -> float:
    """Processor time until one line is recorded, both processes started; the first call compiles."""
    file = lines.with_name("one_line.jsonl")
    with lines.open("rb") as several:
        line = next(several)
    file.write_bytes(line.rstrip(b"\n").ljust(APART_FROM) + b"\n")
    used: list[float] = []
    for _ in range(1 + ROUNDS):
        with tempfile.TemporaryDirectory(dir=DISK) as data:
            speed, _ = imported(file, Path(data), 1)
            used.append(1_000 / speed.by_core)
    return min(used)


def _processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def bare(file: Path, data: Path, count: int) -> float:
    """Lines a second of processor time, by a program that knows and judges nothing."""
    connection = sqlite3.connect(data / "bare.sqlite", isolation_level=None)
    connection.executescript(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        "CREATE TABLE events (seq INTEGER PRIMARY KEY, hash BLOB NOT NULL, value BLOB NOT NULL)"
    )
    started, stored = time.process_time(), 0
    with file.open("rb") as lines:
        while batch := list(islice(lines, BATCH)):
            values = [msgspec.msgpack.encode(msgspec.json.decode(line)) for line in batch]
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(
                "INSERT INTO events (hash, value) VALUES (?, ?)",
                [(hashlib.sha256(value).digest(), value) for value in values],
            )
            connection.execute("COMMIT")
            stored += len(values)
    used = time.process_time() - started
    connection.close()
    if stored != count:
        raise RuntimeError(f"{count} lines, and {stored} were stored")
    return count / used


class Measured(NamedTuple):
    """A file for the first time, again, and by the bare program in between."""

    first: Speed
    again: Speed
    bare: float


def measure(file: Path, count: int) -> Measured:
    """One import of a file, and one more."""
    with tempfile.TemporaryDirectory(dir=DISK) as data, tempfile.TemporaryDirectory(dir=DISK) as other:
        first, report = imported(file, Path(data), count)
        limit = bare(file, Path(other), count)
        again, repeated = imported(file, Path(data), count)
    if report["recorded"] + report["refused"] != count or repeated["existed"] != count:
        raise RuntimeError(f"{count} lines, and the import reports {report}, then {repeated}")
    return Measured(first, again, limit)


def run(quick: bool = False) -> list[Row]:
    """The best of some rounds."""
    night = Night(1, 5, span_us=HOUR_US // 10) if quick else Night(1, TABLES, span_us=HOUR_US)
    with tempfile.TemporaryDirectory(dir=DISK) as directory:
        file = Path(directory) / "lines.jsonl"
        count = write_lines(file, night)
        start = start_ms(file)
        measured = [measure(file, count) for _ in range(1 if quick else ROUNDS)]
    limit = max(each.bare for each in measured)
    return [
        row("import_lines", "lines/s", max(each.first.by_clock for each in measured), n=count),
        row(
            "import_lines_a_core",
            "lines/s",
            max(each.first.by_core for each in measured),
            n=count,
            goal=GOAL,
            limit=limit,
            limit_name=LIMIT,
        ),
        row("import_start", "ms of processor time", start, n=1),
        row("import_again", "lines/s", max(each.again.by_clock for each in measured), n=count),
        row(
            "import_again_a_core",
            "lines/s",
            max(each.again.by_core for each in measured),
            n=count,
            limit=limit,
            limit_name=LIMIT,
        ),
    ]

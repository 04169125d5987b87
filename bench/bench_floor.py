"""The simulated floor in bulk: events made, appended, imported, rebuilt per second, and peak memory.

An hour of 200 tables is made by one process and by two; the same events are appended through our log and, as
the limit, inserted by bare sqlite3 into the bare table, in the same transactions; as JSON lines they are
imported. Then a whole day: made and appended by `pitledger floor`, examined by `pitledger findings`, its read
model built anew by `pitledger rebuild`, which examines everything again, and its events, as JSON lines, taken
in by `pitledger import`; each in processes of its own whose memory is looked at all the while.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from bench.bench_append import DISK, raw
from bench.bench_rebuild import raw_scan
from bench.commands import call
from bench.rows import Row, row
from events.envelope import read_header
from events.jsonform import to_json
from floor.houses.bulk import as_sealed, made
from floor.night import HOUR_US, Night
from streams.clock import GamingDays
from streams.log import EVENTS, Sealed
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog

TABLES: Final = 200
HOURS: Final = 24
ROUNDS: Final = 3
BATCH: Final = 20_000
"""Events to a transaction, about those of a window of the floor."""
RAW: Final = "bare sqlite3, WAL, synchronous=FULL, executemany of the same bytes in the same transactions"


def speed_made(night: Night, processes: int) -> float:
    """Events per second made and thrown away."""
    started = time.perf_counter()
    count = sum(len(rows) for rows in made(night, "PA-01", GamingDays(), processes))
    return count / (time.perf_counter() - started)


def events_of(night: Night) -> list[Sealed]:
    """The events of a night, all at once."""
    return [event for rows in made(night, "PA-01", GamingDays()) for event in as_sealed(rows)]


def ours(path: Path, events: list[Sealed], batch: int) -> float:
    """Seconds for appending through the log."""
    with SqliteLog(path, writable=True) as log:
        started = time.perf_counter()
        for start in range(0, len(events), batch):
            log.append(events[start : start + batch])
        return time.perf_counter() - started


def best_of(contestant: Callable[[Path, list[Sealed], int], float], events: list[Sealed]) -> float:
    """Events per second of the best round."""
    with tempfile.TemporaryDirectory(dir=DISK) as directory:
        taken = contestant(Path(directory) / "log.db", events, BATCH)
    os.sync()
    return len(events) / taken


def imported(values: Iterable[bytes]) -> tuple[float, int]:
    """Events per second of `pitledger import` into a new instance, meters and read model included, and its
    peak memory."""
    with tempfile.TemporaryDirectory(dir=DISK) as directory:
        file, count = Path(directory) / "events.jsonl", 0
        with file.open("w") as lines:
            for count, value in enumerate(values, 1):  # noqa: B007 - how many there were
                lines.write(json.dumps(to_json(read_header(value))) + "\n")
        started = time.perf_counter()
        _, peak = call("--data", f"{directory}/instance", "import", str(file))
        return count / (time.perf_counter() - started), peak


def _day(tables: int, hours: str) -> list[Row]:
    """A day in the log of an instance."""
    with tempfile.TemporaryDirectory(dir=DISK) as data:
        night = ("--tables", str(tables), "--hours", hours)
        report, peak = call("--data", data, "floor", *night)
        events = report["events"]
        print(f"floor: {events} events at {report['events_per_second']}/s", file=sys.stderr, flush=True)
        started = time.perf_counter()
        _, examined_peak = call("--data", data, "findings")
        examined = events / (time.perf_counter() - started)
        print(f"floor: examined at {examined:.0f} events/s", file=sys.stderr, flush=True)
        rebuilt, rebuilt_peak = call("--data", data, "rebuild")
        scan = raw_scan(Path(data) / LOG_FILE, events)
        with SqliteLog(Path(data) / LOG_FILE, writable=False) as log:
            taken_in, import_peak = imported(record.value for record in log.read(EVENTS, 0, 0))
    return [
        row("floor_day_made_and_appended", "events/s", report["events_per_second"], n=events),
        row("floor_day_peak_memory", "MB", peak / 1e6, n=events, goal="flat"),
        row("floor_day_examined", "events/s", examined, n=events),
        row("floor_day_examined_peak_memory", "MB", examined_peak / 1e6, n=events, goal="flat"),
        row(
            "floor_day_rebuilt",
            "events/s",
            rebuilt["records"] / rebuilt["seconds"],
            n=rebuilt["records"],
            limit=scan,
            limit_name="sqlite3: SELECT value FROM events, one process",
        ),
        row("floor_day_rebuilt_peak_memory", "MB", rebuilt_peak / 1e6, n=rebuilt["records"]),
        row("floor_day_imported", "events/s", taken_in, n=events),
        row("floor_day_imported_peak_memory", "MB", import_peak / 1e6, n=events, goal="flat"),
    ]


def run(quick: bool = False) -> list[Row]:
    """An hour by its parts, then a day as a whole."""
    tables, hours, rounds = (5, "0.2", 1) if quick else (TABLES, str(HOURS), ROUNDS)
    night = Night(1, tables, span_us=HOUR_US // 5 if quick else HOUR_US)
    rows = []
    events = events_of(night)
    for processes, name in ((1, "floor_made_1_process"), (2, "floor_made_2_processes")):
        made_speed = max(speed_made(night, processes) for _ in range(rounds))
        rows.append(row(name, "events/s", made_speed, n=len(events)))
    appended, bare = (max(best_of(each, events) for _ in range(rounds)) for each in (ours, raw))
    limit: dict[str, Any] = {"limit": bare, "limit_name": RAW}
    rows.append(row("floor_appended", "events/s", appended, n=len(events), goal="≥ 0.8 × limit", **limit))
    hour, _ = imported(event.value for event in events)
    rows.append(row("floor_imported", "events/s", hour, n=len(events), **limit))
    del events
    return rows + _day(tables, hours)

"""Lines imported per second by `pitledger import` into a new embedded instance, and by core.

The lines are a simulated floor's, as clients would send them: without number, chain, times of ours or source
id. Meters and read model are included, as is the start of the command's two processes. A core is a second of
processor time, of both processes together. Then the same file again: every line is looked up and answered.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from bench.bench_append import DISK
from bench.rows import Row, row
from events.envelope import read_header
from events.jsonform import ASSIGNED, to_json
from floor.houses.bulk import as_sealed, made
from floor.night import HOUR_US, Night
from streams.clock import GamingDays

TABLES: Final = 100
ROUNDS: Final = 3
GOAL: Final = "≥ 30,000 a core"


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
    )
    speed = Speed(count / (time.perf_counter() - started), count / (_processor_time() - before))
    return speed, json.loads(called.stdout)


def _processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(file: Path, count: int) -> tuple[Speed, Speed]:
    """A file for the first time, and again."""
    with tempfile.TemporaryDirectory(dir=DISK) as data:
        first, report = imported(file, Path(data), count)
        again, repeated = imported(file, Path(data), count)
    if report["recorded"] + report["refused"] != count or repeated["existed"] != count:
        raise RuntimeError(f"{count} lines, and the import reports {report}, then {repeated}")
    return first, again


def run(quick: bool = False) -> list[Row]:
    """The best of some rounds."""
    night = Night(1, 5, span_us=HOUR_US // 10) if quick else Night(1, TABLES, span_us=HOUR_US)
    with tempfile.TemporaryDirectory(dir=DISK) as directory:
        file = Path(directory) / "lines.jsonl"
        count = write_lines(file, night)
        measured = [measure(file, count) for _ in range(1 if quick else ROUNDS)]
    first, again = ([each[at] for each in measured] for at in (0, 1))
    return [
        row("import_lines", "lines/s", max(speed.by_clock for speed in first), n=count),
        row("import_lines_a_core", "lines/s", max(speed.by_core for speed in first), n=count, goal=GOAL),
        row("import_again", "lines/s", max(speed.by_clock for speed in again), n=count),
        row("import_again_a_core", "lines/s", max(speed.by_core for speed in again), n=count),
    ]

"""A floor that is killed again and again: `make faults NAME=floor-crash [COUNT=…]`.

The real command, with mistakes and irregularities, is ended by SIGKILL at random moments and called again
with the same arguments until it is through. No number may be missing or there twice, and the bytes and the
ledger of what was planted must be those of a floor that nobody disturbed.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from events.envelope import read_header
from events.topics import EVENTS
from streams.sqlite.log import SqliteLog

ROOT = Path(__file__).parents[2]
KILLS = 100
NIGHT = (
    "--tables",
    "5",
    "--rounds",
    "25",
    "--mistakes",
    "0.2",
    "--irregularities",
    "0.1",
    "--processes",
    "1",
)
FULL, PACED = "full", "6000"
"""At full speed the log is written in bulk; at a pace everything goes through the recorder."""


def call(data: Path, seed: int, speed: str) -> subprocess.Popen[bytes]:
    """The floor, in a process of its own."""
    command = [sys.executable, "-m", "console.main", "--data", str(data), "floor", *NIGHT]
    return subprocess.Popen(
        [*command, "--planted", str(ledger(data)), "--seed", str(seed), "--speed", speed],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def ledger(data: Path) -> Path:
    """Where a floor says what it planted: beside its instance."""
    return data.with_suffix(".jsonl")


def values(data: Path) -> list[bytes]:
    """All events of an instance, in their order."""
    with SqliteLog(data / "log.sqlite", writable=False) as log:
        return [record.value for record in log.read(EVENTS, 0, 0)]


def killed_until_done(data: Path, seed: int, rng: random.Random, most: int) -> int:
    """Call, kill, and call again, until the floor is through or has been killed often enough; how often."""
    kills = 0
    while True:
        process = call(data, seed, rng.choice((FULL, PACED)))
        if kills < most:
            while process.poll() is None and not (data / "log.sqlite").exists():
                time.sleep(0.01)
            time.sleep(rng.random() * 1.5)
            process.send_signal(signal.SIGKILL)
        _, said = process.communicate()
        code = process.returncode
        if code == -signal.SIGKILL:
            kills += 1
        elif code == 0:
            return kills
        else:
            raise RuntimeError(f"the floor of seed {seed} ended with {code}: {said.decode()[-500:]}")


def compared(calm: list[bytes], rough: list[bytes]) -> dict[str, int]:
    """Numbers that are missing, that are there twice, and events that differ."""
    numbers = Counter((event.stream, event.seq) for event in map(read_header, rough))
    due = {(event.stream, event.seq) for event in map(read_header, calm)}
    return {
        "lost": len(due - numbers.keys()),
        "doubled": sum(count - 1 for count in numbers.values()) + len(numbers.keys() - due),
        "wrong": sum(one != other for one, other in zip(calm, rough, strict=False)),
    }


def crash(kills: int, first_seed: int = 1, kills_a_run: int = 5) -> dict[str, Any]:
    """Kill floors so many times in all; `seed` is the first that went wrong, or 0."""
    result: dict[str, Any] = {
        "name": "floor-crash",
        "runs": 0,
        "faults": 0,
        "lost": 0,
        "doubled": 0,
        "wrong": 0,
    }
    result["seed"] = 0
    while result["faults"] < kills:
        seed = first_seed + result["runs"]
        with TemporaryDirectory() as directory:
            calm, rough = Path(directory) / "calm", Path(directory) / "rough"
            killed_until_done(calm, seed, random.Random(seed), 0)
            left = min(kills_a_run, kills - result["faults"])
            result["faults"] += killed_until_done(rough, seed, random.Random(seed), left)
            found = compared(values(calm), values(rough))
            found["wrong"] += (
                calm.with_suffix(".jsonl").read_bytes() != rough.with_suffix(".jsonl").read_bytes()
            )
        result["runs"] += 1
        if any(found.values()) and not result["seed"]:
            result["seed"] = seed
        for name, count in found.items():
            result[name] += count
    return result


def run(count: int | None = None) -> dict[str, Any]:
    """As `make faults` calls it."""
    return crash(KILLS if count is None else count)


RUNS = {"floor-crash": run}

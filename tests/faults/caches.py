"""Caches that are damaged: what a worker finds then it throws away by itself, and the floor goes on.

The judge is the pure fold of the log, and that no worker had to leave for it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

from tests.faults.kafka import STATEFUL, in_full
from tests.kafka_broker import Broker
from tests.rig import Rig
from tests.traffic import traffic


def garbage(file: Path) -> None:
    """As many bytes, and others."""
    file.write_bytes(os.urandom(file.stat().st_size or 100))


def half(file: Path) -> None:
    """Cut short, as by a full disk."""
    os.truncate(file, file.stat().st_size // 2)


DAMAGE: tuple[tuple[str, Callable[[Path], None]], ...] = (
    ("CURRENT", half),
    ("MANIFEST*", Path.unlink),
    ("*.sst", garbage),
    ("*.sst", half),
    ("*.log", garbage),
    ("MANIFEST*", garbage),
    ("OPTIONS*", garbage),
    ("rocksdict-config.json", garbage),
    ("*.sst", Path.unlink),
)


def databases(data: Path) -> list[Path]:
    """The RocksDB directories of a worker."""
    found = sorted(path for path in data.rglob("*.db") if path.is_dir())
    assert found, f"{data} holds no RocksDB: this looks in the wrong place"
    return found


def stopped(rig: Rig, name: str) -> Path:
    """A worker is killed; returns its directory."""
    (worker,) = (each for each in rig.workers if each.name == name and each.running)
    worker.kill()
    rig.workers.remove(worker)
    return worker.data


def damage_caches(rig: Rig, _broker: Broker, count: int, seed: int) -> None:
    """One kind of damage after the other, to the databases of router and keeper by turns."""
    rng, damaged = random.Random(seed), 0
    rig.start_all()
    rig.feed(list(traffic(100, tables=2, links=2)))
    rig.wait()
    for number, (files, damage) in enumerate(islice(cycle(DAMAGE), count)):
        name = STATEFUL[(number + rng.randrange(2)) % 2]
        for database in databases(stopped(rig, name)):
            for file in database.glob(files):  # a young database has no *.sst yet
                damage(file)
                damaged += 1
        worker = rig.start(name)
        rig.feed(list(traffic(20, tables=1, links=1, floor=f"D{number}-")))
        rig.wait(sinks=False)
        assert worker.running, f"{name} after {damage.__name__} of {files}:\n{worker.log.read_text()[-2000:]}"
    assert damaged >= count, f"only {damaged} files were damaged in {count} turns"


RUNS = {"kafka-damaged-caches": in_full("kafka-damaged-caches", damage_caches, 2 * len(DAMAGE), partitions=2)}

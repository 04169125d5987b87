"""Caches that are damaged or gone: what a worker finds then it throws away by itself, and the floor goes on.

Router and keeper have RocksDB, the sinks a read model, a recorder its index of source ids. The judge is the
pure fold of the log, and that no worker had to leave for it.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

from streams.read_model.store import READ_FILE
from tests.console.calling import pitledger
from tests.faults.kafka import STATEFUL, in_full
from tests.faults.outages import note
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
    ("", shutil.rmtree),
)
"""What is done to which files of a RocksDB; the last takes all of it."""


def rows(file: Path) -> None:
    """It opens, for its tables are named as they must be; what is in them is garbage."""
    database = sqlite3.connect(file)
    roots = [root for (root,) in database.execute("SELECT rootpage FROM sqlite_schema WHERE rootpage > 0")]
    size = database.execute("PRAGMA page_size").fetchone()[0]
    database.close()
    with file.open("r+b") as opened:
        for root in roots:
            opened.seek((root - 1) * size)
            opened.write(os.urandom(size))


def nothing(file: Path) -> None:
    """Of no length."""
    os.truncate(file, 0)


FILE_DAMAGE: tuple[Callable[[Path], None], ...] = (rows, garbage, half, nothing, Path.unlink)
"""What is done to a file of SQLite, whose side files go with it."""


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


def damage_caches(rig: Rig, _broker: Broker, count: int, seed: int) -> int:
    """One kind of damage after the other to router or keeper by turns, then to the sinks and a recorder."""
    rng = random.Random(seed)
    rig.start_all()
    rig.feed(list(traffic(100, tables=2, links=2)))
    rig.wait()
    for number, (files, damage) in enumerate(islice(cycle(DAMAGE), count)):
        name = STATEFUL[(number + rng.randrange(2)) % 2]
        damaged = 0
        for database in databases(stopped(rig, name)):
            for file in database.glob(files) if files else [database]:
                damage(file)
                damaged += 1
        _goes_on(rig, name, f"{damage.__name__} of {files} ({damaged} files)", f"D{number}-")
    for number, damage in enumerate(islice(cycle(FILE_DAMAGE), count)):
        damage_file(stopped(rig, "sinks") / READ_FILE, damage)
        _goes_on(rig, "sinks", f"{damage.__name__} of {READ_FILE}", f"S{number}-")
        _import_goes_on(rig, damage, number)
    return 3 * count


def damage_file(file: Path, damage: Callable[[Path], None]) -> None:
    """Damage a file of SQLite that nobody has open."""
    for suffix in ("-wal", "-shm"):
        file.with_name(file.name + suffix).unlink(missing_ok=True)
    damage(file)


def _goes_on(rig: Rig, name: str, what: str, floor: str) -> None:
    """The worker starts, nobody helps, and what is played comes through."""
    worker = rig.start(name)
    rig.feed(list(traffic(20, tables=1, links=1, floor=floor)))
    rig.wait(sinks=name == "sinks")
    assert worker.running, f"{name} after {what}:\n{worker.log.read_text()[-2000:]}"


def _import_goes_on(rig: Rig, damage: Callable[[Path], None], number: int) -> None:
    """A damaged index of source ids is made again: what was recorded is recognised, the rest is taken."""
    lines = rig.directory / "notes.jsonl"
    with lines.open("a") as file:
        file.write(json.dumps({**note("line"), "source_id": f"device-1#{number + 1}"}) + "\n")
    for index in (rig.directory / "recorder").glob("source-ids.*.sqlite"):
        damage_file(index, damage)
    recorder = ("--kafka", rig.bootstrap, "--data", rig.directory / "recorder")
    called = pitledger("import", lines, *recorder, "--json", PITLEDGER_KAFKA_PREFIX=rig.prefix)
    assert called.code == 0, f"after {damage.__name__} of the index: {called}"
    report = called.document
    assert (report["recorded"], report["existed"]) == (1, number), f"after {damage.__name__}: {report}"


RUNS = {"kafka-damaged-caches": in_full("kafka-damaged-caches", damage_caches, 2 * len(DAMAGE), partitions=2)}

"""Where bad calls are made: instances and files that are made once, and that no wrong call may change."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from events.topics import READ
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog
from tests.console.bad_calls.row import EMPTY, HOUSE
from tests.console.calling import pitledger

UNSIGNED = "unsigned"
"""An instance with an open link and no register."""
A_FILE = "a-file"
"""A file where a directory is expected."""
GARBAGE = "garbage"
"""An instance whose log is not a database."""
NO_LOG = "no-log"
"""A directory whose log is a directory itself."""
BAD_MODEL = "bad-model"
"""An instance whose read model is not a database."""
OTHER_DATABASE = "other-database"
"""A directory whose log is a database of somebody else."""


def _house(at: Path) -> None:
    made = pitledger(
        *("demo", "--rounds", 6, "--tables", 2, "--game", "high_card_flush"), "--json", "--data", at
    )
    assert made.code == 0, made.err


def _unsigned(at: Path) -> None:
    terms = ("--rulebook", "678a@2019-11-02", "--paytable", "A", "--unit", "5.00")
    signed = ("--sign", "A-2:accounting", "--sign", "S-1:slots", "--reason", "x")
    made = pitledger("link", "open", "HCF", *terms, *signed, "--data", at)
    assert made.code == 0, made.err


def _garbage(at: Path) -> None:
    at.mkdir()
    (at / LOG_FILE).write_bytes(bytes(range(256)) * 64)


def _no_log(at: Path) -> None:
    (at / LOG_FILE).mkdir(parents=True)


def _bad_model(at: Path) -> None:
    _unsigned(at)
    (at / "read.sqlite").write_bytes(bytes(range(256)) * 64)


def _other_database(at: Path) -> None:
    import sqlite3

    at.mkdir()
    with sqlite3.connect(at / LOG_FILE) as database:
        database.execute("CREATE TABLE songs (title TEXT)")
    database.close()


PLACES: dict[str, Callable[[Path], object]] = {
    HOUSE: _house,
    UNSIGNED: _unsigned,
    EMPTY: Path.mkdir,
    A_FILE: lambda at: at.write_text("mine"),
    GARBAGE: _garbage,
    NO_LOG: _no_log,
    BAD_MODEL: _bad_model,
    OTHER_DATABASE: _other_database,
}
SOUND = (HOUSE, UNSIGNED)
"""Those of which `check` has nothing to say."""


def make_places(room: Path) -> None:
    """Every place, and the files that calls name, in one directory."""
    for name, make in PLACES.items():
        make(room / name)
    (room / "taken").mkdir()
    (room / "taken" / "mine.txt").write_text("mine")
    (room / "lines.jsonl").write_text("")
    (room / "binary").write_bytes(bytes(range(256)))


def copied(room: Path, place: str, to: Path) -> Path:
    """A copy of a place for a call that may record something, such as a refusal."""
    if (room / place).is_dir():
        shutil.copytree(room / place, to / place)
    return to / place


def contents(room: Path, place: str) -> tuple[list[str], list[bytes]]:
    """What there is: the names of all files, and every record of the log of the place."""
    names = sorted(str(path.relative_to(room)) for path in room.rglob("*") if not _is_passing(path))
    if place not in SOUND:
        path = room / place / LOG_FILE
        return names, [path.read_bytes()] if path.is_file() else []
    with SqliteLog(room / place / LOG_FILE, writable=False) as log:
        records = [record.value for topic in READ for record in log.read(topic, 0, 0)]
    assert records
    return names, records


def _is_passing(path: Path) -> bool:
    """What is kept beside a database while somebody uses it: it holds nothing."""
    return path.name.endswith(("-wal", "-shm", "lock"))

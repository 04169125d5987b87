"""The read model in SQLite: rows, the state to go on from, and the position, in one transaction.

Two workers may hold the same partition for a moment; a commit names the position it starts from, and if
another has moved it, nothing is written (`Overtaken`). PostgreSQL takes this place where several workers run.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import fields
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from operator import attrgetter
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeVar

from projections.read_model.tables import TABLES, Changes, Table
from streams.errors import LogError, Overtaken, Trouble
from streams.sqlite.file import explain

T = TypeVar("T")

READ_FILE: Final = "read.sqlite"
"""Its name in the directory of an instance or of the sinks."""
APPLICATION_ID: Final = 0x50_4C_52_4D  # "PLRM"
FORMAT: Final = 11
_OF_THE_DISK: Final = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN)
"""Errors that say nothing about what is in the file."""
_OF_THE_FILE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

CONTENT: Final = tuple(dict.fromkeys(table.name for table in TABLES))
"""The tables that a digest covers, in order."""
_TYPES: Final = {
    "str": "TEXT NOT NULL",
    "int": "INTEGER NOT NULL",
    "bytes": "BLOB NOT NULL",
    "array[int]": "BLOB NOT NULL",
    "str | None": "TEXT",
    "int | None": "INTEGER",
}


class DamagedModel(LogError):
    """The file of a read model cannot be read. It is a cache: whoever makes it again loses nothing."""

    def __init__(self, path: Path, why: object) -> None:
        super().__init__(
            f"{path}: this is not a read model, or it is damaged ({why}); run `pitledger rebuild` (on Kafka "
            "the sinks make it again when they start)"
        )


class ForeignModel(DamagedModel):
    """A read model that was made from another log. As a cache of this one it is as good as damaged."""

    def __init__(self, path: Path, why: str) -> None:
        LogError.__init__(
            self, f"{path}: this read model is not of the log beside it ({why}); run `pitledger rebuild`"
        )


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _create(table: Table) -> str:
    columns = ", ".join(f'"{each.name}" {_TYPES[str(each.type)]}' for each in fields(table.row))
    # SQLite would turn a sum beyond 64 bits into a float without a word; no float touches money.
    columns += "".join(f""", CHECK (typeof("{name}") = 'integer')""" for name in table.add)
    key = _quoted(table.key)
    create = f'CREATE TABLE "{table.name}" ({columns}, PRIMARY KEY ({key})) WITHOUT ROWID;'
    if table.index:
        create += f' CREATE INDEX "{table.name}_index" ON "{table.name}" ({_quoted(table.index)});'
    if table.few:
        few, condition = table.few
        create += f' CREATE INDEX "{table.name}_few" ON "{table.name}" ({_quoted(few)}) WHERE {condition};'
    for column in table.asked_by:
        create += f' CREATE INDEX "{table.name}_by_{column}" ON "{table.name}" ("{column}");'
    return create


def _write(table: Table) -> str:
    """The statement that takes a row, its columns as parameters in order."""
    if table.repeated == "step":
        number = {name: at for at, name in enumerate(table.columns, 1)}
        moved = ", ".join(f'"{name}" = ?{number[name]}' for name in table.last)
        of = " AND ".join(f'"{name}" = ?{number[name]}' for name in table.key)
        return f'UPDATE "{table.name}" SET {moved} WHERE {of}'  # noqa: S608 - the names are in TABLES
    sums = [f'"{name}" = "{name}" + excluded."{name}"' for name in table.add]
    sums += [f'"{name}" = "{name}" | excluded."{name}"' for name in table.bits]
    # What SQLite puts together is text to it, whatever it was made of.
    sums += [f'"{name}" = CAST("{name}" || excluded."{name}" AS BLOB)' for name in table.behind]
    news = [f'"{name}" = excluded."{name}"' for name in table.last]
    conflict = {
        "merge": f"ON CONFLICT DO UPDATE SET {', '.join(news + sums)}",
        "ignore": "ON CONFLICT DO NOTHING",
        "refuse": "",
    }[table.repeated]
    values = ", ".join("?" * len(table.columns))
    return f'INSERT INTO "{table.name}" ({_quoted(table.columns)}) VALUES ({values}) {conflict}'  # noqa: S608


_SCHEMA: Final = """
CREATE TABLE positions (
  topic TEXT NOT NULL, partition INTEGER NOT NULL, next_offset INTEGER NOT NULL, state BLOB,
  PRIMARY KEY (topic, partition)
) WITHOUT ROWID;
CREATE TABLE made_of (topic_ids TEXT NOT NULL);
""" + " ".join(_create(table) for table in TABLES if table.repeated != "step")
_WRITES: Final = tuple((table.row, _write(table), attrgetter(*table.columns)) for table in TABLES)


@contextmanager
def unused(path: Path) -> Iterator[None]:
    """Hold a read model that nobody writes; `LogError` if somebody does."""
    with _lock_file(path).open("ab") as lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise LogError(
                f"{path}: a running instance writes this read model; stop it and call again"
            ) from None
        yield


def switch(new: Path, old: Path) -> None:
    """Put a read model in another one's place; a reader that has the old one open keeps it."""
    with unused(old):
        with new.open("rb") as written:
            os.fsync(written.fileno())
        _remove_side_files(old)
        new.replace(old)
        _remove_side_files(new)


def remove(path: Path) -> None:
    """Do away with a read model and the files that SQLite keeps beside it."""
    path.unlink(missing_ok=True)
    _remove_side_files(path)


def set_aside(path: Path) -> Path:
    """Move a damaged read model out of the way, over the one that was moved before; returns where it is."""
    aside = path.with_name(path.name + ".damaged")
    path.replace(aside)
    _remove_side_files(path)
    return aside


def _remove_side_files(path: Path) -> None:
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _lock_file(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def _file_at(path: Path) -> tuple[int, int] | None:
    """Which file a name stands for; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def outdated(path: Path) -> bool:
    """Whether a file is a read model of an earlier release: it can only be built again."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            of_file = ("application_id", "user_version")
            id_, version = (db.execute(f"PRAGMA {of}").fetchone()[0] for of in of_file)
    except sqlite3.DatabaseError:
        return False  # whoever opens it finds what is wrong with it
    return bool(id_ == APPLICATION_ID and version < FORMAT)


class ReadStore:
    """One read model in one file. `durable=False` builds one beside, to be switched to when it is whole."""

    def __init__(self, path: Path, *, writable: bool = True, durable: bool = True) -> None:
        self.path = path
        if not writable and not path.exists():
            raise LogError(f"{path}: there is no read model; run `pitledger rebuild`")
        if path.is_dir():
            raise LogError(f"{path}: a directory has the name of the read model; move it away")
        uri = f"{path.absolute().as_uri()}?mode={'rwc' if writable else 'ro'}"
        try:
            self._db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        except sqlite3.OperationalError as error:
            raise explain(path, error) from error
        self._lock: BinaryIO | None = None
        try:
            if writable and durable:
                self._lock = _lock_file(path).open("ab")
                flock(self._lock, LOCK_SH)  # several writers are fine, a switch under them is not
            self._open(writable, durable)
            self._file = _file_at(path)
        except sqlite3.DatabaseError as error:
            self.close()
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _OF_THE_DISK:
                raise explain(path, error) from error
            raise DamagedModel(path, error) from error
        except BaseException:
            self.close()
            raise

    def _open(self, writable: bool, durable: bool) -> None:
        db = self._db
        db.execute("PRAGMA busy_timeout = 10000")
        tables = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if tables == 0 and writable:
            db.execute("PRAGMA journal_mode = WAL")
            db.executescript(
                f"BEGIN; {_SCHEMA} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {FORMAT};"
                " COMMIT;"
            )
        elif tables == 0:
            raise DamagedModel(self.path, "it is empty")
        elif db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise LogError(f"{self.path}: this is a database of something else; choose another directory")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version > FORMAT:
            raise LogError(
                f"{self.path}: this read model has format {version}, and this release knows format {FORMAT}. "
                "Use the release of Pitledger that wrote it, or move it away and run `pitledger rebuild`."
            )
        if version < FORMAT:
            raise LogError(
                f"{self.path}: its format is {version}, of an earlier release: run `pitledger rebuild`"
            )
        if writable:
            db.execute(f"PRAGMA synchronous = {'FULL' if durable else 'OFF'}")

    def position(self, topic: str, partition: int) -> tuple[int, bytes | None]:
        """The position of the model in a source partition, and the state to go on from."""
        with self._reading():
            row = self._db.execute(
                "SELECT next_offset, state FROM positions WHERE topic = ? AND partition = ?",
                (topic, partition),
            ).fetchone()
        return (0, None) if row is None else (row[0], row[1])

    def positions(self) -> dict[tuple[str, int], int]:
        """The position of the model in every source partition."""
        with self._reading():
            rows = self._db.execute("SELECT topic, partition, next_offset FROM positions").fetchall()
        return {(topic, partition): offset for topic, partition, offset in rows}

    def require_made_of(self, topic_ids: str) -> None:
        """Refuse if it is of other topics than these (`BulkSource.topic_ids`)."""
        found = self._topic_ids()
        if found != topic_ids and (found or self.positions()):
            raise ForeignModel(self.path, "its topics were made anew since")

    def make_of(self, topic_ids: str) -> None:
        """The same; one in which nothing is yet is of these from now on."""
        if topic_ids and not self._topic_ids():
            with self._transaction() as db:
                nothing_yet = "NOT EXISTS (SELECT 1 FROM made_of) AND NOT EXISTS (SELECT 1 FROM positions)"
                db.execute(f"INSERT INTO made_of SELECT ? WHERE {nothing_yet}", (topic_ids,))
        self.require_made_of(topic_ids)

    def _topic_ids(self) -> str:
        return "".join(self.select(str, "SELECT topic_ids FROM made_of"))

    def commit(self, topic: str, partition: int, expected: int, changes: Changes) -> None:
        """Take a batch of one partition, if nobody has moved its position."""
        self.commit_all(topic, [(partition, expected, changes)])

    def commit_all(self, topic: str, moves: Sequence[tuple[int, int, Changes]]) -> None:
        """Take batches of several partitions (partition, expected position, changes): all of them or none.

        One transaction is one sync of the disk, which costs more than everything else in it.
        """
        with self._transaction() as db:
            for partition, expected, changes in moves:
                self._move(db, topic, partition, expected, changes)
                self.apply(db, changes)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        if _file_at(self.path) != self._file:
            raise Trouble(
                f"{self.path}: the read model that is being written was removed or replaced, so nobody would "
                "see what is written. A process that starts now makes it again from the log."
            )
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _OF_THE_FILE:
                raise DamagedModel(self.path, error) from error
            raise Trouble(
                f"{self.path}: the read model could not be written ({error}); nothing was changed in it. "
                "See to the disk first."
            ) from error

    @staticmethod
    def _move(db: sqlite3.Connection, topic: str, partition: int, expected: int, changes: Changes) -> None:
        new = (changes.next_offset, changes.state, topic, partition)
        moved = db.execute(
            """UPDATE positions SET next_offset = ?, state = ?
            WHERE topic = ? AND partition = ? AND next_offset = ?""",
            (*new, expected),
        ).rowcount
        if moved == 0 and expected == 0:
            moved = db.execute(
                """INSERT INTO positions (next_offset, state, topic, partition) VALUES (?, ?, ?, ?)
                ON CONFLICT DO NOTHING""",
                new,
            ).rowcount
        if moved != 1:
            raise Overtaken(
                f"{topic} {partition}: the read model has left offset {expected}; another worker is on it"
            )

    @staticmethod
    def apply(db: sqlite3.Connection, changes: Changes) -> None:
        """Write the rows of a batch."""
        for row, statement, values in _WRITES:
            rows = changes.of(row)
            if rows:
                db.executemany(statement, map(values, rows))

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Whatever is read inside is as of one moment, whoever writes meanwhile."""
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            if self._db.in_transaction:  # a damaged file ends it by itself
                self._db.execute("ROLLBACK")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """What SQLite finds damaged is said as such, wherever in the file it is."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _OF_THE_FILE:
                raise
            raise DamagedModel(self.path, error) from error

    def set_aside(self) -> None:
        """Move the damaged file out of the way, unless another process has put one in its place."""
        if _file_at(self.path) == self._file:
            set_aside(self.path)

    def select(
        self,
        row: Callable[..., T],
        query: str,
        parameters: Mapping[str, str | int | None] | tuple[str | int | None, ...] = (),
    ) -> list[T]:
        """The rows of a query, each made of its columns in their order."""
        with self._reading():
            return [row(*columns) for columns in self._db.execute(query, parameters)]

    def rows(self, query: str, parameters: Mapping[str, Any] | tuple[Any, ...] = ()) -> list[dict[str, Any]]:
        """The rows of a query by the names of their columns."""
        with self._reading():
            cursor = self._db.execute(query, parameters)
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]

    def digest(self) -> str:
        """SHA-256 over all rows in key order: two models at equal positions must have equal digests."""
        digest = hashlib.sha256()
        with self._reading():
            for table in CONTENT:
                digest.update(table.encode())
                for row in self._db.execute(f"SELECT * FROM {table}"):  # noqa: S608 - the names are above
                    digest.update(repr(row).encode())
        return digest.hexdigest()

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()
        if self._lock is not None:
            self._lock.close()

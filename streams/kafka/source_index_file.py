"""The file in which a recorder on Kafka keeps its index of source ids: a cache that can always be made again.

It holds, for each partition of `events`, the index up to an offset, and what is needed to go on from there:
the heads of the streams. Damaged, or made from another topic or cluster, it is thrown away. Several processes
may share it. What this module must not know: how records come from Kafka.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from streams.errors import LogError, Trouble
from streams.kafka.heads import Chain
from streams.log import Head, Sealed, SourceKey
from streams.source_index import TABLES as INDEX_TABLES
from streams.source_index import (
    SourceIndexWriter,
    indexed_to,
    is_whole,
    last_number,
    offsets_of,
    set_indexed_to,
)

_FILE_TO_BLAME: Final = (
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CONSTRAINT,
)
FORMAT: Final = 2
"""The version of the tables (SQLite's user_version): a file of another one is made again."""
BUSY_SECONDS: Final = 30.0

_TABLES: Final = (
    *INDEX_TABLES,
    "CREATE TABLE made_for (topic TEXT NOT NULL, partitions INTEGER NOT NULL)",
    "CREATE TABLE last_records (partition INTEGER PRIMARY KEY, hash BLOB NOT NULL)",
    """CREATE TABLE heads (
        partition INTEGER, stream TEXT, seq INTEGER NOT NULL, hash BLOB NOT NULL,
        PRIMARY KEY (partition, stream)
    ) WITHOUT ROWID""",
    """CREATE TABLE lost (
        partition INTEGER, stream TEXT, hash BLOB, PRIMARY KEY (partition, stream, hash)
    ) WITHOUT ROWID""",
)
"""`last_records`: the hash of the last record that is indexed, by which another topic is noticed. `lost`:
forks and repeats, whose followers are no events either."""


class Unfit(Exception):
    """The file is damaged, or was made for another topic: it is to be thrown away."""


class Indexed(NamedTuple):
    """How far a partition is indexed, and the hash of its last record; none before the first."""

    next_offset: int
    last_record: bytes | None


class Addition(NamedTuple):
    """What the next records of a partition bring: events and their offsets, and what became of the chains."""

    next_offset: int
    last_record: bytes
    events: Sequence[Sealed]
    offsets: Sequence[int]
    chains: dict[str, Chain]


class SourceIndexFile:
    """One file for one topic. Without a path it is a temporary one that goes with the process."""

    def __init__(self, path: Path | None, topic: str, partitions: int) -> None:
        self._path = path
        self._made_for = (topic, partitions)
        self._writer = SourceIndexWriter()
        try:
            self._connection = self._open()
        except Unfit:
            self._delete()
            self._connection = self._open()

    def close(self) -> None:
        """Let go of the file."""
        with suppress(sqlite3.Error):
            self._connection.close()

    def throw_away(self) -> None:
        """Begin again with an empty file."""
        self.close()
        self._writer.forget()
        self._delete()
        self._connection = self._open()

    def indexed(self, partition: int) -> Indexed:
        """How far a partition is indexed."""
        with self._using() as connection:
            row = connection.execute(
                "SELECT hash FROM last_records WHERE partition = ?", (partition,)
            ).fetchone()
            return Indexed(indexed_to(connection, partition), None if row is None else row[0])

    def chains(self, partition: int) -> dict[str, Chain]:
        """The chains of a partition's streams, as far as it is indexed."""
        with self._using() as connection:
            rows = connection.execute("SELECT stream, seq, hash FROM heads WHERE partition = ?", (partition,))
            chains = {stream: Chain(Head(seq, digest)) for stream, seq, digest in rows}
            for stream, digest in connection.execute(
                "SELECT stream, hash FROM lost WHERE partition = ?", (partition,)
            ):
                chains.setdefault(stream, Chain()).lost.add(digest)
        return chains

    def last_number(self, stream: str, source: str) -> int | None:
        """The highest number of a source in a stream."""
        with self._using() as connection:
            return last_number(connection, stream, source)

    def offsets_of(self, keys: Iterable[SourceKey]) -> dict[SourceKey, int]:
        """Where the events of ids are; those that the index lacks are left out."""
        with self._using() as connection:
            return offsets_of(connection, keys)

    def add(self, partition: int, start: int, addition: Addition) -> bool:
        """Take what follows `start`; False, and nothing taken, if another process was faster."""
        with self._using() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                if indexed_to(connection, partition) != start:
                    connection.execute("ROLLBACK")
                    self._writer.forget()
                    return False
                self._insert(connection, partition, addition)
                connection.execute("COMMIT")
            except BaseException:
                self._writer.forget()
                if connection.in_transaction:
                    with suppress(sqlite3.Error):
                        connection.execute("ROLLBACK")
                raise
        return True

    def _insert(self, connection: sqlite3.Connection, partition: int, addition: Addition) -> None:
        rows = self._writer.add(connection, addition.events, addition.offsets)
        set_indexed_to(connection, partition, addition.next_offset, rows)
        connection.execute(
            "INSERT OR REPLACE INTO last_records VALUES (?, ?)", (partition, addition.last_record)
        )
        connection.executemany(
            "INSERT OR REPLACE INTO heads VALUES (?, ?, ?, ?)",
            [
                (partition, stream, *chain.head)
                for stream, chain in addition.chains.items()
                if chain.head is not None
            ],
        )
        connection.executemany(
            "INSERT OR IGNORE INTO lost VALUES (?, ?, ?)",
            [(partition, stream, each) for stream, chain in addition.chains.items() for each in chain.lost],
        )

    def _open(self) -> sqlite3.Connection:
        with self._errors_as_ours():
            if self._path is not None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(
                "" if self._path is None else self._path,
                timeout=BUSY_SECONDS,
                isolation_level=None,
                check_same_thread=False,
            )
            try:
                # After a power cut the last transactions may be missing: their records are read again.
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("PRAGMA synchronous=NORMAL")
                self._require_fit(connection)
            except BaseException:
                connection.close()
                raise
        return connection

    def _require_fit(self, connection: sqlite3.Connection) -> None:
        """Make the tables of a new file; raise for one that was made for something else."""
        connection.execute("BEGIN IMMEDIATE")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version == 0 and not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            for statement in _TABLES:
                connection.execute(statement)
            connection.execute("INSERT INTO made_for VALUES (?, ?)", self._made_for)
            connection.execute(f"PRAGMA user_version={FORMAT}")
        elif version != FORMAT or connection.execute("SELECT * FROM made_for").fetchall() != [self._made_for]:
            raise Unfit("it was made for something else")
        elif not is_whole(connection):
            raise Unfit("rows are missing")
        connection.execute("COMMIT")

    def _delete(self) -> None:
        if self._path is not None:
            with self._errors_as_ours():
                for end in ("", "-wal", "-shm"):
                    self._path.with_name(self._path.name + end).unlink(missing_ok=True)

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        with self._errors_as_ours():
            yield self._connection

    @contextmanager
    def _errors_as_ours(self) -> Iterator[None]:
        """SQLite's errors become `Unfit` where the file is to blame, else an error that names the file."""
        try:
            yield
        except (sqlite3.Error, msgspec.MsgspecError) as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
            if code in _FILE_TO_BLAME:
                raise Unfit(str(error)) from error
            raise Trouble(
                f"{self._path}: the index of source ids cannot be used ({error}). Check the disk and who may "
                "write there, then try again; it is a cache, and may be deleted at any time."
            ) from error
        except OSError as error:
            raise LogError(
                f"{self._path}: the index of source ids cannot be kept there ({error.strerror}). Name a "
                "directory that this user may write in with --data or XDG_CACHE_HOME."
            ) from error

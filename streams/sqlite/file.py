"""The one SQLite file of the embedded log: who may open it, what is in it, and what its errors mean.

Everything that can be wrong with a file is explained here, with the file and the remedy in the text. It must
not know how events are appended or read.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from streams.errors import BeingWritten, LogError, Trouble
from streams.log import EVENTS, TOPICS
from streams.source_index import TABLES as SOURCE_INDEX_TABLES

LOG_FILE: Final = "log.sqlite"
"""The log of an embedded instance, in its directory."""
APPLICATION_ID: Final = 0x50697431
"""What makes an SQLite file ours ("Pit1" in its header)."""
FORMAT: Final = 1
"""The version of the tables below (SQLite's user_version). A later one brings its step from here."""
CHECKPOINT_PAGES: Final = 1_000
"""How long SQLite lets the write-ahead log grow before it moves pages into the file."""
BUSY_SECONDS: Final = 5.0

# `events` has no second index: it is the table whose speed matters, and its keys are in the values.
# `signposts` has the offset of every 256th event of a stream, so that nobody scans a stream from its start.
TABLES: Final = (
    f"CREATE TABLE {EVENTS} (offset INTEGER PRIMARY KEY, value BLOB NOT NULL)",
    *(
        f"CREATE TABLE {topic} (offset INTEGER PRIMARY KEY, key TEXT NOT NULL, value BLOB NOT NULL)"
        for topic in TOPICS
        if topic != EVENTS
    ),
    """CREATE TABLE heads (
        stream TEXT PRIMARY KEY, seq INTEGER NOT NULL, hash BLOB NOT NULL, offset INTEGER NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE signposts (
        stream TEXT, seq INTEGER, offset INTEGER NOT NULL, PRIMARY KEY (stream, seq)
    ) WITHOUT ROWID""",
    """CREATE TABLE states (
        processor TEXT, partition INTEGER, state BLOB NOT NULL, PRIMARY KEY (processor, partition)
    ) WITHOUT ROWID""",
    "CREATE TABLE origin (origin INTEGER PRIMARY KEY)",
    *SOURCE_INDEX_TABLES,
)

_NOT_ALLOWED: Final = (errno.EACCES, errno.EPERM, errno.EROFS)


_MEANINGS: Final[dict[int, tuple[type[LogError] | type[Trouble], str]]] = {
    sqlite3.SQLITE_FULL: (
        Trouble,
        (
            "the disk is full, so this write was not stored; what was acknowledged before is safe. Make room "
            "first."
        ),
    ),
    sqlite3.SQLITE_IOERR: (
        Trouble,
        (
            "the disk reported an error ({error}, {name}), so this was not done: it may be full, or failing. "
            "Check its room and the system log first; what was acknowledged before is safe."
        ),
    ),
    sqlite3.SQLITE_BUSY: (
        Trouble,
        (
            "another program has kept the file locked for too long. Close whatever else writes to it "
            "(an sqlite3 shell, a backup) and try again."
        ),
    ),
    sqlite3.SQLITE_CANTOPEN: (
        Trouble,
        (
            "cannot open it ({error}). Check that this user may read and write in its directory (SQLite "
            "keeps -wal and -shm files beside it) and that not too many files are open."
        ),
    ),
    sqlite3.SQLITE_READONLY: (
        LogError,
        (
            "this user may not write beside it ({error}): SQLite keeps -wal and -shm files there even to "
            "read, unless a writer is running. Let this user write in the directory, or copy the log to one."
        ),
    ),
    sqlite3.SQLITE_NOTADB: (
        LogError,
        (
            "this is not a Pitledger log: it is not an SQLite file, or its header is damaged. Check the "
            "path; if it was a log, restore it from a backup."
        ),
    ),
    sqlite3.SQLITE_CORRUPT: (LogError, "the file is damaged ({error}). Restore it from a backup."),
    sqlite3.SQLITE_CONSTRAINT: (
        LogError,
        (
            "the file holds records that this process did not write ({error}). Something else wrote to it; "
            "stop that, restart, and run `pitledger check`."
        ),
    ),
}
_OTHERWISE: Final = (LogError, "SQLite refused ({error}, {name}). Run `pitledger check`.")


def explain(path: Path, error: sqlite3.Error) -> LogError | Trouble:
    """What an error of SQLite means to the person who meets it."""
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    kind, text = _MEANINGS.get(primary, _OTHERWISE)
    name = getattr(error, "sqlite_errorname", "no code")
    return kind(f"{path}: " + text.format(error=error, name=name))


@contextmanager
def sqlite_errors_as_ours(path: Path) -> Iterator[None]:
    """Turn what SQLite raises inside into our errors."""
    try:
        yield
    except sqlite3.Error as error:
        raise explain(path, error) from error


class WriterLock:
    """The right to write one log, held by one open file in one process until it ends or lets go.

    It is flock on a file beside the log: it goes with the process however that dies, and holds inside one
    process too. It must not be the log's own file: closing any descriptor of that drops SQLite's locks.
    """

    def __init__(self, log_path: Path) -> None:
        path = log_path.with_name(log_path.name + "-lock")
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise _cannot(path, error) from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, b"%d\n" % os.getpid(), 0)
        except BlockingIOError:
            holder = os.pread(self._descriptor, 32, 0).decode("ascii", "replace").strip() or "unknown"
            os.close(self._descriptor)
            raise BeingWritten(
                f"{log_path}: process {holder} is writing this log, and only one may. "
                "Wait until it ends, or stop it."
            ) from None
        except OSError as error:
            os.close(self._descriptor)
            raise _cannot(path, error) from error
        _held.add(self)

    def release(self) -> None:
        """Let another process write; a second call does nothing."""
        if self in _held:
            _held.discard(self)
            os.close(self._descriptor)


_held: weakref.WeakSet[WriterLock] = weakref.WeakSet()


def _let_go_in_child() -> None:
    """A forked child must not keep the log locked when its parent dies."""
    for lock in list(_held):
        lock.release()


os.register_at_fork(after_in_child=_let_go_in_child)


def _cannot(path: Path, error: OSError) -> LogError | Trouble:
    text = f"{path}: {error.strerror}."
    if error.errno in _NOT_ALLOWED:
        return LogError(f"{text} Let this user write there, or choose another directory.")
    return Trouble(f"{text} Check the disk and try again.")


def open_writer(path: Path) -> sqlite3.Connection:
    """The connection that writes, on a file that is ours or new. The caller holds the `WriterLock`."""
    with _opened(path, "rwc") as connection:
        new = _is_new(connection, path)
        _tune_writer(connection, path)
        if new:
            _set_up(connection)
        _make_durable(connection)
    return connection


def open_reader(path: Path) -> sqlite3.Connection:
    """A connection that only reads; a writer may be at work."""
    if not path.exists():
        raise LogError(f"{path}: there is no log here. Check the path, or record or import something first.")
    with _opened(path, "ro") as connection:
        if _is_new(connection, path):
            raise LogError(
                f"{path}: the file is empty. If anything was ever recorded here, put a copy in "
                "its place; else record or import something."
            )
    return connection


def check_place(path: Path) -> None:
    """Raise where no log can be written, before anything is created there."""
    directory = path.parent
    if not directory.is_dir():
        raise LogError(f"{path}: the directory {directory} does not exist. Create it, or check the path.")
    if path.is_dir():
        raise LogError(f"{path}: this is a directory. Name the log file inside it.")
    for place in (directory, path):
        if place.exists() and not os.access(place, os.W_OK):
            raise LogError(f"{path}: this user may not write {place}. Change its permissions or the path.")


@contextmanager
def _opened(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """A connection that is closed again if what is done with it at first fails."""
    with sqlite_errors_as_ours(path):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            yield connection
        except BaseException:
            close_quietly(connection)
            raise


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return value


def _is_new(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file holds nothing yet; raises when what it holds is not ours, or of another format.

    A writer killed while it created the file leaves it empty, so empty counts as new and not as damaged.
    """
    application = _pragma(connection, "application_id")
    version = _pragma(connection, "user_version")
    if application == APPLICATION_ID:
        if version != FORMAT:
            raise LogError(
                f"{path}: this log has format {version}, and this release knows format {FORMAT}. Use the "
                "release of Pitledger that wrote it, or record or import its events again into another "
                "directory; nothing was changed."
            )
        return False
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application or version or tables:
        raise LogError(
            f"{path}: this SQLite file belongs to another program. Choose another path; nothing was changed."
        )
    return True


def _set_up(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for statement in TABLES:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={FORMAT}")
    connection.execute("COMMIT")


def _tune_writer(connection: sqlite3.Connection, path: Path) -> None:
    mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    if mode != "wal":
        raise LogError(f"{path}: SQLite cannot keep a write-ahead log here ({mode}). Use a local disk.")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")


def _make_durable(connection: sqlite3.Connection) -> None:
    """Put on the disk what a killed writer had written but not synced.

    SQLite takes such a transaction as committed, and we would answer "exists" for events that the next
    power cut may take away. Moving them into the file writes and syncs them again. Where a reader is in the
    way, a commit of nothing syncs the write-ahead log at least.
    """
    busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    if busy:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version={FORMAT}")
        connection.execute("COMMIT")


def close_quietly(connection: sqlite3.Connection) -> None:
    """Close; what was committed is safe already, so an error here changes nothing."""
    with suppress(sqlite3.Error):
        connection.close()

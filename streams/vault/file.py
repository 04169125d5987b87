"""The file of the vault: who may read it, what is in it, and what its errors mean.

It lies beside the instance and is part of nothing that leaves it: not of the log, the read model, a bag. Its
rows prove themselves: a reference is the hash of salt and label.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from streams.errors import LogError, Trouble

VAULT_FILE: Final = "vault.sqlite"
"""The vault of an instance, in its directory."""
APPLICATION_ID: Final = 0x50695661
"""What makes an SQLite file a vault ("PiVa" in its header)."""
FORMAT: Final = 1
BUSY_SECONDS: Final = 5.0
OWNERS: Final = 0o600
_OTHERS: Final = 0o077

_TABLES: Final = (
    """CREATE TABLE openings (
        number INTEGER PRIMARY KEY, reference TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, label TEXT NOT NULL,
        salt BLOB NOT NULL, person INTEGER NOT NULL
    )""",
    "CREATE INDEX by_label ON openings (label, kind)",
    "CREATE INDEX by_person ON openings (person)",
    "CREATE INDEX by_salt ON openings (salt)",
)
"""A person is all rows of one salt, and a number here alone."""


class VaultError(LogError):
    """The vault of personal data cannot be used; the text names the file and the remedy."""


class VaultTrouble(Trouble):
    """The disk under the vault of personal data did not do what it must: nothing was recorded."""


@contextmanager
def vault_errors_as_ours(path: Path) -> Iterator[None]:
    """Turn what SQLite and the disk raise inside into our errors. None of them shows a label."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explained(path, error) from None  # its text may quote a value
    except OSError as error:
        raise VaultError(
            f"{path}: the vault of personal data cannot be used ({error.strerror}). Let this user read and "
            "write it, and its directory."
        ) from error


def _explained(path: Path, error: sqlite3.Error) -> VaultError | VaultTrouble:
    name = getattr(error, "sqlite_errorname", "no code")
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return VaultTrouble(
                f"{path}: the disk is full, so the vault of personal data could not be written, and no event "
                "that needs it was recorded. Make room and try again."
            )
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return damaged(path)
        case sqlite3.SQLITE_READONLY if error.sqlite_errorcode == sqlite3.SQLITE_READONLY_DBMOVED:
            return VaultTrouble(
                f"{path}: the vault of personal data was moved away while it was in use, and no event that "
                "needs it was recorded. Put it back, and call this again."
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return VaultTrouble(
                f"{path}: another program has kept the vault of personal data locked for too long. Close "
                "whatever else writes to it and try again."
            )
        case _:
            return VaultTrouble(
                f"{path}: the vault of personal data could not be read or written ({name}). Check the disk, "
                "its room, and that this user may write in the directory; then try again."
            )


def damaged(path: Path) -> VaultError:
    """What is said of a vault that does not hold what it must."""
    return VaultError(
        f"{path}: this is not a vault of personal data, or it is damaged. Put its last copy in its place. "
        "Without one move it away: a new vault is made, and players have other references from then on."
    )


def open_vault_file(path: Path, *, make: bool) -> sqlite3.Connection | None:
    """The vault, to write; None where there is none and none is to be made."""
    with vault_errors_as_ours(path):
        if make:
            path.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):
                os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, OWNERS))
        elif not path.exists():
            return None
        if path.stat().st_mode & _OTHERS:
            path.chmod(OWNERS)  # a copy put back is often readable by others
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
        return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Have what is forgotten overwritten, what is written durable, and the tables there."""
    connection.execute("PRAGMA secure_delete=ON")
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.execute("PRAGMA synchronous=EXTRA")  # the directory too, or an undo could come back
    if _is_made(connection, path):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not _is_made(connection, path):  # another process may have been faster
            for statement in _TABLES:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version={FORMAT}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _is_made(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the tables are there; a process killed while it made them leaves the file empty."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == APPLICATION_ID and version == FORMAT:
        return True
    if application == APPLICATION_ID:
        raise VaultError(
            f"{path}: this vault has format {version}, and this release knows format {FORMAT}. Use the "
            "release of Pitledger that wrote it; nothing was changed."
        )
    if application or version or connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise damaged(path)
    return False

"""The folder of an audit log: who may write it, and how what is written there becomes durable.

One process a facility holds the lock, on the folder that has tiles, record and key together: two notaries
would sign two trees. What this module must not know: what is in a file.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from streams.errors import BeingWritten, LogError, Trouble

AUDIT_FOLDER: Final = "audit"
"""The folder of the audit log, in the directory of an instance."""
KEY_FILE: Final = "key.pem"
NEXT_KEY_FILE: Final = "next-key.pem"
VKEY_FILE: Final = "vkey"
RECORD_FILE: Final = "record"
CHECKPOINT_FILE: Final = "checkpoint"
INDEX_FILE: Final = "index.sqlite"
LOCK_FILE: Final = "lock"
KEY_CHANGE_FILE: Final = "key-change"
POLICY_FILE: Final = "policy"
OFFERED_FILE: Final = "offered"

_OPEN_AT_ONCE: Final = 128
_NEW: Final = ".new"


@contextmanager
def disk_errors_as_ours(path: Path) -> Iterator[None]:
    """What a disk refuses, as trouble: nothing is signed that is not stored."""
    try:
        yield
    except OSError as error:
        place = error.filename or path
        raise Trouble(
            f"{place}: {error.strerror or error}. Nothing that is not stored was signed: check the "
            "disk, its room and who may write there, then call this again; it goes on where it was."
        ) from error


def write_durably(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Put a file in its place whole, or leave the old one; returns when it is safe."""
    new = path.with_name(path.name + _NEW)
    with suppress(FileNotFoundError):
        new.unlink()  # a process was killed here, and the file may have another mode
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        _write_all(descriptor, content)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    new.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make durable which files a folder has."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_file(path: Path) -> None:
    """Make durable what a file holds, whoever wrote it."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write_all(descriptor: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


class ManyFiles:
    """Files that are written one after the other and made durable together."""

    def __init__(self) -> None:
        self._open: list[int] = []
        self._folders: set[Path] = set()
        self._there: set[Path] = set()

    def write(self, path: Path, content: bytes) -> None:
        """Write a file, over one of its name; it is safe only after `settle`."""
        self._make_folder(path.parent)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644)
        self._open.append(descriptor)
        _write_all(descriptor, content)
        self._folders.add(path.parent)
        if len(self._open) >= _OPEN_AT_ONCE:
            self._sync_files()

    def settle(self) -> None:
        """Return when everything that was written is safe."""
        self._sync_files()
        while self._folders:
            sync_folder(next(iter(self._folders)))
            self._folders.pop()

    def close(self) -> None:
        """Let go of what is open; what was not settled may be lost."""
        while self._open:
            os.close(self._open.pop())

    def forget_folders(self) -> None:
        """Folders may have been removed."""
        self._there.clear()

    def _sync_files(self) -> None:
        while self._open:
            os.fsync(self._open[-1])
            os.close(self._open.pop())

    def _make_folder(self, folder: Path) -> None:
        if folder in self._there:
            return
        if not folder.is_dir():
            self._make_folder(folder.parent)
            folder.mkdir(exist_ok=True)
            self._folders.add(folder.parent)
        self._there.add(folder)


class FolderLock:
    """The right to write in one folder and sign with its key, until the process ends or lets go."""

    def __init__(self, folder: Path, role: str = "the notary of this audit log") -> None:
        path = folder / LOCK_FILE
        self._descriptor: int | None = None
        with disk_errors_as_ours(path):
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                os.ftruncate(descriptor, 0)
                os.pwrite(descriptor, b"%d\n" % os.getpid(), 0)
            except BlockingIOError:
                holder = os.pread(descriptor, 32, 0).decode("ascii", "replace").strip() or "unknown"
                os.close(descriptor)
                raise BeingWritten(
                    f"{folder}: process {holder} is {role}, and there is only one. "
                    "Wait until it is done, or stop it."
                ) from None
            except BaseException:
                os.close(descriptor)
                raise
            self._descriptor = descriptor

    def release(self) -> None:
        """Let another process be the notary; a second call does nothing."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def require_audit_log(folder: Path) -> None:
    """Refuse a folder that no audit log was begun in."""
    if not (folder / VKEY_FILE).is_file():
        raise LogError(
            f"{folder}: there is no audit log here. Begin one with `pitledger audit init`, or name the "
            "directory of the instance with --data."
        )

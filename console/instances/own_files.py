"""Refuses to write where an instance keeps its own files: the one in use, and any that a directory holds.

Every option that names a file or folder to write asks here, before anything is read or recorded. Names are
resolved first, and the files of the instance in use are known by what they are, so that no link leads to one.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from console.calls.wrong_call import WrongCall
from streams.notary.folder import AUDIT_FOLDER, KEY_FILE, LOCK_FILE, RECORD_FILE, VKEY_FILE
from streams.read_model.store import READ_FILE
from streams.sqlite.file import LOG_FILE
from streams.vault.file import VAULT_FILE

MARK_FILE: Final = "demo"
"""Says of a directory that a demo made it."""
ACCOUNTS_FILE: Final = "accounts.json"
"""Who may sign in to the web console."""
EXPORTS_FOLDER: Final = "exports"
"""The exports that the web console has made."""
_OF_THE_CONSOLE: Final = (MARK_FILE, ACCOUNTS_FILE)
_NAMES: Final = (LOG_FILE, READ_FILE, "read.new.sqlite", VAULT_FILE)
"""How the names of log, read model and vault begin; what stands beside them, such as -wal, goes on."""
_ON_THE_WAY: Final = ("", ".partial", ".part")
"""A file is written under such a name before it takes its place."""


def require_not_of_an_instance(option: str, path: Path, data: Path) -> None:
    """Refuse a file of an instance; `data` is the directory of the one in use."""
    _require_to_lead_somewhere(option, path)
    for end in _ON_THE_WAY if path.name else ("",):
        written = path.with_name(path.name + end) if end else path
        if _is_of_an_instance(written, data):
            raise WrongCall(f"{option}: {written} is a file of an instance: name another file")


def require_different(files: Iterable[tuple[str, Path]]) -> None:
    """Refuse one file for two options: the second would take the place of the first."""
    seen: list[tuple[str, Path]] = []
    for option, path in files:
        for other, there in seen:
            if real_path(path) == real_path(there) or _same(path, there):
                raise WrongCall(f"{option}: {path} is the file of {other}: name another file")
        seen.append((option, path))


def _require_to_lead_somewhere(option: str, path: Path) -> None:
    try:
        path.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise WrongCall(f"{option}: {path}: {error.strerror}: name another file") from error


def real_path(path: Path) -> Path:
    """The path without links; where links go round in circles, as far as they lead.

    `Path.resolve` raises there, and what is no `OSError`.
    """
    return Path(os.path.realpath(path))


def _is_of_an_instance(path: Path, data: Path) -> bool:
    real = real_path(path)
    if real.name.startswith(_NAMES):
        return True  # wherever it is: an instance may be made there
    if real.name in _OF_THE_CONSOLE and _has_instance(real.parent):
        return True
    own_audit = real_path(data / AUDIT_FOLDER)
    if any(folder == own_audit or _has_audit_log(folder) for folder in (real, *real.parents)):
        return True
    return any(_same(path, own) for own in _files(data, path))


def _has_instance(folder: Path) -> bool:
    return any(os.path.lexists(folder / name) for name in (LOG_FILE, READ_FILE))


def _has_audit_log(folder: Path) -> bool:
    """Whether an audit log, or a witness, keeps its files here."""
    if folder.name == AUDIT_FOLDER and _has_instance(folder.parent):
        return True
    return os.path.lexists(folder / VKEY_FILE) and any(
        os.path.lexists(folder / name) for name in (KEY_FILE, RECORD_FILE, LOCK_FILE)
    )


def _files(data: Path, path: Path) -> Iterator[Path]:
    """The files of the instance in use that `path` may be, under another name."""
    with suppress(OSError, ValueError):
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            return
        yield from (
            own for own in data.iterdir() if own.name.startswith(_NAMES) or own.name in _OF_THE_CONSOLE
        )
        audit = data / AUDIT_FOLDER
        # there are many tiles, and only a file with a second name can be one of them
        yield from audit.rglob("*") if found.st_nlink > 1 else audit.iterdir()


def _same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except (OSError, ValueError):
        return False

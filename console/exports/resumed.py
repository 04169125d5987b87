"""A folder that a long export is written in, and goes on in when it was cut off.

It stands beside its place and is moved there when everything is in it and on the disk, so that what is in
its place is whole. What was written before is kept where it is byte for byte what is due now.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from console.exports.writing import CannotExport

_MARK: Final = "NOT-FINISHED.txt"
_SAYS: Final = (
    "This export is not finished. The command that began it goes on here when it is called again; "
    "to give it up, remove this folder.\n"
)


def unfinished(out: Path) -> Path:
    """Where an export is until it is whole."""
    return out.with_name(out.name + ".partial")


def require_free(out: Path) -> None:
    """Refuse a place that something else has."""
    if out.exists() and not (out.is_dir() and not any(out.iterdir())):
        raise CannotExport(f"{out}: there is something already. Name a folder that is not there yet.")


@contextmanager
def resumable(out: Path, kept: Path) -> Iterator[Path]:
    """A folder that takes the place of `out` once everything is written; `kept` is the folder in it whose
    files stay when an export is cut off."""
    folder = unfinished(out)
    try:
        require_free(out)
        _begin(folder, kept)
        yield folder
        os.sync()
        (folder / _MARK).unlink()
        folder.rename(out)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)
        raise CannotExport(
            f"{out}: it cannot be written ({why}). What there is of it stays in {folder}: make room, and "
            "call the same command again, which goes on there; or name another place with --out."
        ) from error


def _begin(folder: Path, kept: Path) -> None:
    """Make the folder, or clear one that was left behind of all that is made again."""
    if folder.exists() and not (
        folder.is_dir() and ((folder / _MARK).is_file() or not any(folder.iterdir()))
    ):
        raise CannotExport(
            f"{folder}: this is in the way, and it is not an export that was cut off. Remove it, or name "
            "another place with --out."
        )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _MARK).write_text(_SAYS, "utf-8")
    here = folder
    for part in kept.parts:
        for path in here.iterdir():
            if path.name not in (part, _MARK):
                _remove(path)
        here = here / part
        if here.is_symlink() or not here.is_dir():
            _remove(here)
            break


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)

"""The audit log of a demo: begun at its start, so that an event can be proved in the first minute.

Its folder has a mark of its own. Without it an audit log is somebody's, and no demo removes that.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from console.calls.options import Location
from console.instances.instance import bulk_source
from streams.notary.folder import AUDIT_FOLDER, FolderLock
from streams.notary.keys import begin_audit_log, load_signer
from streams.notary.notary import Notary
from streams.notary.publishing import CheckpointFile

_MARK_FILE: Final = "demo"
_MARK: Final = "made by `pitledger demo`, which replaces this audit log together with its instance\n"


def begin_demo_audit_log(data: Path, facility: str) -> None:
    """Begin it, and sign what has happened by now."""
    folder = data / AUDIT_FOLDER
    begin_audit_log(folder, f"pitledger/{facility}", None)
    (folder / _MARK_FILE).write_text(_MARK)
    with Notary(folder, CheckpointFile(folder)) as notary:
        notary.catch_up(bulk_source(Location(data, None)))
        notary.checkpoint([load_signer(folder, None)])


def is_of_a_demo(folder: Path) -> bool:
    """Whether a demo has begun the audit log of a folder, and it has said so."""
    mark = folder / _MARK_FILE
    return mark.is_file() and mark.read_bytes() == _MARK.encode()


def remove_demo_audit_log(folder: Path) -> None:
    """Remove it, while no notary is at work there; the mark last, so that it can be repeated."""
    lock = FolderLock(folder)
    try:
        for path in folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            elif path.name != _MARK_FILE:
                path.unlink()
        (folder / _MARK_FILE).unlink()
    finally:
        lock.release()
    folder.rmdir()

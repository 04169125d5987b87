"""What an instance on Kafka keeps in a directory: locks and caches of workers, the recorder's index.

No embedded instance is made beside them: the one's read model is not the other's. This imports neither Faust
nor Kafka, so that an embedded instance is opened as fast as before.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from streams.errors import LogError

_WORKERS: Final = ("router", "keeper", "examiner", "sinks")
_PATTERNS: Final = (
    *(f"{name}.lock" for name in _WORKERS),
    *("router", "keeper", "examiner-*", "sinks"),
    "source-ids.*.sqlite",
)
log = logging.getLogger("pitledger.worker")


def source_index_file(directory: Path, prefix: str, cluster: str) -> Path:
    """The recorder's index of source ids, of one instance on Kafka."""
    return directory / f"source-ids.{prefix.strip('.') or 'events'}.{cluster}.sqlite"


def kept_for_kafka(data: Path) -> Path | None:
    """A file or folder in a directory that an instance on Kafka has left there; None for none."""
    return next(chain.from_iterable(data.glob(pattern) for pattern in _PATTERNS), None)


def hold_directory(name: str, data: Path) -> None:
    """Make the directory, and hold it: RocksDB is for one process. The lock goes with this one."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(data / f"{name}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise _cannot_keep(data, error) from error
    try:
        if name != "sinks":  # these share a read model, and take turns by its positions
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise LogError(
            f"{data}: another {name} runs in this directory. Stop it, or name another directory with --data."
        ) from None


def make_way(data: Path, caches: Sequence[Path]) -> None:
    """Make the directories of a cache, each in the one before it.

    A file or a link that leads nowhere is set aside there: Faust would end at every start.
    """
    try:
        for path in caches:
            if os.path.lexists(path) and not path.is_dir():
                aside = path.replace(path.with_name(f"{path.name}.damaged"))
                log.warning("%s: not a directory, but in the place of one; set aside as %s", path, aside.name)
            path.mkdir(exist_ok=True)
    except OSError as error:
        raise _cannot_keep(data, error) from error


def _cannot_keep(data: Path, error: OSError) -> LogError:
    return LogError(
        f"{data}: the worker cannot keep its files here ({error.strerror}). Name a directory that you may "
        "write in with --data."
    )

"""A log with events of three tables in it, for tests of what can happen to its file."""

from pathlib import Path

from streams.sqlite.log import SqliteLog
from tests.streams.sealed_events import spread


def filled(path: Path, count: int = 2_000) -> list[bytes]:
    """Write a log at `path`; gives the events that are in it."""
    batch = spread(count, 3)
    with SqliteLog(path, writable=True) as log:
        log.append(batch)
    return [sealed.value for sealed in batch]

"""The notary that is killed and lied to: it signs a fixed history, changes its key, hands out checkpoints.

They go into a shared memory map, not through a system call: what returned is in somebody else's hands.
`notary_syscalls` runs it; it must not know which fault it will meet.
"""

from __future__ import annotations

import mmap
import sys
from collections.abc import Iterator
from pathlib import Path

from events.topics import EVENTS
from projections.records import Chunk, Record
from streams.errors import Trouble
from streams.notary import notary as notary_module
from streams.notary.folder import AUDIT_FOLDER
from streams.notary.keys import load_signer
from streams.notary.notary import Notary
from streams.notary.publishing import CheckpointFile
from streams.read_model.bulk_sources import SqliteSource
from streams.sqlite.file import LOG_FILE

STEPS = (100, 300, 330)
"""After how many events it signs; before the last it changes its key."""
TRIES = 4
GAVE_UP = 3
NOTE_BYTES = 1_024
HANDED_BYTES = NOTE_BYTES * (len(STEPS) + 1)


class UpTo:
    """A log of which only the first events are there yet."""

    def __init__(self, source: SqliteSource, events: int) -> None:
        self._source = source
        self._events = events

    def partitions(self, topic: str) -> int:
        """One."""
        return self._source.partitions(topic)

    def end(self, topic: str, partition: int) -> int:
        """Where it ends for now."""
        end = self._source.end(topic, partition)
        return min(end, self._events) if topic == EVENTS else end

    def chunks(self, partition: int, start: int, stop: int) -> Iterator[Chunk]:
        """Its events."""
        return self._source.chunks(partition, start, stop)

    def records(self, topic: str, partition: int, start: int, stop: int) -> Iterator[Record]:
        """Other topics."""
        return self._source.records(topic, partition, start, stop)


def sign_to(data: Path, events: int, *, change_key: bool) -> bytes:
    """One call of the notary: take in so many events, change the key if asked, and sign."""
    folder = data / AUDIT_FOLDER
    with Notary(folder, CheckpointFile(folder)) as notary:
        signer = load_signer(folder, None)
        notary.catch_up(UpTo(SqliteSource(data / LOG_FILE), events))
        if change_key:
            notary.change_key(signer, None)
            signer = load_signer(folder, None)
        return notary.checkpoint([signer])


def insist(data: Path, events: int, *, change_key: bool) -> bytes:
    """Call it again a few times where the disk is in trouble; then give up, saying so."""
    for _ in range(TRIES):
        try:
            return sign_to(data, events, change_key=change_key)
        except Trouble:
            continue  # nothing is said: that would be a write, too
    sys.exit(GAVE_UP)


def sign_all(data: Path, handed: mmap.mmap) -> None:
    """All steps; each checkpoint is handed out as soon as it is there."""
    for number, events in enumerate(STEPS):
        note = insist(data, events, change_key=number == len(STEPS) - 1)
        handed[number * NOTE_BYTES : number * NOTE_BYTES + len(note)] = note


if __name__ == "__main__":
    notary_module.COMMIT_ENTRIES = 64  # type: ignore[misc]
    with Path(sys.argv[2]).open("r+b") as shared, mmap.mmap(shared.fileno(), HANDED_BYTES) as memory:
        sign_all(Path(sys.argv[1]), memory)

"""Which lines of a file the log has already: what a second run after a crash must not record again.

An event is known by its stream and source id. The log is read once, and only where it is not empty and the
file has lines without number and chain; those that carry them the log recognises by itself.
"""

from __future__ import annotations

from typing import Final, Literal

from console.commands.importing.file import ImportFile
from console.output import progress
from events.envelope import Event, read_header
from events.jsonform import Draft
from projections.records import Record
from streams.log import EVENTS, Log

_SHOWN_EVERY: Final = 10_000


class History:
    """What the log holds of one file.

    Hashes take the place of source ids, so that a file of many millions fits in memory.
    """

    def __init__(self, log: Log, source: ImportFile) -> None:
        self._log = log
        self._source = source
        self._partitions = log.partitions(EVENTS)
        self._lines: set[int] = set()
        self._before: dict[int, int] = {}
        self._now: dict[int, int] = {}

    @classmethod
    def find(cls, log: Log, source: ImportFile) -> History:
        """Look through the log for what an earlier run, or the client itself, has recorded of the file."""
        history = cls(log, source)
        ends = [log.end(EVENTS, partition) for partition in range(history._partitions)]
        if any(ends):
            identities = {hash(identity) for identity in source.identities()}
            if identities:
                history._look(ends, identities)
        return history

    def existing(self, line: int, draft: Draft) -> Event | Literal[True] | None:
        """The event that a line was recorded as; True where it was this very line of the file."""
        if draft.source_id == self._source.source_id(line):
            return True if line in self._lines else None
        if draft.seq is not None and draft.prev is not None:
            return None
        key = hash((draft.stream, draft.source_id))
        if key in self._now:
            seq = self._now[key]
            return self._same(draft, next(self._log.read_stream(draft.stream, seq, seq + 1)))
        if key in self._before:
            offset, partition = divmod(self._before[key], self._partitions)
            return self._same(draft, next(self._log.read(EVENTS, partition, offset, offset + 1)))
        return None

    def add(self, line: int, draft: Draft, seq: int) -> None:
        """Remember that a line has been recorded in this run."""
        if draft.source_id != self._source.source_id(line) and (draft.seq is None or draft.prev is None):
            self._now.setdefault(hash((draft.stream, draft.source_id)), seq)

    def _same(self, draft: Draft, record: Record) -> Event | None:
        """The event, unless two source ids have the same hash."""
        event = read_header(record.value)
        return event if (event.stream, event.source_id) == (draft.stream, draft.source_id) else None

    def _look(self, ends: list[int], identities: set[int]) -> None:
        prefix = self._source.prefix
        with progress("looking through the log", sum(ends), "events") as shown:
            for partition, end in enumerate(ends):
                for record in self._log.read(EVENTS, partition, 0, end):
                    event = read_header(record.value)
                    if event.source_id.startswith(prefix):
                        line = event.source_id.removeprefix(prefix)
                        self._lines.add(int(line) if line.isdecimal() else 0)
                    key = hash((event.stream, event.source_id))
                    if key in identities:
                        self._before.setdefault(key, record.offset * self._partitions + partition)
                    if record.offset % _SHOWN_EVERY == 0:
                        shown.advance(_SHOWN_EVERY, _SHOWN_EVERY)

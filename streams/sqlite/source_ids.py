"""The source ids of the embedded log: its index, and the last events, which are not in the index yet.

To write the index with every append would cost as much as the append. It is written for thousands of events
at once, in the log's own transaction, and says how far it goes; what lies behind is kept in memory, and read
from the log after a restart.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Sequence
from typing import Final

from events.errors import MalformedEvent
from events.source_ids import RECORDER
from projections.records import CHUNK
from streams.log import EVENTS, Sealed, SourceKey, seal_bytes
from streams.source_index import SourceIndexWriter, clear, key_of, set_indexed_to
from streams.sqlite.reads import Reads

INDEX_EVERY: Final = 4_096
"""As soon as so many events are not in the index, they are put there."""
_NO_EVENT: Final = Sealed("", 0, b"", b"", "", b"", RECORDER, 0)
"""In the place of a value that is not an event: it has no id."""


class SourceIds:
    """Finds events by their source ids; keeps the index, where this process is the log's writer."""

    def __init__(self, reads: Reads, *, writable: bool) -> None:
        self._reads = reads
        self._writable = writable
        self._lock = threading.Lock()
        self._index = SourceIndexWriter()
        self._tail: _Tail | None = None
        self._found_whole = False

    def forget(self) -> None:
        """What is remembered may be wrong: the file knows."""
        with self._lock:
            self._index.forget()
            self._tail = None

    def add(self, connection: sqlite3.Connection, events: Sequence[Sealed], start: int) -> bool:
        """Inside the transaction that stores events from offset `start` on: index them if it is time.

        Once it is committed, call `committed` with the answer; should it fail, `forget`.
        """
        if not events:
            return False
        with self._lock:
            tail = self._loaded()
            if len(tail.events) + len(events) < INDEX_EVERY:
                return False
            end = start + len(events)
            rows = self._index.add(connection, [*tail.events, *events], range(tail.start, end))
        set_indexed_to(connection, 0, end, rows)
        return True

    def committed(self, events: Sequence[Sealed], start: int, *, indexed: bool) -> None:
        """The transaction is stored."""
        with self._lock:
            if indexed:
                self._tail = _Tail(start + len(events))
            elif self._tail is not None and self._tail.end == start:
                self._tail.events += events
            else:
                self._tail = None

    def make_again(self, connection: sqlite3.Connection, end: int) -> None:
        """Inside a transaction: the index of all events, from nothing but them. `forget` afterwards."""
        clear(connection)
        index, rows = SourceIndexWriter(), 0
        for low in range(0, end, CHUNK):
            portion = _Tail(low)
            for chunk in self._reads.events(low, min(low + CHUNK, end), CHUNK):
                for value in chunk.values:
                    portion.read(value)
            rows += index.add(connection, portion.events, range(low, portion.end))
        set_indexed_to(connection, 0, end, rows)

    def offsets_of(self, keys: Sequence[SourceKey]) -> dict[SourceKey, int]:
        """Where the events of ids are; not for ids that the recorder made."""
        with self._lock:
            # The tail first: what leaves it is in the index by then.
            in_tail = self._loaded().offsets_of(keys)
        # An id may be in both, of two events: the first counts.
        return in_tail | self._reads.indexed_offsets(keys)

    def last_number(self, stream: str, source: str) -> int | None:
        """The highest number of a source in a stream."""
        with self._lock:
            in_tail = self._loaded().last_number(stream, source)
        indexed = self._reads.indexed_last_number(stream, source)
        return max((number for number in (in_tail, indexed) if number is not None), default=None)

    def _loaded(self) -> _Tail:
        """The tail; that of a log which another process writes is read each time.

        The writer looks first whether the index is whole: by half of one it would record facts twice.
        """
        if self._writable and not self._found_whole:
            self._reads.require_whole_index()
            self._found_whole = True
        if self._tail is None or not self._writable:
            self._tail = _Tail(self._reads.indexed_to())
            for chunk in self._reads.events(self._tail.end, self._reads.end(EVENTS), INDEX_EVERY):
                for value in chunk.values:
                    self._tail.read(value)
        return self._tail


class _Tail:
    """The last events of a log, up to offset `end`. Their ids are looked at when somebody asks for one."""

    __slots__ = ("_last", "_looked_at", "_offsets", "events", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.events: list[Sealed] = []
        self._looked_at = 0
        self._offsets: dict[SourceKey, int] = {}
        self._last: dict[tuple[str, str], int] = {}

    @property
    def end(self) -> int:
        """The offset behind the last of them."""
        return self.start + len(self.events)

    def read(self, value: bytes) -> None:
        """Take the next value of the log; what is not an event has no id, and `check` names it."""
        try:
            self.events.append(seal_bytes(value))
        except MalformedEvent:
            self.events.append(_NO_EVENT)

    def offsets_of(self, keys: Iterable[SourceKey]) -> dict[SourceKey, int]:
        """Where the events of ids are, of those that are among these."""
        self._look()
        return {key: self._offsets[key] for key in keys if key in self._offsets}

    def last_number(self, stream: str, source: str) -> int | None:
        """The highest number of a source in a stream, among these."""
        self._look()
        return self._last.get((stream, source))

    def _look(self) -> None:
        for offset, event in enumerate(self.events[self._looked_at :], self.start + self._looked_at):
            key = key_of(event)
            if key is None:
                continue
            self._offsets.setdefault(key, offset)
            if event.number is not None and event.source != RECORDER:
                place = event.stream, event.source
                self._last[place] = max(self._last.get(place, 0), event.number)
        self._looked_at = len(self.events)

"""Reading the embedded log: ranges of a topic, one stream, the tail of a stream.

Every read is a short query over a range of offsets, so that no reader holds back the writer's checkpoints
however slowly its caller goes on. It must not know how anything is written.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, Final

import msgpack

from events.columns import stream_of
from events.envelope import LIVE, Event, read_header
from events.errors import MalformedEvent
from projections.records import Chunk, Record
from streams.errors import BrokenChain, LogError
from streams.log import EVENTS, TOPICS, SourceKey
from streams.source_index import indexed_to, is_whole, last_number, offsets_of
from streams.sqlite.file import close_quietly, explain, open_reader, sqlite_errors_as_ours
from streams.sqlite.plan import HeadAt

ROWS_A_QUERY: Final = 2_048
"""How many rows one query takes."""
IDLE_READERS: Final = 8
_TAIL_CHUNK: Final = 512

# ruff: noqa: S608 - the only names put into statements are the topics of this system

_BETWEEN: Final = "WHERE offset >= ? AND offset < ? ORDER BY offset"
_BYTES: Final = "CAST(value AS BLOB)"
"""A value as bytes, also where somebody's SQL has left a text or a number in its place."""
_RANGE: Final = {t: f"SELECT {_BYTES}, CAST(key AS TEXT) FROM {t} {_BETWEEN}" for t in TOPICS} | {
    EVENTS: f"SELECT {_BYTES} FROM events {_BETWEEN}"
}
_OFFSETS: Final = {t: f"SELECT offset FROM {t} {_BETWEEN}" for t in TOPICS}
_END: Final = {t: f"SELECT coalesce(max(offset) + 1, 0) FROM {t}" for t in TOPICS}
# An event starts with its facility and stream, at most 142 bytes: SQLite passes over other streams by itself.
_OF_STREAM: Final = (
    f"SELECT offset, {_BYTES} FROM events WHERE offset >= ? AND offset < ?"
    f" AND instr(substr({_BYTES}, 1, 142), ?)"
)
_AT: Final = f"SELECT {_BYTES} FROM events WHERE offset IN (SELECT value FROM json_each(?)) ORDER BY offset"
_OF_STREAM_BACK: Final = _OF_STREAM + " ORDER BY offset DESC"
_SIGNPOST_BEFORE: Final = (
    "SELECT seq, offset FROM signposts WHERE stream = ? AND seq <= ? ORDER BY seq DESC LIMIT 1"
)
_SIGNPOST_AFTER: Final = "SELECT offset FROM signposts WHERE stream = ? AND seq >= ? ORDER BY seq LIMIT 1"


class Reads:
    """Queries on one file, from any thread; connections are kept for the next one who asks."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: list[sqlite3.Connection] = [open_reader(path)]
        self._closed = False

    def close(self) -> None:
        """Close every connection; one in use is closed when it comes back."""
        self._closed = True
        while self._idle:
            close_quietly(self._idle.pop())

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """A connection for one query, SQLite's errors raised as ours."""
        if self._closed:
            raise LogError(f"{self._path}: this log is closed. Open it again.")
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = open_reader(self._path)
        try:
            with sqlite_errors_as_ours(self._path):
                yield connection
        finally:
            if self._closed or len(self._idle) >= IDLE_READERS:
                close_quietly(connection)
            else:
                self._idle.append(connection)

    def end(self, topic: str) -> int:
        """The offset after the last stored record."""
        with self.connection() as connection:
            end: int = connection.execute(_END[topic]).fetchone()[0]
        return end

    def head(self, stream: str) -> HeadAt | None:
        """The stored head of a stream."""
        with self.connection() as connection:
            row = connection.execute(
                "SELECT seq, hash, offset FROM heads WHERE stream = ?", (stream,)
            ).fetchone()
        return None if row is None else HeadAt._make(row)

    def origin(self) -> int:
        """The highest origin that an event came with; 0 before the first."""
        with self.connection() as connection:
            found: int = connection.execute("SELECT coalesce(max(origin), 0) FROM origin").fetchone()[0]
        return found

    def state(self, processor: str) -> bytes | None:
        """The stored state of a processor."""
        with self.connection() as connection:
            row = connection.execute(
                "SELECT CAST(state AS BLOB) FROM states WHERE processor = ? AND partition = 0", (processor,)
            ).fetchone()
        return None if row is None else row[0]

    def events(self, start: int, stop: int, chunk: int, *, past_damage: bool = False) -> Iterator[Chunk]:
        """The values of `events`, a chunk a query."""
        for low in range(start, stop, chunk):
            rows = self._rows(EVENTS, low, min(low + chunk, stop), past_damage)
            yield Chunk(low, None, list(chain.from_iterable(rows)))

    def records(self, topic: str, start: int, stop: int, *, past_damage: bool = False) -> Iterator[Record]:
        """The records of a topic; the key of an event is its stream.

        Where it goes on past damage, what is lost comes as nothing, and what is no event without a key.
        """
        for low in range(start, stop, ROWS_A_QUERY):
            rows = self._rows(topic, low, min(low + ROWS_A_QUERY, stop), past_damage)
            if topic == EVENTS:
                for offset, (value,) in enumerate(rows, low):
                    try:
                        stream = stream_of(value)
                    except MalformedEvent as error:
                        if not past_damage:
                            problem = f"its bytes are not an event: {error}"
                            raise self._damaged(EVENTS, offset, problem) from error
                        stream = ""
                    yield Record(EVENTS, 0, offset, stream, value)
            else:
                for offset, (value, key) in enumerate(rows, low):
                    yield Record(topic, 0, offset, key, value)

    def stream(self, stream: str, start_seq: int, stop_seq: int, head: HeadAt) -> Iterator[Record]:
        """The events of one stream from `start_seq` up to `stop_seq` (exclusive), both inside the stream."""
        with self.connection() as connection:
            before = connection.execute(_SIGNPOST_BEFORE, (stream, start_seq)).fetchone()
            after = connection.execute(_SIGNPOST_AFTER, (stream, stop_seq)).fetchone()
        if before is None:
            raise self._misplaced(stream, start_seq, "its signpost is missing")
        seq, low = before
        stop = head.offset + 1 if after is None else min(after[0], head.offset + 1)
        needle = msgpack.packb(stream)
        while seq < stop_seq and low < stop:
            high = min(low + ROWS_A_QUERY, stop)
            for offset, value in self._query(_OF_STREAM, EVENTS, low, high, needle):
                event = self._header(offset, value)
                if event.stream != stream:
                    continue
                if event.seq != seq:
                    raise self._misplaced(stream, seq, f"seq {event.seq} is at offset {offset}")
                if start_seq <= seq < stop_seq:
                    yield Record(EVENTS, 0, offset, stream, value)
                seq += 1
            low = high
        if seq < stop_seq:
            raise self._misplaced(stream, seq, f"it is not stored before offset {stop}")

    def between(self, stream: str, start: int, stop: int) -> Iterator[Record]:
        """The events of one stream from an offset up to another (exclusive)."""
        needle = msgpack.packb(stream)
        for low in range(start, stop, ROWS_A_QUERY):
            high = min(low + ROWS_A_QUERY, stop)
            for offset, value in self._query(_OF_STREAM, EVENTS, low, high, needle):
                if self._header(offset, value).stream == stream:
                    yield Record(EVENTS, 0, offset, stream, value)

    def at(self, offsets: Sequence[int]) -> list[bytes]:
        """The events at some offsets, in the order of the log, without those that are not there."""
        with self.connection() as connection:
            try:
                return [value for (value,) in connection.execute(_AT, (json.dumps(offsets),))]
            except sqlite3.DatabaseError as error:
                raise explain(self._path, error) from error

    def tail(self, stream: str, back_to: frozenset[str], head: HeadAt) -> list[bytes]:
        """The last events of a stream, oldest first, back to a live one of a type in `back_to`, or all."""
        found: list[bytes] = []
        needle = msgpack.packb(stream)
        seq, high, chunk = head.seq, head.offset + 1, _TAIL_CHUNK
        while high > 0:
            low = max(high - chunk, 0)
            for offset, value in self._query(_OF_STREAM_BACK, EVENTS, low, high, needle):
                event = self._header(offset, value)
                if event.stream != stream:
                    continue
                if event.seq != seq:
                    raise self._misplaced(stream, seq, f"seq {event.seq} is at offset {offset}")
                found.append(value)
                seq -= 1
                if (event.type in back_to and event.mode == LIVE) or seq == 0:
                    return found[::-1]
            high, chunk = low, min(chunk * 2, 16 * ROWS_A_QUERY)
        raise self._misplaced(stream, seq, "it is not stored before its successor")

    def indexed_to(self) -> int:
        """The offset up to which the index of source ids goes."""
        with self.connection() as connection:
            return indexed_to(connection, 0)

    def require_whole_index(self) -> None:
        """Raise where rows of the index of source ids are missing."""
        with self.connection() as connection:
            if not is_whole(connection):
                raise LogError(
                    f"{self._path}: rows of the index of source ids are missing, so a repeat would be "
                    "recorded as something new. Nothing was recorded: make the index again with "
                    "`pitledger rebuild --source-ids`, then try again."
                )

    def indexed_last_number(self, stream: str, source: str) -> int | None:
        """The highest number of a source in a stream, by the index."""
        with self.connection() as connection:
            return last_number(connection, stream, source)

    def indexed_offsets(self, keys: Iterable[SourceKey]) -> dict[SourceKey, int]:
        """Where the events of ids are, by the index."""
        with self.connection() as connection:
            return offsets_of(connection, keys)

    def events_of(self, offsets: Mapping[SourceKey, int]) -> dict[SourceKey, bytes]:
        """The events of ids, which are at these offsets; neighbours are read together."""
        values: dict[int, bytes] = {}
        for low, high in _runs(sorted(set(offsets.values()))):
            for start in range(low, high, ROWS_A_QUERY):
                rows = self._range(EVENTS, start, min(start + ROWS_A_QUERY, high))
                values.update(enumerate(chain.from_iterable(rows), start))
        for key, offset in offsets.items():
            event = self._header(offset, values[offset])
            if event.stream != key.stream or not (key.refused_sha256 or event.source_id == key.source_id):
                raise LogError(
                    f"{self._path}: by the index of source ids {key.stream} {key.source_id!r} is at offset "
                    f"{offset}, and it is not. Run `pitledger check`, which says how to make the index again."
                )
        return {key: values[offset] for key, offset in offsets.items()}

    def verify(self) -> None:
        """Raise on the first thing that is wrong with the file or with the numbering of its topics."""
        with self.connection() as connection:
            problems = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
            if problems != ["ok"]:
                raise LogError(
                    f"{self._path}: the file is damaged ({problems[0]}). Restore it from a backup."
                )
            for topic in TOPICS:
                count, end = connection.execute(
                    f"SELECT count(*), coalesce(max(offset) + 1, 0) FROM {topic}"
                ).fetchone()
                if count != end:
                    raise LogError(
                        f"{self._path}: topic {topic} ends at offset {end} but holds {count} records. "
                        "Restore it from a backup."
                    )

    def _rows(self, topic: str, low: int, high: int, past_damage: bool) -> list[Any]:
        """As `_range`; past damage one by one, and nothing for what cannot be read."""
        try:
            return self._range(topic, low, high)
        except LogError:
            if not past_damage:
                raise
        rows = []
        for offset in range(low, high):
            try:
                rows += self._range(topic, offset, offset + 1)
            except LogError:
                rows.append((b"",) if topic == EVENTS else (b"", ""))
        return rows

    def _range(self, topic: str, low: int, high: int) -> list[Any]:
        """The rows of a range, one an offset: the value, and behind it the key of a topic that has keys."""
        rows = self._query(_RANGE[topic], topic, low, high)
        if len(rows) != high - low:
            present = {offset for (offset,) in self._query(_OFFSETS[topic], topic, low, high)}
            missing = next(offset for offset in range(low, high) if offset not in present)
            raise self._damaged(topic, missing, "no record is there")
        return rows

    def _query(self, sql: str, topic: str, low: int, high: int, *more: bytes) -> list[Any]:
        with self.connection() as connection:
            try:
                return connection.execute(sql, (low, high, *more)).fetchall()
            except sqlite3.DatabaseError as error:
                if not isinstance(explain(self._path, error), LogError):
                    raise
                problem = error
            # The error means that a page is bad, not which: find the first record that cannot be read.
            for offset in range(low, high):
                try:
                    connection.execute(_RANGE[topic], (offset, offset + 1)).fetchall()
                except sqlite3.DatabaseError as error:
                    raise self._damaged(topic, offset, str(error)) from error
            raise explain(self._path, problem) from problem

    def _header(self, offset: int, value: bytes) -> Event:
        try:
            return read_header(value)
        except (MalformedEvent, TypeError) as error:  # a damaged page may give a value of any type
            raise self._damaged(EVENTS, offset, f"its bytes are not an event: {error}") from error

    def _damaged(self, topic: str, offset: int, problem: str) -> LogError:
        return LogError(
            f"{self._path}: topic {topic} is damaged at offset {offset} ({problem}). "
            "Restore it from a backup."
        )

    def _misplaced(self, stream: str, seq: int, problem: str) -> BrokenChain:
        return BrokenChain(
            f"{self._path}: {stream} seq {seq} is not where it should be ({problem}). "
            "Restore it from a backup."
        )


def _runs(rising: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Offsets as ranges without a hole: the first of each, and the one behind its last."""
    ends = [at for at in range(1, len(rising)) if rising[at] != rising[at - 1] + 1]
    for first, end in pairwise((0, *ends, len(rising))):
        if first < end:
            yield rising[first], rising[end - 1] + 1

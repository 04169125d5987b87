"""The index of source ids, in tables of SQLite: at which offset of `events` each id of a stream is recorded.

The embedded log keeps it in its own file and transaction, a recorder on Kafka in a file of its own. Numbers
of a source mostly come in order, so hundreds of them are one row (`source_runs`), at a third of the cost of
a row each. What comes late, and ids that have no number, have rows of their own. Ids that the recorder made
have none: the number is the event's. Of two events with one id the first counts.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter, lt
from typing import Final, NamedTuple

import msgspec

from events.body import read_body
from events.envelope import read_header
from events.source_ids import RECORDER, split_source_id
from events.vocabulary.desk import RecordRefused
from streams.log import Sealed, SourceKey

TABLES: Final = (
    """CREATE TABLE sources (
        id INTEGER PRIMARY KEY, stream TEXT NOT NULL, source TEXT NOT NULL, UNIQUE (stream, source)
    )""",
    """CREATE TABLE source_runs (
        source INTEGER, number INTEGER, places BLOB NOT NULL, PRIMARY KEY (source, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE late_numbers (
        source INTEGER, number INTEGER, offset INTEGER NOT NULL, PRIMARY KEY (source, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE other_ids (
        stream TEXT, source_id TEXT, refused_sha256 TEXT, offset INTEGER NOT NULL,
        PRIMARY KEY (stream, source_id, refused_sha256)
    ) WITHOUT ROWID""",
    """CREATE TABLE indexed (
        partition INTEGER PRIMARY KEY, next_offset INTEGER NOT NULL, rows_made INTEGER NOT NULL
    )""",
)
"""`sources`: every source of every stream. `source_runs`: rising numbers, and the offsets of their events.
`late_numbers`: numbers below their source's highest. `other_ids`: ids without a number, and refused repeats.
`indexed`: how far the index goes, and how many rows of the others were made on the way.
"""
RUN: Final = 256
"""Numbers a row of `source_runs`: few enough to be read for one of them."""
REMEMBERED: Final = 16_384
"""How many sources a writer remembers; further ones are looked up."""

_CONTENT: Final = ("sources", "source_runs", "late_numbers", "other_ids")
_ROWS: Final = " + ".join(f"(SELECT count(*) FROM {table})" for table in _CONTENT)  # noqa: S608 - names above
_Places = tuple[list[int], list[int]]
"""Numbers of a source, and the offsets of their events."""
_Group = tuple[str, list[int], list[int]]
_STREAM_OF: Final = itemgetter(Sealed._fields.index("stream"))
_SOURCE_OF: Final = itemgetter(Sealed._fields.index("source"))
_NUMBER_OF: Final = itemgetter(Sealed._fields.index("number"))
_TYPE_OF: Final = itemgetter(Sealed._fields.index("type"))
_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(tuple[list[int], list[int]]).decode
_SOURCE: Final = "SELECT id FROM sources WHERE stream = ? AND source = ?"
_RUN_BEFORE: Final = (
    "SELECT places FROM source_runs WHERE source = ? AND number <= ? ORDER BY number DESC LIMIT 1"
)
_LATE_NUMBER: Final = "SELECT offset FROM late_numbers WHERE source = ? AND number = ?"
_OTHER_ID: Final = "SELECT offset FROM other_ids WHERE stream = ? AND source_id = ? AND refused_sha256 = ?"
_LAST_RUN: Final = "SELECT places FROM source_runs WHERE source = ? ORDER BY number DESC LIMIT 1"


class IndexRow(NamedTuple):
    """One id of the index and the offset of its event."""

    key: SourceKey
    offset: int


class _Source:
    """A source of a stream, as the one who writes the index remembers it."""

    __slots__ = ("id", "last")

    def __init__(self, id_: int, last: int | None) -> None:
        self.id = id_
        self.last = -1 if last is None else last


class SourceIndexWriter:
    """Adds to the index, inside the caller's transaction; `forget` after one that failed."""

    def __init__(self) -> None:
        self._sources: dict[tuple[str, str], _Source] = {}

    def forget(self) -> None:
        """What was remembered may be wrong: look it up."""
        self._sources.clear()

    def add(self, connection: sqlite3.Connection, events: Sequence[Sealed], offsets: Sequence[int]) -> int:
        """Take events that were stored at these offsets, in the order of the log; returns the rows made."""
        before = connection.total_changes
        groups: dict[tuple[str, str], _Group] = {}
        latest: dict[str, _Group] = {}  # of each stream: the next event is mostly of the same source
        runs: list[tuple[int, int, bytes]] = []
        late: list[tuple[int, int, int]] = []
        others: list[tuple[str, str, str, int]] = []
        ids = zip(map(_STREAM_OF, events), map(_SOURCE_OF, events), map(_NUMBER_OF, events), strict=True)
        for offset, (stream, source, number) in zip(offsets, ids, strict=True):
            if number is None:
                others.append((stream, source, "", offset))
                continue
            group = latest.get(stream)
            if group is None or group[0] != source:
                group = latest[stream] = groups.setdefault((stream, source), (source, [], []))
            group[1].append(number)
            group[2].append(offset)
        for (stream, source), (_, numbers, places) in groups.items():
            if source != RECORDER:
                self._add_numbers(connection, (stream, source), (numbers, places), (runs, late))
        if RecordRefused.TYPE in map(_TYPE_OF, events):
            others += _refused_repeats(events, offsets)
        connection.executemany("INSERT INTO source_runs VALUES (?, ?, ?)", runs)
        connection.executemany("INSERT OR IGNORE INTO late_numbers VALUES (?, ?, ?)", late)
        # Sorted: neighbours go to one page of the table, and of equal ids the first counts.
        connection.executemany("INSERT OR IGNORE INTO other_ids VALUES (?, ?, ?, ?)", sorted(others))
        return connection.total_changes - before

    def _add_numbers(
        self,
        connection: sqlite3.Connection,
        key: tuple[str, str],
        places: _Places,
        rows: tuple[list[tuple[int, int, bytes]], list[tuple[int, int, int]]],
    ) -> None:
        runs, late = rows
        if len(self._sources) > REMEMBERED:
            self._sources.clear()
        source = self._sources.get(key)
        if source is None:
            source = self._sources[key] = _find_or_make(connection, *key)
        (numbers, offsets), below = _rising(places, source.last)
        late += [(source.id, number, offset) for number, offset in below]
        for start in range(0, len(numbers), RUN):
            run = _encode((numbers[start : start + RUN], offsets[start : start + RUN]))
            runs.append((source.id, numbers[start], run))
        if numbers:
            source.last = numbers[-1]


def _refused_repeats(events: Sequence[Sealed], offsets: Sequence[int]) -> Iterator[tuple[str, str, str, int]]:
    for event, offset in zip(events, offsets, strict=True):
        if event.type == RecordRefused.TYPE:
            key = key_of(event)
            if key is not None and key.refused_sha256:
                yield (*key, offset)


def key_of(event: Sealed) -> SourceKey | None:
    """What an event is found by when it is asked for again; None for one whose id the recorder made.

    A refused repeat is found by what was attempted: its source id is another event's.
    """
    if event.number is None:
        return SourceKey(event.stream, event.source)
    if event.source != RECORDER:
        return SourceKey(event.stream, f"{event.source}#{event.number}")
    if event.type == RecordRefused.TYPE:
        body = read_body(read_header(event.value))
        if isinstance(body, RecordRefused) and body.code == "duplicate":
            return SourceKey(event.stream, body.attempted_source_id, body.attempted_sha256)
    return None


def clear(connection: sqlite3.Connection) -> None:
    """Empty the index, to make it again."""
    for table in (*_CONTENT, "indexed"):
        connection.execute(f"DELETE FROM {table}")  # noqa: S608 - the names above


def recorders_number(key: SourceKey) -> int | None:
    """The number of the event that has this id, if it is one that the recorder made."""
    source, number = split_source_id(key.source_id)
    return number if source == RECORDER and not key.refused_sha256 else None


def indexed_to(connection: sqlite3.Connection, partition: int) -> int:
    """The offset up to which the index goes."""
    row = connection.execute("SELECT next_offset FROM indexed WHERE partition = ?", (partition,)).fetchone()
    return 0 if row is None else int(row[0])


def set_indexed_to(connection: sqlite3.Connection, partition: int, next_offset: int, rows_made: int) -> None:
    """The index goes up to this offset, by so many rows more, once the transaction is committed."""
    connection.execute(
        "INSERT INTO indexed VALUES (?, ?, ?) ON CONFLICT (partition) DO UPDATE"
        " SET next_offset = excluded.next_offset, rows_made = rows_made + excluded.rows_made",
        (partition, next_offset, rows_made),
    )


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether the index has as many rows as were made: without some, a repeat would count as new."""
    (whole,) = connection.execute(
        f"SELECT {_ROWS} = (SELECT coalesce(sum(rows_made), 0) FROM indexed)"  # noqa: S608 - the names above
    ).fetchone()
    return bool(whole)


def last_number(connection: sqlite3.Connection, stream: str, source: str) -> int | None:
    """The highest number of a source in a stream; None before its first."""
    row = connection.execute(_SOURCE, (stream, source)).fetchone()
    return None if row is None else _last_of(connection, row[0])


def offsets_of(connection: sqlite3.Connection, keys: Iterable[SourceKey]) -> dict[SourceKey, int]:
    """Where the events of ids are; those that the index lacks are left out. Not for ids of the recorder.

    Numbers are looked for source by source: who asks again asks for many, and many are one row.
    """
    found: dict[SourceKey, int] = {}
    numbered: dict[tuple[str, str], dict[int, SourceKey]] = {}
    for key in keys:
        source, number = split_source_id(key.source_id)
        if number is not None and not key.refused_sha256:
            numbered.setdefault((key.stream, source), {})[number] = key
            continue
        row = connection.execute(_OTHER_ID, key).fetchone()
        if row is not None:
            found[key] = row[0]
    for place, by_number in numbered.items():
        row = connection.execute(_SOURCE, place).fetchone()
        if row is not None:
            offsets = _offsets_of_numbers(connection, row[0], sorted(by_number))
            found.update((by_number[number], offset) for number, offset in offsets)
    return found


def index_rows(connection: sqlite3.Connection) -> Iterator[IndexRow]:
    """All that the index holds."""
    for stream, source, places in connection.execute(
        "SELECT stream, source.source, places FROM source_runs"
        " JOIN sources AS source ON source.id = source_runs.source"
    ):
        for number, offset in zip(*_decode(places), strict=True):
            yield IndexRow(SourceKey(stream, f"{source}#{number}"), offset)
    for stream, source, number, offset in connection.execute(
        "SELECT stream, source.source, number, offset FROM late_numbers"
        " JOIN sources AS source ON source.id = late_numbers.source"
    ):
        yield IndexRow(SourceKey(stream, f"{source}#{number}"), offset)
    for stream, source_id, sha256, offset in connection.execute("SELECT * FROM other_ids"):
        yield IndexRow(SourceKey(stream, source_id, sha256), offset)


def _find_or_make(connection: sqlite3.Connection, stream: str, source: str) -> _Source:
    row = connection.execute(_SOURCE, (stream, source)).fetchone()
    if row is not None:
        return _Source(row[0], _last_of(connection, row[0]))
    made = connection.execute("INSERT INTO sources (stream, source) VALUES (?, ?)", (stream, source))
    assert made.lastrowid is not None
    return _Source(made.lastrowid, None)


def _rising(places: _Places, last: int) -> tuple[_Places, list[tuple[int, int]]]:
    """The numbers that are higher than all before them, and those that are late; all with their offsets."""
    numbers, offsets = places
    if numbers[0] > last and all(map(lt, numbers, numbers[1:])):
        return places, []
    rising: _Places = ([], [])
    late: list[tuple[int, int]] = []
    for number, offset in zip(numbers, offsets, strict=True):
        if number > last:
            rising[0].append(number)
            rising[1].append(offset)
            last = number
        else:
            late.append((number, offset))
    return rising, late


def _last_of(connection: sqlite3.Connection, source: int) -> int | None:
    row = connection.execute(_LAST_RUN, (source,)).fetchone()
    return None if row is None else _decode(row[0])[0][-1]


def _offsets_of_numbers(
    connection: sqlite3.Connection, source: int, rising: Iterable[int]
) -> Iterator[tuple[int, int]]:
    """The numbers that are there, each with the offset of its event; a row of many is read once."""
    numbers: list[int] = []
    offsets: list[int] = []
    for number in rising:
        if not numbers or number > numbers[-1]:
            row = connection.execute(_RUN_BEFORE, (source, number)).fetchone()
            numbers, offsets = ([], []) if row is None else _decode(row[0])
        place = bisect_left(numbers, number)
        if place < len(numbers) and numbers[place] == number:
            yield number, offsets[place]
            continue
        row = connection.execute(_LATE_NUMBER, (source, number)).fetchone()
        if row is not None:
            yield number, row[0]

"""Whether the index of source ids of an embedded log agrees with its events, and making it again.

Each event that has an id of its own must be found by it, at its place; the index must hold nothing else. One
number an event is kept, so a log of any length is checked in little memory.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from events.envelope import Event, read_header
from events.errors import MalformedEvent
from events.source_ids import split_source_id
from projections.checking.problems import Problem
from projections.records import CHUNK
from streams.errors import LogError
from streams.log import Sealed, SourceKey
from streams.source_index import index_rows, indexed_to, key_of, offsets_of
from streams.sqlite.file import explain, open_reader

REMEDY: Final = "make the index again with `pitledger rebuild --source-ids`"
_NONE: Final = 0
_RANGE: Final = (
    "SELECT offset, CAST(value AS BLOB) FROM events WHERE offset >= ? AND offset < ? ORDER BY offset"
)


def index_problems(path: Path) -> list[Problem]:
    """What is wrong with the index: at most one problem an event."""
    connection = open_reader(path)
    try:
        connection.execute("BEGIN")  # one moment of the log, though it may be growing
        return list(_problems(connection))
    except msgspec.MsgspecError:
        return [Problem("source ids", "the index", f"a row of it is damaged: {REMEDY}")]
    except sqlite3.Error as error:
        problem = explain(path, error)
        if not isinstance(problem, LogError):
            raise problem from error
        return [Problem("source ids", "the index", f"it cannot be compared to its end: {problem}")]
    finally:
        connection.close()


def _problems(connection: sqlite3.Connection) -> Iterator[Problem]:
    stop = indexed_to(connection, 0)
    marks = array("q", bytes(8 * stop))
    for key, offset in index_rows(connection):
        if not 0 <= offset < stop or marks[offset] != _NONE:
            yield Problem(
                "source ids",
                _named(key),
                f"the index has it at offset {offset}, which is not its event's: {REMEDY}",
            )
        else:
            marks[offset] = _mark(key)
    for low in range(0, stop, CHUNK):
        for offset, value in connection.execute(_RANGE, (low, min(low + CHUNK, stop))):
            event = _event(value)
            if event is not None:
                yield from _compare(connection, event, value, offset, marks[offset])


def _compare(
    connection: sqlite3.Connection, event: Event, value: bytes, offset: int, mark: int
) -> Iterator[Problem]:
    source, number = split_source_id(event.source_id)
    key = key_of(Sealed(event.stream, event.seq, event.prev, b"", event.type, value, source, number))
    if mark == (_NONE if key is None else _mark(key)):
        return
    place = f"{event.stream}#{event.seq}"
    if mark != _NONE:
        yield Problem(
            "source ids", place, f"the index has another id for it than {event.source_id!r}: {REMEDY}"
        )
    elif key is not None:
        found = offsets_of(connection, [key]).get(key)
        if found is None or found > offset:  # of two events with one id, as copies may have, the first counts
            yield Problem(
                "source ids",
                place,
                f"its id {event.source_id!r} is missing in the index, so a repeat is not "
                f"recognised: {REMEDY}",
            )


def _event(value: bytes) -> Event | None:
    """The event of a value; what is not one is named by other checks."""
    try:
        return read_header(value)
    except (MalformedEvent, TypeError):
        return None


def _mark(key: SourceKey) -> int:
    """A number for a key, never that of none."""
    return hash(key) or 1


def _named(key: SourceKey) -> str:
    return f"{key.stream} {key.source_id!r}"

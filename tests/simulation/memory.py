"""The parts of the world that survive a crash: the log, the changelogs, the read model. All in memory.

They do what the real ones do and no more: the log appends, a changelog can lose its tail, the read model
takes a batch in one step or not at all. Faults are the business of `world`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import astuple, replace
from operator import attrgetter
from typing import Any
from zlib import crc32

from events.topics import READ
from projections.read_model.tables import TABLES, Changes, Table
from projections.records import Record
from streams.errors import Overtaken


class MemoryLog:
    """Topics with partitions. A key always goes to the same one; `salt` shuffles which."""

    def __init__(self, partitions: dict[str, int], salt: int) -> None:
        self.topics: dict[str, list[list[Record]]] = {
            topic: [[] for _ in range(partitions.get(topic, 1))] for topic in READ
        }
        self._salt = salt
        self.watchers: dict[str, Callable[[Record], None]] = {}

    def partition_of(self, topic: str, key: str) -> int:
        """Where the records of a key stand."""
        return crc32(key.encode(), self._salt) % len(self.topics[topic])

    def append(self, topic: str, key: str, value: bytes) -> Record:
        """Store one record at the end of its partition."""
        partition = self.partition_of(topic, key)
        records = self.topics[topic][partition]
        record = Record(topic, partition, len(records), key, value)
        records.append(record)
        if topic in self.watchers:
            self.watchers[topic](record)
        return record


class MemoryReadModel:
    """Rows by key, and the position of every source partition; as `streams.read_model.store` merges them."""

    def __init__(self, *, compare: bool = True) -> None:
        self.positions: dict[tuple[str, int], tuple[int, bytes | None]] = {}
        self.tables: dict[str, dict[Any, Any]] = {table.name: {} for table in TABLES}
        self._compare = compare

    def position(self, topic: str, partition: int) -> tuple[int, bytes | None]:
        """Where the model stands, and the state to go on from."""
        return self.positions.get((topic, partition), (0, None))

    def commit(self, topic: str, partition: int, expected: int, changes: Changes) -> None:
        """Take a batch, if nobody has moved the position."""
        if self._compare and self.position(topic, partition)[0] != expected:
            raise Overtaken(f"{topic} {partition}: the read model has left offset {expected}")
        self.positions[topic, partition] = (changes.next_offset, changes.state)
        for table in TABLES:
            for row in changes.of(table.row):
                self._take(table, row)

    def _take(self, table: Table, row: Any) -> None:
        rows = self.tables[table.name]
        key = attrgetter(*table.key)(row)
        old = rows.get(key)
        if old is None:
            assert table.repeated != "step", f"{table.name}: there is no {key}"
            rows[key] = replace(row)
        elif table.repeated in ("merge", "step"):
            news = {name: getattr(row, name) for name in table.last}
            sums = {name: getattr(old, name) + getattr(row, name) for name in table.add}
            sums |= {name: getattr(old, name) | getattr(row, name) for name in table.bits}
            sums |= {name: getattr(old, name) + getattr(row, name) for name in table.behind}
            rows[key] = replace(old, **news, **sums)
        else:
            assert table.repeated == "ignore", f"{table.name}: {key} comes twice"

    def rows(self) -> dict[str, dict[Any, Any]]:
        """All rows as plain values, to compare."""
        return {
            name: {key: tuple(map(_plain, astuple(row))) for key, row in table.items()}
            for name, table in self.tables.items()
        }


def _plain(value: object) -> object:
    return value.tobytes() if isinstance(value, array) else value

"""The parts of the world that survive a crash: the log, the changelogs, the read model. All in memory.

They do what the real ones do and no more: the log appends, a changelog can lose its tail, the read model
takes a batch in one step or not at all. Faults are the business of `world`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, replace
from typing import Any
from zlib import crc32

from events.topics import EVENTS, LINKS, METERS, QUARANTINE
from projections.read_model import Changes
from streams.errors import Overtaken
from streams.log import Record


class MemoryLog:
    """Topics with partitions. A key always goes to the same one; `salt` shuffles which."""

    def __init__(self, partitions: dict[str, int], salt: int) -> None:
        self.topics: dict[str, list[list[Record]]] = {
            topic: [[] for _ in range(partitions[topic])] for topic in (EVENTS, LINKS, METERS, QUARANTINE)
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
    """Rows by key, and the position of every source partition; as `streams.read_store` merges them."""

    def __init__(self, *, compare: bool = True) -> None:
        self.positions: dict[tuple[str, int], tuple[int, bytes | None]] = {}
        self.tables: dict[str, dict[Any, Any]] = {
            name: {} for name in ("rounds", "meters", "awards", "refusals", "gaps", "halts", "asides")
        }
        self._compare = compare

    def position(self, topic: str, partition: int) -> tuple[int, bytes | None]:
        """Where the model stands, and the state to go on from."""
        return self.positions.get((topic, partition), (0, None))

    def commit(self, topic: str, partition: int, expected: int, changes: Changes) -> None:
        """Take a batch, if nobody has moved the position."""
        if self._compare and self.position(topic, partition)[0] != expected:
            raise Overtaken(f"{topic} {partition}: the read model has left offset {expected}")
        self.positions[topic, partition] = (changes.next_offset, changes.state)
        self._merge_rounds(changes)
        tables = self.tables
        tables["meters"].update(((row.link, row.meter), row) for row in changes.meters)
        tables["awards"].update(((row.link, row.table, row.claim_seq), row) for row in changes.awards)
        for step in changes.award_steps:
            key = (step.link, step.table, step.claim_seq)
            award = tables["awards"][key]
            tables["awards"][key] = replace(award, status=step.status, recorded_at_us=step.recorded_at_us)
        tables["refusals"].update(((row.link, row.seq), row) for row in changes.refusals)
        tables["gaps"].update(((row.link, row.table), row) for row in changes.gaps)
        tables["halts"].update((row.stream, row) for row in changes.halts)
        tables["asides"].update(
            ((row.topic, row.partition, row.offset, row.reason), row) for row in changes.asides
        )

    def _merge_rounds(self, changes: Changes) -> None:
        rounds = self.tables["rounds"]
        for change in changes.rounds:
            key = (change.round, change.stream)
            row = rounds.get(key)
            if row is None:
                rounds[key] = replace(change)
                continue
            row.last_seq, row.last_offset = change.last_seq, change.last_offset
            row.last_at_us = change.last_at_us
            row.events += change.events
            row.opened += change.opened
            row.closed += change.closed
            row.voided += change.voided

    def rows(self) -> dict[str, dict[Any, Any]]:
        """All rows as plain values, to compare."""
        return {
            name: {key: astuple(row) for key, row in table.items()} for name, table in self.tables.items()
        }

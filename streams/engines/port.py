"""The small port that router, keeper, examiner and sinks are written against.

Under it lie Faust and Kafka, the embedded SQLite log, or the seeded simulation of failures. Whatever cannot
be done raises `Trouble`: the caller retries a bounded number of times and then the process exits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from projections.read_model.tables import Changes
from projections.records import Output, Record


class Port(Protocol):
    """What a processor needs of the world for one source topic."""

    state_is_cache: bool
    """Whether a state is stored apart from the outputs, and may be behind them: whoever reads these drops
    what it knows."""

    async def read(self, partition: int, start: int, stop: int) -> Sequence[Record]:
        """The records of the source from `start`, at least one, at most up to `stop` (exclusive)."""

    async def send(self, outputs: Sequence[Output]) -> None:
        """Send in order and return when the log has acknowledged every one."""

    async def load(self, partition: int) -> bytes | None:
        """The stored state of a partition; it may be old."""

    async def store(self, partition: int, state: bytes, last: Record | None) -> None:
        """Store the state of a partition; the store may lose it.

        `last` is the last record that is in it; None where nothing came to what was loaded.
        """

    async def acknowledge(self, partition: int, next_offset: int) -> None:
        """Say that everything before `next_offset` is done. A hint, nothing more."""


Move = tuple[int, int, Changes]
"""A partition, the position that it is expected at, and what moves it on."""


class SinkPort(Protocol):
    """What a sink needs: the source, and a read model that takes rows and position in one transaction."""

    async def read(self, partition: int, start: int, stop: int) -> Sequence[Record]:
        """As `Port.read`."""

    async def load(self, partition: int) -> tuple[int, bytes | None]:
        """The position and the state that the read model holds for a partition."""

    async def commit(self, partition: int, expected: int, changes: Changes) -> None:
        """Take changes, state and new position, if the position is `expected`; else `Overtaken`."""

    async def commit_all(self, moves: Sequence[Move]) -> None:
        """As `commit`, for several partitions in one transaction: all of them move, or none."""

    async def acknowledge(self, partition: int, next_offset: int) -> None:
        """As `Port.acknowledge`."""

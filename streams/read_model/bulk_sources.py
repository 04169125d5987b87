"""What ranges are read from in any process (here the embedded log), and the task that folds one there.

Processes that only fold import this and little else: clients of Kafka would take them longer to load than
fifty thousand events to fold.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from projections.checking.heads import StoredHead
from projections.checking.problems import Problem
from projections.read_model.bulk import RangeFold, fold_range
from projections.records import Chunk, Record
from streams.sqlite.heads import stored_heads
from streams.sqlite.index_check import index_problems
from streams.sqlite.log import SqliteLog
from streams.unfinished import closed_at_exit


class BulkSource(Protocol):
    """A log that ranges can be read from, in any process."""

    @property
    def range_size(self) -> int:
        """Events a range: so many that handing one out costs nothing, so few that progress shows."""

    def partitions(self, topic: str) -> int:
        """How many partitions a topic has."""

    def end(self, topic: str, partition: int) -> int:
        """The offset after the last record."""

    def topic_ids(self) -> str:
        """Which topics these are, where others may take their place under the same names; else empty."""

    def chunks(self, partition: int, start: int, stop: int) -> Iterator[Chunk]:
        """Records of `events`, many at a time."""

    def records(self, topic: str, partition: int, start: int, stop: int) -> Iterator[Record]:
        """Records one at a time."""

    def index_problems(self) -> list[Problem]:
        """What does not hold between the events and the log's own index of source ids, where it has one."""

    def heads(self, end: int) -> dict[str, StoredHead] | None:
        """The log's own table of the last event of each stream, of a log that was looked at up to `end`;
        None where it has no such table.
        """


@dataclass(frozen=True, slots=True)
class SqliteSource:
    """The embedded log."""

    path: Path
    range_size: int = 100_000
    past_damage: bool = False
    """Whether to go on past records that are lost or no events, for a judge who names each of them."""

    def partitions(self, topic: str) -> int:  # noqa: ARG002 - one for each
        """One."""
        return 1

    def end(self, topic: str, partition: int) -> int:
        """The offset after the last record."""
        with SqliteLog(self.path, writable=False) as log:
            return log.end(topic, partition)

    def topic_ids(self) -> str:
        """None: the log is one file."""
        return ""

    def chunks(self, partition: int, start: int, stop: int) -> Iterator[Chunk]:  # noqa: ARG002 - one only
        """Records of `events`, many at a time."""
        return closed_at_exit(self._chunks(start, stop))

    def _chunks(self, start: int, stop: int) -> Generator[Chunk, None, None]:
        with SqliteLog(self.path, writable=False) as log:
            yield from log.read_events(start, stop, past_damage=self.past_damage)

    def records(self, topic: str, partition: int, start: int, stop: int) -> Iterator[Record]:
        """Records one at a time."""
        return closed_at_exit(self._records(topic, partition, start, stop))

    def _records(self, topic: str, partition: int, start: int, stop: int) -> Generator[Record, None, None]:
        with SqliteLog(self.path, writable=False) as log:
            if self.past_damage:
                yield from log.read_past_damage(topic, start, stop)
            else:
                yield from log.read(topic, partition, start, stop)

    def index_problems(self) -> list[Problem]:
        """Where the index of source ids does not agree with the events."""
        return index_problems(self.path)

    def heads(self, end: int) -> dict[str, StoredHead]:
        """The table from which recording goes on."""
        return stored_heads(self.path, end)


def fold_task(source: BulkSource, partition: int, start: int, stop: int) -> RangeFold | None:
    """One range of `events`, folded in whatever process runs this."""
    return fold_range(partition, source.chunks(partition, start, stop))

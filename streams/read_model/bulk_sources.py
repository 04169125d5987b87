"""Logs that ranges are read from in any process, and the task that folds one range there.

Processes that only fold import this and little else: Kafka's other client and the vocabulary would take them
longer to load than a hundred thousand events to fold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from events.topics import EVENTS
from projections.read_model.bulk import RangeFold, fold_range
from projections.records import Chunk, Record, records_of
from streams.kafka.reader import end_offset, partition_count, read_range
from streams.sqlite.log import SqliteLog


class BulkSource(Protocol):
    """A log that ranges can be read from, in any process."""

    @property
    def range_size(self) -> int:
        """Events a range: so many that handing one out costs nothing, so few that progress shows."""

    def partitions(self, topic: str) -> int:
        """How many partitions a topic has."""

    def end(self, topic: str, partition: int) -> int:
        """The offset after the last record."""

    def chunks(self, partition: int, start: int, stop: int) -> Iterator[Chunk]:
        """Records of `events`, many at a time."""

    def records(self, topic: str, partition: int, start: int, stop: int) -> Iterator[Record]:
        """Records one at a time."""


@dataclass(frozen=True, slots=True)
class SqliteSource:
    """The embedded log."""

    path: Path
    range_size: int = 100_000

    def partitions(self, topic: str) -> int:  # noqa: ARG002 - one for each
        """One."""
        return 1

    def end(self, topic: str, partition: int) -> int:
        """The offset after the last record."""
        with SqliteLog(self.path, writable=False) as log:
            return log.end(topic, partition)

    def chunks(self, partition: int, start: int, stop: int) -> Iterator[Chunk]:  # noqa: ARG002 - one only
        """Records of `events`, many at a time."""
        with SqliteLog(self.path, writable=False) as log:
            yield from log.read_events(start, stop)

    def records(self, topic: str, partition: int, start: int, stop: int) -> Iterator[Record]:
        """Records one at a time."""
        with SqliteLog(self.path, writable=False) as log:
            yield from log.read(topic, partition, start, stop)


@dataclass(frozen=True, slots=True)
class KafkaSource:
    """The log on Kafka, read with librdkafka."""

    bootstrap: str
    prefix: str
    range_size: int = 250_000
    """More than elsewhere: a consumer also fetches what lies behind its range, and that is thrown away."""

    def partitions(self, topic: str) -> int:
        """How many partitions the topic has."""
        return partition_count(self.bootstrap, self.prefix + topic)

    def end(self, topic: str, partition: int) -> int:
        """The offset after the last record."""
        return end_offset(self.bootstrap, self.prefix + topic, partition)

    def chunks(self, partition: int, start: int, stop: int) -> Iterator[Chunk]:
        """Records of `events`, many at a time."""
        return read_range(self.bootstrap, self.prefix + EVENTS, partition, start, stop)

    def records(self, topic: str, partition: int, start: int, stop: int) -> Iterator[Record]:
        """Records one at a time."""
        for chunk in read_range(self.bootstrap, self.prefix + topic, partition, start, stop):
            yield from records_of(topic, partition, chunk)


def fold_task(source: BulkSource, partition: int, start: int, stop: int) -> RangeFold | None:
    """One range of `events`, folded in whatever process runs this."""
    return fold_range(partition, source.chunks(partition, start, stop))

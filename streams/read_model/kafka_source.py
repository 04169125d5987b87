"""The log on Kafka as ranges are read from it: `BulkSource` by librdkafka."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from events.topics import EVENTS, READ
from projections.checking.heads import StoredHead
from projections.checking.problems import Problem
from projections.records import Chunk, Record, records_of
from streams.kafka.reader import end_offset, partition_count, read_range
from streams.kafka.topic_ids import topic_ids
from streams.kafka.topics import placed


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

    def topic_ids(self) -> str:
        """Which topics these are: others, once any of them was made anew."""
        return topic_ids(self.bootstrap, [self.prefix + topic for topic in READ])

    def chunks(self, partition: int, start: int, stop: int) -> Iterator[Chunk]:
        """Records of `events`, many at a time."""
        return self._chunks(EVENTS, partition, start, stop)

    def records(self, topic: str, partition: int, start: int, stop: int) -> Iterator[Record]:
        """Records one at a time."""
        for chunk in self._chunks(topic, partition, start, stop):
            yield from records_of(topic, partition, chunk)

    def _chunks(self, topic: str, partition: int, start: int, stop: int) -> Iterator[Chunk]:
        partitions = self.partitions(topic)
        for chunk in read_range(self.bootstrap, self.prefix + topic, partition, start, stop):
            yield placed(chunk, partition, partitions)

    def index_problems(self) -> list[Problem]:
        """None: the index of source ids is a cache beside the recorder, and no part of the log."""
        return []

    def heads(self, end: int) -> dict[str, StoredHead] | None:  # noqa: ARG002 - there is nothing to look at
        """None: recording goes on from the end of `events` itself."""
        return None

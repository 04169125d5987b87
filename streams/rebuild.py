"""The read model anew, beside the old one: the same folds, over ranges in parallel processes.

Rebuilding and catching up do not go through Faust. Clean ranges of `events` are folded side by side and
joined; where a range is not clean, that partition is folded one record at a time. The result is the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Final, Protocol

from events.topics import EVENTS
from projections.bulk import Chunk, RangeFold, fold_range
from projections.outputs import Source
from projections.read_model import MODELS, EventsModel
from streams.kafka_log import KafkaLog
from streams.kafka_reader import end_offset, read_range_with_keys
from streams.read_store import ReadStore
from streams.sqlite_log import SqliteLog

RANGE: Final = 100_000
"""Events a task: large enough that starting one costs nothing, small enough to show progress."""
ALONE_BELOW: Final = 50_000
"""Fewer events than this are folded in this process: starting others would take longer."""

Chunks = Iterator[Chunk]
Progress = Callable[[int, int], None]


class BulkSource(Protocol):
    """A log that ranges can be read from, in any process."""

    def partitions(self, topic: str) -> int:
        """How many partitions a topic has."""

    def end(self, topic: str, partition: int) -> int:
        """The offset after the last record."""

    def values(self, topic: str, partition: int, start: int, stop: int) -> Chunks:
        """Lists of (offset, key, value)."""

    def sources(self, topic: str, partition: int, start: int, stop: int) -> Iterator[Source]:
        """Records one at a time."""


@dataclass(frozen=True, slots=True)
class SqliteSource:
    """The embedded log."""

    path: Path

    def partitions(self, topic: str) -> int:  # noqa: ARG002 - one for each
        """One."""
        return 1

    def end(self, topic: str, partition: int) -> int:
        """The offset after the last record."""
        with SqliteLog(self.path, writable=False) as log:
            return log.end(topic, partition)

    def values(self, topic: str, partition: int, start: int, stop: int) -> Chunks:  # noqa: ARG002
        """Lists of (offset, key, value)."""
        with SqliteLog(self.path, writable=False) as log:
            for chunk in log.read_values(topic, start, stop):
                yield [(offset, None, value) for offset, value in chunk]

    def sources(self, topic: str, partition: int, start: int, stop: int) -> Iterator[Source]:
        """Records one at a time."""
        with SqliteLog(self.path, writable=False) as log:
            for record in log.read(topic, partition, start, stop):
                yield Source(partition, record.offset, record.key, record.value)


@dataclass(frozen=True, slots=True)
class KafkaSource:
    """The log on Kafka, read with librdkafka."""

    bootstrap: str
    prefix: str

    def partitions(self, topic: str) -> int:
        """How many partitions the topic has."""
        log = KafkaLog(self.bootstrap, prefix=self.prefix)
        try:
            return log.partitions(topic)
        finally:
            log.close()

    def end(self, topic: str, partition: int) -> int:
        """The offset after the last record."""
        return end_offset(self.bootstrap, self.prefix + topic, partition)

    def values(self, topic: str, partition: int, start: int, stop: int) -> Chunks:
        """Lists of (offset, key, value)."""
        return read_range_with_keys(self.bootstrap, self.prefix + topic, partition, start, stop)

    def sources(self, topic: str, partition: int, start: int, stop: int) -> Iterator[Source]:
        """Records one at a time."""
        for chunk in read_range_with_keys(self.bootstrap, self.prefix + topic, partition, start, stop):
            for offset, key, value in chunk:
                yield Source(partition, offset, (key or b"").decode("utf-8", "backslashreplace"), value)


def fold_task(source: BulkSource, partition: int, start: int, stop: int) -> RangeFold | None:
    """One range of `events`, folded in whatever process runs this."""
    return fold_range(partition, source.values(EVENTS, partition, start, stop))


def build(
    source: BulkSource,
    store: ReadStore,
    stops: dict[tuple[str, int], int],
    progress: Progress,
    processes: int = 0,
) -> None:
    """Bring a read model up to `stops` (topic, partition → offset), from wherever it stands."""
    total = sum(stops.values())
    done = sum(min(store.position(*place)[0], stop) for place, stop in stops.items())
    workers = processes or os.cpu_count() or 1
    alone = workers == 1 or total - done < ALONE_BELOW
    with nullcontext() if alone else ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for (topic, partition), stop in sorted(stops.items()):
            for reached in _build_partition(source, store, pool, (topic, partition), stop):
                progress(done + reached, total)
            done += stop


def _build_partition(
    source: BulkSource, store: ReadStore, pool: ProcessPoolExecutor | None, place: tuple[str, int], stop: int
) -> Iterator[int]:
    topic, partition = place
    start, state = store.position(topic, partition)
    if topic != EVENTS:
        yield from _one_by_one(source, store, place, stop)
        return
    model = EventsModel(state)
    ranges = [(low, min(low + RANGE, stop)) for low in range(start, stop, RANGE)]
    for (low, high), fold in zip(ranges, _folded(source, pool, partition, ranges), strict=True):
        changes = None if fold is None else model.take(fold, high)
        if changes is None:
            yield from _one_by_one(source, store, place, stop)
            return
        store.commit(topic, partition, low, changes)
        yield high


def _folded(
    source: BulkSource, pool: ProcessPoolExecutor | None, partition: int, ranges: list[tuple[int, int]]
) -> Iterator[RangeFold | None]:
    """The folds of ranges in order, a few ahead of the one that is taken."""
    if pool is None:
        for low, high in ranges:
            yield fold_task(source, partition, low, high)
        return
    ahead: list[Future[RangeFold | None]] = []
    todo = iter(ranges)
    try:
        for low, high in todo:
            ahead.append(pool.submit(fold_task, source, partition, low, high))
            if len(ahead) > 4:
                yield ahead.pop(0).result()
        for future in ahead:
            yield future.result()
    finally:
        for future in ahead:
            future.cancel()


def _one_by_one(source: BulkSource, store: ReadStore, place: tuple[str, int], stop: int) -> Iterator[int]:
    topic, partition = place
    start, state = store.position(topic, partition)
    model = MODELS[topic](state)
    while start < stop:
        high = min(start + RANGE, stop)
        for record in source.sources(topic, partition, start, high):
            replay_from = model.step(record)
            if replay_from >= 0:
                for earlier in source.sources(topic, partition, replay_from, record.offset + 1):
                    if earlier.key == record.key:
                        model.replay(earlier)
        store.commit(topic, partition, start, model.changes(high))
        start = high
        yield high


def all_of(source: BulkSource) -> dict[tuple[str, int], int]:
    """The ends of every source partition of the read model, as of now."""
    return {
        (topic, partition): source.end(topic, partition)
        for topic in MODELS
        for partition in range(source.partitions(topic))
    }

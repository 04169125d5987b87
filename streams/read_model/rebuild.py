"""The read model anew, beside the old one: the same folds, over ranges in parallel processes.

Rebuilding and catching up do not go through Faust. Clean ranges of `events` are folded side by side and
joined; where a range is not clean, that partition is folded one record at a time. The result is the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import nullcontext
from multiprocessing import get_context
from typing import Final

from events.topics import EVENTS
from projections.read_model.bulk import RangeFold
from projections.read_model.events_model import EventsModel
from projections.read_model.models import MODELS
from streams.read_model.bulk_sources import BulkSource, KafkaSource, SqliteSource, fold_task
from streams.read_model.store import ReadStore

__all__ = ["BulkSource", "KafkaSource", "SqliteSource", "all_of", "build"]

RANGE: Final = 100_000
"""Events a task: large enough that starting one costs nothing, small enough to show progress."""
ALONE_BELOW: Final = 50_000
"""Fewer events than this are folded in this process: starting others would take longer."""
AHEAD: Final = 4
"""Ranges that may be folded before they are due, so that no process waits for another."""

Range = tuple[int, int, int]
"""A partition of `events`, the first offset and the one after the last."""
Folds = Iterator[RangeFold | None]
Progress = Callable[[int, int], None]


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
    ranges = [
        (partition, low, min(low + RANGE, stop))
        for (topic, partition), stop in sorted(stops.items())
        if topic == EVENTS
        for low in range(store.position(topic, partition)[0], stop, RANGE)
    ]
    with nullcontext() if alone else ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        folds = _folded(source, pool, ranges)
        for (topic, partition), stop in sorted(stops.items()):
            if topic == EVENTS:
                mine = [each for each in ranges if each[0] == partition]
                building = _build_partition(source, store, mine, folds)
            else:
                building = _one_by_one(source, store, (topic, partition), stop)
            for reached in building:
                progress(done + reached, total)
            done += stop


def _build_partition(
    source: BulkSource, store: ReadStore, ranges: list[Range], folds: Folds
) -> Iterator[int]:
    """Join the folds of a partition's ranges; from the first that is not clean on, go record by record."""
    model: EventsModel | None = None
    clean = True
    for partition, low, high in ranges:
        model = model or EventsModel(store.position(EVENTS, partition)[1])
        fold = next(folds)  # taken even when it is of no use any more: others come behind it
        changes = model.take(fold, high) if clean and fold is not None else None
        clean = changes is not None
        if changes is not None:
            store.commit(EVENTS, partition, low, changes)
            yield high
        else:
            yield from _one_by_one(source, store, (EVENTS, partition), high)


def _folded(source: BulkSource, pool: ProcessPoolExecutor | None, ranges: list[Range]) -> Folds:
    """The folds of ranges in order, a few ahead of the one that is taken."""
    if pool is None:
        for each in ranges:
            yield fold_task(source, *each)
        return
    ahead: list[Future[RangeFold | None]] = []
    try:
        for each in ranges:
            ahead.append(pool.submit(fold_task, source, *each))
            if len(ahead) > AHEAD:
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
        for record in source.records(topic, partition, start, high):
            replay_from = model.step(record)
            if replay_from is not None:
                for earlier in source.records(topic, partition, replay_from, record.offset + 1):
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

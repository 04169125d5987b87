"""The read model again, beside the old one: the same folds, over ranges in parallel processes.

Rebuilding and catching up do not go through Faust. Clean ranges of `events` are folded side by side and
joined; a range that is not clean is folded one record at a time. The result is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from events.topics import EVENTS
from projections.read_model.bulk import RangeFold
from projections.read_model.events_model import EventsModel
from projections.read_model.models import MODELS
from streams.read_model.bulk_sources import BulkSource, fold_task
from streams.read_model.ranges import Range, in_order, open_pool, ranges_of
from streams.read_model.store import ReadStore

Progress = Callable[[int, int], None]
"""Takes how many records are done, and of how many."""


def build(
    source: BulkSource,
    store: ReadStore,
    stops: dict[tuple[str, int], int],
    progress: Progress,
    processes: int = 0,
) -> None:
    """Bring a read model up to `stops` (topic, partition → offset), from wherever it is.

    The longest partitions of a topic come first: a long one at the end would leave the other processes idle.
    """
    total = sum(stops.values())
    starts = {place: store.position(*place)[0] for place in stops}
    done = sum(min(start, stops[place]) for place, start in starts.items())
    places = sorted(stops, key=lambda place: (place[0], starts[place] - stops[place], place[1]))
    pieces = [
        piece
        for topic, partition in places
        if topic == EVENTS
        for piece in ranges_of(
            partition, starts[topic, partition], stops[topic, partition], source.range_size
        )
    ]
    with open_pool(total - done, processes) as pool:
        folds = in_order(pool, fold_task, ((source, *piece) for piece in pieces))
        for topic, partition in places:
            before, stop = starts[topic, partition], stops[topic, partition]
            for reached in (
                _join([piece for piece in pieces if piece.partition == partition], folds, source, store)
                if topic == EVENTS
                else one_by_one(source, store, (topic, partition), stop)
            ):
                progress(done + reached - before, total)
            done += max(stop - before, 0)


def _join(
    pieces: list[Range], folds: Iterator[RangeFold | None], source: BulkSource, store: ReadStore
) -> Iterator[int]:
    """Join the folds of a partition's ranges, which come first of those in `folds`."""
    building = EventsBuild(source, store)
    for piece in pieces:
        building.take(piece, next(folds))
        yield piece.high


class EventsBuild:
    """A read model that takes ranges of one partition of `events`, folded elsewhere, in order."""

    def __init__(self, source: BulkSource, store: ReadStore) -> None:
        self._source = source
        self._store = store
        self._model: EventsModel | None = None

    def take(self, piece: Range, fold: RangeFold | None) -> None:
        """Join a range; one that is not clean, or does not follow, is gone through record by record."""
        if self._model is None:
            self._model = EventsModel(self._store.position(EVENTS, piece.partition)[1])
        changes = None if fold is None else self._model.take(fold, piece.high)
        if changes is not None:
            self._store.commit(EVENTS, piece.partition, piece.low, changes)
            return
        self._model = None  # what it was is in the store, and what comes of this range will be
        for _ in one_by_one(self._source, self._store, (EVENTS, piece.partition), piece.high):
            pass


def one_by_one(source: BulkSource, store: ReadStore, place: tuple[str, int], stop: int) -> Iterator[int]:
    """Bring one partition of a topic up to `stop`, record by record; gives the offsets that it reaches."""
    topic, partition = place
    start, state = store.position(topic, partition)
    model = MODELS[topic](state)
    while start < stop:
        high = min(start + source.range_size, stop)
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

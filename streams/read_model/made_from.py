"""Whether a read model was made from a log that is read in ranges, an embedded one or that on Kafka.

As `own_log`, for whoever goes through all of the log anyway: a check, and the sinks before they start.
"""

from __future__ import annotations

from functools import partial

from events.topics import EVENTS
from streams.read_model.bulk_sources import BulkSource
from streams.read_model.own_log import another_last_event
from streams.read_model.rebuild import all_of
from streams.read_model.store import ForeignModel, ReadStore


def require_made_from(source: BulkSource, store: ReadStore) -> None:
    """Refuse a read model of other topics, or of another log: by their ids, ends and last events."""
    store.require_made_of(source.topic_ids())
    require_no_further(source, store)


def require_no_further(source: BulkSource, store: ReadStore) -> None:
    """Refuse a read model that has read further than the log goes, or whose last events are not there.

    Such a one would take what comes for what it knows. Its positions are read before the ends:
    a writer, or other sinks, may move both on meanwhile.
    """
    positions = store.positions()
    states = [store.position(EVENTS, each) for each in range(source.partitions(EVENTS))]
    for (topic, each), end in all_of(source).items():
        if positions.get((topic, each), 0) > end:
            raise ForeignModel(store.path, f"partition {each} of {topic} ends at {end:,}")
    for each, (position, state) in enumerate(states):
        if state is not None and (
            other := another_last_event(position, state, partial(source.records, EVENTS, each))
        ):
            raise ForeignModel(store.path, f"partition {each}: {other}")

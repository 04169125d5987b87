"""Catching up before the sinks start: the bulk reader brings the read model to the end of the log.

Faust reads some thousand events a second, the bulk reader some hundred thousand. So what is missing is folded
in bulk first, and the group's offsets are put where that ended. They are hints: if they cannot be moved,
Faust delivers again what is there, and the sinks drop it by their own positions.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

from confluent_kafka import Consumer, KafkaException, TopicPartition

from events.topics import EVENTS
from streams.read_model.kafka_source import KafkaSource
from streams.read_model.own_log import another_last_event
from streams.read_model.rebuild import all_of, build
from streams.read_model.store import ForeignModel, ReadStore

WORTH_IT = 20_000
"""Fewer records behind than this are left to Faust."""

log = logging.getLogger("pitledger.hand_over")


def hand_over(source: KafkaSource, store: ReadStore, group: str) -> int:
    """Bring the read model to the end of the log if it is far behind; returns how many records that were.

    One that has read further than the log goes is of another log, or of topics that were made anew: it would
    take what comes for what it knows. Its positions are read first: other sinks may move both on meanwhile.
    """
    store.make_of(source.topic_ids())
    positions = store.positions()
    ends = all_of(source)
    for (topic, partition), end in ends.items():
        if positions.get((topic, partition), 0) > end:
            raise ForeignModel(store.path, f"partition {partition} of {topic} ends at {end:,}")
    _require_last_events(source, store)
    behind = sum(max(end - positions.get(place, 0), 0) for place, end in ends.items())
    if behind < WORTH_IT:
        return 0
    log.warning("the read model is %s records behind: reading them in bulk", behind)
    build(source, store, ends, lambda _done, _total: None)
    move_offsets(source, group, ends)
    return behind


def _require_last_events(source: KafkaSource, store: ReadStore) -> None:
    """Refuse a read model of other topics that have been filled as far meanwhile: its last events tell."""
    for partition in range(source.partitions(EVENTS)):
        position, state = store.position(EVENTS, partition)
        if position == 0 or state is None:
            continue
        (record,) = source.records(EVENTS, partition, position - 1, position)
        if other := another_last_event(record, state):
            raise ForeignModel(store.path, f"event {position:,} of partition {partition} is {other}")


def move_offsets(source: KafkaSource, group: str, ends: Mapping[tuple[str, int], int]) -> None:
    """Tell the group where the bulk reader ended, as long as nobody is in it."""
    consumer = Consumer(
        {"bootstrap.servers": source.bootstrap, "group.id": group, "enable.auto.commit": False}
    )
    places = [
        TopicPartition(source.prefix + topic, partition, end) for (topic, partition), end in ends.items()
    ]
    try:
        consumer.commit(offsets=places, asynchronous=False)
    except KafkaException as error:
        log.warning("the offsets of %s stay where they are (%s); Faust will deliver again", group, error)
    finally:
        consumer.close()

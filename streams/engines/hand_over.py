"""Catching up before the sinks start: the bulk reader brings the read model to the end of the log.

Faust reads some thousand events a second, the bulk reader some hundred thousand. So what is missing is folded
in bulk first, and the group's offsets are put where that ended. They are hints: if they cannot be moved,
Faust delivers again what is there, and the sinks drop it by their own positions.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

from confluent_kafka import Consumer, KafkaException, TopicPartition

from streams.read_model.kafka_source import KafkaSource
from streams.read_model.made_from import require_no_further
from streams.read_model.rebuild import all_of, build
from streams.read_model.store import ReadStore

WORTH_IT = 20_000
"""Fewer records behind than this are left to Faust."""

log = logging.getLogger("pitledger.hand_over")


def hand_over(source: KafkaSource, store: ReadStore, group: str) -> int:
    """Bring the read model to the end of the log if it is far behind; returns how many records that were.

    One of another log, or of topics that were made anew, is refused. Its positions are read before the ends:
    other sinks may move both on meanwhile.
    """
    store.make_of(source.topic_ids())
    require_no_further(source, store)
    positions = store.positions()
    ends = all_of(source)
    behind = sum(max(end - positions.get(place, 0), 0) for place, end in ends.items())
    if behind < WORTH_IT:
        return 0
    log.warning("the read model is %s records behind: reading them in bulk", behind)
    build(source, store, ends, lambda _done, _total: None)
    move_offsets(source, group, ends)
    return behind


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

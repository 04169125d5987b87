"""Poison of every kind, as a foreign producer would write it into any topic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from confluent_kafka import Consumer, Producer, TopicPartition

from events.topics import EVENTS, READ, TOPICS
from streams.kafka.topics import MAX_BATCH_BYTES, partition_of
from tests.rig import Rig

EXPECTED = ("quarantine", "meters", "findings", "foreign")
"""The checks that name poison; any other problem would be ours."""
STATE = b"state"
"""The one key of a changelog."""
OVERHEAD = 200
"""What a batch with one record has beside the record, and more."""


class Poison(NamedTuple):
    """One record that nobody of ours has written."""

    kind: str
    topic: str
    partition: int
    key: bytes | None
    value: bytes | None


class Written(NamedTuple):
    """Where it is now."""

    poison: Poison
    offset: int


def of_every_kind(rig: Rig, table: str, link: str, topics: Sequence[str] = TOPICS) -> Iterator[Poison]:
    """For every topic each kind; what is in a wrong partition is what stands in the right one."""
    for topic in topics:
        key = table if topic == EVENTS else link
        here = partition_of(key, rig.partitions)
        elsewhere = (here + 1) % rig.partitions
        first = _first_of(rig, topic, here, key) if topic in READ else b"there is none"
        for kind, value in bytes_of_every_kind():
            yield Poison(kind, topic, here, key.encode(), value)
        yield Poison("no key", topic, here, None, first)
        yield Poison("foreign key", topic, here, b"nobody's", first)
        yield Poison("not text", topic, here, b"\xff\xfe", first)
        yield Poison("long key", topic, here, b"k" * 100_000, first)
        yield Poison("wrong partition", topic, elsewhere, key.encode(), first)


def bytes_of_every_kind() -> Iterator[tuple[str, bytes | None]]:
    """Values that are none of ours."""
    yield "null", None
    yield "empty", b""
    yield "garbage", b"\xc1 not msgpack"
    yield "text", b'{"stream": "table:T-1"}'
    yield "deep", b"\x91" * 20_000 + b"\xc0"
    yield "200 KB", b"x" * 200_000
    yield "1 MB", b"x" * (MAX_BATCH_BYTES - OVERHEAD)


def in_changelogs(rig: Rig, names: Sequence[str]) -> Iterator[Poison]:
    """The same for the changelogs of workers, which are compacted: Kafka takes nothing without a key there.

    The last record of each partition is the state of another: a worker that believed it would skip events.
    """
    for name in names:
        topic = f"{name}-state-changelog"
        states = [_last_state(rig, topic, partition) for partition in range(rig.partitions)]
        for partition in range(rig.partitions):
            for kind, value in bytes_of_every_kind():
                yield Poison(kind, topic, partition, STATE, value)
            yield Poison("foreign key", topic, partition, b"nobody's", b"\xc1")
            yield Poison("long key", topic, partition, b"k" * 100_000, b"\xc1")
            yield Poison("wrong partition", topic, partition, STATE, states[(partition + 1) % rig.partitions])


def _last_state(rig: Rig, topic: str, partition: int) -> bytes | None:
    """The last state that a worker has stored for a partition."""
    consumer = Consumer(
        {"bootstrap.servers": rig.bootstrap, "group.id": "poison", "enable.auto.commit": False}
    )
    place = TopicPartition(rig.prefix + topic, partition, 0)
    try:
        end, state = consumer.get_watermark_offsets(place, timeout=30)[1], None
        consumer.assign([place])
        while end:
            message = consumer.poll(30)
            assert message is not None, f"{topic} {partition} ends at {end}, and nothing comes"
            if message.error() is None and message.key() == STATE:
                state = message.value()
            if message.offset() >= end - 1:
                break
        return state
    finally:
        consumer.close()


def _first_of(rig: Rig, topic: str, partition: int, key: str) -> bytes | None:
    """The first record of a key: in another place it would begin its stream or its link anew."""
    for record in rig.source.records(topic, partition, 0, rig.source.end(topic, partition)):
        if record.key == key:
            return record.value
    return b"there is none"


def write(rig: Rig, poison: list[Poison]) -> list[Written]:
    """Write them one by one; returns where they are."""
    written: list[Written] = []
    producer = Producer({"bootstrap.servers": rig.bootstrap, "message.max.bytes": 2 * MAX_BATCH_BYTES})
    for each in poison:
        producer.produce(
            rig.prefix + each.topic,
            each.value,
            each.key,
            partition=each.partition,
            on_delivery=lambda error, message, each=each: written.append(_placed(each, error, message)),
        )
        producer.flush(30)
    return written


def _placed(poison: Poison, error: object, message: object) -> Written:
    assert error is None, f"{poison.kind} in {poison.topic}: {error}"
    return Written(poison, message.offset())  # type: ignore[attr-defined]

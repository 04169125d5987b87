"""Poison of every kind, as a foreign producer would write it into any topic."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from confluent_kafka import Producer

from events.topics import EVENTS, LINKS, METERS, QUARANTINE
from streams.kafka.topics import MAX_BATCH_BYTES, partition_of
from tests.rig import Rig

TOPICS = (EVENTS, LINKS, METERS, QUARANTINE)
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


def of_every_kind(rig: Rig, table: str, link: str) -> Iterator[Poison]:
    """For every topic each kind; what is in a wrong partition is what stands in the right one."""
    bytes_ = {
        "null": None,
        "empty": b"",
        "garbage": b"\xc1 not msgpack",
        "text": b'{"stream": "table:T-1"}',
        "deep": b"\x91" * 20_000 + b"\xc0",
        "200 KB": b"x" * 200_000,
        "1 MB": b"x" * (MAX_BATCH_BYTES - OVERHEAD),
    }
    for topic in TOPICS:
        key = table if topic == EVENTS else link
        here = partition_of(key, rig.partitions)
        elsewhere = (here + 1) % rig.partitions
        first = _first_of(rig, topic, here, key)
        for kind, value in bytes_.items():
            yield Poison(kind, topic, here, key.encode(), value)
        yield Poison("no key", topic, here, None, first)
        yield Poison("foreign key", topic, here, b"nobody's", first)
        yield Poison("not text", topic, here, b"\xff\xfe", first)
        yield Poison("long key", topic, here, b"k" * 100_000, first)
        yield Poison("wrong partition", topic, elsewhere, key.encode(), first)


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

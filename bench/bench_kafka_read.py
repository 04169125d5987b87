"""Events read from Kafka per second: our bulk reader against kafka-python and confluent-kafka, in one run.

Everyone reads the same partition of realistic events from its first to its last record and touches offset
and value of each. The limit is confluent-kafka with the same fetch settings and nothing around it. Rounds
alternate and the best of each counts, so that a busy neighbour slows nobody in particular.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any

from confluent_kafka import Consumer, Producer
from confluent_kafka import TopicPartition as ConfluentPlace
from kafka import KafkaConsumer, TopicPartition

from bench.rows import Row, row
from streams.kafka.reader import FETCHING, read_range
from streams.kafka.topics import create_topics, partition_of
from streams.log import EVENTS, Sealed
from tests.kafka_broker import Broker
from tests.traffic import traffic

COUNT = 400_000
ROUNDS = 5
PREFIX = "bench."
CHUNK = 2_000

Contestant = Callable[[str, str, int], int]


@contextmanager
def broker() -> Iterator[Broker]:
    """A broker of its own on free ports, gone afterwards."""
    with Broker() as running:
        yield running


def realistic(count: int) -> Iterator[Sealed]:
    """Exactly so many events of twelve tables on two links."""
    for number, event in enumerate(traffic(count)):
        if number == count:
            return
        yield event


def fill(bootstrap: str, prefix: str, events: Iterable[Sealed], partitions: int = 1) -> str:
    """Make the topics and put the events into `events` as fast as possible; returns the topic's full name."""
    keyed = ((event.stream, event.value) for event in events)
    return fill_topic(bootstrap, prefix, EVENTS, keyed, partitions)


def fill_topic(
    bootstrap: str, prefix: str, name: str, records: Iterable[tuple[str, bytes]], partitions: int = 1
) -> str:
    """Make the topics and put keyed records into one of them; returns the topic's full name.

    Written with confluent-kafka and checked by nobody: for benchmarks, where who wrote them does not matter.
    """
    create_topics(bootstrap, prefix, partitions)
    topic, failed = prefix + name, []
    producer = Producer(
        {"bootstrap.servers": bootstrap, "enable.idempotence": True, "linger.ms": 20, "batch.size": 500_000}
    )

    def delivered(error: Any, _: Any) -> None:
        if error is not None:
            failed.append(error)

    for key, value in records:
        place = partition_of(key, partitions)
        while True:
            try:
                producer.produce(topic, value, key.encode(), place, on_delivery=delivered)
                break
            except BufferError:  # its queue is full: let it send
                producer.poll(0.05)
    if producer.flush(120) or failed:
        raise RuntimeError(f"{topic} could not be filled: {failed[:1]}")
    return topic


def ours(bootstrap: str, topic: str, count: int) -> int:
    """Our bulk reader."""
    size = 0
    for read in read_range(bootstrap, topic, 0, 0, count, chunk=CHUNK):
        size += sum(map(len, read.values))
    return size


def kafka_python(bootstrap: str, topic: str, count: int) -> int:
    """kafka-python with its crc32c extra, polled in large lists."""
    place, size, seen = TopicPartition(topic, 0), 0, 0
    consumer = KafkaConsumer(
        bootstrap_servers=bootstrap,
        group_id=None,
        auto_offset_reset="earliest",
        max_poll_records=10_000,
        max_partition_fetch_bytes=4 * 1024 * 1024,
    )
    consumer.assign([place])
    consumer.seek_to_beginning(place)
    while seen < count:
        for record in consumer.poll(1000).get(place, []):
            seen = record.offset + 1
            size += len(record.value)
    consumer.close()
    return size


def confluent_by_default(bootstrap: str, topic: str, count: int) -> int:
    """confluent-kafka as it comes."""
    return _confluent(bootstrap, topic, count, {})


def confluent_tuned(bootstrap: str, topic: str, count: int) -> int:
    """confluent-kafka with our fetch settings, and neither errors nor holes looked for."""
    return _confluent(bootstrap, topic, count, FETCHING)


def _confluent(bootstrap: str, topic: str, count: int, settings: dict[str, Any]) -> int:
    consumer = Consumer(
        {"bootstrap.servers": bootstrap, "group.id": "bench", "enable.auto.commit": False, **settings}
    )
    consumer.assign([ConfluentPlace(topic, 0, 0)])
    size = seen = 0
    while seen < count:
        for message in consumer.consume(CHUNK, 1.0):
            seen = message.offset() + 1
            size += len(message.value())
    consumer.close()
    return size


def measure(bootstrap: str, topic: str, count: int, rounds: int = ROUNDS) -> dict[Contestant, float]:
    """Events per second of each contestant: the best of alternating rounds."""
    everyone: list[Contestant] = [ours, confluent_tuned, confluent_by_default, kafka_python]
    best = dict.fromkeys(everyone, 0.0)
    sizes = set()
    for _ in range(rounds):
        for contestant in everyone:
            started = time.perf_counter()
            sizes.add(contestant(bootstrap, topic, count))
            best[contestant] = max(best[contestant], count / (time.perf_counter() - started))
        everyone = everyone[1:] + everyone[:1]
    if len(sizes) != 1:
        raise RuntimeError(f"not everybody has read the same bytes: {sizes}")
    return best


def run(quick: bool = False) -> list[Row]:
    """The bulk reader beside kafka-python, and beside confluent-kafka with the settings it comes with."""
    count, rounds = (2_000, 1) if quick else (COUNT, ROUNDS)
    with broker() as running:
        topic = fill(running.bootstrap, PREFIX, realistic(count))
        speed = measure(running.bootstrap, topic, count, rounds)
    peers = {
        "kafka_read": (kafka_python, f"kafka-python {version('kafka-python')} with crc32c"),
        "kafka_read_by_default": (
            confluent_by_default,
            f"confluent-kafka {version('confluent-kafka')}, default settings",
        ),
    }
    return [
        row(
            name,
            "events/s",
            speed[ours],
            n=count,
            goal="≥ 0.8 × limit",
            peer=speed[peer],
            peer_name=peer_name,
            limit=speed[confluent_tuned],
            limit_name=f"confluent-kafka {version('confluent-kafka')}, our settings, nothing checked",
        )
        for name, (peer, peer_name) in peers.items()
    ]

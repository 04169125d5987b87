"""Events per second of a bulk catch-up from Kafka: read, chain verified, decoded, folded, stored.

Ours is what `pitledger rebuild --kafka` does, over 8 partitions in two processes. The peer is Kafka Streams
with one thread and its cache, counting records by key in RocksDB (bench/kafka_streams). The limit is
confluent-kafka with our fetch settings, one consumer over all partitions, nothing done with what it reads.
All read the same topic in the same run; rounds alternate and the best of each counts.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Final

from confluent_kafka import Consumer, TopicPartition

from bench import kafka_streams_peer
from bench.bench_kafka_read import fill, realistic
from bench.rows import Row, row
from events.topics import EVENTS
from projections.records import CHUNK
from streams.kafka.reader import FETCHING
from streams.read_model.kafka_source import KafkaSource
from streams.read_model.rebuild import build
from streams.read_model.store import ReadStore
from tests.kafka_broker import Broker

COUNT: Final = 1_000_000
PARTITIONS: Final = 8
PROCESSES: Final = 2
ROUNDS: Final = 3
PREFIX: Final = "bench."


def ours(bootstrap: str, count: int) -> float:
    """Catch up a read model from nothing."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as directory:
        started = time.perf_counter()
        store = ReadStore(Path(directory) / "read.sqlite", durable=False)
        source = KafkaSource(bootstrap, PREFIX)
        stops = {(EVENTS, partition): source.end(EVENTS, partition) for partition in range(PARTITIONS)}
        build(source, store, stops, lambda _done, _total: None, PROCESSES)
        taken = time.perf_counter() - started
        counted = store.rows("SELECT sum(events) AS events FROM rounds")[0]["events"]
        store.close()
    if sum(stops.values()) != count or not 0.99 * count <= counted <= count:  # those of links have no round
        raise RuntimeError(f"{counted} events of {count} are in rounds")
    return count / taken


def kafka_streams(bootstrap: str, count: int) -> float:
    """Kafka Streams: from its first record to its last."""
    return kafka_streams_peer.measure(bootstrap, PREFIX + EVENTS, count)


def bare_client(bootstrap: str, count: int) -> float:
    """confluent-kafka, reading and no more."""
    started = time.perf_counter()
    consumer = Consumer(
        {"bootstrap.servers": bootstrap, "group.id": "bench", "enable.auto.commit": False, **FETCHING}
    )
    consumer.assign([TopicPartition(PREFIX + EVENTS, partition, 0) for partition in range(PARTITIONS)])
    seen = 0
    while seen < count:
        for message in consumer.consume(CHUNK, 1.0):
            message.value()
            seen += 1
    taken = time.perf_counter() - started
    consumer.close()
    return count / taken


def run(quick: bool = False) -> list[Row]:
    """One row."""
    count, rounds = (5_000, 1) if quick else (COUNT, ROUNDS)
    everyone: tuple[Callable[[str, int], float], ...] = (ours, kafka_streams, bare_client)
    best = dict.fromkeys(everyone, 0.0)
    with Broker() as broker:
        fill(broker.bootstrap, PREFIX, realistic(count), PARTITIONS)
        for _ in range(rounds):
            for contestant in everyone:
                speed = contestant(broker.bootstrap, count)
                print(f"catch_up: {contestant.__name__} {speed:,.0f} events/s", file=sys.stderr, flush=True)
                best[contestant] = max(best[contestant], speed)
    return [
        row(
            "catch_up",
            "events/s",
            best[ours],
            n=count,
            goal="≥ 1.3 × peer",
            peer=best[kafka_streams],
            peer_name="Kafka Streams, one thread, with cache, count and sum by key in RocksDB",
            limit=best[bare_client],
            limit_name=f"confluent-kafka {version('confluent-kafka')}, one consumer, nothing done",
        )
    ]

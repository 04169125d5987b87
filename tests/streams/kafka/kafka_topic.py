"""What tests do to a topic behind the log's back: write anything, read all, look into the broker's file."""

import struct
from pathlib import Path

from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from streams.log import Sealed


def write(
    bootstrap: str, topic: str, records: list[tuple[bytes | None, bytes | None]], partition: int = 0
) -> None:
    """Write keys and values as they are, each acknowledged before the next."""
    producer = KafkaProducer(bootstrap_servers=bootstrap, acks="all")
    try:
        for key, value in records:
            producer.send(topic, key=key, value=value, partition=partition).get(timeout=30)
    finally:
        producer.close()


def write_events(bootstrap: str, topic: str, events: list[Sealed], partition: int = 0) -> None:
    """Write events as a writer would that checks nothing."""
    write(bootstrap, topic, [(event.stream.encode(), event.value) for event in events], partition)


def read_all(bootstrap: str, topic: str, partition: int = 0) -> list:
    """Every record of a partition, as kafka-python gives it."""
    place = TopicPartition(topic, partition)
    consumer = KafkaConsumer(bootstrap_servers=bootstrap, group_id=None, auto_offset_reset="earliest")
    try:
        consumer.assign([place])
        end = consumer.end_offsets([place])[place]
        records: list = []
        while len(records) < end:
            records += consumer.poll(1000).get(place, [])
        return records
    finally:
        consumer.close()


def batch_sizes(directory: Path, topic: str, partition: int = 0) -> list[int]:
    """How many records each record batch in the partition's first file has."""
    data = (directory / "topics" / f"{topic}-{partition}" / f"{0:020d}.log").read_bytes()
    sizes, at = [], 0
    while at < len(data):
        (length,) = struct.unpack_from(">i", data, at + 8)
        (last_offset_delta,) = struct.unpack_from(">i", data, at + 23)
        sizes.append(last_offset_delta + 1)
        at += 12 + length
    return sizes

"""Instances in which an event is missing: what follows it proves a gap, and its stream is halted."""

import sqlite3
from pathlib import Path

from events.envelope import read_header
from streams.kafka.topics import partition_of
from streams.log import EVENTS
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog
from tests.streams.kafka.kafka_topic import write


def records_of(data: Path) -> list:
    """Every event of an embedded instance, as a record."""
    with SqliteLog(data / LOG_FILE, writable=False) as log:
        return list(log.read(EVENTS, 0, 0))


def lose_an_event(data: Path, stream: str) -> None:
    """Put a repeat of the log's first event in the place of one in the middle of a stream."""
    offsets = [record.offset for record in records_of(data) if record.key == stream]
    with sqlite3.connect(data / LOG_FILE) as log:
        (first,) = log.execute("SELECT value FROM events ORDER BY offset LIMIT 1").fetchone()
        log.execute("UPDATE events SET value = ? WHERE offset = ?", (first, offsets[len(offsets) // 2]))
    log.close()


def copy_to_kafka(data: Path, bootstrap: str, topic: str, partitions: int, lost: tuple[str, int]) -> None:
    """Bring an embedded instance to Kafka by a program that is not ours, and loses an event on the way."""
    values: dict[int, list] = {}
    for record in records_of(data):
        if (record.key, read_header(record.value).seq) != lost:
            kept = values.setdefault(partition_of(record.key, partitions), [])
            kept.append((record.key.encode(), record.value))
    for partition, records in values.items():
        write(bootstrap, topic, records, partition)

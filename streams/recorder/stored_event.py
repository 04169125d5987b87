"""One event of a stream and a number, in whatever topic its stream lies: the log's own bytes, and where.

Streams of tables, links and desks have an index. What the keeper and the examiner write has none: there the
numbers of a stream only rise, so the place is found by halving.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from events.envelope import Event, read_header
from events.errors import MalformedEvent
from events.topics import EVENTS, FINDINGS, METERS
from projections.records import Record
from streams.errors import BrokenChain
from streams.log import Log

_TOPIC_OF: Final = {"table": EVENTS, "link": EVENTS, "desk": EVENTS, "meter": METERS, "finding": FINDINGS}


class StoredEvent(NamedTuple):
    """An event as it lies in the log."""

    event: Event
    record: Record


def stored_event(log: Log, stream: str, seq: int, actor: str | None = None) -> StoredEvent | None:
    """The event of a number; None where there is none. `actor` tells series apart that share a stream, as
    those of several lists of checks do."""
    topic = _TOPIC_OF.get(stream.partition(":")[0])
    if topic is None or seq < 1:
        return None
    if topic == EVENTS:
        return _indexed(log, stream, seq)
    found = (_halved(log, topic, each, (stream, seq, actor)) for each in range(log.partitions(topic)))
    return next((each for each in found if each is not None), None)


def _indexed(log: Log, stream: str, seq: int) -> StoredEvent | None:
    try:
        for record in log.read_stream(stream, seq, seq + 1):
            return StoredEvent(read_header(record.value), record)
    except BrokenChain:  # what does not count is evidence, too
        for partition in range(log.partitions(EVENTS)):
            for record in log.read(EVENTS, partition, 0):
                found = _read(record) if record.key == stream else None
                if found is not None and found.event.seq == seq:
                    return found
    return None


def _halved(log: Log, topic: str, partition: int, wanted: tuple[str, int, str | None]) -> StoredEvent | None:
    stream, seq, actor = wanted
    low, high = 0, log.end(topic, partition)
    while low < high:
        middle = (low + high) // 2
        found = _first_of(log, topic, (partition, middle, high), stream, actor)
        if found is None:
            high = middle
        elif found.event.seq == seq:
            return found
        elif found.event.seq < seq:
            low = found.record.offset + 1
        else:
            high = middle
    return None


def _first_of(
    log: Log, topic: str, span: tuple[int, int, int], stream: str, actor: str | None
) -> StoredEvent | None:
    for record in log.read(topic, *span):
        found = _read(record)
        if found is not None and found.event.stream == stream and actor in (None, found.event.actor):
            return found
    return None


def _read(record: Record) -> StoredEvent | None:
    try:
        return StoredEvent(read_header(record.value), record)
    except MalformedEvent:
        return None

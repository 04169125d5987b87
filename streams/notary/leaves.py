"""What becomes a leaf of the audit log: events as they are, everything else inside a msgpack map.

An event is an array, so nothing that is wrapped passes for one. The same bytes at a number that is logged
already are no leaf again, since what Kafka's workers send may repeat. Pure: what is logged is asked of the
caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec

from events.columns import Row, decode_rows
from events.envelope import NO_PREV, Event, decode, event_hash
from events.errors import MalformedEvent
from events.topics import EVENTS, FINDINGS, METERS, QUARANTINE
from projections.records import Chunk, Record, key_text
from projections.routing.marks import remember, remembers
from streams.notary.record import SeriesHead
from streams.notary.tlog.tiles import MAX_ENTRY_BYTES

SOURCES: Final = (EVENTS, METERS, FINDINGS, QUARANTINE)
"""The topics that are notarised, in the order in which they are read."""


class Wrapped(StrEnum):
    """Why something is not an event of the audit log."""

    FORK = "fork"
    """An event at a number that another event has, or one that follows such an event."""
    UNREADABLE = "unreadable"
    """Bytes that are not an event, or not of the key or topic that they are under."""
    QUARANTINED = "quarantined"
    """A record of `quarantine`."""
    KEY_CHANGE = "key_change"
    """A note, signed by both keys, that another key signs from here on."""
    EXPORT = "export"
    """The statement about an export that was handed out: what its manifest of tags has as its hash."""


class Leaf(NamedTuple):
    """An entry, and for an event its series and its number there."""

    entry: bytes
    series: str = ""
    seq: int = 0


IsLogged = Callable[[str, int, bytes], bool]
"""Whether the event of a series and number that is logged already has these bytes."""


def series_of(stream: str, actor: str) -> str:
    """What numbers are dense in: a stream; in findings, what one list of checks found in it."""
    return f"{stream} {actor}" if stream.startswith("finding:") else stream


def wrapped(kind: Wrapped, value: bytes, **place: str | int) -> bytes:
    """Bytes that are not an event as an entry: their hash and length alone where they are too long."""
    fields = {"kind": str(kind), **place}
    entry = _ENCODE({**fields, "value": value})
    if len(entry) <= MAX_ENTRY_BYTES:
        return entry
    return _ENCODE({**fields, "sha256": sha256(value).digest(), "length": len(value)})


_ENCODE: Final = msgspec.msgpack.Encoder().encode
_KEPT_KEY: Final = 256
_KINDS: Final = {EVENTS: ("table", "link", "desk"), METERS: ("meter",), FINDINGS: ("finding",)}
"""The streams that each topic has."""


class LeafMaker:
    """Takes the records of the sources in order and says which leaves they are; moves the heads on."""

    def __init__(self, heads: dict[str, SeriesHead], is_logged: IsLogged) -> None:
        self.heads = heads
        self._is_logged = is_logged

    def take(self, topic: str, partition: int, chunk: Chunk) -> Iterator[Leaf]:
        """The leaves of records of a topic; an event without a key is under that of its stream."""
        if topic == QUARANTINE:
            return (_wrapped(Wrapped.QUARANTINED, record) for record in _records(topic, partition, chunk))
        try:
            rows = decode_rows(chunk.values)
        except MalformedEvent:
            return self._one_by_one(topic, partition, chunk)
        if not _all_belong(topic, chunk.keys, rows):
            return self._one_by_one(topic, partition, chunk)
        return self._events(topic, partition, chunk, rows)

    def _events(self, topic: str, partition: int, chunk: Chunk, rows: Sequence[Row]) -> Iterator[Leaf]:
        """The hot loop: an event that continues its series costs a look at its head."""
        heads, found = self.heads, topic == FINDINGS
        digests = [hashed.digest() for hashed in map(sha256, chunk.values)]
        for at, (value, row, digest) in enumerate(zip(chunk.values, rows, digests, strict=True)):
            name = series_of(row[1], row[10]) if found else row[1]
            seq = row[2]
            head = heads.get(name)
            if head is not None and head.seq + 1 == seq and head.hash == row[3]:
                head.seq, head.hash = seq, digest
                yield Leaf(value, name, seq)
            else:
                record = _record(topic, partition, chunk, at)
                yield from self._judged(record, name, seq, row[3], digest)

    def _one_by_one(self, topic: str, partition: int, chunk: Chunk) -> Iterator[Leaf]:
        for record in _records(topic, partition, chunk):
            try:
                event = decode(record.value)
            except MalformedEvent:
                yield _wrapped(Wrapped.UNREADABLE, record)
                continue
            if chunk.keys is not None and record.key != _key_of(topic, event.stream):
                yield _wrapped(Wrapped.UNREADABLE, record)
                continue
            if event.kind not in _KINDS[topic]:
                yield _wrapped(Wrapped.UNREADABLE, record)
                continue
            name = series_of(event.stream, event.actor)
            yield from self._judged(record, name, event.seq, event.prev, event_hash(record.value))

    def _judged(self, record: Record, series: str, seq: int, prev: bytes, digest: bytes) -> Iterator[Leaf]:
        head = self.heads.get(series)
        if head is None:
            head = self.heads[series] = SeriesHead(0, NO_PREV)
        if seq <= head.seq:
            if self._is_logged(series, seq, record.value):
                return
        elif (seq == head.seq + 1 and prev == head.hash) or (
            seq > head.seq + 1 and not remembers(head.lost, prev)
        ):  # the next, or one behind a gap, which is evidence
            head.seq, head.hash = seq, digest
            yield Leaf(record.value, series, seq)
            return
        head.lost = remember(head.lost, digest)
        yield _wrapped(Wrapped.FORK, record)


def _key_of(topic: str, stream: str) -> str:
    return stream.partition(":")[2] if topic == METERS else stream


def _all_belong(topic: str, keys: Sequence[bytes | None] | None, rows: Sequence[Row]) -> bool:
    """Whether every stream may be in the topic, under the keys that they are under."""
    streams = [row[1] for row in rows]
    due = {stream: _key_of(topic, stream).encode() for stream in set(streams)}
    if any(stream.partition(":")[0] not in _KINDS[topic] for stream in due):
        return False
    return keys is None or keys == [due[stream] for stream in streams]


def _record(topic: str, partition: int, chunk: Chunk, at: int) -> Record:
    key = "" if chunk.keys is None else key_text(chunk.keys[at])
    return Record(topic, partition, chunk.start + at, key, chunk.values[at])


def _records(topic: str, partition: int, chunk: Chunk) -> Iterator[Record]:
    return (_record(topic, partition, chunk, at) for at in range(len(chunk.values)))


def _wrapped(kind: Wrapped, record: Record) -> Leaf:
    key, offset = record.key[:_KEPT_KEY], record.offset
    place = wrapped(
        kind, record.value, topic=record.topic, partition=record.partition, offset=offset, key=key
    )
    return Leaf(place)


def series_of_entry(entry: bytes) -> tuple[str, Event] | None:
    """The series and the event of an entry; None for one that is wrapped."""
    try:
        event = decode(entry)
    except MalformedEvent:
        return None
    return series_of(event.stream, event.actor), event

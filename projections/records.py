"""Records in, outputs out: what every fold reads and emits, and the form of a quarantine record."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgpack
import msgspec

from events.topics import QUARANTINE


class Record(msgspec.Struct, frozen=True, gc=False):
    """One entry of a partition of a topic, as a log gives it and a fold takes it.

    A struct: every event is one several times over, and a named tuple takes three times as long to make.
    """

    topic: str
    partition: int
    offset: int
    key: str
    value: bytes


CHUNK: Final = 512
"""Records a chunk: more no longer fit the processor's cache, fewer repeat what is done once a chunk."""


class Chunk(NamedTuple):
    """Records of a partition one behind the other, field by field: for those who read millions.

    `keys` is None where the log keeps none, because the key is the stream that the event names.
    """

    start: int
    keys: list[bytes | None] | None
    values: list[bytes]


class Output(NamedTuple):
    """One record to send. `barrier`: nothing behind it may be sent before the log has acknowledged it.

    A refused send may leave a hole: a later record is in the log and an earlier one is not. Numbered records
    bear that; a mark, and the first leg after one, do not.
    """

    topic: str
    key: str
    value: bytes
    barrier: bool = False


class Quarantined(NamedTuple):
    """A record that was quarantined: where it was, why, both hashes, all its bytes."""

    topic: str
    partition: int
    offset: int
    key: str
    reason: str
    detail: str
    found: bytes
    expected: bytes
    value: bytes


def key_text(key: bytes | None) -> str:
    """The key of a record as text; one that is not text matches no stream and no link, and is judged so."""
    return (key or b"").decode("utf-8", "backslashreplace")


def records_of(topic: str, partition: int, chunk: Chunk) -> list[Record]:
    """The records of a chunk that has keys, one by one."""
    assert chunk.keys is not None
    return [
        Record(topic, partition, offset, key_text(key), value)
        for offset, (key, value) in enumerate(zip(chunk.keys, chunk.values, strict=True), chunk.start)
    ]


def quarantine(record: Record, reason: str, detail: str, *, found: bytes, expected: bytes = b"") -> Output:
    """What to send to `quarantine` about a record."""
    quarantined = Quarantined(
        record.topic,
        record.partition,
        record.offset,
        record.key,
        reason,
        detail,
        found,
        expected,
        record.value,
    )
    return Output(QUARANTINE, record.key, msgpack.packb(quarantined._asdict(), use_bin_type=True))


def read_quarantined(value: bytes) -> Quarantined:
    """The content of a record of `quarantine`."""
    return Quarantined(**msgpack.unpackb(value))

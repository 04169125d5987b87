"""Records in, outputs out: what every fold reads and emits, and the form of a quarantine record."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

import msgpack
import msgspec

from events.envelope import event_hash
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


KEPT_BYTES: Final = 64 * 1024
"""What quarantine keeps of a record: all of an event, and of longer bytes the beginning. The whole of them
stays where it was found, and its hash and length say which they are."""
KEPT_KEY: Final = 128
"""What it keeps of a key: more than any stream or link has."""
KEPT_DETAIL: Final = 1_000
UNREADABLE: Final = "unreadable"
"""The reason of what is in `quarantine` itself and is no record of it."""
MISPLACED: Final = "misplaced:"
"""Before the key of a record that is in a partition where its key does not belong: no stream and no link is
called so, so nothing believes it."""


class Quarantined(NamedTuple):
    """A record that was quarantined: where it was, why, both hashes, its first bytes and how many it has."""

    topic: str
    partition: int
    offset: int
    key: str
    reason: str
    detail: str
    found: bytes
    expected: bytes
    value: bytes
    length: int


_Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
_Hash = Annotated[bytes, msgspec.Meta(max_length=64)]


class _Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record of `quarantine` as it must be, whoever wrote it."""

    topic: Annotated[str, msgspec.Meta(max_length=KEPT_KEY)]
    partition: _Number
    offset: _Number
    key: Annotated[str, msgspec.Meta(max_length=KEPT_KEY)]
    reason: Annotated[str, msgspec.Meta(max_length=KEPT_KEY)]
    detail: Annotated[str, msgspec.Meta(max_length=KEPT_DETAIL)]
    found: _Hash
    expected: _Hash
    value: bytes
    length: _Number


_STORED: Final = msgspec.msgpack.Decoder(_Stored)


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
    quarantined = _quarantined(record, reason, detail, found, expected)
    return Output(QUARANTINE, quarantined.key, msgpack.packb(quarantined._asdict(), use_bin_type=True))


def read_quarantined(record: Record) -> Quarantined:
    """The content of a record of `quarantine`. What is there and is none of ours is quarantined by itself."""
    try:
        stored = Quarantined(*msgspec.structs.astuple(_STORED.decode(record.value)))
    except (msgspec.MsgspecError, RecursionError) as error:
        why = str(error)
    else:
        if stored.key == record.key:
            return stored
        why = "it is of another key"  # somebody has copied it
    detail = f"this is in quarantine and is no record of it ({why})"
    return _quarantined(record, UNREADABLE, detail, event_hash(record.value), b"")


def what_is_quarantined(output: Output) -> Quarantined:
    """The content of what is sent to `quarantine`."""
    return read_quarantined(Record(output.topic, 0, 0, output.key, output.value))


def _quarantined(record: Record, reason: str, detail: str, found: bytes, expected: bytes) -> Quarantined:
    return Quarantined(
        record.topic,
        record.partition,
        record.offset,
        record.key[:KEPT_KEY],
        reason,
        detail[:KEPT_DETAIL],
        found,
        expected,
        record.value[:KEPT_BYTES],
        len(record.value),
    )

"""What a processor emits: a value for a topic under a key. Quarantine records have their form here."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgpack

from events.topics import QUARANTINE


class Output(NamedTuple):
    """One record to send. `alone`: nothing behind it may be sent before the log has acknowledged it.

    A refused send may leave a hole: a later record stands where an earlier one does not. Numbered records
    bear that; a mark, and the first leg after one, do not.
    """

    topic: str
    key: str
    value: bytes
    alone: bool = False


class Source(NamedTuple):
    """One record as a fold sees it."""

    partition: int
    offset: int
    key: str
    value: bytes


def quarantined(
    topic: str, source: Source, reason: str, detail: str, *, found: bytes, expected: bytes = b""
) -> Output:
    """The record that keeps bad data: where it stood, why it was put aside, both hashes, all its bytes."""
    value = msgpack.packb(
        {
            "topic": topic,
            "partition": source.partition,
            "offset": source.offset,
            "key": source.key,
            "reason": reason,
            "detail": detail,
            "found": found,
            "expected": expected,
            "value": source.value,
        },
        use_bin_type=True,
    )
    return Output(QUARANTINE, source.key, value)


def read_quarantined(value: bytes) -> dict[str, Any]:
    """The fields of a quarantine record."""
    fields: dict[str, Any] = msgpack.unpackb(value)
    return fields

"""Many events at once, field by field: what `envelope.decode` accepts, for those who read millions.

What `decode` checks event by event is checked here column by column, inside C loops; what repeats from event
to event (table, type, day, round) is checked on one event that has it.
"""

from __future__ import annotations

from typing import Any, Final

import msgpack

from events.envelope import FIELDS, MAX_EVENT_BYTES, NO_PREV, Event, check_header
from events.errors import MalformedEvent
from events.times import MAX_TIME_US

Columns = list[tuple[Any, ...]]
"""The fields in the order of `FIELDS`, each with the values of all events."""

_INT64: Final = 2**63
_TYPES: Final = {
    "seq": int,
    "prev": bytes,
    "schema": int,
    "occurred_at_us": int,
    "recorded_at_us": int,
    "source_id": str,
    "body": bytes,
}
"""The fields whose every value is looked at; True equals 1, so numbers cannot be judged by a like one."""
_TYPED: Final = tuple((FIELDS.index(name), {type_}) for name, type_ in _TYPES.items())
_NOT_ALL_EVENTS: Final = MalformedEvent("event", "some of these records are no events; `decode` says which")


def decode_columns(encoded: list[bytes]) -> Columns:
    """The fields of events; `MalformedEvent` if `decode` would refuse any of them, or if there are none."""
    if not encoded or max(map(len, encoded)) > MAX_EVENT_BYTES:
        raise _NOT_ALL_EVENTS
    try:
        rows = list(map(msgpack.unpackb, encoded))
        if set(map(type, rows)) != {list} or set(map(len, rows)) != {len(FIELDS)}:
            raise _NOT_ALL_EVENTS
        columns = list(zip(*rows, strict=True))
        _check_columns(columns, rows)
        # A packer of its own: it keeps its buffer from one event to the next, so no two may share one.
        if list(map(msgpack.Packer().pack, rows)) != encoded:
            raise _NOT_ALL_EVENTS
    except (ValueError, TypeError, msgpack.exceptions.UnpackException, RecursionError) as error:
        raise _NOT_ALL_EVENTS from error
    return columns


def _check_columns(columns: Columns, rows: list[Any]) -> None:
    for index, types in _TYPED:
        if set(map(type, columns[index])) != types:
            raise _NOT_ALL_EVENTS
    facility, stream, seq, prev, type_, schema, occurred, recorded, day, round_, actor, source, mode, _ = (
        columns
    )
    samples = [
        *dict(zip(zip(facility, stream, type_, day, mode, strict=True), rows, strict=True)).values(),
        *dict(zip(round_, rows, strict=True)).values(),
        *dict(zip(actor, rows, strict=True)).values(),
    ]
    for row in samples:
        check_header(Event._make(row))
    in_range = (
        0 < min(seq) <= max(seq) < _INT64
        and 0 < min(schema) <= max(schema) < _INT64
        and 0 <= min(occurred) <= max(occurred) <= MAX_TIME_US
        and 0 <= min(recorded) <= max(recorded) <= MAX_TIME_US
        and set(map(len, prev)) == {32}
        and 1 <= min(map(len, source)) <= max(map(len, source)) <= 128
    )
    if not in_range:
        raise _NOT_ALL_EVENTS
    starts = 1 in seq or NO_PREV in prev
    if starts and any((n == 1) != (before == NO_PREV) for n, before in zip(seq, prev, strict=True)):
        raise _NOT_ALL_EVENTS

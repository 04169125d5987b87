"""Many events at once, field by field: what `envelope.decode` accepts, for those who read millions.

What `decode` checks event by event is checked here column by column, inside C loops; what repeats from event
to event (table, type, day, round) is checked on one event that has it.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from events.envelope import MAX_EVENT_BYTES, NO_PREV, Event, check_header
from events.errors import MalformedEvent
from events.times import MAX_TIME_US

Columns = list[tuple[Any, ...]]
"""The fields in the order of `FIELDS`, each with the values of all events."""

_INT64: Final = 2**63
_DECODE: Final = msgspec.msgpack.Decoder(Event).decode
_ENCODE: Final = msgspec.msgpack.Encoder().encode
_NOT_ALL_EVENTS: Final = MalformedEvent("event", "some of these records are not events; `decode` says which")


def decode_columns(encoded: list[bytes]) -> Columns:
    """The fields of events; `MalformedEvent` if `decode` would refuse any of them, or if there are none."""
    if not encoded or max(map(len, encoded)) > MAX_EVENT_BYTES:
        raise _NOT_ALL_EVENTS
    try:
        events = list(map(_DECODE, encoded))
        columns = list(zip(*events, strict=True))
        _check_columns(columns, events)
        if list(map(_ENCODE, events)) != encoded:
            raise _NOT_ALL_EVENTS
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise _NOT_ALL_EVENTS from error
    return columns


def _check_columns(columns: Columns, events: list[Event]) -> None:
    facility, stream, seq, prev, type_, schema, occurred, recorded, day, round_, actor, source, mode, _ = (
        columns
    )
    samples = [
        *dict(zip(zip(facility, stream, type_, day, mode, strict=True), events, strict=True)).values(),
        *dict(zip(round_, events, strict=True)).values(),
        *dict(zip(actor, events, strict=True)).values(),
    ]
    for event in samples:
        check_header(event)
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

"""Many events at once: what `envelope.decode` accepts, for those who read millions.

What `decode` checks event by event is checked here inside C loops: types, lengths and ranges by one typed
decoder, the canonical form by encoding many events at once. What repeats from event to event (table, type,
day, round) is checked once for each different value.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, Literal

import msgspec

from events.envelope import (
    FIELDS,
    MAX_EVENT_BYTES,
    NO_PREV,
    Actor,
    Event,
    Hash,
    Number,
    SourceId,
    Time,
    check_header,
)
from events.errors import MalformedEvent

Row = tuple[str, str, int, bytes, str, int, int, int, str, str | None, str, str, str, bytes]
"""The fields of an event in the order of `FIELDS`."""

_Mode = Literal["live", "test", "training"]
_Checked = tuple[
    str, str, Number, Hash, str, Number, Time, Time, str, str | None, Actor, SourceId, _Mode, bytes
]

_decode_row: Final = msgspec.msgpack.Decoder(_Checked).decode
_encode: Final = msgspec.msgpack.Encoder().encode
_SAMPLE: Final = Event("F", "table:T", 1, NO_PREV, "t", 1, 0, 0, "2000-01-01", None, "a", "s", "live", b"")
_REPEATING: Final = tuple(
    (name, itemgetter(FIELDS.index(name)))
    for name in ("facility", "stream", "type", "gaming_day", "round", "actor")
)
"""The fields whose form is checked once for each different value, and how to get them."""
_SEQ: Final = itemgetter(FIELDS.index("seq"))
_UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError)
"""What bytes may lead to that are not an event, and values that are not bytes."""


def decode_rows(encoded: list[bytes]) -> list[Row]:
    """The fields of events; `MalformedEvent` if `decode` would refuse any of them, or if there are none."""
    try:
        rows: list[Row] = list(map(_decode_row, encoded))
    except _UNREADABLE as error:
        raise _not_all_events() from error
    # No value is shorter than its canonical form, so where all of them together are equal, each one is.
    joined = b"".join(encoded)
    if (
        not rows
        or max(map(len, encoded)) > MAX_EVENT_BYTES
        or _encode(rows) != _array_header(len(rows)) + joined
    ):
        raise _not_all_events()
    for name, field in _REPEATING:
        for value in set(map(field, rows)):
            _check_form(name, value)
    starts = NO_PREV in joined or 1 in map(_SEQ, rows)
    if starts and any((row[2] == 1) != (row[3] == NO_PREV) for row in rows):
        raise _not_all_events()
    return rows


def _not_all_events() -> MalformedEvent:
    """A new one each time: an exception keeps every frame that it has passed through, and what is in them."""
    return MalformedEvent("event", "some of these records are not events; `decode` names them")


@lru_cache(maxsize=16_384)
def _check_form(name: str, value: str | None) -> None:
    """Refuse a value that the field cannot have; a call that raises is not remembered."""
    fields: dict[str, Any] = {name: value}
    check_header(_SAMPLE._replace(**fields))


@lru_cache(maxsize=16)
def _array_header(length: int) -> bytes:
    """How msgpack begins an array."""
    header: bytes = _encode([None] * length)[:-length]
    return header


class _Beginning(msgspec.Struct, array_like=True, gc=False):
    """The first fields of an event; the decoder passes over the others."""

    facility: str
    stream: str


_decode_beginning: Final = msgspec.msgpack.Decoder(_Beginning).decode


def stream_of(encoded: bytes) -> str:
    """The stream of an event that was checked when it was appended, without reading the rest of it."""
    try:
        return _decode_beginning(encoded).stream
    except _UNREADABLE as error:
        raise MalformedEvent("event", str(error)) from None

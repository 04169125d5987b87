"""Events as JSON: what `pitledger import` reads and `export-events` writes, one object a line.

The object has the fields of the envelope, times as RFC 3339 text, `prev` in hex and the body as an object.
What a recorder assigns may be absent on reading; the result is then a draft for it to complete.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgpack
import msgspec
from msgspec.structs import astuple, replace

from events.body import TYPES, Body, body_class, parse_body, unpack_body
from events.constraints import fits
from events.envelope import FIELDS, NO_PREV, Actor, Event, Number, SourceId, check_header, check_repeating
from events.errors import MalformedEvent
from events.times import parse_time, time_text

JSON_FIELDS: Final = tuple(name.removesuffix("_us") for name in FIELDS)
"""The keys of an event in JSON, in the order of the envelope."""
ASSIGNED: Final = ("facility", "seq", "prev", "recorded_at", "gaming_day", "source_id")
"""What a recorder assigns where it is absent or null."""
_REQUIRED: Final = tuple(name for name in JSON_FIELDS if name not in ASSIGNED and name != "round")
_KNOWN: Final = frozenset(JSON_FIELDS)
_ANY_PREV: Final = b"\x01" * 32
_GOOD_FACILITY: Final = "F"
_GOOD_DAY: Final = "1970-01-01"
_HEX_HASH: Final = re.compile(r"[0-9a-f]{64}")


class Draft(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An event that may lack what the recorder assigns; the fields are those of `Event`, in its order.

    `Event._make(draft._replace(…))` is the event once nothing is missing. It is used like the named tuple
    that an event is; but a struct is made in a third of the time, and the recorder reads its fields dozens
    of times.
    """

    facility: str | None
    stream: str
    seq: int | None
    prev: bytes | None
    type: str
    schema: int
    occurred_at_us: int
    recorded_at_us: int | None
    gaming_day: str | None
    round: str | None
    actor: str
    source_id: str | None
    mode: str
    body: bytes

    def __iter__(self) -> Iterator[Any]:
        """The fields in their order."""
        return iter(astuple(self))

    @classmethod
    def _make(cls, fields: Iterable[Any]) -> Draft:
        return cls(*fields)

    def _replace(self, **changes: Any) -> Draft:
        return replace(self, **changes)


def to_json(event: Event) -> dict[str, Any]:
    """An event as a JSON-able object, its body as it is stored: nothing is upcast, so it reads back to
    the same bytes.
    """
    values: dict[str, Any] = dict(zip(JSON_FIELDS, event, strict=True))
    values["prev"] = event.prev.hex()
    values["occurred_at"] = time_text(event.occurred_at_us)
    values["recorded_at"] = time_text(event.recorded_at_us)
    values["body"] = unpack_body(event)
    return values


def draft_from_json(value: object) -> Draft:
    """A draft from one JSON object; refuses what is malformed, naming the key.

    An object that carries `seq` and `prev` keeps its body's version, since its bytes are in a chain.
    Any other is about to be recorded, and is brought to the newest version.
    """
    if not isinstance(value, dict):
        raise MalformedEvent("event", f"must be a JSON object, not {type(value).__name__}")
    if not value.keys() <= _KNOWN:
        unknown = min(str(key) for key in value.keys() - _KNOWN)
        raise MalformedEvent(unknown, f"is not a field of an event; they are {', '.join(JSON_FIELDS)}")
    missing = [name for name in _REQUIRED if value.get(name) is None]
    if missing:
        also = "".join(f"; {name}: is missing" for name in missing[1:])
        raise MalformedEvent(missing[0], f"is missing{also}")
    get = value.get
    draft = Draft(
        facility=get("facility"),
        stream=value["stream"],
        seq=get("seq"),
        prev=None if get("prev") is None else _hash("prev", value["prev"]),
        type=value["type"],
        schema=value["schema"],
        occurred_at_us=_time("occurred_at", value["occurred_at"]),
        recorded_at_us=None if get("recorded_at") is None else _time("recorded_at", value["recorded_at"]),
        gaming_day=get("gaming_day"),
        round=get("round"),
        actor=value["actor"],
        source_id=get("source_id"),
        mode=value["mode"],
        body=b"",
    )
    check_header(_filled(draft))
    schema, body = _body(draft, value["body"])
    return draft._replace(schema=schema, body=body)


def draft_from_line(line: bytes, source_id: str) -> Draft | None:
    """A draft from one line of JSON at several times the speed; None where `draft_from_json` must look at it.

    What is taken here that one takes too, and makes the same draft of. Nothing is refused here: of what is
    wrong with a line, or only unusual, the other reader finds the words. `source_id` is for one without.
    """
    try:
        given = _DECODE_LINE(line)
        model = TYPES[given.type]
        if given.schema != model.SCHEMA:
            return None
        body: Body = (_BODY_DECODERS.get(model) or _body_decoder(model))(given.body)
        if not fits(body):
            return None
        prev = None if given.prev is None else _hash("prev", given.prev)
        if prev is not None and given.seq is not None and (given.seq == 1) != (prev == NO_PREV):
            return None
        facility = _GOOD_FACILITY if given.facility is None else given.facility
        day = _GOOD_DAY if given.gaming_day is None else given.gaming_day
        check_repeating((facility, given.stream, given.type, day, given.mode), given.round, given.actor)
        return Draft(
            given.facility,
            given.stream,
            given.seq,
            prev,
            given.type,
            given.schema,
            parse_time(given.occurred_at),
            None if given.recorded_at is None else parse_time(given.recorded_at),
            given.gaming_day,
            given.round,
            given.actor,
            source_id if given.source_id is None else given.source_id,
            given.mode,
            body.to_bytes(),
        )
    except (msgspec.MsgspecError, MalformedEvent, KeyError, ValueError, RecursionError):
        return None


class _Line(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A line as it comes; the body is decoded by its type. Text that is not Unicode is not decoded."""

    stream: str
    type: str
    schema: int
    occurred_at: str
    actor: Actor
    mode: str
    body: msgspec.Raw
    facility: str | None = None
    seq: Number | None = None
    prev: str | None = None
    recorded_at: str | None = None
    gaming_day: str | None = None
    round: str | None = None
    source_id: SourceId | None = None


_DECODE_LINE: Final = msgspec.json.Decoder(_Line).decode
_BODY_DECODERS: Final[dict[type[Body], Callable[[msgspec.Raw], Any]]] = {}


def _body_decoder(model: type[Body]) -> Callable[[msgspec.Raw], Any]:
    return _BODY_DECODERS.setdefault(model, msgspec.json.Decoder(model).decode)


def _filled(draft: Draft) -> Event:
    """The draft as an event, good values where it has none, so that one check serves both."""
    seq = (1 if draft.prev == NO_PREV else 2) if draft.seq is None else draft.seq
    return Event(
        draft.facility if draft.facility is not None else _GOOD_FACILITY,
        draft.stream,
        seq,
        draft.prev if draft.prev is not None else (NO_PREV if seq == 1 else _ANY_PREV),
        draft.type,
        draft.schema,
        draft.occurred_at_us,
        draft.recorded_at_us if draft.recorded_at_us is not None else 0,
        draft.gaming_day if draft.gaming_day is not None else _GOOD_DAY,
        draft.round,
        draft.actor,
        draft.source_id if draft.source_id is not None else "-",
        draft.mode,
        draft.body,
    )


def _body(draft: Draft, fields: object) -> tuple[int, bytes]:
    """The version and the bytes that a body is recorded in."""
    body = parse_body(draft.type, fields, draft.schema)
    newest = body_class(draft.type).SCHEMA
    if draft.schema == newest or draft.seq is None or draft.prev is None:
        return newest, body.to_bytes()
    packed: bytes = msgpack.packb(fields, use_bin_type=True)
    return draft.schema, packed


def _hash(name: str, value: object) -> bytes:
    if not isinstance(value, str) or not _HEX_HASH.fullmatch(value):
        raise MalformedEvent(name, f"must be a SHA-256 in 64 hex digits, not {value!r}")
    return bytes.fromhex(value)


def _time(name: str, value: object) -> int:
    if not isinstance(value, str):
        raise MalformedEvent(name, f"must be an RFC 3339 time as text, not {type(value).__name__}")
    try:
        return parse_time(value)
    except ValueError as error:
        raise MalformedEvent(name, str(error)) from None

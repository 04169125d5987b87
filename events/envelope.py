"""The envelope of every event and its one encoding.

An event is one msgpack array in the order of the fields below, the body inside it as a byte string
that is msgpack itself. Equal events have equal bytes, and these bytes are the Kafka value, the SQLite
row and the leaf of the audit log. Routing reads the header and never touches the body.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Annotated, Any, Final, NamedTuple

import msgpack
import msgspec
from msgspec import Meta

from events.errors import MalformedEvent
from events.naming import is_name
from events.times import MAX_TIME_US, is_day

MAX_EVENT_BYTES: Final = 65_535
NO_PREV: Final = bytes(32)
LIVE: Final = "live"
MODES: Final = (LIVE, "test", "training")
KINDS: Final = ("table", "link", "desk", "meter", "router", "finding")
"""Who owns a stream: a gaming table, a link (control of its meters), a desk, the keeper of a link,
the router (its marks about other streams), or the examiner (what it found in another stream)."""
EXAMINED: Final = ("table", "meter", "link", "desk")
"""The kinds of streams that things are found in: `finding:table:HCF-01`."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
STREAM_PATTERN: Final = rf"({'|'.join(KINDS[:-1])}|finding:({'|'.join(EXAMINED)})):{_NAME.pattern}"
"""The form of a stream's name."""
_TYPE = re.compile(r"[a-z][a-z0-9_]{0,63}")
_INT64: Final = 2**63 - 1
_PREV_RULE: Final = "must be the SHA-256 of the previous event (32 zero bytes at seq 1 only)"
_TIME_RANGE: Final = "times are microseconds UTC since 1970, never negative, at the latest in the year 9999"

# What msgspec checks of a field while it decodes.
Number = Annotated[int, Meta(ge=1, le=_INT64)]
Time = Annotated[int, Meta(ge=0, le=MAX_TIME_US)]
Hash = Annotated[bytes, Meta(min_length=32, max_length=32)]
Actor = Annotated[str, Meta(min_length=1, max_length=64)]
SourceId = Annotated[str, Meta(min_length=1, max_length=128)]


class Event(NamedTuple):
    """One fact in its envelope. `body` stays encoded until somebody needs it."""

    facility: str
    stream: str
    seq: Number
    prev: Hash
    type: str
    schema: Number
    occurred_at_us: Time
    recorded_at_us: Time
    gaming_day: str
    round: str | None
    actor: Actor
    source_id: SourceId
    mode: str
    body: bytes

    @property
    def kind(self) -> str:
        """Who owns the stream: one of `KINDS`."""
        return self.stream.partition(":")[0]

    @property
    def owner(self) -> str:
        """The name behind the kind: the table, link or desk."""
        return self.stream.partition(":")[2]


FIELDS: Final = Event._fields
_SHAPE: Final = (str, str, int, bytes, str, int, int, int, str, str, str, str, str, bytes)
"""The types of the fields; an event may have no round."""
_TYPE_WORDS: Final = {str: "text", int: "an integer", bytes: "a byte string"}
_DECODE: Final = msgspec.msgpack.Decoder(Event).decode
_ENCODE: Final = msgspec.msgpack.Encoder().encode
"""The same bytes as msgpack's own packer, at a third of its time; a test holds the two together."""
_UNREADABLE: Final = (msgspec.MsgspecError, ValueError, RecursionError)
_REMEMBERED_AT_MOST: Final = 16_384
_GOOD_PLACES: Final[set[tuple[str, str, str, str, str]]] = set()
_GOOD_ROUNDS: Final[set[str | None]] = set()
_GOOD_ACTORS: Final[set[str]] = set()
"""What repeats from event to event and was found good."""


def stream_name(kind: str, owner: str) -> str:
    """The stream of a table, link or desk: `table:HCF-01`."""
    if kind not in KINDS:
        raise MalformedEvent("stream", f"the kind {kind!r} is none of {', '.join(KINDS)}")
    if kind == "finding":
        of, _, name = owner.partition(":")
        if of not in EXAMINED:
            raise MalformedEvent("stream", f"nothing is found in {owner!r}: only in {', '.join(EXAMINED)}")
        return f"finding:{stream_name(of, name)}"
    if not _NAME.fullmatch(owner):
        raise MalformedEvent("stream", f"{owner!r} is not a name: letters, digits, '.', '_', '-', at most 64")
    return f"{kind}:{owner}"


def event_hash(encoded: bytes) -> bytes:
    """What the next event of the stream carries as `prev`."""
    return hashlib.sha256(encoded).digest()


def encode(event: Event) -> bytes:
    """The bytes of an event; refuses what is malformed, naming the field."""
    check_header(event)
    encoded = _ENCODE(event)
    if len(encoded) > MAX_EVENT_BYTES:
        raise MalformedEvent(
            "body", f"the event has {len(encoded)} bytes, at most {MAX_EVENT_BYTES} are taken"
        )
    return encoded


def read_header(encoded: bytes) -> Event:
    """The event of bytes that were checked when they were appended: the fast way for folds."""
    try:
        return _DECODE(encoded)
    except _UNREADABLE:
        raise _unreadable(encoded) from None


def decode(encoded: bytes) -> Event:
    """The event of bytes from outside; `encode(decode(b)) == b` or it raises."""
    if len(encoded) > MAX_EVENT_BYTES:
        raise MalformedEvent("event", f"it has {len(encoded)} bytes, at most {MAX_EVENT_BYTES} are taken")
    try:
        event = _DECODE(encoded)
    except _UNREADABLE:
        raise _unreadable(encoded) from None
    facility, stream, seq, prev, type_, _, _, _, day, round_, actor, _, mode, _ = event
    check_repeating((facility, stream, type_, day, mode), round_, actor)
    if (seq == 1) != (prev == NO_PREV):
        raise MalformedEvent("prev", _PREV_RULE)
    if _ENCODE(event) != encoded:
        raise MalformedEvent("event", "the encoding is not the canonical one (shortest msgpack forms)")
    return event


def _unreadable(encoded: bytes) -> MalformedEvent:
    """Why bytes are not an event: none at all, not one value, not so many fields, or not of their types."""
    if not encoded:
        return MalformedEvent("event", "nothing is here: the record is gone, or it has no value")
    try:
        fields: Any = msgpack.unpackb(encoded)
    except (ValueError, TypeError, msgpack.exceptions.UnpackException, RecursionError) as error:
        why = str(error) or type(error).__name__
        return MalformedEvent("event", f"these bytes are not one msgpack value ({why})")
    if type(fields) is not list or len(fields) != len(FIELDS):
        return MalformedEvent("event", f"an event is a msgpack array of {len(FIELDS)} fields")
    try:
        check_header(Event._make(fields))
    except MalformedEvent as error:
        return error
    return MalformedEvent("event", "these bytes are not an event")


def check_header(event: Event) -> None:
    """Raise on the first field of the header that is malformed."""
    facility, stream, seq, prev, type_, schema, occurred, recorded, day, round_, actor, source, mode, body = (
        event
    )
    texts = (
        type(facility) is type(stream) is type(type_) is type(day) is str
        and type(actor) is type(source) is type(mode) is str
        and (round_ is None or type(round_) is str)
    )
    numbers = type(seq) is type(schema) is type(occurred) is type(recorded) is int
    if not (texts and numbers and type(prev) is type(body) is bytes):
        _refuse_types(event)
    check_repeating((facility, stream, type_, day, mode), round_, actor)
    times_fit = 0 <= occurred <= MAX_TIME_US and 0 <= recorded <= MAX_TIME_US
    if not (times_fit and 1 <= seq <= _INT64 and 1 <= schema <= _INT64):
        _refuse_numbers(seq, schema, occurred)
    if len(prev) != 32 or (seq == 1) != (prev == NO_PREV):
        raise MalformedEvent("prev", _PREV_RULE)
    if not 1 <= len(source) <= 128:
        raise MalformedEvent("source_id", "must have 1 to 128 characters")
    if not (actor.isascii() and source.isascii()):
        _check_unicode(actor, source)


def check_repeating(place: tuple[str, str, str, str, str], round_: str | None, actor: str) -> None:
    """Raise on what is malformed among the fields that repeat from event to event.

    `place` is facility, stream, type, gaming day and mode.
    """
    if place not in _GOOD_PLACES:
        _check_place(*place)
        _remember(_GOOD_PLACES, place)
    if round_ not in _GOOD_ROUNDS:
        _check_round(round_)
        _remember(_GOOD_ROUNDS, round_)
    if actor not in _GOOD_ACTORS:
        _check_actor(actor)
        _remember(_GOOD_ACTORS, actor)


def _remember(good: set[Any], value: object) -> None:
    if len(good) >= _REMEMBERED_AT_MOST:
        good.clear()
    good.add(value)


def _refuse_types(fields: Sequence[Any]) -> None:
    """Name the field of the wrong type; the shapes above are the only right ones."""
    for name, value, shape in zip(FIELDS, fields, _SHAPE, strict=True):
        if type(value) is not shape and not (name == "round" and value is None):
            raise MalformedEvent(name, f"must be {_TYPE_WORDS[shape]}, not {type(value).__name__}")


def _check_place(facility: str, stream: str, type_: str, gaming_day: str, mode: str) -> None:
    """Check what repeats from event to event."""
    if not _NAME.fullmatch(facility):
        raise MalformedEvent("facility", f"{facility!r} is not a name: letters, digits, '.', '_', '-'")
    kind, _, owner = stream.partition(":")
    stream_name(kind, owner)
    if not _TYPE.fullmatch(type_):
        raise MalformedEvent("type", f"{type_!r} is not an event type: lower case, digits and '_'")
    if not is_day(gaming_day):
        raise MalformedEvent("gaming_day", f"{gaming_day!r} is not a date of the form YYYY-MM-DD")
    if mode not in MODES:
        raise MalformedEvent("mode", f"{mode!r} is none of {', '.join(MODES)}")


def _check_round(round_: str | None) -> None:
    if round_ is not None and not _NAME.fullmatch(round_):
        raise MalformedEvent("round", f"{round_!r} is not a round: letters, digits, '.', '_', '-'")


def _check_actor(actor: str) -> None:
    if not 1 <= len(actor) <= 64:
        raise MalformedEvent("actor", "must be a badge or device of 1 to 64 characters")
    if not is_name(actor):
        raise MalformedEvent(
            "actor",
            f"{actor!r} names nobody: a badge or device has a letter or digit that can be seen, and no "
            "control character",
        )


def _refuse_numbers(seq: int, schema: int, occurred_at_us: int) -> None:
    """Name the number that is out of its range; one of them is."""
    if not 1 <= seq <= _INT64:
        raise MalformedEvent("seq", "numbers start at 1 and fit 64 bits")
    if not 1 <= schema <= _INT64:
        raise MalformedEvent("schema", "versions start at 1 and fit 64 bits")
    if not 0 <= occurred_at_us <= MAX_TIME_US:
        raise MalformedEvent("occurred_at_us", _TIME_RANGE)
    raise MalformedEvent("recorded_at_us", _TIME_RANGE)


def _check_unicode(actor: str, source_id: str) -> None:
    for name, value in (("actor", actor), ("source_id", source_id)):
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise MalformedEvent(name, f"is not Unicode text: {error.reason} at {error.start}") from None

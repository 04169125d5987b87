"""What every event body is: facts of one type, their one encoding, and the ways to read them.

A body is a msgpack map with every field of its class, in the class's order, so that equal bodies have
equal bytes and an outsider can read one without us. Old versions are upcast on reading, never rewritten.

| function | for |
|---|---|
| `parse_body` | plain fields from outside: JSON, an import |
| `decode_body` | bytes from anywhere: everything is checked |
| `read_body`, `read_facts` | bytes of a log: the fast way for folds; forms of texts are not checked again |
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ClassVar, Final, Protocol, TypeVar, cast

import msgpack
import msgspec

from events.constraints import fits
from events.envelope import Event
from events.errors import MalformedEvent, UnknownEventType
from events.facts import Part

Upcaster = Callable[[Any], dict[str, Any]]
"""Turns the facts of one version of a body into the fields of the next."""

_ENCODE: Final = msgspec.msgpack.Encoder().encode
"""The same bytes as msgpack's own packer, at a quarter of its time; a test holds the two together."""
_PLAIN: Final = msgspec.msgpack.Decoder().decode
_UNREADABLE: Final = (msgspec.MsgspecError, ValueError, RecursionError)


class Encoded(Protocol):
    """What has a body that is still encoded: an event, or a draft of one."""

    @property
    def type(self) -> str:
        """The event type."""

    @property
    def schema(self) -> int:
        """The version of the body."""

    @property
    def body(self) -> bytes:
        """The body's bytes."""


class Body(Part):
    """The facts of one event type. A new version raises `SCHEMA` and adds an upcaster from the old one."""

    TYPE: ClassVar[str] = ""
    STREAMS: ClassVar[frozenset[str]] = frozenset()
    """On which streams it may be recorded: kinds such as `table`, or the one stream that it belongs to."""
    BY_SYSTEM: ClassVar[bool] = False
    """Whether the system alone records it: what it decided or worked out. A client may send a copy of one."""
    SCHEMA: ClassVar[int] = 1
    UPCASTERS: ClassVar[dict[int, Upcaster]] = {}
    OLD_VERSIONS: ClassVar[dict[int, type[Part]]] = {}
    """The classes of the versions before this one: what their bodies are held against, and documented by."""

    def to_bytes(self) -> bytes:
        """The one encoding of these facts."""
        return _ENCODE(self)


TYPES: dict[str, type[Body]] = {}
"""Every event type by name; `events.vocabulary` fills it."""

_DECODERS: Final[dict[type[Part], Callable[[bytes], Any]]] = {}
"""Made when they are first needed: a process reads a few types of many."""

B = TypeVar("B", bound=Body)


def event_types_on(*streams: str, by_system: bool = False) -> Callable[[str], Callable[[type[B]], type[B]]]:
    """What registers a body under its event type, of those that may be on these streams and no others.

    With `by_system` they are what the system itself decides or works out, which no client may send.
    """

    def event_type(name: str) -> Callable[[type[B]], type[B]]:
        def register(body: type[B]) -> type[B]:
            if name in TYPES:
                raise ValueError(f"the event type {name} is defined twice")
            if not set(body.UPCASTERS) == set(body.OLD_VERSIONS) == set(range(1, body.SCHEMA)):
                raise ValueError(
                    f"{name}: version {body.SCHEMA} needs every version before it, and an upcaster from each"
                )
            body.TYPE = name
            body.STREAMS = frozenset(streams)
            body.BY_SYSTEM = by_system
            TYPES[name] = body
            return body

        return register

    return event_type


@lru_cache(maxsize=16_384)
def may_be_on(type_: str, stream: str) -> bool:
    """Whether an event of this type may be on this stream; of an unknown type this release cannot judge."""
    body = TYPES.get(type_)
    return body is None or not body.STREAMS.isdisjoint((stream, stream.partition(":")[0]))


def require_own_stream(type_: str, stream: str) -> None:
    """Refuse an event on a stream that its type cannot be on: there it would mean nothing."""
    if not may_be_on(type_, stream):
        own = " or ".join(each if ":" in each else f"{each}:NAME" for each in sorted(TYPES[type_].STREAMS))
        raise MalformedEvent("stream", f"{type_} cannot be on {stream}: it belongs on {own}")


def require_clients_type(type_: str) -> None:
    """Refuse from a client what the system alone decides or works out, which others then believe."""
    body = TYPES.get(type_)
    if body is not None and body.BY_SYSTEM:
        raise MalformedEvent(
            "type",
            f"{type_} is for the system alone to record: send what happened, and it answers that; "
            "a copy of an event carries seq and prev",
        )


def body_class(type_: str) -> type[Body]:
    """The class of an event type."""
    try:
        return TYPES[type_]
    except KeyError:
        raise UnknownEventType(
            "type", f"{type_!r} is not an event type of this release; see `pitledger schema`"
        ) from None


def parse_body(type_: str, fields: object, schema: int | None = None) -> Body:
    """A body from plain fields (JSON or msgpack), upcast to the newest version; names the bad field."""
    from events.validation import check_fields  # noqa: PLC0415 - pydantic: only where fields come in

    model = body_class(type_)
    version = model.SCHEMA if schema is None else schema
    if not 1 <= version <= model.SCHEMA:
        raise UnknownEventType(
            "schema", f"{type_} has versions 1 to {model.SCHEMA}, not {version}: update Pitledger"
        )
    if not isinstance(fields, dict):
        raise MalformedEvent("body", f"must be an object, not {type(fields).__name__}")
    for step in range(version, model.SCHEMA):
        old = model.OLD_VERSIONS[step]
        check_fields(old, fields)
        fields = model.UPCASTERS[step](msgspec.convert(fields, old))
    check_fields(model, fields)
    return msgspec.convert(fields, model)


def checked(body: B) -> B:
    """A body that code has made of what came from outside, checked as `parse_body` does."""
    try:
        made: B = _decoder(type(body))(_ENCODE(body))
        if fits(made):
            return made
    except _UNREADABLE:
        pass  # reported below, with the place
    return cast("B", parse_body(body.TYPE, msgspec.to_builtins(body)))


def decode_body(event: Event) -> Body:
    """The checked body of an event from anywhere, in its newest version; names the bad field."""
    return _decode_fast(event) or _decode_by_fields(event.type, event.schema, event.body)


def _decode_fast(event: Event) -> Body | None:
    """The body where nothing is wrong with it; None where it must be looked at field by field."""
    model = TYPES.get(event.type)
    if model is None or event.schema != model.SCHEMA:
        return None
    try:
        body: Body = (_DECODERS.get(model) or _decoder(model))(event.body)
    except _UNREADABLE:
        return None
    return body if _ENCODE(body) == event.body and fits(body) else None


def _decode_by_fields(type_: str, schema: int, encoded: bytes) -> Body:
    """As `decode_body`, by way of plain fields: for old versions, and to name what is wrong with a body."""
    try:
        fields = msgpack.unpackb(encoded)
    except (ValueError, TypeError, msgpack.exceptions.UnpackException, RecursionError) as error:
        raise MalformedEvent("body", f"is not one msgpack value ({error})") from None
    body = parse_body(type_, fields, schema)
    newest = schema == body.SCHEMA
    canonical: bytes = body.to_bytes() if newest else msgpack.packb(fields, use_bin_type=True)
    if canonical != encoded:
        raise MalformedEvent(
            "body", "the encoding is not the canonical one (every field, in the model's order)"
        )
    return body


def read_body(event: Encoded) -> Body:
    """The body of an event or a draft that was checked when it was made, in its newest version."""
    model = TYPES.get(event.type)
    if model is not None and event.schema == model.SCHEMA:
        try:
            body: Body = (_DECODERS.get(model) or _decoder(model))(event.body)
        except _UNREADABLE:
            pass  # reported below, with the place
        else:
            return body
    return _decode_by_fields(event.type, event.schema, event.body)


def read_facts(model: type[B], schema: int, encoded: bytes) -> B:
    """As `read_body`, of a body alone: for folds that go over millions of events of one type."""
    if schema == model.SCHEMA:
        try:
            body: B = _decoder(model)(encoded)
        except _UNREADABLE:
            pass  # reported below, with the place
        else:
            return body
    return cast("B", _decode_by_fields(model.TYPE, schema, encoded))


def _decoder(model: type[Part]) -> Callable[[bytes], Any]:
    return _DECODERS.get(model) or _DECODERS.setdefault(model, msgspec.msgpack.Decoder(model).decode)


def body_fields(body: Part) -> dict[str, Any]:
    """The facts as plain fields, as JSON has them."""
    fields: dict[str, Any] = _PLAIN(_ENCODE(body))
    return fields


def unpack_body(event: Event) -> dict[str, Any]:
    """The fields of a body as they are stored, in whatever version, on bytes that were checked."""
    fields: dict[str, Any] = _PLAIN(event.body)
    return fields

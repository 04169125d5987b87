"""What every event body is: a frozen, strict model, its byte encoding, and the way old versions are read.

A body is a msgpack map with every field of its model, in the model's order, so that equal bodies have
equal bytes and an outsider can read one without us. Old versions are upcast on reading, never rewritten.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, TypeVar

import msgpack
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from events.envelope import Event
from events.errors import MalformedEvent, UnknownEventType
from events.money import MAX_MC

Upcaster = Callable[[Any], dict[str, Any]]
"""Turns the facts of one version of a body into the fields of the next."""


class Part(BaseModel):
    """A piece of a body: frozen and strict; an unknown field is an error."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Body(Part):
    """The facts of one event type. A new version raises `SCHEMA` and adds an upcaster from the old one."""

    TYPE: ClassVar[str] = ""
    SCHEMA: ClassVar[int] = 1
    UPCASTERS: ClassVar[dict[int, Upcaster]] = {}
    OLD_VERSIONS: ClassVar[dict[int, type[Part]]] = {}
    """The models of the versions before this one: what their bodies are held against, and documented by."""

    def to_bytes(self) -> bytes:
        """The one encoding of these facts."""
        fields = self.__pydantic_serializer__.to_python(self)  # what model_dump calls, at a third of its time
        packed: bytes = msgpack.packb(fields, use_bin_type=True)
        return packed


TYPES: dict[str, type[Body]] = {}
"""Every event type by name; `events.vocabulary` fills it."""

B = TypeVar("B", bound=Body)


def event_type(name: str) -> Callable[[type[B]], type[B]]:
    """Register a body under its event type."""

    def register(body: type[B]) -> type[B]:
        if name in TYPES:
            raise ValueError(f"the event type {name} is defined twice")
        if not set(body.UPCASTERS) == set(body.OLD_VERSIONS) == set(range(1, body.SCHEMA)):
            raise ValueError(
                f"{name}: version {body.SCHEMA} needs every version before it, and an upcaster from each"
            )
        body.TYPE = name
        TYPES[name] = body
        return body

    return register


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


T = TypeVar("T")
Several = Annotated[tuple[T, ...], BeforeValidator(_as_tuple)]
"""A list in JSON and msgpack, a tuple in Python."""

Money = Annotated[int, Field(ge=0, le=MAX_MC, description="Millicents (1/1000 of a cent).")]
SignedMoney = Annotated[int, Field(ge=-MAX_MC, le=MAX_MC, description="Millicents, may be negative.")]
RateBp = Annotated[int, Field(ge=0, le=10_000, description="Basis points: 10,000 is 100 %.")]
Seat = Annotated[
    int, Field(ge=1, le=255, description="Betting position; 1 is farthest to the dealer's left.")
]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
Card = Annotated[
    str, Field(pattern=r"^[23456789TJQKA][cdhs]$", description="Rank and suit, e.g. `As`, `Td`.")
]
Badge = Annotated[str, Field(min_length=1, max_length=64, description="Badge of a person.")]
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
Text = Annotated[str, Field(max_length=2000)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="SHA-256, 64 hex digits.")]


def body_class(type_: str) -> type[Body]:
    """The model of an event type."""
    try:
        return TYPES[type_]
    except KeyError:
        raise UnknownEventType(
            "type", f"{type_!r} is no event type of this release; see `pitledger schema`"
        ) from None


def parse_body(type_: str, fields: object, schema: int | None = None) -> Body:
    """A body from plain fields (JSON or msgpack), upcast to the newest version; names the bad field."""
    model = body_class(type_)
    version = model.SCHEMA if schema is None else schema
    if not 1 <= version <= model.SCHEMA:
        raise UnknownEventType(
            "schema", f"{type_} has versions 1 to {model.SCHEMA}, not {version}: update Pitledger"
        )
    if not isinstance(fields, dict):
        raise MalformedEvent("body", f"must be an object, not {type(fields).__name__}")
    try:
        for step in range(version, model.SCHEMA):
            fields = model.UPCASTERS[step](model.OLD_VERSIONS[step].model_validate(fields))
        return model.model_validate(fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in ("body", *first["loc"]))
        raise MalformedEvent(place, first["msg"]) from None


def unpack_body(event: Event) -> dict[str, Any]:
    """The fields of a body as they are stored, on bytes that were checked."""
    fields: dict[str, Any] = msgpack.unpackb(event.body)
    return fields


def newest_fields(event: Event) -> dict[str, Any]:
    """The fields of a body in their newest version: the fast way for folds, on bytes that were checked."""
    fields = unpack_body(event)
    model = body_class(event.type)
    for step in range(event.schema, model.SCHEMA):
        fields = model.UPCASTERS[step](model.OLD_VERSIONS[step].model_validate(fields))
    return fields


def decode_body(event: Event) -> Body:
    """The checked body of an event from anywhere, in its newest version."""
    try:
        fields = msgpack.unpackb(event.body)
    except (ValueError, TypeError, msgpack.exceptions.UnpackException, RecursionError) as error:
        raise MalformedEvent("body", f"is not one msgpack value ({error})") from None
    body = parse_body(event.type, fields, event.schema)
    newest = event.schema == body.SCHEMA
    canonical: bytes = body.to_bytes() if newest else msgpack.packb(fields, use_bin_type=True)
    if canonical != event.body:
        raise MalformedEvent(
            "body", "the encoding is not the canonical one (every field, in the model's order)"
        )
    return body

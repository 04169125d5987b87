"""The body of an event for people: its fields by name, with what the vocabulary says of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from console.web.frame.places import event_address
from console.web.frame.words import dollars, moment, plain
from events.body import TYPES
from events.envelope import Event
from events.times import time_text
from events.validation import json_schema

OF_ITS_TABLE: Final = frozenset(
    ("claim_seq", "payment_seq", "selections_seq", "reading_seq", "hold_seq", "decision_seq", "existing_seq")
)
"""Fields that are numbers of events: of the stream of the event, or for a keeper's of the table it names."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Several facts of one kind: a row each."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a body: its name, what the vocabulary says it is, and what it says here."""

    name: str
    about: str
    words: str = ""
    utc: str = ""
    href: str = ""
    grid: Grid | None = None


def fields_of(event: Event, body: Mapping[str, Any]) -> list[Field]:
    """The fields of a body in their order."""
    about = descriptions(event.type)
    return [_field(event, body, name, value, about.get(name, "")) for name, value in body.items()]


def _field(event: Event, body: Mapping[str, Any], name: str, value: Any, about: str) -> Field:
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        columns = list(dict.fromkeys(key for each in value for key in each))
        rows = [[said(key, each.get(key)) for key in columns] for each in value]
        return Field(plain(name), about, grid=Grid([_label(key) for key in columns], rows))
    utc = time_text(value) if name.endswith("_us") and isinstance(value, int) else ""
    return Field(_label(name), about, said(name, value), utc, leads_to(event, body, name, value))


def leads_to(event: Event, body: Mapping[str, Any], name: str, value: Any) -> str:
    """The address of the event that a field names; empty where it names none."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        return ""
    if name == "source_seq":
        stream = body.get("source_stream") or body.get("stream")
        return event_address(str(stream), value) if stream else ""
    if name not in OF_ITS_TABLE:
        return ""
    table = body.get("table")
    stream = f"table:{table}" if table and event.kind in ("meter", "link") else event.stream
    return event_address(stream, value)


def _label(name: str) -> str:
    return plain(name.removesuffix("_mc").removesuffix("_us"))


def said(name: str, value: Any) -> str:
    """A value in words: dollars, local times, yes and no; what was left open is a dash."""
    match value:
        case None | "" | []:
            return "–"
        case bool():
            return "yes" if value else "no"
        case int():
            return _number(name, value)
        case list():
            apart = "; " if any(isinstance(each, dict) for each in value) else " "
            return apart.join("??" if each is None else said(name, each) for each in value)
        case dict():
            return ", ".join(f"{_label(key)} {said(key, each)}" for key, each in value.items())
    return value.hex() if isinstance(value, bytes) else str(value)


def _number(name: str, value: int) -> str:
    if name.endswith("_mc"):
        return dollars(value)
    if name.endswith("_us"):
        return moment(value)
    return str(value) if "seq" in name else f"{value:,}"


@cache
def about_type(type_: str) -> str:
    """What the vocabulary says of a type of event; empty of one that this release does not have."""
    return " ".join((TYPES[type_].__doc__ or "").replace("`", "").split()) if type_ in TYPES else ""


@cache
def descriptions(type_: str) -> Mapping[str, str]:
    """What the vocabulary says of each field of a type."""
    if type_ not in TYPES:
        return {}
    properties = json_schema(TYPES[type_]).get("properties", {})
    return {name: str(each.get("description", "")).replace("`", "") for name, each in properties.items()}

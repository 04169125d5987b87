"""Makes bodies of every event type from the JSON Schemas of the models: a new type is covered at once.

A construct of JSON Schema that it does not know is an error here, never a type that goes untested.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

import events.vocabulary  # noqa: F401 - fills TYPES
from events.body import TYPES, parse_body
from events.envelope import Event, event_hash
from events.facts import Part
from events.validation import json_schema

ROOT = Path(__file__).parents[2]
EXAMPLES: dict[str, dict[str, Any]] = json.loads((ROOT / "docs/event_examples.json").read_text("utf-8"))
PREV = event_hash(b"the event before")

_AREAS = {"to", "hand"}


def failing(check: Callable[[str], None]) -> dict[str, str]:
    """The event types that a check does not hold for, with the error: one test over all names them all."""
    found = {}
    for name in TYPES:
        try:
            check(name)
        except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - the other types are looked at too
            found[name] = f"{type(error).__name__}: {error}".partition("\n")[0]
    return found


def an_event(**changes: Any) -> Event:
    """A good event, with whatever the test is about changed."""
    event = Event(
        facility="RIVERSIDE",
        stream="table:HCF-01",
        seq=7,
        prev=PREV,
        type="wager_placed",
        schema=1,
        occurred_at_us=1_772_398_800_000_123,
        recorded_at_us=1_772_398_800_000_456,
        gaming_day="2026-03-01",
        round="R-1187",
        actor="D-117",
        source_id="tablet-7:99120",
        mode="live",
        body=parse_body("wager_placed", EXAMPLES["wager_placed"]).to_bytes(),
    )
    return event._replace(**changes)


@functools.cache
def fields_of(model: type[Part]) -> st.SearchStrategy[dict[str, Any]]:
    """Plain fields, as JSON gives them, that the model takes."""
    schema = json_schema(model)
    return _values(schema, schema.get("$defs", {}))


def _values(schema: dict[str, Any], parts: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values by a schema: the first key that it has decides."""
    for key, strategy in _BY_KEY.items():
        if key in schema:
            return strategy(schema, parts)
    return _BY_TYPE[schema["type"]](schema, parts)


def _fields(schema: dict[str, Any], parts: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    properties = {name: _values(field, parts) for name, field in schema["properties"].items()}
    required = {name: properties[name] for name in schema.get("required", [])}
    optional = {name: values for name, values in properties.items() if name not in required}
    return st.fixed_dictionaries(required, optional=optional).map(_with_fitting_seat)


def _with_fitting_seat(fields: dict[str, Any]) -> dict[str, Any]:
    """A seat is named for a betting position and for nothing else, which a schema cannot express."""
    area = next((fields[name] for name in _AREAS & fields.keys() if fields[name] in {"seat", "dealer"}), None)
    shared = fields.get("to", fields.get("hand")) in {"community", "six_card_bonus", "pair_bonus"}
    if area == "seat":
        return {**fields, "seat": fields.get("seat") or 1}
    dealers = area == "dealer" and "seat" in fields
    return {**fields, "seat": None} if dealers or shared else fields


_SHOWN = st.characters(exclude_categories=["Cc", "Cs"])
"""What names are made of: all but control characters."""
_BY_FORMAT = {
    "date": st.dates().map(str),
    "name": st.tuples(
        st.text(_SHOWN, max_size=31), st.sampled_from("xX0é"), st.text(_SHOWN, max_size=32)
    ).map("".join),
    "slip": st.text(_SHOWN, max_size=64),
}
_BY_KEY = {
    "$ref": lambda schema, parts: _values(parts[schema["$ref"].rpartition("/")[2]], parts),
    "anyOf": lambda schema, parts: st.one_of([_values(choice, parts) for choice in schema["anyOf"]]),
    "enum": lambda schema, _: st.sampled_from(schema["enum"]),
    "pattern": lambda schema, _: st.from_regex(schema["pattern"], fullmatch=True),
    "format": lambda schema, _: _BY_FORMAT[schema["format"]],
}
_BY_TYPE = {
    "object": _fields,
    "array": lambda schema, parts: st.lists(_values(schema["items"], parts), max_size=3),
    "integer": lambda schema, _: st.integers(schema["minimum"], schema["maximum"]),
    "boolean": lambda _, __: st.booleans(),
    "null": lambda _, __: st.none(),
    "string": lambda schema, _: st.text(
        min_size=schema.get("minLength", 0), max_size=min(schema["maxLength"], 64)
    ),
}

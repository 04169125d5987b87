"""JSON Schema of an event as JSON lines hold it, and of every event body.

The bodies come from the vocabulary itself; the envelope is written out here, and a test holds it against
the fields that are read. It knows nothing of logs or engines.
"""

from __future__ import annotations

from typing import Any, Final

import events.vocabulary  # noqa: F401 - fills TYPES
from events.body import TYPES, Body
from events.envelope import MODES, STREAM_PATTERN
from events.facts import Part
from events.jsonform import ASSIGNED, JSON_FIELDS
from events.validation import json_schema

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_NAME: Final = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}"

ENVELOPE: Final[dict[str, dict[str, Any]]] = {
    "facility": {
        "type": "string",
        "pattern": f"^{_NAME}$",
        "description": "The licensed facility.",
    },
    "stream": {
        "type": "string",
        "pattern": f"^{STREAM_PATTERN}$",
        "description": "The stream: its kind, a colon, its owner, e.g. `table:HCF-01`.",
    },
    "seq": {
        "type": "integer",
        "minimum": 1,
        "maximum": 2**63 - 1,
        "description": "Dense number in the stream, from 1: a gap is evidence.",
    },
    "prev": {
        "type": "string",
        "pattern": "^[0-9a-f]{64}$",
        "description": "SHA-256 of the previous event's encoded bytes, in hex; 64 zeros before the first.",
    },
    "type": {"type": "string", "description": "What happened."},
    "schema": {"type": "integer", "minimum": 1, "description": "The version of the body."},
    "occurred_at": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened, by the device: RFC 3339 with an offset, to the microsecond.",
    },
    "recorded_at": {
        "type": "string",
        "format": "date-time",
        "description": "When it was recorded, by us: RFC 3339 with an offset, to the microsecond.",
    },
    "gaming_day": {
        "type": "string",
        "format": "date",
        "description": "The accounting day, by the facility's time zone and cut-off.",
    },
    "round": {
        "type": ["string", "null"],
        "pattern": f"^{_NAME}$",
        "description": "The round, where there is one.",
    },
    "actor": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64,
        "description": "Badge or device.",
    },
    "source_id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128,
        "description": "What makes a repeat recognisable: the client's own id, or file hash and line.",
    },
    "mode": {
        "type": "string",
        "enum": list(MODES),
        "description": "Only `live` touches money.",
    },
    "body": {"type": "object", "description": "The facts, by the event type and its version."},
}


def body_schema(model: type[Part]) -> dict[str, Any]:
    """JSON Schema of one body or part, complete in itself."""
    return {"$schema": DIALECT, **json_schema(model)}


def document() -> dict[str, Any]:
    """JSON Schema of a whole event: the envelope, and by its type and version the body."""
    definitions: dict[str, Any] = {}
    branches = []
    for name, model in TYPES.items():
        for version, body in ({**model.OLD_VERSIONS, model.SCHEMA: model}).items():
            key = name if version == model.SCHEMA else f"{name}.v{version}"
            _define(definitions, key, body)
            branches.append(_branch(model, version, key))
    properties = {name: _reading(name, schema) for name, schema in ENVELOPE.items()}
    properties["type"] = {**properties["type"], "enum": list(TYPES)}
    return {
        "$schema": DIALECT,
        "$id": "urn:pitledger:schema:event",
        "title": "Pitledger event",
        "description": "One line of `pitledger import` and `pitledger export-events`.",
        "type": "object",
        "properties": properties,
        "required": [name for name in JSON_FIELDS if name not in ASSIGNED and name != "round"],
        "additionalProperties": False,
        "allOf": branches,
        "$defs": definitions,
    }


def _reading(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """What a recorder assigns may be null, or absent."""
    if name not in ASSIGNED:
        return dict(schema)
    described = f"{schema['description']} Assigned on recording where it is absent or null."
    return {**schema, "type": [schema["type"], "null"], "description": described}


def _define(definitions: dict[str, Any], key: str, model: type[Part]) -> None:
    schema = json_schema(model)
    for part, definition in schema.pop("$defs", {}).items():
        known = definitions.setdefault(part, definition)
        assert known == definition, f"two parts of the vocabulary are called {part}: rename one"
    definitions[key] = schema


def _branch(model: type[Body], version: int, key: str) -> dict[str, Any]:
    streams = "|".join(each if ":" in each else f"{each}:.*" for each in sorted(model.STREAMS))
    return {
        "if": {"properties": {"type": {"const": model.TYPE}, "schema": {"const": version}}},
        "then": {"properties": {"stream": {"pattern": f"^({streams})$"}, "body": {"$ref": f"#/$defs/{key}"}}},
    }

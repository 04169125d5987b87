"""Whole events from JSON, as `export-events` writes them: nothing is left for a recorder to assign."""

from events.envelope import Event
from events.errors import MalformedEvent
from events.jsonform import JSON_FIELDS, draft_from_json


def event_from_json(value: object) -> Event:
    """A whole event from one JSON object: nothing may be absent but the round."""
    draft = draft_from_json(value)
    for name, field in zip(JSON_FIELDS, draft, strict=True):
        if field is None and name != "round":
            raise MalformedEvent(name, "is missing")
    return Event._make(draft)

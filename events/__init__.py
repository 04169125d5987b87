"""The vocabulary: envelope, event types, money, cards and codec; it imports nothing of ours and does no I/O.

The names below are what most callers need. The event types themselves are in `events.vocabulary`. Folds that
read headers alone need none of them, so what works on bodies is loaded when it is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from events.envelope import Event, decode, encode, event_hash, read_header, stream_name
from events.errors import MalformedEvent, PitledgerError, UnknownEventType

if TYPE_CHECKING:
    from events.body import TYPES, Body, body_fields, decode_body, parse_body, read_body

__all__ = [
    "TYPES",
    "Body",
    "Event",
    "MalformedEvent",
    "PitledgerError",
    "UnknownEventType",
    "body_fields",
    "decode",
    "decode_body",
    "encode",
    "event_hash",
    "parse_body",
    "read_body",
    "read_header",
    "stream_name",
]


def __getattr__(name: str) -> object:
    """Load `events.vocabulary`, and with it every event type, for a name of `events.body`."""
    if name not in __all__:
        raise AttributeError(f"module 'events' has no attribute {name!r}")
    import_module("events.vocabulary")
    return getattr(import_module("events.body"), name)

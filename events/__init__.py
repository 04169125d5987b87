"""The vocabulary: envelope, event types, money, cards and codec; it imports nothing of ours and does no I/O.

The names below are what most callers need. The event types themselves are in `events.vocabulary`.
"""

from events.body import TYPES, Body, decode_body, parse_body, unpack_body
from events.envelope import Event, decode, encode, event_hash, read_header, stream_name
from events.errors import MalformedEvent, PitledgerError, UnknownEventType

__all__ = [
    "TYPES",
    "Body",
    "Event",
    "MalformedEvent",
    "PitledgerError",
    "UnknownEventType",
    "decode",
    "decode_body",
    "encode",
    "event_hash",
    "parse_body",
    "read_header",
    "stream_name",
    "unpack_body",
]

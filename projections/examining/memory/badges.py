"""Badges that the register did not know when an event named them, by the recorder's stamps; bounded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from events.envelope import Event
from events.naming import comparable
from events.vocabulary.terms import Stamp

MOST_UNKNOWN: Final = 256
"""Of more than this the first is forgotten, and told again when it is named again."""


def unknown_in(known_so_far: Mapping[str, int], body: Any) -> Iterator[tuple[str, Stamp]]:
    """Badges of an event that the register does not know, and of which that was not known; each once."""
    told: set[str] = set()
    for stamp in getattr(body, "stamps", ()):
        badge = comparable(stamp.badge)
        if stamp.department is None and badge not in known_so_far and badge not in told:
            told.add(badge)
            yield badge, stamp


def note_badges(unknown: dict[str, int], event: Event, body: Any) -> None:
    """Remember who of those whom an event names was not in the register; who is in it now is no more."""
    for stamp in getattr(body, "stamps", ()):
        badge = comparable(stamp.badge)
        if stamp.department is not None:
            unknown.pop(badge, None)
            continue
        if badge not in unknown and len(unknown) >= MOST_UNKNOWN:
            del unknown[next(iter(unknown))]
        unknown[badge] = event.seq


def not_registered(event: Event, stamp: Stamp) -> str:
    """In words."""
    named = event.type.replace("_", " ")
    read_to = f"read to its event {stamp.register_seq}"
    return f"{stamp.badge.strip()} is not in the register of badges ({read_to}), and is named in: {named}."

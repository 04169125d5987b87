"""An event type with two versions, for tests alone, and bytes that its first version stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, ClassVar, Literal

from events.body import TYPES, Body, Upcaster, event_types_on
from events.facts import Part
from events.kinds import Badge, Count
from events.vocabulary.terms import Deck

FIRST: dict[str, Any] = {"deck": "red-1", "by_device": True, "grams": 97}
"""The fields of a body of version 1."""
SECOND: dict[str, Any] = {"deck": "red-1", "method": "scale", "grams": 97, "ordered_by": None}
"""The same facts in version 2."""


class DeckWeighedV1(Part):
    """Version 1 of `deck_weighed`: it knew one kind of device."""

    deck: Deck
    by_device: Annotated[bool, "False for a guess by hand."]
    grams: Annotated[Count | None, "What it weighs; null where nobody read it."]


def _from_first(old: DeckWeighedV1) -> dict[str, Any]:
    """Nobody recorded who ordered it."""
    method = "scale" if old.by_device else "hand"
    return {"deck": old.deck, "method": method, "grams": old.grams, "ordered_by": None}


class DeckWeighed(Body):
    """A deck was weighed."""

    SCHEMA: ClassVar[int] = 2
    UPCASTERS: ClassVar[dict[int, Upcaster]] = {1: _from_first}
    OLD_VERSIONS: ClassVar[dict[int, type[Part]]] = {1: DeckWeighedV1}

    deck: Deck
    method: Annotated[Literal["hand", "scale"], "How."]
    grams: Annotated[Count | None, "What it weighs; null where nobody read it."] = None
    ordered_by: Annotated[Badge | None, "Badge of who ordered it; null for nobody."] = None


@contextmanager
def two_versions() -> Iterator[None]:
    """A release whose vocabulary has `deck_weighed` too."""
    event_types_on("table")("deck_weighed")(DeckWeighed)
    try:
        yield
    finally:
        del TYPES["deck_weighed"]

"""An event type with two versions, for tests alone, and bytes that its first version stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Literal

from pydantic import Field

from events.body import TYPES, Badge, Body, Count, Part, Upcaster, event_type
from events.vocabulary.terms import Deck

FIRST: dict[str, Any] = {"deck": "red-1", "by_device": True, "grams": 97}
"""The fields of a body of version 1."""
SECOND: dict[str, Any] = {"deck": "red-1", "method": "scale", "grams": 97, "ordered_by": None}
"""The same facts in version 2."""


class DeckWeighedV1(Part):
    """Version 1 of `deck_weighed`: it knew one kind of device."""

    deck: Deck
    by_device: bool = Field(description="False for a guess by hand.")
    grams: Count | None = Field(description="What it weighs; null where nobody read it.")


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
    method: Literal["hand", "scale"] = Field(description="How.")
    grams: Count | None = Field(default=None, description="What it weighs; null where nobody read it.")
    ordered_by: Badge | None = Field(default=None, description="Badge of who ordered it; null for nobody.")


@contextmanager
def two_versions() -> Iterator[None]:
    """A release whose vocabulary has `deck_weighed` too."""
    event_type("deck_weighed")(DeckWeighed)
    try:
        yield
    finally:
        del TYPES["deck_weighed"]

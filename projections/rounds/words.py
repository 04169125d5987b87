"""A body on one line, for people: the fields that are not empty, without the legs and hashes."""

from __future__ import annotations

from typing import Final

import msgspec

from events.body import Body
from events.money import text
from events.vocabulary.progressive import HandMade

_LEFT_OUT: Final = frozenset(
    {"legs", "leg", "rulebook_sha256", "progressives", "control_seq", "selections_seq", "shown", "seen"}
)


def in_words(body: Body) -> str:
    """The fields of a body by their names; empty ones, zeros and noes are left out."""
    parts = []
    for name in body.__struct_fields__:
        value = getattr(body, name)
        if value and name not in _LEFT_OUT:
            parts.append(f"{name.removesuffix('_mc')} {_word(name, value)}")
    return ", ".join(parts)


def _word(name: str, value: object) -> str:
    if isinstance(value, tuple):
        return " ".join("??" if item is None else str(msgspec.to_builtins(item)) for item in value)
    if isinstance(value, HandMade):
        return value.hand or "no hand that is known"
    if isinstance(value, int) and name.endswith("_mc"):
        return text(value)
    return str(value)

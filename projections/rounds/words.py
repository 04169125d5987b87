"""A body on one line, for people: what it says, without numbers of legs, hashes and what else shows."""

from __future__ import annotations

from typing import Final

import msgspec

from events.body import Body
from events.money import text
from events.vocabulary.legs import AcceptedWager
from events.vocabulary.links import Signature
from events.vocabulary.progressive import HandMade

_LEFT_OUT: Final = frozenset(
    {"leg", "rulebook_sha256", "progressives", "control_seq", "selections_seq", "shown", "seen"}
)


def in_words(body: Body | msgspec.Struct) -> str:
    """The fields of a body by their names. A no and a zero are said; what was left open is left out."""
    parts = []
    for name in body.__struct_fields__:
        value = getattr(body, name)
        if value is not None and value not in ((), "") and name not in _LEFT_OUT:
            parts.append(_field(name, value))
    return ", ".join(parts)


def _field(name: str, value: object) -> str:
    said = name.removesuffix("_mc").replace("_", " ")
    if isinstance(value, bool):
        return said if value else f"not {said}"
    if isinstance(value, int) and name.endswith("_mc"):
        return f"{said} {text(value)}"
    return f"{said} {_word(value)}"


def _word(value: object) -> str:
    match value:
        case tuple():
            apart = "; " if any(isinstance(item, msgspec.Struct) for item in value) else " "
            return apart.join("??" if item is None else _word(item) for item in value)
        case HandMade():
            return value.hand or "no hand that is known"
        case AcceptedWager():
            return f"seat {value.seat} {value.wager} {text(value.amount_mc)}"
        case Signature():
            return f"{value.badge} ({value.department})"
        case msgspec.Struct():
            return in_words(value)
    return str(value)

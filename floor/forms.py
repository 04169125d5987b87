"""Bodies made fast: plain fields to the very bytes that the typed body makes, for facts that come often.

A day of 200 tables is 23 million facts, and checking them takes longer than all the rest. What a fast form
does not check (that a card exists, that an amount is not negative) is checked by the tests, which make every
body of a floor both ways; facts that come seldom are checked.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from events import vocabulary
from events.body import body_class, parse_body
from events.errors import MalformedEvent

FAST: Final = frozenset(
    {
        "badge_issued",
        "bets_closed",
        "card_burned",
        "card_dealt",
        "cards_cut",
        "cards_shuffled",
        "community_cards_revealed",
        "cover_card_placed",
        "decision_made",
        "hand_collected",
        "hand_revealed",
        "hand_set",
        "hand_tucked",
        "lock_out_engaged",
        "lucky_seat_drawn",
        "magic_card_drawn",
        "progressive_chips_counted",
        "progressive_lights_lit",
        "round_closed",
        "round_opened",
        "stack_delivered",
        "stub_counted",
        "stub_discarded",
        "wager_placed",
        "wager_settled",
    }
)
"""Types whose fields are plain values or lists of them (the recorder fills in the others)."""

assert vocabulary.THEMES, "the event types are registered by importing them"

_FORMS: dict[str, tuple[int, dict[str, Any] | None]] = {}
_PACK: Final = msgspec.msgpack.Encoder().encode


class _Missing:
    """Stands for a field without a default: it cannot be encoded if nobody filled it in."""


def pack(type_: str, fields: dict[str, Any]) -> tuple[int, bytes]:
    """Version and bytes of a body, as `Body.to_bytes` makes them; a field too many or missing is refused."""
    found = _FORMS.get(type_)
    schema, form = _form(type_) if found is None else found
    if form is None:
        return schema, parse_body(type_, fields).to_bytes()
    whole = form | fields
    if len(whole) != len(form):
        raise MalformedEvent("body", f"{type_} has no field {', '.join(fields.keys() - form.keys())}")
    try:
        return schema, _PACK(whole)
    except TypeError as error:
        raise MalformedEvent(
            "body", f"{type_} lacks a field, or has one of the wrong type: {error}"
        ) from None


def _form(type_: str) -> tuple[int, dict[str, Any] | None]:
    """The fields of a type in their order, each at its default or missing."""
    model = body_class(type_)
    form: dict[str, Any] | None = None
    if type_ in FAST:
        form = {
            field.name: _Missing() if field.default is msgspec.NODEFAULT else field.default
            for field in msgspec.structs.fields(model)
        }
    _FORMS[type_] = (model.SCHEMA, form)
    return _FORMS[type_]

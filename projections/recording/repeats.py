"""Whether a draft says what a recorded event says: a client that got no answer may safely ask again.

What the recorder assigned or filled in is left out of the comparison, and a refusal stands for what was
refused, so the answer is the same before and after a crash.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

import msgpack

from events.body import decode_body
from events.envelope import Event
from events.jsonform import Draft
from events.vocabulary.desk import RecordRefused
from events.vocabulary.links import LinkChangeRefused
from projections.recording.link import CONTROL
from projections.recording.table import refusal, stored_fields

Fields = dict[str, Any]


def same_content(draft: Draft, event: Event) -> bool:
    """Whether the draft is the one that this event was recorded for."""
    if (draft.occurred_at_us, draft.round, draft.actor, draft.mode) != (
        event.occurred_at_us,
        event.round,
        event.actor,
        event.mode,
    ):
        return False
    if draft.type != event.type:
        refused = _REFUSALS.get((draft.type, event.type))
        return refused is not None and refused(msgpack.unpackb(draft.body), stored_fields(event))
    if draft.body == event.body:
        return True
    bare = _FILLED.get(draft.type)
    if bare is not None:
        return bool(bare(msgpack.unpackb(draft.body)) == bare(stored_fields(event)))
    return draft.schema != event.schema and draft.body == decode_body(event).to_bytes()


def body_sha256(draft: Draft) -> str:
    """What a refused repeat is known by."""
    return sha256(draft.body).hexdigest()


def refuse_repeat(draft: Draft, existing: Event) -> Draft:
    """The refusal of a source id that comes again with other content."""
    body = RecordRefused(
        attempted_type=draft.type,
        attempted_source_id=draft.source_id or "",
        attempted_sha256=body_sha256(draft),
        code="duplicate",
        existing_seq=existing.seq,
        reason=f"its source id is that of seq {existing.seq}, with other content: give it one of its own",
    )
    return refusal(draft, body)._replace(source_id=None)


def _without(*names: str) -> Callable[[Fields], Fields]:
    return lambda fields: {name: value for name, value in fields.items() if name not in names}


def _returned_seats(fields: Fields) -> Fields:
    """A void without its leg numbers, and without the links whose wagers all stand."""
    seats: dict[str, list[int]] = {}
    for leg in fields["legs"]:
        if leg["seats"]:
            seats[leg["link"]] = seats.get(leg["link"], []) + list(leg["seats"])
    return {**fields, "legs": seats}


_FILLED: Final[dict[str, Callable[[Fields], Fields]]] = {
    "table_opened": _without("legs"),
    "selections_changed": _without("legs"),
    "table_day_ended": _without("legs"),
    "round_opened": _without("rulebook", "rulebook_sha256", "progressives"),
    "bets_closed": _without("legs"),
    "round_voided": _returned_seats,
    "progressive_claimed": _without("leg"),
    "progressive_validated": _without("leg"),
    "progressive_rejected": _without("leg"),
    "progressive_paid": _without("leg"),
}
"""Types that are recorded with more than they came with, and what is compared of them."""


def _wager_refused(draft: Fields, refused: Fields) -> bool:
    return all(refused[name] == value for name, value in draft.items())


def _selection_refused(draft: Fields, refused: Fields) -> bool:
    return bool(draft["rulebook"] == refused["rulebook"])


def _change_refused(draft: Fields, refused: Fields) -> bool:
    return [signature["badge"] for signature in draft["signed_by"]] == list(refused["attempted_by"])


_REFUSALS: Final[dict[tuple[str, str], Callable[[Fields, Fields], bool]]] = {
    ("wager_placed", "wager_refused"): _wager_refused,
    ("table_opened", "table_refused"): _selection_refused,
    ("selections_changed", "table_refused"): _selection_refused,
    **{(type_, LinkChangeRefused.TYPE): _change_refused for type_ in CONTROL},
}
"""What a refusal keeps of the draft that it answers."""

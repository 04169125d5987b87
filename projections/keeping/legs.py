"""What a link hears, and what may follow from it: the words that all its parts share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from events.envelope import Event
from projections.keeping.link_state import LinkState


class Leg(NamedTuple):
    """One thing that a link hears: a table's leg, a control event, a transfer, with the fields of its body.

    `problem` says why the body of a control event cannot be read: its number is heard, its wish refused.
    """

    event: Event
    fields: dict[str, Any]
    link: str
    problem: str = ""


class Decision(NamedTuple):
    """One record to be: its event type and the fields that are its own."""

    type: str
    fields: dict[str, Any]


Decide = Callable[[LinkState, Leg], list[Decision]]
Evolve = Callable[[LinkState, dict[str, Any], Leg], LinkState]


def own(leg: Leg, name: str) -> dict[str, Any]:
    """The part of a body that is about this link."""
    return next(part for part in leg.fields[name] if part["link"] == leg.link)


def refusal(leg: Leg, attempted: str, claim_seq: int, reason: str) -> list[Decision]:
    """The one decision that follows from what cannot be granted; the reason says why, and what to do."""
    fields = {"table": leg.event.owner, "claim_seq": claim_seq, "attempted": attempted, "reason": reason}
    return [Decision("leg_refused", fields)]

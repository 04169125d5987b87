"""The steps of an award as the table took them: who verified, claimed, validated, documented and paid, when.

What a link owes is decided elsewhere and stands in `awards`; here is what people did about it, also for fixed
awards and envy, so that a report can say which step of which section is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from events.envelope import Event
from projections.raw_body import Unreadable, amount, fields_of, word


@dataclass(slots=True)
class AwardStepRow:
    """One step. A step that names no claim has `claim_seq` 0: its round, seat and wager say what it is of.

    `said` is what the step adds: the document's number, where the money came from, why it was rejected,
    whether the light was lit.
    """

    stream: str
    seq: int
    step: str
    round: str
    gaming_day: str
    mode: str
    link: str
    claim_seq: int
    seat: int
    wager: str
    hand: str
    amount_mc: int
    badge: str
    said: str
    occurred_at_us: int
    recorded_at_us: int


class _Step(NamedTuple):
    """How a type of event is read: what the step is called, and its fields as they stand in the row."""

    step: str
    read: Callable[[Event, dict[str, Any]], dict[str, Any]]


def _light(_event: Event, fields: dict[str, Any]) -> dict[str, Any]:
    lit = "lit" if fields.get("lit") is True else "not lit"
    return {"wager": word(fields, "wager"), "badge": word(fields, "verified_by"), "said": lit}


def _claim(event: Event, fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "link": word(fields, "link"),
        "claim_seq": event.seq,
        "wager": word(fields, "wager"),
        "hand": word(fields, "hand"),
        "badge": event.actor,
    }


def _of_claim(fields: dict[str, Any], badge: str) -> dict[str, Any]:
    return {
        "link": word(fields, "link"),
        "claim_seq": amount(fields, "claim_seq"),
        "badge": word(fields, badge),
    }


def _validated(_event: Event, fields: dict[str, Any]) -> dict[str, Any]:
    return _of_claim(fields, "validated_by")


def _rejected(_event: Event, fields: dict[str, Any]) -> dict[str, Any]:
    return {**_of_claim(fields, "rejected_by"), "said": word(fields, "reason")}


def _documented(_event: Event, fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "claim_seq": amount(fields, "claim_seq"),
        "wager": word(fields, "wager"),
        "badge": word(fields, "documented_by"),
        "said": word(fields, "document") + ("" if fields.get("cards_remained") is True else ", cards gone"),
    }


def _paid(_event: Event, fields: dict[str, Any]) -> dict[str, Any]:
    paid = {"amount_mc": amount(fields, "amount_mc"), "said": word(fields, "paid_from")}
    return {**_of_claim(fields, "paid_by"), **paid}


def _fixed(_event: Event, fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "wager": word(fields, "wager"),
        "hand": word(fields, "hand"),
        "amount_mc": amount(fields, "amount_mc"),
        "badge": word(fields, "validated_by"),
    }


def _envy(event: Event, fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "hand": word(fields, "hand"),
        "amount_mc": amount(fields, "amount_mc"),
        "badge": event.actor,
        "said": f"for the hand of seat {amount(fields, 'holder_seat')}",
    }


STEPS: Final[dict[str, _Step]] = {
    "progressive_light_verified": _Step("light verified", _light),
    "progressive_claimed": _Step("claimed", _claim),
    "progressive_validated": _Step("validated", _validated),
    "progressive_rejected": _Step("rejected", _rejected),
    "award_documented": _Step("documented", _documented),
    "progressive_paid": _Step("paid", _paid),
    "fixed_award_validated": _Step("fixed award validated", _fixed),
    "envy_paid": _Step("envy paid", _envy),
}
"""The types of event that are a step of an award."""
_UNSAID: Final = {"link": "", "claim_seq": 0, "wager": "", "hand": "", "amount_mc": 0, "said": ""}


def award_step(event: Event) -> AwardStepRow | None:
    """The row of an event of one of `STEPS`; None if its body cannot be read."""
    step = STEPS[event.type]
    try:
        fields = fields_of(event.body)
        said = {**_UNSAID, "seat": amount(fields, "seat"), **step.read(event, fields)}
    except Unreadable:
        return None
    return AwardStepRow(
        stream=event.stream,
        seq=event.seq,
        step=step.step,
        round=event.round or "",
        gaming_day=event.gaming_day,
        mode=event.mode,
        occurred_at_us=event.occurred_at_us,
        recorded_at_us=event.recorded_at_us,
        **said,
    )

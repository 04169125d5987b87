"""The steps of an award as the table took them: who verified, claimed, validated, documented and paid, when.

What a link owes is decided elsewhere and kept in `awards`; here is what people did about it, also for fixed
awards and envy, so that a report can name the step of a section that is missing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, assert_never

from events.envelope import Event
from events.vocabulary.awards import AwardDocumented, EnvyPaid, FixedAwardValidated, ProgressiveLightVerified
from events.vocabulary.progressive import (
    ProgressiveClaimed,
    ProgressivePaid,
    ProgressiveRejected,
    ProgressiveValidated,
)
from events.vocabulary.unions import AwardEvent
from projections.ledger.accounts import believable

LIT: Final = "lit"
"""In `said`: the light was on."""
CARDS_GONE: Final = ", cards gone"
"""In `said`, after the document: the cards had not remained on the table."""


ATTEMPTED: Final = {
    "claimed": "claim",
    "validated": "validation",
    "rejected": "rejection",
    "paid": "payment",
}
"""What a keeper calls the steps that it may refuse."""


@dataclass(slots=True)
class AwardStepRow:
    """One step. A step that names no claim has `claim_seq` 0: its round, seat and wager identify the award.

    `said` is what the step adds: the document's number, where the money came from and by which slip, why it
    was rejected, whether the light was lit.
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


class _Facts(NamedTuple):
    """What a step adds to its row; empty where it is not known."""

    step: str
    badge: str
    said: str = ""
    link: str = ""
    claim_seq: int = 0
    wager: str = ""
    hand: str = ""
    amount_mc: int = 0


def _facts(event: Event, body: AwardEvent) -> _Facts:  # noqa: PLR0911 - one case a type of event
    match body:
        case ProgressiveLightVerified():
            light = LIT if body.lit else "not lit"
            return _Facts("light verified", body.verified_by, light, wager=body.wager)
        case ProgressiveClaimed():
            return _Facts("claimed", event.actor, "", body.link, event.seq, body.wager, body.hand)
        case ProgressiveValidated():
            return _Facts("validated", body.validated_by, "", body.link, body.claim_seq)
        case ProgressiveRejected():
            return _Facts("rejected", body.rejected_by, body.reason, body.link, body.claim_seq)
        case AwardDocumented():
            document = body.document + ("" if body.cards_remained else CARDS_GONE)
            return _Facts(
                "documented", body.documented_by, document, claim_seq=body.claim_seq, wager=body.wager
            )
        case ProgressivePaid():
            said = f"{body.paid_from}, slip {body.slip}" if body.slip else body.paid_from
            return _Facts("paid", body.paid_by, said, body.link, body.claim_seq, amount_mc=body.amount_mc)
        case FixedAwardValidated():
            return _Facts(
                "fixed award validated",
                body.validated_by,
                wager=body.wager,
                hand=body.hand,
                amount_mc=body.amount_mc,
            )
        case EnvyPaid():
            holder = f"for the hand of seat {body.holder_seat}"
            return _Facts("envy paid", event.actor, holder, hand=body.hand, amount_mc=body.amount_mc)
        case _:
            assert_never(body)


def award_step(event: Event, body: AwardEvent) -> AwardStepRow | None:
    """The row of a step; None where it names an amount that nobody can have paid."""
    facts = _facts(event, body)
    if not believable(facts.amount_mc):
        return None
    return AwardStepRow(
        stream=event.stream,
        seq=event.seq,
        step=facts.step,
        round=event.round or "",
        gaming_day=event.gaming_day,
        mode=event.mode,
        link=facts.link,
        claim_seq=facts.claim_seq,
        seat=body.seat,
        wager=facts.wager,
        hand=facts.hand,
        amount_mc=facts.amount_mc,
        badge=facts.badge,
        said=facts.said,
        occurred_at_us=event.occurred_at_us,
        recorded_at_us=event.recorded_at_us,
    )


@dataclass(frozen=True, slots=True)
class StepTaken:
    """A step of an award as the table took it; `refused` is why its link did not accept it, if so.

    `said` is what the step adds: the document's number, why it was rejected, whether the light was lit.
    """

    step: str
    seq: int
    round: str
    link: str
    claim_seq: int
    seat: int
    wager: str
    hand: str
    badge: str
    amount_mc: int
    said: str
    gaming_day: str
    recorded_at_us: int
    refused: str | None = None


def steps_of(claim_seq: int, seat: int, steps: Iterable[StepTaken]) -> list[StepTaken]:
    """The steps of one award among those of its round: those of its claim, and the light of its seat."""
    return [
        step
        for step in steps
        if step.claim_seq == claim_seq or (step.step == "light verified" and step.seat == seat)
    ]

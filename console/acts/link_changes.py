"""Changes of a link: each is an event on its own stream, which two people sign and its keeper answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from console.acts.fact import Fact
from console.recording.clerk import Answer, Clerk, answers_to
from console.recording.signing import Signature
from events.vocabulary.meters import LegRefused
from events.vocabulary.transfers import TransferReceived, TransferRefused, TransferReturned, TransferSent
from streams.recorder.recorder import Recorded


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a link: the action, the type of its event, and its fields but for signatures and reason."""

    action: str
    link: str
    type: str
    fields: dict[str, Any]
    other_link: str | None = None
    """Of a transfer: where it goes."""

    def fact(self, sign: Sequence[Signature], reason: str) -> Fact:
        """The change as it is signed."""
        fields = {**self.fields, "signed_by": list(sign), "reason": reason}
        return Fact(f"link:{self.link}", self.type, fields, sign[0]["badge"])


def answers_of(clerk: Clerk, recorded: Recorded) -> list[Answer]:
    """What the keeper decided; for a transfer also what the other link made of it."""
    first = clerk.answer(answers_to(recorded))
    if first is None:
        return []
    sent = first.body
    if not isinstance(sent, TransferSent):
        return [first]
    other = clerk.answer(
        lambda answer: (
            isinstance(answer.body, TransferReceived | TransferRefused)
            and (answer.link, answer.body.from_link) == (sent.to_link, first.link)
            and answer.body.number == sent.leg
        )
    )
    return [first] if other is None else [first, other]


def refusal_of(answers: Sequence[Answer]) -> str | None:
    """Why a keeper refused; None where it did not."""
    refusals = (LegRefused, TransferRefused, TransferReturned)
    return next((answer.body.reason for answer in answers if isinstance(answer.body, refusals)), None)

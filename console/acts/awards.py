"""An award that is locked, validated or rejected by a floorperson or above; its link's keeper answers."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from console.acts.fact import Fact
from events.body import read_body
from events.envelope import read_header
from events.errors import MalformedEvent
from events.vocabulary.progressive import ProgressiveClaimed, ProgressiveRejected, ProgressiveValidated
from streams.log import Log
from streams.read_model.queries.awards import Award


def validation(award: Award, badge: str, cards: Sequence[str]) -> Fact:
    """That somebody has validated it, by cards they saw."""
    fields = {**_of(award), "validated_by": badge, "cards": list(cards)}
    return _fact(award, ProgressiveValidated.TYPE, fields, badge)


def rejection(award: Award, badge: str, reason: str) -> Fact:
    """That somebody has rejected it: the amount goes back to its meter."""
    return _fact(
        award, ProgressiveRejected.TYPE, {**_of(award), "rejected_by": badge, "reason": reason}, badge
    )


def claim_of(log: Log, award: Award) -> ProgressiveClaimed | None:
    """The claim itself, as its table recorded it; None where it cannot be read."""
    stream = f"table:{award.table}"
    with suppress(MalformedEvent):
        for record in log.read_stream(stream, award.claim_seq, award.claim_seq + 1):
            body = read_body(read_header(record.value))
            return body if isinstance(body, ProgressiveClaimed) else None
    return None


def _of(award: Award) -> dict[str, Any]:
    """Which award it is; the recorder gives the leg its number."""
    return {"link": award.link, "leg": 0, "claim_seq": award.claim_seq, "seat": award.seat}


def _fact(award: Award, type_: str, fields: dict[str, Any], badge: str) -> Fact:
    return Fact(f"table:{award.table}", type_, fields, badge, round=award.round or None)

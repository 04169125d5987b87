"""Who claims an award: written into the claim, so that nobody validates what they claimed themselves.

The claim's actor claims, or its round's dealer where the actor is a device. The register of badges knows who
is a person; without one in force nobody can tell, so both count as who claimed. Every dealer since the last
round was opened counts, whichever round the claim names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from msgspec.structs import replace

from events.body import read_body
from events.envelope import LIVE
from events.jsonform import Draft
from events.naming import comparable, names_somebody
from events.vocabulary.play import RoundOpened
from events.vocabulary.progressive import ProgressiveClaimed, ProgressiveValidated
from events.vocabulary.table import DealerChanged
from projections.recording.shown import ShownHand
from projections.recording.surroundings import Surroundings
from projections.signatures import own_claim_problem

_NAMES_A_DEALER: Final = frozenset({RoundOpened.TYPE, DealerChanged.TYPE})


def with_claimers(body: ShownHand, draft: Draft, around: Surroundings) -> ShownHand:
    """A claim with who claims; a validation as it is."""
    if isinstance(body, ProgressiveValidated):
        return body
    return replace(body, claimed_by=_claimers(draft, around))


def validation_problem(body: ShownHand, around: Surroundings) -> str:
    """Why somebody may not validate: they claimed it. What is not a live claim is the keeper's to refuse."""
    if not isinstance(body, ProgressiveValidated):
        return ""
    event = around.own_event(body.claim_seq)
    if event is None or event.type != ProgressiveClaimed.TYPE or event.mode != LIVE:
        return ""
    claim = cast("ProgressiveClaimed", read_body(event))
    return own_claim_problem(claim.claimed_by or (event.actor,), body.claim_seq, body.validated_by)


def _claimers(draft: Draft, around: Surroundings) -> tuple[str, ...]:
    actor = (draft.actor,) if names_somebody(draft.actor) else ()
    register = around.register()
    if register.in_force and comparable(draft.actor) in register.everybody:
        return actor
    return tuple(dict.fromkeys((*actor, *_dealers(around))))


def _dealers(around: Surroundings) -> Iterator[str]:
    """Who has dealt since the last round of the table was opened."""
    for event in around.round_events():
        if event.mode == LIVE and event.type in _NAMES_A_DEALER:
            yield cast("RoundOpened | DealerChanged", read_body(event)).dealer

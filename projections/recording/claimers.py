"""Who claims an award: written into the claim, so that nobody validates what they claimed themselves.

The claim's actor claims, or its round's dealer where the actor is a device. The register of badges knows who
is a person; without one in force nobody can tell, so both count as who claimed. Every dealer since the last
round was opened counts, whichever round the claim names, and those of the round that it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, cast

from msgspec.structs import replace

from events.body import read_body
from events.envelope import LIVE, Event
from events.jsonform import Draft
from events.naming import comparable
from events.vocabulary.play import RoundOpened
from events.vocabulary.progressive import ProgressiveValidated
from events.vocabulary.table import DealerChanged
from projections.recording.shown import ShownHand, live_claim
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
    found = live_claim(body.claim_seq, around)
    if found is None:
        return ""
    event, claim = found
    return own_claim_problem(claim.claimed_by or (event.actor,), body.claim_seq, body.validated_by)


def _claimers(draft: Draft, around: Surroundings) -> tuple[str, ...]:
    register = around.register()
    if register.in_force and comparable(draft.actor) in register.everybody:
        return (draft.actor,)
    return tuple(dict.fromkeys((draft.actor, *_dealers(draft.round, around))))


def _dealers(round_name: str | None, around: Surroundings) -> Iterator[str]:
    """Who has dealt since the last round of the table was opened, and in the round that is named."""
    last = around.round_events()
    yield from _named(last)
    if last and last[0].type == RoundOpened.TYPE and round_name not in (None, last[0].round):
        yield from _named(_earlier_round(round_name, around.events_before(last[0].seq)))


def _named(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        if event.mode == LIVE and event.type in _NAMES_A_DEALER:
            yield cast("RoundOpened | DealerChanged", read_body(event)).dealer


def _earlier_round(name: str | None, backwards: Iterable[Event]) -> list[Event]:
    """What names a dealer in the last round of that name; nothing where there was none.

    A round that was opened without a name is the one that its events name.
    """
    of_round: list[Event] = []
    mentioned = False
    for event in backwards:
        if event.mode != LIVE:
            continue
        mentioned = mentioned or event.round == name
        if event.type in _NAMES_A_DEALER:
            of_round.append(event)
        if event.type == RoundOpened.TYPE:
            if event.round == name or (event.round is None and mentioned):
                return of_round
            of_round, mentioned = [], False
    return []

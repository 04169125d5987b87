"""The recorder's rules for a gaming table: what becomes of a draft, and what is known after an event.

A state is that of one mode: what is live, a test and training do not know each other.

`decide` returns the draft as it will be in the log: as it came, with what the system fills in
(`table_fills`), or as a refusal (`table_refusals`). `evolve` follows what was recorded (`table_evolution`).
Types that are not named here are recorded as they come, and their bodies are not even read. A `match` tries
its cases one after the other, so what comes most often is first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never, cast, get_args

from msgspec.structs import replace

from events.body import read_body
from events.envelope import LIVE, Event
from events.jsonform import Draft
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.links import PaymentCorrected
from events.vocabulary.play import (
    LockOutEngaged,
    RoundClosed,
    RoundOpened,
    WagerPlaced,
    WagerWithdrawn,
)
from events.vocabulary.progressive import BetsClosed, LegToOneLink, RoundVoided
from events.vocabulary.table import SelectionsChanged, TableClosed, TableOpened
from events.vocabulary.unions import TableLeg
from projections.recording import table_evolution as after
from projections.recording import table_fills as fill
from projections.recording.claimers import validation_problem, with_claimers
from projections.recording.drafts import refuse_record, refused, with_body
from projections.recording.shown import ShownHand, with_shown, without_shown
from projections.recording.surroundings import Surroundings
from projections.recording.table_payments import decide_correction
from projections.recording.table_refusals import selection_refusal, wager_refusal
from projections.recording.table_state import TableState

Decided = WagerPlaced | TableLeg | PaymentCorrected
"""Everything that is not recorded exactly as it comes."""
Followed = WagerPlaced | TableLeg | WagerWithdrawn | LockOutEngaged
"""Everything that changes what the recorder knows."""

_OPENED_BEFORE: Final = (
    "the round {} was opened before, and goes on as it was: the next round needs an id of its own"
)

OfOneRound = WagerPlaced | BetsClosed | WagerWithdrawn | LockOutEngaged | RoundClosed | RoundVoided
"""What changes only the round that it names: late, it leaves the round that is open alone."""

DECIDED: Final = frozenset(kind.TYPE for kind in get_args(Decided))
"""The types that `decide` looks at; all others are recorded as they come."""
FOLLOWED: Final = frozenset(kind.TYPE for kind in get_args(Followed))
"""The types that `evolve` looks at; all others change nothing."""
# By their names: to find that a body is none of a dozen classes takes Python a hundred times as long.
_OF_ONE_ROUND: Final = frozenset(kind.TYPE for kind in get_args(OfOneRound))
_TO_LINKS: Final = frozenset(kind.TYPE for kind in get_args(TableLeg)) - {BetsClosed.TYPE}
"""What may owe a link a marker: "no more bets" goes to its own links only."""


def decide(state: TableState, draft: Draft, around: Surroundings) -> Draft:
    """The draft as it will be recorded; of another type where it is refused. Only live events carry legs."""
    if draft.type not in DECIDED:
        return draft
    body = cast("Decided", read_body(draft))
    decided = _decided(state, draft, body, around)
    if draft.mode != LIVE and isinstance(body, TableLeg) and decided.type == draft.type:
        filled = cast("TableLeg", read_body(decided))
        return with_body(draft, fill.without_legs(filled))
    return decided


def _decided(  # noqa: C901, PLR0911, PLR0912 - one case a type
    state: TableState, draft: Draft, body: Decided, around: Surroundings
) -> Draft:
    match body:
        case WagerPlaced():
            not_taken = wager_refusal(state, draft, body)
            return draft if not_taken is None else refused(draft, not_taken)
        case BetsClosed():
            return with_body(draft, fill.closed_bets(state, draft.round, body))
        case RoundClosed():
            return with_body(draft, fill.closed_round(state, draft.round, body))
        case RoundOpened():
            if draft.round is not None and draft.round == state.round.id:
                return refuse_record(draft, "other", _OPENED_BEFORE.format(draft.round))
            return with_body(
                draft, fill.round_opening(state, body, around.link if draft.mode == LIVE else _not_looked)
            )
        case TableOpened() | SelectionsChanged():
            not_allowed = selection_refusal(draft, body)
            if not_allowed is not None:
                return refused(draft, not_allowed)
            return with_body(draft, fill.selection(state, body))
        case TableDayEnded():
            return with_body(draft, fill.ended_day(state, body))
        case RoundVoided():
            return with_body(draft, fill.voided_round(state, draft.round, body))
        case TableClosed():
            return with_body(draft, replace(body, legs=fill.unsent_legs(state)))
        case PaymentCorrected():
            return decide_correction(draft, body, around) if draft.mode == LIVE else draft
        case _:
            if isinstance(body, LegToOneLink):
                return _award_step(state, draft, body, around)
            assert_never(body)


def _award_step(state: TableState, draft: Draft, body: LegToOneLink, around: Surroundings) -> Draft:
    """A claim, or what people do about one: with what the round shows, unless who claims validates."""
    if isinstance(body, ShownHand) and draft.mode != LIVE:
        body = without_shown(body)
    elif isinstance(body, ShownHand):
        own_claim = validation_problem(body, around)
        if own_claim:
            return refuse_record(draft, "signatures", own_claim)
        body = with_shown(with_claimers(body, draft, around), draft.round, around)
    return with_body(draft, fill.award_leg(state, draft.round, body))


def _not_looked(_link: str) -> None:
    """Tests and training are about no link."""


def evolve(state: TableState, event: Event) -> TableState:
    """The state after an event of the table's stream."""
    if event.type not in FOLLOWED:
        return state
    body = cast("Followed", read_body(event))
    evolved = _evolved(state, event, body)
    if event.type in _TO_LINKS:
        return after.owing_markers(state, evolved, event.gaming_day, cast("TableLeg", body))
    return evolved


def _evolved(  # noqa: C901, PLR0911, PLR0912 - one case a type
    state: TableState, event: Event, body: Followed
) -> TableState:
    if event.type in _OF_ONE_ROUND and not state.round.is_named_by(event.round):
        return after.about_another_round(state, body)
    match body:
        case WagerPlaced():
            return after.wager_placed(state, body)
        case RoundOpened():
            return after.round_opened(state, event.round, body)
        case BetsClosed():
            return after.bets_closed(state, body)
        case RoundClosed():
            return after.round_closed(state, body)
        case WagerWithdrawn():
            return after.wager_withdrawn(state, body)
        case LockOutEngaged():
            return after.locked_out(state, body.system)
        case RoundVoided():
            return after.round_voided(state, body)
        case TableOpened() | SelectionsChanged():
            return after.selected(state, body, event.seq)
        case TableDayEnded():
            return after.legs_sent(state, body)
        case TableClosed():
            return after.table_closed(state, body)
        case _:
            if isinstance(body, LegToOneLink):
                return after.leg_sent(state, body.link, body.leg)
            assert_never(body)


def fold(state: TableState, events: Iterable[Event]) -> TableState:
    """The state after several events."""
    for event in events:
        state = evolve(state, event)
    return state

"""A link after what was decided on a leg: `evolve` applies a record to the state, and what no record shows is
remembered beside it. Both match over closed unions: a record that nobody handles is found by mypy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from msgspec.structs import replace

from events.vocabulary.award_records import (
    AwardCorrected,
    AwardLocked,
    AwardPaid,
    AwardReturned,
    AwardValidated,
    PaymentMended,
)
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.meters import (
    ContributionReversed,
    LegRefused,
    MeterAdjusted,
    MeterClosed,
    MeterContributed,
    MeterDayClosed,
    MeterOpened,
    MeterRetired,
    MeterTermsChanged,
    Notice,
    TableJoined,
    TableLeft,
)
from events.vocabulary.play import RoundClosed, RoundOpened
from events.vocabulary.progressive import (
    BetsClosed,
    ProgressiveClaimed,
    ProgressivePaid,
    ProgressiveRejected,
    ProgressiveValidated,
    RoundVoided,
)
from events.vocabulary.table import SelectionsChanged, TableClosed, TableOpened
from events.vocabulary.transfers import TransferReceived, TransferRefused, TransferReturned, TransferSent
from projections.keeping import (
    awards,
    contributions,
    control,
    days,
    joins,
    mending,
    payments,
    returns,
    reversals,
    transfers,
)
from projections.keeping.legs import (
    Accepted,
    Decision,
    Leg,
    part_for_link,
)
from projections.keeping.link_state import LastRound, LinkState, SeatWager

_NOBODY: Final[frozenset[SeatWager]] = frozenset()


def evolve(  # noqa: C901, PLR0911, PLR0912 - one case for each record
    state: LinkState, decision: Decision, leg: Leg
) -> LinkState:
    """The state after a record that was decided on a leg."""
    match decision.record:
        case MeterContributed() as record:
            return contributions.evolve_contributed(state, record)
        case ContributionReversed() as record:
            return reversals.evolve_reversed(state, record)
        case AwardLocked() as record:
            assert isinstance(leg.body, ProgressiveClaimed)
            return awards.evolve_locked(state, record, leg, leg.body)
        case AwardValidated() as record:
            return awards.evolve_validated(state, record)
        case AwardPaid() as record:
            return payments.evolve_paid(state, record)
        case AwardReturned() | AwardCorrected() as record:
            return returns.evolve(state, record, decision.redrawn)
        case TableJoined() as record:
            assert isinstance(leg.body, TableOpened | SelectionsChanged)
            return joins.evolve_joined(state, record, leg.link, leg.body)
        case TableLeft() as record:
            return joins.evolve_left(state, record)
        case PaymentMended() as record:
            return mending.evolve_mended(state, record)
        case MeterOpened() as record:
            return control.evolve_opened(state, record)
        case MeterTermsChanged() as record:
            return control.evolve_terms_changed(state, record)
        case MeterClosed() as record:
            return control.evolve_closed(state, record)
        case MeterRetired():
            return control.evolve_retired(state)
        case MeterAdjusted() as record:
            return control.evolve_adjusted(state, record)
        case MeterDayClosed() as record:
            return days.evolve_day_closed(state, record)
        case TransferSent() as record:
            return transfers.evolve_sent(state, record)
        case TransferReceived() as record:
            return transfers.evolve_received(state, record)
        case TransferRefused() as record:
            return transfers.evolve_refused(state, record)
        case TransferReturned() as record:
            return transfers.evolve_returned(state, record)
        case _ as record:
            if isinstance(record, Notice):
                return state
            assert_never(record)


def remember_leg(  # noqa: PLR0911 - one case for each thing that is remembered
    state: LinkState, leg: Leg, before: LinkState, decisions: Sequence[Decision]
) -> LinkState:
    """What the link remembers of a leg besides its money: each table's last round, its gaming days, answers.

    `before` is the state before anything was decided on the leg. Of a table that never joined nothing is
    remembered: whatever it sends, the state does not grow.
    """
    event, table = leg.event, leg.owner
    if event.mode != "live":
        return state
    match leg.body:
        case BetsClosed() | RoundOpened() | RoundClosed() | TableClosed() as body:
            if table not in state.tables:
                return state
            rounds = state.rounds.copy()
            rounds[table] = _last_round(state, leg, body, before, decisions)
            return days.played(replace(state, rounds=rounds), table, event.gaming_day)
        case TableDayEnded(day=day):
            return state if days.in_the_future(day, event.gaming_day) else days.ended(state, table, day)
        case ProgressivePaid() | ProgressiveRejected():
            return _played(awards.without_old_locks(state), table, event.gaming_day)
        case TableOpened() | SelectionsChanged() as body:
            joins_in = joins.feeds(body, leg.link)  # what a table that leaves sends is not play
            return days.played(state, table, event.gaming_day) if joins_in else state
        case RoundVoided() as body:
            refused = any(isinstance(decision.record, LegRefused) for decision in decisions)
            rest = state if refused else reversals.without_returned(state, leg, body)
            return _played(awards.without_old_locks(rest), table, event.gaming_day)
        case ProgressiveClaimed() | ProgressiveValidated():
            return _played(state, table, event.gaming_day)
        case TransferReceived(number=number):
            return transfers.answered(state, leg.owner, number)
        case _:
            return state


def _played(state: LinkState, table: str, day: str) -> LinkState:
    return days.played(state, table, day) if table in state.tables else state


def _last_round(
    state: LinkState,
    leg: Leg,
    body: contributions.Wagered,
    before: LinkState,
    decisions: Sequence[Decision],
) -> LastRound:
    """The round with the wagers that were accepted; a second "no more bets" adds to the first and takes
    nothing away."""
    accepted = decisions[-1].accepted if decisions else None
    if accepted is None:
        round_ = contributions.round_of(leg, part_for_link(body.legs, leg.link))
        accepted = Accepted(round_, {}, contributions.round_again(before, leg.owner, round_))
    round_, wagers, again = accepted
    fed = not decisions or type(decisions[-1].record) is MeterContributed
    unfed = _NOBODY if fed else frozenset(wagers)
    overflowed = contributions.overflowed(before, state, {} if again is None else again.overflowed)
    if again is not None:
        wagers, unfed = {**again.wagers, **wagers}, again.unfed | unfed
        return replace(again, wagers=wagers, overflowed=overflowed, unfed=unfed)
    hits = {name: meter.hits for name, meter in state.meters.items()}
    return LastRound(round_, wagers, {}, hits, overflowed, unfed)

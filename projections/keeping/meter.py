"""The meters of a link as a `decide`/`evolve` pair: same legs in the same order, same awards, for ever.

`decide` looks at a leg and makes the records that follow, each with the balances that it leaves; `evolve`
(`projections.keeping.evolution`) applies a record to the state. Nothing else changes a meter. It matches
over a closed union: an event that nobody handles is found by mypy.
"""

from __future__ import annotations

from typing import Final, assert_never

from events.vocabulary.desk import TableDayEnded
from events.vocabulary.links import (
    LinkAdjusted,
    LinkChangeRefused,
    LinkClosed,
    LinkDayClosed,
    LinkLegSetAside,
    LinkOpened,
    LinkRetired,
    LinkTermsChanged,
    LinkTransferred,
    PaymentCorrected,
)
from events.vocabulary.marks import ClaimWhileHalted, StreamContinued, StreamHalted
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
from events.vocabulary.transfers import TransferReceived, TransferRefused, TransferSent
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
    Decide,
    Decision,
    Leg,
    OtherEvent,
    UnreadableControl,
    refusal,
)
from projections.keeping.link_state import LinkState


def decide(state: LinkState, leg: Leg) -> list[Decision]:
    """What follows from a leg, in order, by the version that decides it. Only live play moves money."""
    return DECIDERS[leg.decider](state, leg) if leg.event.mode == "live" else []


def decide_first(  # noqa: C901, PLR0911, PLR0912 - one case for each thing that comes
    state: LinkState, leg: Leg
) -> list[Decision]:
    """The first version of the decider."""
    unsigned = control.refuse_unsigned
    match leg.body:
        case BetsClosed() | RoundOpened() | RoundClosed() | TableClosed() as body:
            return contributions.decide_contributed(state, leg, body)
        case RoundVoided() as body:
            return reversals.decide_voided(state, leg, body)
        case ProgressiveClaimed() as body:
            return awards.decide_claimed(state, leg, body)
        case ProgressiveValidated() as body:
            return awards.decide_validated(state, leg, body)
        case ProgressiveRejected() as body:
            return returns.decide_rejected(state, leg, body)
        case ProgressivePaid() as body:
            return payments.decide_paid(state, leg, body)
        case TableOpened() | SelectionsChanged() as body:
            return joins.decide_joined(state, leg, body)
        case TableDayEnded() as body:
            return days.decide_ended(state, leg, body)
        case LinkOpened() as body:
            return unsigned(state, leg, body, "control") or control.decide_opened(state, leg, body)
        case LinkTermsChanged() as body:
            return unsigned(state, leg, body, "terms") or control.decide_terms_changed(state, leg, body)
        case LinkClosed() as body:
            return unsigned(state, leg, body, "control") or control.decide_closed(state, leg)
        case LinkRetired() as body:
            return unsigned(state, leg, body, "retirement") or control.decide_retired(state, leg, body)
        case LinkAdjusted() as body:
            return unsigned(state, leg, body, "adjustment") or control.decide_adjusted(state, leg, body)
        case LinkTransferred() as body:
            return unsigned(state, leg, body, "transfer") or transfers.decide_sent(state, leg, body)
        case LinkDayClosed() as body:
            return days.decide_day_closed(state, leg, body)
        case TransferSent() as body:
            return transfers.decide_received(state, leg, body)
        case TransferRefused() as body:
            return transfers.decide_returned(state, leg, body)
        case ClaimWhileHalted() as body:
            return awards.decide_while_halted(state, leg, body)
        case UnreadableControl() as body:
            return refusal(state, leg, "control", 0, body.problem)
        case TransferReceived() | StreamHalted() | StreamContinued() | LinkChangeRefused() | OtherEvent():
            return []
        case PaymentCorrected() as body:
            refused = unsigned(state, leg, body, "payment_correction")
            return refused or mending.decide_corrected(state, leg, body)
        case LinkLegSetAside():
            return []  # about the order of legs: the keeper decides it
        case _ as never:
            assert_never(never)


DECIDERS: Final[dict[int, Decide]] = {1: decide_first}
"""By version: what decides on a leg. A version that has decided anything is never changed."""

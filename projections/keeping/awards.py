"""Awards of a link, each step as a `decide`/`evolve` pair: locked, validated.

An award is the amount on the meter when it is that player's turn. From the lock on it is a liability, until
it is paid (`projections.keeping.payments`) or a floorperson rejects it (`projections.keeping.corrections`).
"""

from __future__ import annotations

from msgspec.structs import replace

from events.money import RATE_UNIT
from events.vocabulary.marks import ClaimWhileHalted
from events.vocabulary.meters import AwardLocked, AwardValidated, LegRefused, Share
from events.vocabulary.progressive import ProgressiveClaimed, ProgressiveValidated
from projections.keeping.legs import Decision, Leg, refusal, source_of
from projections.keeping.link_state import (
    DEALER,
    Award,
    Claim,
    LinkState,
    Lock,
    Meters,
    SeatWager,
    with_award,
)
from projections.keeping.payments import settle_all, settled_by_validation, with_settled
from projections.keeping.pots import balances_of, balances_with, draw, pot_of, with_balances
from projections.link_parameters import OVERFLOW
from projections.signatures import own_claim_problem, validating_problem

NOT_LOCKED = "no award of that claim is locked and unpaid"


def decide_claimed(state: LinkState, leg: Leg, body: ProgressiveClaimed) -> list[Decision]:
    """An award of the share of the meter that the hand wins, floored to the cent."""
    problem = _claim_problem(state, leg, body)
    if problem:
        return refusal(state, leg, "claim", leg.event.seq, problem)
    terms = state.terms.awards[body.hand]
    meter = state.terms.meters[terms.meter]
    seats = body.sharing_seats or (body.seat,)
    before = pot_of(state.meters, terms.meter)
    drawn = draw(before, terms.percent_bp, len(seats), meter.reseed_mc, meter.limit_mc)
    record = AwardLocked(
        **source_of(leg),
        balances=balances_with(state.meters, {terms.meter: drawn.pot}),
        table=leg.owner,
        claim_seq=leg.event.seq,
        seat=body.seat,
        hand=body.hand,
        meter=terms.meter,
        percent_bp=terms.percent_bp,
        meter_before_mc=state.meters[terms.meter].primary_mc,
        amount_mc=drawn.amount_mc,
        reseed_mc=drawn.reseed_mc,
        reserve_moved_mc=drawn.reserve_moved_mc,
        wager=body.wager,
        shares=tuple(Share(seat=seat, amount_mc=drawn.share_mc) for seat in seats),
        overflow_moved_mc=drawn.overflow_moved_mc,
    )
    return [Decision(record)]


def _claim_problem(state: LinkState, leg: Leg, body: ProgressiveClaimed) -> str:
    """Why a claim wins nothing; empty where it does."""
    seat, wager, sharing = body.seat, body.wager, body.sharing_seats
    last = state.rounds.get(leg.owner)
    if not state.live:
        return "the link is not open"
    if body.hand not in state.terms.awards:
        return f"{body.hand} wins no percentage of a meter of this link"
    if sharing and (seat not in sharing or len(set(sharing)) < len(sharing)):
        return "each seat that shares a dealer's hand is named once, the claiming one among them: claim again"
    for of in sharing or (seat,):
        if last is None or last.round != (leg.event.round or "") or (of, wager) not in last.wagers:
            return f"seat {of} has no accepted progressive wager in this round"
    claimed = {of for of, named in last.claimed if named == wager} if last is not None else set()
    if DEALER in claimed or (sharing and claimed):
        return f"the dealer's hand is drawn once a round, and {wager} was claimed in this one already"
    return f"seat {seat} has claimed in this round already" if seat in claimed else ""


def _claimed_for(body: ProgressiveClaimed) -> SeatWager:
    """What is claimed once a round: a seat's hand for each of its wagers, or the dealer's hand for all."""
    return (DEALER if body.sharing_seats else body.seat, body.wager)


def evolve_locked(state: LinkState, record: AwardLocked, leg: Leg, body: ProgressiveClaimed) -> LinkState:
    """The meter without the award; after all of it, reseed, reserve and overflow make the next one."""
    claim, last = (record.table, record.claim_seq), state.rounds[record.table]
    owed = {share.seat: share.amount_mc for share in record.shares}
    of = _claimed_for(body)
    lock = Lock(
        claim,
        last.round,
        of,
        tuple(owed),
        record.percent_bp,
        record.reseed_mc,
        state.terms.meters[record.meter].limit_mc,
        pot_of(state.meters, record.meter),
    )
    claimed_by = body.claimed_by or (leg.event.actor,)
    award = Award(record.meter, record.amount_mc, owed, claimed_by=claimed_by)
    return replace(
        state,
        meters=_meters_after(state.meters, record),
        awards={**state.awards, claim: award},
        locks={**state.locks, record.meter: (*state.locks.get(record.meter, ()), lock)},
        rounds={**state.rounds, record.table: replace(last, claimed=last.claimed | {of})},
    )


def _meters_after(before: Meters, record: AwardLocked) -> Meters:
    """The meters of the record; one that was won whole starts again from all that made it."""
    meters = with_balances(before, record.balances)
    if record.percent_bp == RATE_UNIT:
        meter, overflow = meters[record.meter], before.get(record.meter + OVERFLOW)
        overflow_mc = 0 if overflow is None else overflow.primary_mc
        base_mc = record.reseed_mc + record.reserve_moved_mc + overflow_mc
        meters[record.meter] = replace(meter, base_mc=base_mc, hits=meter.hits + 1)
    return meters


def decide_validated(state: LinkState, leg: Leg, body: ProgressiveValidated) -> list[Decision]:
    """A floorperson or above who did not claim it lets a locked award be paid, once."""
    award = state.awards.get((leg.owner, body.claim_seq))
    if award is None or award.validated:
        reason = "it is validated already" if award else NOT_LOCKED
        return refusal(state, leg, "validation", body.claim_seq, reason)
    problem = validating_problem(body.stamps, body.validated_by) or own_claim_problem(
        award.claimed_by, body.claim_seq, body.validated_by
    )
    if problem:
        return refusal(state, leg, "validation", body.claim_seq, problem)
    record = AwardValidated(
        **source_of(leg),
        balances=balances_of(state.meters),
        table=leg.owner,
        claim_seq=body.claim_seq,
        validated_by=body.validated_by,
        settled=settled_by_validation(state, (leg.owner, body.claim_seq)),
    )
    return [Decision(record)]


def evolve_validated(state: LinkState, record: AwardValidated) -> LinkState:
    """The award, validated; what was paid before settles its shares."""
    claim = (record.table, record.claim_seq)
    award = settle_all(replace(state.awards[claim], validated=True), record.settled)
    return with_award(with_settled(state, record.table, record.settled), claim, award)


def without_old_locks(state: LinkState) -> LinkState:
    """Forget the locks of each meter before the oldest that can still be returned: nothing changes them.

    A settled award is known as long as a payment is remembered that settled some of it: it may be undone.
    """
    kept = {}
    for meter, locks in state.locks.items():
        first = next((i for i, lock in enumerate(locks) if _is_returnable(state, lock.claim)), len(locks))
        if first < len(locks):
            kept[meter] = locks[first:]
    known = {lock.claim for locks in kept.values() for lock in locks}
    known |= {payment.claim for payment in state.payments.values() if payment.settled_mc}
    settled = {claim: award for claim, award in state.settled.items() if claim in known}
    return replace(state, locks=kept, settled=settled)


def _is_returnable(state: LinkState, claim: Claim) -> bool:
    """Whether an award can still be rejected: nobody was paid any of it."""
    award = state.awards.get(claim)
    return award is not None and not award.paid


def decide_while_halted(state: LinkState, leg: Leg, mark: ClaimWhileHalted) -> list[Decision]:
    """A claim from a stream that is halted is refused at once."""
    record = LegRefused(
        **source_of(leg),
        balances=balances_of(state.meters),
        table=mark.table,
        claim_seq=mark.claim_seq,
        attempted="claim",
        reason="the table's stream is halted: resume it, then claim again",
    )
    return [Decision(record)]

"""Awards of a link, each step as a `decide`/`evolve` pair: locked, validated.

An award is the amount on the meter when it is that player's turn. From the lock on it is a liability, until
it is paid (`projections.keeping.payments`) or goes back to its meter (`projections.keeping.returns`).
"""

from __future__ import annotations

from msgspec.structs import replace

from events.bounds import LOCKS_A_METER, UNPAID_AWARDS_A_LINK
from events.money import RATE_UNIT
from events.vocabulary.award_records import AwardLocked, AwardValidated, Share
from events.vocabulary.marks import ClaimWhileHalted
from events.vocabulary.meters import LegRefused
from events.vocabulary.progressive import ProgressiveClaimed, ProgressiveValidated
from projections.keeping import evidence
from projections.keeping.legs import Decision, Leg, refusal, source_of
from projections.keeping.link_state import (
    DEALER,
    Award,
    Claim,
    LastRound,
    LinkState,
    Lock,
    Meters,
    with_award,
)
from projections.keeping.payments import settle_all, settled_by_validation, with_settled
from projections.keeping.pots import balances_of, balances_with, draw, pot_of, with_balances
from projections.link_parameters import OVERFLOW
from projections.signatures import own_claim_problem, validating_problem

NOT_LOCKED = "no award of that claim is locked and unpaid"
_NAMED_ONCE, _EVERY_SEAT, _DRAWN_ONCE = (
    "each seat that shares a dealer's hand is named once",
    "the dealer's hand is claimed for every seat",
    "the dealer's hand is drawn once a round",
)
DEALERS_HAND = (_NAMED_ONCE, _EVERY_SEAT, _DRAWN_ONCE)
"""How the reasons begin for which a claim of a dealer's hand is refused (647a.12(e)(2)): whoever reads
refusals knows them by that."""


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
    """Why a claim wins nothing; empty where it does.

    It rests on the round's accepted wagers, whether the link is still in play or not.
    """
    last = state.rounds.get(leg.owner)
    if state.retired:
        return "the link is retired: nothing moves its meters"
    if body.hand not in state.terms.awards:
        return f"{body.hand} wins no percentage of a meter of this link"
    if last is None or last.round != (leg.event.round or ""):
        return f"seat {body.seat} has no accepted progressive wager in this round"
    of_the_dealer = _on_the_dealers_hand(state, body)
    problem = (
        _boxes_problem(state, last, body)
        or _claimed_problem(last, body, of_the_dealer=of_the_dealer)
        or evidence.claim_problem(state.terms.rulebook, body, of_the_dealer=of_the_dealer)
    )
    if not problem and len(state.awards) >= UNPAID_AWARDS_A_LINK:
        return f"{UNPAID_AWARDS_A_LINK} awards of the link are unpaid: pay or reject some, then claim again"
    return problem


def _on_the_dealers_hand(state: LinkState, body: ProgressiveClaimed) -> bool:
    """Whose hand wins, by the terms of the link; by the claim where they do not say."""
    whose = state.terms.wagers.get(body.wager)
    shared = bool(body.sharing_seats or body.other_boxes)
    return shared if whose in (None, "any") else whose == "dealer"


def _boxes(body: ProgressiveClaimed) -> tuple[int, ...]:
    """The seats whose wagers a claim is for."""
    return (*(body.sharing_seats or (body.seat,)), *body.other_boxes)


def _boxes_problem(state: LinkState, last: LastRound, body: ProgressiveClaimed) -> str:
    """Why a claim is not for the wagers that it should be for; empty where it is."""
    seat, wager, boxes = body.seat, body.wager, _boxes(body)
    whose = state.terms.wagers.get(wager)
    if whose == "player" and boxes != (seat,):
        return f"{wager} is won by a player's own hand and nobody shares it: claim for seat {seat} alone"
    if (body.sharing_seats and seat not in body.sharing_seats) or len(set(boxes)) < len(boxes):
        return f"{_NAMED_ONCE}, the claiming one among them: claim again"
    without = next((box for box in boxes if (box, wager) not in last.wagers), None)
    if without is not None:
        return f"seat {without} has no accepted progressive wager in this round"
    with_it = sorted(of for of, name in last.wagers if name == wager)
    if whose == "dealer" and sorted(boxes) != with_it:
        every = ", ".join(map(str, with_it))
        return (
            f"{_EVERY_SEAT} with {wager}, and these are {every}: name one seat "
            "a player in sharing_seats, further ones in other_boxes"
        )
    return ""


def _claimed_problem(last: LastRound, body: ProgressiveClaimed, *, of_the_dealer: bool) -> str:
    """That the hand was claimed before; empty where it was not."""
    seat, wager = body.seat, body.wager
    claimed = {of: claim_seq for (of, name), claim_seq in last.claimed.items() if name == wager}
    if DEALER in claimed or (of_the_dealer and claimed):
        first = min(claimed.values())
        return f"{_DRAWN_ONCE}, and {wager} was claimed in this one (claim {first})"
    if seat in claimed:
        return f"seat {seat} has claimed in this round already (claim {claimed[seat]})"
    return ""


def evolve_locked(state: LinkState, record: AwardLocked, leg: Leg, body: ProgressiveClaimed) -> LinkState:
    """The meter without the award; after all of it, reseed, reserve and overflow make the next one.

    Of the locks of a meter the last ones are kept: an award before them is final for it.
    """
    claim, last = (record.table, record.claim_seq), state.rounds[record.table]
    owed = {share.seat: share.amount_mc for share in record.shares}
    of = (DEALER if _on_the_dealers_hand(state, body) else body.seat, body.wager)
    lock = Lock(
        claim,
        tuple(owed),
        record.percent_bp,
        record.reseed_mc,
        state.terms.meters[record.meter].limit_mc,
        pot_of(state.meters, record.meter),
    )
    award = Award(
        record.meter,
        record.amount_mc,
        owed,
        claimed_by=body.claimed_by or (leg.event.actor,),
        reseed_mc=record.reseed_mc,
        round=last.round,
        wager=of,
        hand=record.hand,
        boxes=_boxes(body),
    )
    locks = (*state.locks.get(record.meter, ()), lock)[-LOCKS_A_METER:]
    return replace(
        state,
        meters=_meters_after(state.meters, record),
        awards={**state.awards, claim: award},
        locks={**state.locks, record.meter: locks},
        rounds={**state.rounds, record.table: replace(last, claimed={**last.claimed, of: claim[1]})},
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
    """A floorperson or above who did not claim it lets a locked award be paid, once, by the cards."""
    problem = _validation_problem(state, (leg.owner, body.claim_seq), body)
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


def _validation_problem(state: LinkState, claim: Claim, body: ProgressiveValidated) -> str:
    """Why a validation does not count; empty where it does."""
    award = state.awards.get(claim)
    if award is None:
        return "it is paid already" if claim in state.settled else NOT_LOCKED
    if award.validated:
        return "it is validated already"
    return (
        validating_problem(body.stamps, body.validated_by)
        or own_claim_problem(award.claimed_by, body.claim_seq, body.validated_by)
        or evidence.validation_problem(state.terms.rulebook, award, body)
    )


def evolve_validated(state: LinkState, record: AwardValidated) -> LinkState:
    """The award, validated; what was paid before settles its shares."""
    claim = (record.table, record.claim_seq)
    award = state.awards[claim]
    award = settle_all(replace(award, validated=True, validated_mc=award.amount_mc), record.settled)
    return with_award(with_settled(state, record.table, record.settled), claim, award)


def without_old_locks(state: LinkState) -> LinkState:
    """Forget the locks of each meter before the oldest that can be taken out of its history: nothing changes
    them.

    A settled award is known while its lock is kept, while it is of its table's last round, and as long as a
    payment is remembered that settled some of it: it may be undone.
    """
    kept = {}
    for meter, locks in state.locks.items():
        first = next((i for i, lock in enumerate(locks) if _is_redrawable(state, lock.claim)), len(locks))
        if first < len(locks):
            kept[meter] = locks[first:]
    known = {lock.claim for locks in kept.values() for lock in locks}
    known |= {payment.claim for payment in state.payments.values() if payment.settled_mc}
    settled = {k: a for k, a in state.settled.items() if k in known or is_of_last_round(state, k)}
    return replace(state, locks=kept, settled=settled)


def is_of_last_round(state: LinkState, claim: Claim) -> bool:
    """Whether an award is of the last round of its table, so that a void can return it."""
    last = state.rounds.get(claim[0])
    return last is not None and claim[1] in last.claimed.values()


def _is_redrawable(state: LinkState, claim: Claim) -> bool:
    """Whether an award can be taken out of its meter's history: nobody was paid any of it."""
    award = state.awards.get(claim)
    return award is not None and not award.paid_mc


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

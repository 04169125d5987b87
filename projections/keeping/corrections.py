"""What a rejected award does to its meter: the meter is as if the award had never been locked.

Awards locked on it since are drawn again in link order, from what would have been there. One that is paid
stays paid: what is missing to the right amount is owed, what was too much the house puts on the meter. The
locks that a link keeps show all that is needed: what was on the meter at each, so what moved in between.
"""

from __future__ import annotations

from msgspec.structs import replace

from events.money import RATE_UNIT
from events.vocabulary.meters import AwardCorrected, AwardReturned, Share
from events.vocabulary.progressive import ProgressiveRejected
from projections.keeping.legs import Decision, Leg, refusal, source_of
from projections.keeping.link_state import (
    Award,
    Claim,
    LastRound,
    LinkState,
    Lock,
    Pot,
    Redrawn,
    with_award,
)
from projections.keeping.payments import set_against, settle_all, with_settled
from projections.keeping.pots import Balances, balances_with, draw_again, pot_of, with_balances
from projections.signatures import validating_problem


def _award_of(state: LinkState, claim: Claim) -> Award:
    """An award that is owed, or one that is settled and whose lock is still known."""
    return state.awards.get(claim) or state.settled[claim]


def redraw(state: LinkState, claim: Claim) -> Redrawn:
    """The meter of an award as if the award had never been locked."""
    name = state.awards[claim].meter
    locks = state.locks[name]
    at = next(index for index, lock in enumerate(locks) if lock.claim == claim)
    pot, was = locks[at].before, draw_again(locks[at], locks[at].before).pot
    kept, corrected = list(locks[:at]), {}
    house_mc = owed_more_mc = 0
    for lock in locks[at + 1 :]:
        pot, short_mc = _moved(pot, was, lock.before, lock.limit_mc)
        drawn = draw_again(lock, pot)
        award = _award_of(state, lock.claim)
        if drawn.amount_mc != award.amount_mc:
            right = corrected[lock.claim] = _with_share(award, lock.seats, drawn.share_mc)
            owed_more_mc += right.cost_mc - award.cost_mc
            house_mc += right.borne_mc - award.borne_mc
        kept.append(replace(lock, before=pot))
        house_mc += short_mc
        pot, was = drawn.pot, draw_again(lock, lock.before).pot
    pot, short_mc = _moved(pot, was, pot_of(state.meters, name), state.terms.meters[name].limit_mc)
    return Redrawn(pot, tuple(kept), corrected, house_mc + short_mc, owed_more_mc)


def _with_share(award: Award, seats: tuple[int, ...], share_mc: int) -> Award:
    """An award with another share for every seat: what is missing is owed, what was paid stays paid."""
    owed = {
        seat: share_mc - award.paid.get(seat, 0)
        for seat in seats
        if seat not in award.paid or share_mc > award.paid[seat]
    }
    return replace(award, amount_mc=share_mc * len(seats), owed=owed)


def _moved(pot: Pot, was: Pot, then: Pot, limit_mc: int) -> tuple[Pot, int]:
    """A pot after all that moved between two moments of the real one, and what the house must add to it.

    Under a limit the parting of primary and overflow is made again: where more is on display than was,
    more spills over; where less does, what had spilled over fits.
    """
    primary = pot.primary + then.primary - was.primary
    reserve = pot.reserve + then.reserve - was.reserve
    overflow = pot.overflow + then.overflow - was.overflow
    if limit_mc:
        over_mc = _spilled(pot.primary - was.primary, primary, then.overflow - was.overflow, limit_mc)
        primary, overflow = primary - over_mc * RATE_UNIT, overflow + over_mc * RATE_UNIT
    short = [max(0, -(units // RATE_UNIT)) for units in (primary, reserve, overflow)]
    filled = [u + mc * RATE_UNIT for u, mc in zip((primary, reserve, overflow), short, strict=True)]
    base_mc = pot.base_mc
    if then.base_mc != was.base_mc:
        # A withdrawal below its start lowered it to what was left; here it may have left more.
        left_mc = then.base_mc + (pot.primary - was.primary) // RATE_UNIT
        base_mc = max(0, min(base_mc, left_mc))
    return Pot(filled[0], filled[1], filled[2], base_mc, pot.hits), sum(short)


def _spilled(higher: int, primary: int, overflowed: int, limit_mc: int) -> int:
    """How many millicents more go over a limit, or fewer, where the primary is so much higher than it was."""
    over_mc = primary // RATE_UNIT - limit_mc
    apart_mc = -(-abs(higher) // RATE_UNIT)
    if higher > 0:
        return max(0, min(over_mc, apart_mc))
    return -max(0, min(overflowed // RATE_UNIT, apart_mc, -over_mc))


def decide_rejected(state: LinkState, leg: Leg, body: ProgressiveRejected) -> list[Decision]:
    """A floorperson or above sends a locked award back; the awards that this changes follow."""
    claim = (leg.owner, body.claim_seq)
    award = state.awards.get(claim)
    if award is None:
        return refusal(state, leg, "rejection", body.claim_seq, "no award of that claim is locked and unpaid")
    problem = validating_problem(body.stamps, body.rejected_by)
    if not problem and award.paid:
        problem = "part of it is paid: record an adjustment instead"
    if problem:
        return refusal(state, leg, "rejection", body.claim_seq, problem)
    redrawn = redraw(state, claim)
    balances = balances_with(state.meters, {award.meter: redrawn.pot})
    returned = AwardReturned(
        **source_of(leg),
        balances=balances,
        table=leg.owner,
        claim_seq=body.claim_seq,
        meter=award.meter,
        amount_mc=award.amount_mc,
        rejected_by=body.rejected_by,
        reseed_back_mc=_lock_of(state, claim).reseed_mc,
        corrected_mc=redrawn.owed_more_mc,
        house_mc=redrawn.house_mc,
        reason=body.reason,
    )
    follow = [
        Decision(_correction(state, leg, balances, of, right)) for of, right in redrawn.corrected.items()
    ]
    return [Decision(returned, redrawn), *follow]


def _lock_of(state: LinkState, claim: Claim) -> Lock:
    """The lock of an award that can still be returned: it is kept as long as that."""
    return next(lock for lock in state.locks[state.awards[claim].meter] if lock.claim == claim)


def _correction(state: LinkState, leg: Leg, balances: Balances, claim: Claim, right: Award) -> AwardCorrected:
    """An award as it is now, because the one that the leg rejects was returned."""
    assert isinstance(leg.body, ProgressiveRejected)
    moved = set_against(state, claim, right)
    after = settle_all(right, moved)
    return AwardCorrected(
        **source_of(leg),
        balances=balances,
        table=claim[0],
        claim_seq=claim[1],
        meter=right.meter,
        before_mc=_award_of(state, claim).amount_mc,
        amount_mc=right.amount_mc,
        shares=tuple(Share(seat=seat, amount_mc=mc) for seat, mc in after.owed.items()),
        paid_mc=after.paid_mc,
        because_table=leg.owner,
        because_claim_seq=leg.body.claim_seq,
        set_against=moved,
    )


def evolve_returned(state: LinkState, record: AwardReturned, redrawn: Redrawn) -> LinkState:
    """The meter as if the award had never been locked; the awards since are corrected one by one."""
    claim, name = (record.table, record.claim_seq), record.meter
    meters = with_balances(state.meters, record.balances)
    meters[name] = replace(meters[name], base_mc=redrawn.pot.base_mc, hits=redrawn.pot.hits)
    return replace(
        state,
        awards={k: award for k, award in state.awards.items() if k != claim},
        meters=meters,
        locks={**state.locks, name: redrawn.locks},
        rounds=_rounds_without(state, _lock_of(state, claim), name),
    )


def evolve_corrected(state: LinkState, record: AwardCorrected) -> LinkState:
    """The award with the amount that is right: what is missing is owed, what was paid stays paid."""
    claim = (record.table, record.claim_seq)
    owed = {share.seat: share.amount_mc for share in record.shares}
    award = settle_all(_award_of(state, claim), record.set_against)
    state = with_settled(state, record.table, record.set_against)
    return with_award(state, claim, replace(award, amount_mc=record.amount_mc, owed=owed))


def _rounds_without(state: LinkState, lock: Lock, meter: str) -> dict[str, LastRound]:
    """The rounds as if the award had not been locked: its hand can be claimed again, its hit never was."""
    rounds = dict(state.rounds)
    last = rounds.get(lock.claim[0])
    if last is not None and last.round == lock.round:
        rounds[lock.claim[0]] = replace(last, claimed=last.claimed - {lock.wager})
    if lock.percent_bp < RATE_UNIT:
        return rounds
    for table, last in rounds.items():
        hits = last.hits.get(meter, 0)
        if hits > lock.before.hits:
            rounds[table] = replace(last, hits={**last.hits, meter: hits - 1})
    return rounds

"""Awards that go back to their meter: rejected by a floorperson, or their wagers returned by a void.

Where nothing of an award was paid and its lock is kept, the meter is as if it had never been locked, and
later awards are decided again (`projections.keeping.corrections`). Otherwise later awards stand: the meter
gets the award less its reseed, and what was paid of it stands beyond entitlement.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec.structs import replace

from events.bounds import MAX_AMOUNT_MC
from events.money import RATE_UNIT, text
from events.vocabulary.award_records import AwardCorrected, AwardReturned
from events.vocabulary.keeper_facts import ShortBecause, Shortfall
from events.vocabulary.progressive import ProgressiveRejected
from projections.keeping import payments
from projections.keeping.awards import is_of_last_round
from projections.keeping.corrections import corrections, evolve_corrected, redraw
from projections.keeping.legs import Decision, Leg, refusal, source_of
from projections.keeping.link_state import (
    Award,
    Claim,
    LastRound,
    LinkState,
    Lock,
    Pot,
    Redrawn,
    award_of,
)
from projections.keeping.pots import balances_with, pot_of, put, with_balances
from projections.signatures import validating_problem

NOT_KNOWN = "no award of that claim can be returned: it was never locked, or is paid and of an earlier round"


class Why(NamedTuple):
    """What returns an award, who said so and why."""

    because: Literal["rejection", "void"]
    by: str
    reason: str


def decide_rejected(state: LinkState, leg: Leg, body: ProgressiveRejected) -> list[Decision]:
    """A floorperson or above sends an award back; the awards that this changes follow."""
    claim = (leg.owner, body.claim_seq)
    problem = _rejection_problem(state, claim, body)
    why = Why("rejection", body.rejected_by, body.reason)
    decisions = [] if problem else returned(state, leg, claim, why)
    problem = problem or bounds_problem(decisions)
    return refusal(state, leg, "rejection", body.claim_seq, problem) if problem else decisions


def _rejection_problem(state: LinkState, claim: Claim, body: ProgressiveRejected) -> str:
    """Why an award cannot be rejected; empty where it can.

    One that is paid in full can be while its lock is kept, or it is of its table's last round.
    """
    paid = state.settled.get(claim)
    final = paid is None or not (_lock_of(state, paid.meter, claim) or is_of_last_round(state, claim))
    if claim not in state.awards and final:
        return NOT_KNOWN
    if state.retired:
        return "the link is retired: nothing moves its meters"
    return validating_problem(body.stamps, body.rejected_by)


def bounds_problem(decisions: list[Decision]) -> str:
    """Why awards cannot go back: a meter would hold more than any may; empty where they can."""
    for decision in decisions:
        locks = () if decision.redrawn is None else decision.redrawn.locks
        balances = decision.record.balances
        on_meters = [mc for balance in balances for mc in (balance.primary_mc, balance.reserve_mc)]
        most_mc = max((*on_meters, *(lock.before.primary // RATE_UNIT for lock in locks)))
        if most_mc > MAX_AMOUNT_MC:
            most = text(MAX_AMOUNT_MC)
            return f"a meter would hold {text(most_mc)}, the most is {most}: check its amounts"
    return ""


def returned(state: LinkState, leg: Leg, claim: Claim, why: Why) -> list[Decision]:
    """An award goes back: out of its meter's history if it can be, else as the meter stands."""
    award = award_of(state, claim)
    assert award is not None
    lock = _lock_of(state, award.meter, claim)
    if lock is None or award.paid_mc:
        return [Decision(_restored(state, leg, claim, award, why))]
    redrawn = redraw(state, lock)
    balances = balances_with(state.meters, {award.meter: redrawn.pot})
    record = AwardReturned(
        **source_of(leg),
        balances=balances,
        table=claim[0],
        claim_seq=claim[1],
        meter=award.meter,
        amount_mc=award.amount_mc,
        rejected_by=why.by,
        reseed_back_mc=award.reseed_mc,
        corrected_mc=redrawn.owed_more_mc,
        house_mc=redrawn.house_mc,
        reason=why.reason,
        because=why.because,
        unpaid_mc=award.owed_mc,
        payments=payments.moved_by_return(state, claim),
        shortfalls=(
            *short_of(award.meter, "later_paid", redrawn.house_mc - redrawn.short_mc),
            *short_of(award.meter, "below_zero", redrawn.short_mc),
        ),
    )
    corrected = corrections(state, leg, claim, redrawn, balances)
    return [Decision(record, redrawn), *map(Decision, corrected)]


def _restored(state: LinkState, leg: Leg, claim: Claim, award: Award, why: Why) -> AwardReturned:
    """The meter gets the award less its reseed; later awards stand.

    Where the award had been paid too high the house bore the difference, and gets it back: all that was paid
    stands beyond entitlement.
    """
    name = award.meter
    added_mc = award.amount_mc - award.reseed_mc
    pot, short_mc = _with_more(pot_of(state.meters, name), added_mc, state.terms.meters[name].limit_mc)
    return AwardReturned(
        **source_of(leg),
        balances=balances_with(state.meters, {name: pot}),
        table=claim[0],
        claim_seq=claim[1],
        meter=name,
        amount_mc=award.amount_mc,
        rejected_by=why.by,
        reseed_back_mc=award.reseed_mc,
        corrected_mc=0,
        house_mc=short_mc - award.borne_mc,
        reason=why.reason,
        because=why.because,
        redrawn=False,
        unpaid_mc=award.owed_mc,
        beyond_mc=award.paid_mc,
        payments=payments.moved_by_return(state, claim),
        shortfalls=short_of(name, "part_paid" if award.paid_mc else "behind_locks", short_mc),
    )


def short_of(meter: str, because: ShortBecause, amount_mc: int) -> tuple[Shortfall, ...]:
    """What the house bears of a meter; nothing where it bears nothing."""
    return (Shortfall(meter=meter, amount_mc=amount_mc, because=because),) if amount_mc > 0 else ()


def _with_more(pot: Pot, added_mc: int, limit_mc: int) -> tuple[Pot, int]:
    """A pot with so much more, over its limit into the overflow; or with less, and what the house must add.

    What the primary cannot give its overflow does.
    """
    if added_mc >= 0:
        return put(pot, added_mc * RATE_UNIT, limit_mc), 0
    primary = pot.primary + added_mc * RATE_UNIT
    below_mc = max(0, -(primary // RATE_UNIT))
    over_mc = min(below_mc, pot.overflow // RATE_UNIT)
    left = pot._replace(primary=primary + below_mc * RATE_UNIT, overflow=pot.overflow - over_mc * RATE_UNIT)
    return left, below_mc - over_mc


def after_return(state: LinkState, decisions: list[Decision]) -> LinkState:
    """The state after an award went back and later ones were corrected."""
    for decision in decisions:
        if isinstance(decision.record, AwardReturned | AwardCorrected):
            state = evolve(state, decision.record, decision.redrawn)
    return state


def evolve(state: LinkState, record: AwardReturned | AwardCorrected, redrawn: Redrawn | None) -> LinkState:
    """The state after an award went back, or after a later one was corrected because of it."""
    if isinstance(record, AwardCorrected):
        return evolve_corrected(state, record)
    return _evolve_returned(state, record, redrawn)


def _evolve_returned(state: LinkState, record: AwardReturned, redrawn: Redrawn | None) -> LinkState:
    """The meter with the award back on it; the awards since are corrected one by one."""
    claim, name = (record.table, record.claim_seq), record.meter
    meters = with_balances(state.meters, record.balances)
    if redrawn is None:
        meters[name] = replace(meters[name], base_mc=min(meters[name].base_mc, meters[name].primary_mc))
        locks = tuple(lock for lock in state.locks.get(name, ()) if lock.claim != claim)
        rounds = state.rounds
    else:
        meters[name] = replace(meters[name], base_mc=redrawn.pot.base_mc, hits=redrawn.pot.hits)
        locks = redrawn.locks
        rounds = _without_hit(state, name, claim)
    kept = {meter: those for meter, those in {**state.locks, name: locks}.items() if those}
    after = replace(state, meters=meters, locks=kept, rounds=_claimable_again(rounds, claim))
    return payments.award_gone(after, claim)


def _lock_of(state: LinkState, meter: str, claim: Claim) -> Lock | None:
    """The lock of an award; None where it is not kept any longer."""
    return next((lock for lock in state.locks.get(meter, ()) if lock.claim == claim), None)


def _without_hit(state: LinkState, meter: str, claim: Claim) -> dict[str, LastRound]:
    """The rounds as if the award had not been locked: where it took the whole meter, its hit never was."""
    lock = _lock_of(state, meter, claim)
    assert lock is not None
    if lock.percent_bp < RATE_UNIT:
        return state.rounds
    rounds = dict(state.rounds)
    for table, last in state.rounds.items():
        hits = last.hits.get(meter, 0)
        if hits > lock.before.hits:
            rounds[table] = replace(last, hits={**last.hits, meter: hits - 1})
    return rounds


def _claimable_again(rounds: dict[str, LastRound], claim: Claim) -> dict[str, LastRound]:
    """The rounds with the hand of an award that went back: it can be claimed for what it is."""
    last = rounds.get(claim[0])
    if last is None or claim[1] not in last.claimed.values():
        return rounds
    claimed = {of: claim_seq for of, claim_seq in last.claimed.items() if claim_seq != claim[1]}
    return {**rounds, claim[0]: replace(last, claimed=claimed)}

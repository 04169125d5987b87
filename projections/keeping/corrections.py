"""What a rejected award does to its meter: the meter is as if the award had never been locked.

Awards locked on it since are drawn again in link order, from what would have stood there. One that is paid
stays paid: what is missing to the right amount is owed, what was too much the house puts on the meter. The
locks that a link keeps say all that is needed: what stood on the meter at each, so what moved in between.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from events.money import RATE_UNIT
from projections.keeping.awards import with_award, without_old_locks
from projections.keeping.legs import Decision, Leg, refusal
from projections.keeping.link_state import Award, Claim, LinkState, Lock, Pot
from projections.keeping.pots import draw_again, pot_of, with_pot


class Corrected(NamedTuple):
    """An award that was drawn again: as it was, and as it is."""

    claim: Claim
    before: Award
    after: Award


class Redrawn(NamedTuple):
    """A meter without one of its locks: what stands on it, the locks after it, the awards that changed.

    `house_mc` is what the house puts on the meter so that nothing on it falls below nought, and so that an
    award that was paid too high costs the meter no more than the right amount.
    """

    pot: Pot
    locks: tuple[Lock, ...]
    corrected: tuple[Corrected, ...]
    house_mc: int

    @property
    def owed_more_mc(self) -> int:
        """What all changed awards together are owed more than before."""
        return sum(_total(after) - _total(before) for _, before, after in self.corrected)


def _total(award: Award) -> int:
    """What an award costs: all that was paid of it and all that is owed."""
    return sum(award.paid.values()) + sum(award.owed.values())


def _borne(award: Award) -> int:
    """What the house bears of an award: what was paid beyond the right amount."""
    return _total(award) - award.amount_mc


def redraw(state: LinkState, claim: Claim) -> Redrawn:
    """The meter of an award as if the award had never been locked."""
    name = state.awards[claim].meter
    locks = state.locks[name]
    at = next(index for index, lock in enumerate(locks) if lock.claim == claim)
    pot, stood = locks[at].before, draw_again(locks[at], locks[at].before).pot
    kept, corrected, house_mc = list(locks[:at]), [], 0
    for lock in locks[at + 1 :]:
        pot, short_mc = _moved(pot, stood, lock.before, lock.limit_mc)
        drawn = draw_again(lock, pot)
        award = state.awards.get(lock.claim) or state.settled[lock.claim]
        if drawn.amount_mc != award.amount_mc:
            corrected.append(Corrected(lock.claim, award, _with_share(award, lock.seats, drawn.share_mc)))
        kept.append(replace(lock, before=pot))
        house_mc += short_mc
        pot, stood = drawn.pot, draw_again(lock, lock.before).pot
    pot, short_mc = _moved(pot, stood, pot_of(state.meters, name), state.terms.meters[name].limit_mc)
    house_mc += short_mc + sum(_borne(after) - _borne(before) for _, before, after in corrected)
    return Redrawn(pot, tuple(kept), tuple(corrected), house_mc)


def _with_share(award: Award, seats: tuple[int, ...], share_mc: int) -> Award:
    """An award with another share for every seat: what is missing is owed, what was paid stays paid."""
    owed = {
        seat: share_mc - award.paid.get(seat, 0)
        for seat in seats
        if seat not in award.paid or share_mc > award.paid[seat]
    }
    return replace(award, amount_mc=share_mc * len(seats), owed=owed)


def _moved(pot: Pot, stood: Pot, then: Pot, limit_mc: int) -> tuple[Pot, int]:
    """A pot after all that moved between two moments of the real one, and what the house must add to it.

    Under a limit the parting of primary and overflow is made anew: where more stands on display than did,
    more spills over; where less does, what had spilled over fits.
    """
    primary = pot.primary + then.primary - stood.primary
    reserve = pot.reserve + then.reserve - stood.reserve
    overflow = pot.overflow + then.overflow - stood.overflow
    if limit_mc:
        over_mc = _spilled(pot.primary - stood.primary, primary, then.overflow - stood.overflow, limit_mc)
        primary, overflow = primary - over_mc * RATE_UNIT, overflow + over_mc * RATE_UNIT
    short = [max(0, -(units // RATE_UNIT)) for units in (primary, reserve, overflow)]
    filled = [u + mc * RATE_UNIT for u, mc in zip((primary, reserve, overflow), short, strict=True)]
    base_mc = pot.base_mc
    if then.base_mc != stood.base_mc:
        # A withdrawal below its start lowered it to what was left; here it may have left more.
        left_mc = then.base_mc + (pot.primary - stood.primary) // RATE_UNIT
        base_mc = max(0, min(base_mc, left_mc))
    return Pot(filled[0], filled[1], filled[2], base_mc, pot.hits), sum(short)


def _spilled(higher: int, primary: int, overflowed: int, limit_mc: int) -> int:
    """How many millicents more go over a limit, or fewer, where the primary is so much higher than it was."""
    over_mc = primary // RATE_UNIT - limit_mc
    apart_mc = -(-abs(higher) // RATE_UNIT)
    if higher > 0:
        return max(0, min(over_mc, apart_mc))
    return -max(0, min(overflowed // RATE_UNIT, apart_mc, -over_mc))


def decide_rejected(state: LinkState, leg: Leg) -> list[Decision]:
    """A floorperson sends a locked award back; the awards that this changes follow."""
    table, claim_seq = leg.event.owner, leg.fields["claim_seq"]
    claim = (table, claim_seq)
    award = state.awards.get(claim)
    if award is None:
        return refusal(leg, "rejection", claim_seq, "no award of that claim is locked and unpaid")
    if award.paid:
        return refusal(leg, "rejection", claim_seq, "part of it is paid: record an adjustment instead")
    redrawn = redraw(state, claim)
    fields = {
        "table": table,
        "claim_seq": claim_seq,
        "meter": award.meter,
        "amount_mc": award.amount_mc,
        "rejected_by": leg.fields["rejected_by"],
        "reseed_back_mc": _lock_of(state, claim).reseed_mc,
        "corrected_mc": redrawn.owed_more_mc,
        "house_mc": redrawn.house_mc,
        "reason": leg.fields["reason"],
    }
    follow = [Decision("award_corrected", _correction(part, claim)) for part in redrawn.corrected]
    return [Decision("award_returned", fields), *follow]


def _lock_of(state: LinkState, claim: Claim) -> Lock:
    """The lock of an award that can still be returned: it is kept as long as that."""
    return next(lock for lock in state.locks[state.awards[claim].meter] if lock.claim == claim)


def _correction(corrected: Corrected, because: Claim) -> dict[str, Any]:
    (table, claim_seq), before, after = corrected
    return {
        "table": table,
        "claim_seq": claim_seq,
        "meter": after.meter,
        "before_mc": before.amount_mc,
        "amount_mc": after.amount_mc,
        "shares": [{"seat": seat, "amount_mc": mc} for seat, mc in after.owed.items()],
        "paid_mc": sum(after.paid.values()),
        "because_table": because[0],
        "because_claim_seq": because[1],
    }


def evolve_returned(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
    """The meter as if the award had never been locked, and the awards since as they are now."""
    claim, name = (fields["table"], fields["claim_seq"]), fields["meter"]
    lock = _lock_of(state, claim)
    awards = {k: a for k, a in state.awards.items() if k != claim}
    redrawn = redraw(state, claim)
    after = replace(
        state,
        awards=awards,
        meters=with_pot(state.meters, name, redrawn.pot),
        locks={**state.locks, name: redrawn.locks},
        rounds=_rounds_without(state, lock, name),
    )
    for part in redrawn.corrected:
        after = with_award(after, part.claim, part.after)
    return without_old_locks(after, name)


def _rounds_without(state: LinkState, lock: Lock, meter: str) -> dict[str, Any]:
    """The rounds as if the award had not been locked: its hand can be claimed again, its hit never was."""
    rounds = dict(state.rounds)
    heard = rounds.get(lock.claim[0])
    if heard is not None and heard.round == lock.round:
        rounds[lock.claim[0]] = replace(heard, claimed=heard.claimed - {lock.wager})
    if lock.percent_bp < RATE_UNIT:
        return rounds
    for table, heard in rounds.items():
        hits = heard.hits.get(meter, 0)
        if hits > lock.before.hits:
            rounds[table] = replace(heard, hits={**heard.hits, meter: hits - 1})
    return rounds

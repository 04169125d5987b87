"""A meter as if one of its awards had never been locked.

Awards locked on it since are drawn again in link order, from what would have been there. One that is paid
stays paid: what is missing to the right amount is owed, what was too much the house puts on the meter. The
locks that a link keeps show all that is needed: what was on the meter at each, so what moved in between.
"""

from __future__ import annotations

from msgspec.structs import replace

from events.money import RATE_UNIT
from events.vocabulary.award_records import AwardCorrected, Share
from projections.keeping.legs import Leg, source_of
from projections.keeping.link_state import (
    Award,
    Claim,
    LinkState,
    Lock,
    Pot,
    Redrawn,
    award_of,
    with_award,
)
from projections.keeping.payments import set_against, settle_all, with_settled
from projections.keeping.pots import Balances, draw_again, pot_of


def _known(state: LinkState, claim: Claim) -> Award:
    """An award whose lock is kept: it is owed, or settled and kept with its lock."""
    award = award_of(state, claim)
    assert award is not None
    return award


def redraw(state: LinkState, lock: Lock) -> Redrawn:
    """The meter of an award as if the award had never been locked."""
    name = _known(state, lock.claim).meter
    locks = state.locks[name]
    at = locks.index(lock)
    pot, was = locks[at].before, draw_again(locks[at], locks[at].before).pot
    kept, corrected = list(locks[:at]), {}
    borne_mc = owed_more_mc = all_short_mc = 0
    for later in locks[at + 1 :]:
        pot, short_mc = _moved(pot, was, later.before, later.limit_mc)
        drawn = draw_again(later, pot)
        award = _known(state, later.claim)
        if drawn.amount_mc != award.amount_mc:
            right = corrected[later.claim] = _with_share(award, later.seats, drawn.share_mc)
            owed_more_mc += right.cost_mc - award.cost_mc
            borne_mc += right.borne_mc - award.borne_mc
        kept.append(replace(later, before=pot))
        all_short_mc += short_mc
        pot, was = drawn.pot, draw_again(later, later.before).pot
    pot, short_mc = _moved(pot, was, pot_of(state.meters, name), state.terms.meters[name].limit_mc)
    all_short_mc += short_mc
    return Redrawn(pot, tuple(kept), corrected, borne_mc + all_short_mc, owed_more_mc, all_short_mc)


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
    base_mc, hits = pot.base_mc, pot.hits + then.hits - was.hits
    if then.hits != was.hits:
        # It was won whole by an award that was returned and not drawn again: there it started anew.
        base_mc = then.base_mc
    elif then.base_mc != was.base_mc:
        # A withdrawal below its start lowered it to what was left; here it may have left more.
        left_mc = then.base_mc + (pot.primary - was.primary) // RATE_UNIT
        base_mc = max(0, min(base_mc, left_mc))
    return Pot(filled[0], filled[1], filled[2], base_mc, hits), sum(short)


def _spilled(higher: int, primary: int, overflowed: int, limit_mc: int) -> int:
    """How many millicents more go over a limit, or fewer, where the primary is so much higher than it was."""
    over_mc = primary // RATE_UNIT - limit_mc
    apart_mc = -(-abs(higher) // RATE_UNIT)
    if higher > 0:
        return max(0, min(over_mc, apart_mc))
    return -max(0, min(overflowed // RATE_UNIT, apart_mc, -over_mc))


def corrections(
    state: LinkState, leg: Leg, returned: Claim, redrawn: Redrawn, balances: Balances
) -> list[AwardCorrected]:
    """The awards that are others now, because an earlier one was returned."""
    records = []
    for of, right in redrawn.corrected.items():
        moved = set_against(state, of, right)
        after = settle_all(right, moved)
        record = AwardCorrected(
            **source_of(leg),
            balances=balances,
            table=of[0],
            claim_seq=of[1],
            meter=right.meter,
            before_mc=_known(state, of).amount_mc,
            amount_mc=right.amount_mc,
            shares=tuple(Share(seat=seat, amount_mc=mc) for seat, mc in after.owed.items()),
            paid_mc=after.paid_mc,
            because_table=returned[0],
            because_claim_seq=returned[1],
            set_against=moved,
        )
        records.append(record)
    return records


def evolve_corrected(state: LinkState, record: AwardCorrected) -> LinkState:
    """The award with the amount that is right: what is missing is owed, what was paid stays paid.

    What is owed of another amount than was validated is to be validated again.
    """
    claim = (record.table, record.claim_seq)
    award = settle_all(_known(state, claim), record.set_against)
    owed = {share.seat: share.amount_mc for share in record.shares}
    validated = award.validated and not owed
    state = with_settled(state, record.table, record.set_against)
    right = replace(award, amount_mc=record.amount_mc, owed=owed, validated=validated)
    return with_award(state, claim, right)

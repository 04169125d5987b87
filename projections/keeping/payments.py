"""Payments of a link's awards, as a `decide`/`evolve` pair: cash that has moved is a fact.

A payment settles its seat's share as far as that goes; the rest stands beyond entitlement, with its reason.
"""

from __future__ import annotations

from msgspec.structs import replace

from events.money import text
from events.vocabulary.links import PaymentCorrected
from events.vocabulary.meters import AwardPaid, PaymentMended
from events.vocabulary.progressive import ProgressivePaid
from projections.keeping.awards import NOT_LOCKED, with_award
from projections.keeping.legs import Decision, Leg, refusal, source_of
from projections.keeping.link_state import Award, Claim, LinkState
from projections.keeping.pots import balances_of


def decide_paid(state: LinkState, leg: Leg, body: ProgressivePaid) -> list[Decision]:
    """A payment to a seat of exactly its share, locked and validated."""
    problem = _payment_problem(state.awards.get((leg.owner, body.claim_seq)), body)
    if problem:
        return refusal(state, leg, "payment", body.claim_seq, problem)
    record = AwardPaid(
        **source_of(leg),
        balances=balances_of(state.meters),
        table=leg.owner,
        claim_seq=body.claim_seq,
        amount_mc=body.amount_mc,
        paid_by=body.paid_by,
        seat=body.seat,
        paid_from=body.paid_from,
    )
    return [Decision(record)]


def _payment_problem(award: Award | None, body: ProgressivePaid) -> str:  # noqa: PLR0911 - one for each rule
    """Why a payment does not count; empty where it does.

    Never from the table inventory, never before a floorperson has validated it.
    """
    seat, amount_mc = body.seat, body.amount_mc
    if award is None:
        return NOT_LOCKED
    if not award.validated:
        return "the award is not validated by a floorperson"
    if seat not in award.owed:
        if seat in award.paid:
            return f"seat {seat} has been paid its share already"
        owed = ", ".join(f"seat {of}" for of in sorted(award.owed))
        return f"seat {seat} has no share of this award: pay {owed}"
    if body.paid_from == "game_account":
        return "a percentage of a meter is never credited to a game account: pay it by hand or at the cage"
    if amount_mc != award.owed[seat]:
        return f"{text(amount_mc)} was paid, {text(award.owed[seat])} is locked"
    if body.paid_from == "table_inventory":
        return "a percentage of a meter is never paid from the table inventory"
    return ""


def evolve_paid(state: LinkState, record: AwardPaid) -> LinkState:
    """That seat's part of the liability is settled."""
    claim, seat = (record.table, record.claim_seq), record.seat
    award = state.awards[claim]
    paid = replace(
        award,
        owed={of: mc for of, mc in award.owed.items() if of != seat},
        paid={**award.paid, seat: award.paid.get(seat, 0) + record.amount_mc},
    )
    return with_award(state, claim, paid)


def decide_corrected(state: LinkState, leg: Leg, body: PaymentCorrected) -> list[Decision]:
    """A payment mended by two people."""
    reason = f"payment {body.payment_seq} of {body.table} is not known here"
    return refusal(state, leg, "payment_correction", 0, reason)


def evolve_mended(state: LinkState, record: PaymentMended) -> LinkState:
    """The payment as it stands after it was corrected."""
    assert record.payment_seq
    return state


def award_gone(state: LinkState, claim: Claim) -> LinkState:
    """An award was returned: what was paid of it stands beyond entitlement."""
    assert claim
    return state

"""Payments of a link's awards, as a `decide`/`evolve` pair: cash that has moved is a fact.

A payment settles its seat's share as far as that goes; the rest stands beyond entitlement, with its reason,
until a share is there that it can be set against, or two people mend it (`projections.keeping.mending`). The
link remembers its last payments, those that stand beyond entitlement before the others: by them it knows a
slip again, and what can be undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from events.bounds import PAYMENTS_A_LINK
from events.money import text
from events.naming import comparable
from events.vocabulary.award_records import AwardPaid, BeyondReason, PaymentMoved
from events.vocabulary.progressive import ProgressivePaid
from projections.keeping.legs import Decision, Leg, refusal, source_of
from projections.keeping.link_state import (
    Award,
    Claim,
    LinkState,
    Payment,
    PaymentId,
    award_of,
    with_award,
)
from projections.keeping.pots import balances_of

LAWFUL: Final = ("cage", "hand_pay")
"""Where a percentage of a meter is paid from: never the table inventory or a game account
(678a.11(e)(3)(iv), 647a.11(i)(4), (j)(3))."""

SAME_SLIP: Final = "slip "
"""How the reason begins for which a payment posts nothing: whoever reads refusals knows it by that."""


# --- paid ------------------------------------------------------------------------------------------------


def decide_paid(state: LinkState, leg: Leg, body: ProgressivePaid) -> list[Decision]:
    """A payment of any amount: never refused, but for a slip that was recorded before."""
    before = _of_slip(state, body.slip)
    if before is not None:
        return refusal(state, leg, "payment", body.claim_seq, _same_slip(state, before, body.slip))
    award = award_of(state, (leg.owner, body.claim_seq))
    settled_mc, reason = _split(award, body)
    record = AwardPaid(
        **source_of(leg),
        balances=balances_of(state.meters),
        table=leg.owner,
        claim_seq=body.claim_seq,
        amount_mc=body.amount_mc,
        paid_by=body.paid_by,
        seat=body.seat,
        paid_from=body.paid_from,
        settled_mc=settled_mc,
        beyond_mc=body.amount_mc - settled_mc,
        beyond_reason=reason if settled_mc < body.amount_mc else "",
        meter="" if award is None else award.meter,
        slip=body.slip,
    )
    return [Decision(record)]


def _of_slip(state: LinkState, slip: str) -> PaymentId | None:
    """The payment that had this slip before, as people read it; None where it is new, or there is none."""
    seen = comparable(slip)
    if not seen:
        return None
    return next((id_ for id_, each in state.payments.items() if comparable(each.slip) == seen), None)


def _same_slip(state: LinkState, id_: PaymentId, slip: str) -> str:
    """Why a slip posts nothing, and what to do if it is other cash."""
    payment, (table, seq) = state.payments[id_], id_
    return (
        f"{SAME_SLIP}{slip.strip()} is that of payment {seq} of {table}, {text(payment.amount_mc)} to seat "
        f"{payment.seat} for claim {payment.claim[1]}: the same slip is the same cash, and nothing is "
        "posted. If this is other cash, record it with a slip of its own; if that payment never happened, "
        "correct it first"
    )


def _split(award: Award | None, body: ProgressivePaid) -> tuple[int, BeyondReason]:
    """What of a payment settles its seat's share, and why the rest does not."""
    if award is None or body.seat not in award.seats:
        return 0, "no_award"
    if body.paid_from not in LAWFUL:
        return 0, "wrong_source"
    if not award.validated:
        return 0, "not_validated"
    return min(award.owed.get(body.seat, 0), body.amount_mc), "too_much"


def evolve_paid(state: LinkState, record: AwardPaid) -> LinkState:
    """The seat's share is settled so far; the payment is remembered."""
    claim = (record.table, record.claim_seq)
    award = award_of(state, claim)
    settles = record.beyond_reason in ("", "too_much")
    if award is not None and settles and record.seat in award.owed:
        state = with_award(state, claim, settle(award, record.seat, record.settled_mc))
    payment = Payment(
        claim,
        record.seat,
        record.slip,
        record.meter,
        record.settled_mc,
        record.beyond_mc,
        record.beyond_reason,
        number=1 + max((each.number for each in state.payments.values()), default=0),
    )
    return _within_bound(
        replace(state, payments={**state.payments, (record.table, record.source_seq): payment})
    )


def settle(award: Award, seat: int, mc: int) -> Award:
    """An award with so much more of a seat's share paid."""
    left_mc = award.owed.get(seat, 0) - mc
    owed = {of: owed_mc for of, owed_mc in award.owed.items() if of != seat}
    if left_mc:
        owed[seat] = left_mc
    return replace(award, owed=owed, paid={**award.paid, seat: award.paid.get(seat, 0) + mc})


def _within_bound(state: LinkState) -> LinkState:
    """Forget the oldest payment of which nothing stands beyond entitlement; if there is none, the oldest.

    What that one stands for stays on the account; it can be mended with others that are forgotten.
    """
    if len(state.payments) <= PAYMENTS_A_LINK:
        return state
    id_ = min(state.payments, key=lambda of: (state.payments[of].beyond_mc > 0, state.payments[of].number))
    gone = state.payments[id_]
    payments = {of: payment for of, payment in state.payments.items() if of != id_}
    return with_forgotten(replace(state, payments=payments), gone.meter, gone.beyond_mc)


def with_forgotten(state: LinkState, meter: str, mc: int) -> LinkState:
    """The state with so much more, or less, beyond entitlement of payments that it does not remember."""
    after_mc = state.forgotten.get(meter, 0) + mc
    forgotten = {of: of_mc for of, of_mc in state.forgotten.items() if of != meter}
    if after_mc:
        forgotten[meter] = after_mc
    return replace(state, forgotten=forgotten)


# --- set against shares ----------------------------------------------------------------------------------


def settled_by_validation(state: LinkState, claim: Claim) -> tuple[PaymentMoved, ...]:
    """What was paid before the award was validated, and settles its shares now; the rest is too much."""
    return tuple(_set_against(state, claim, state.awards[claim].owed, ("not_validated", "too_much")))


def set_against(state: LinkState, claim: Claim, right: Award) -> tuple[PaymentMoved, ...]:
    """What was too much, and settles what seats are owed of an award as it is `right`.

    Where nothing is left to validate, what was paid before its validation is too much.
    """
    moved = tuple(_set_against(state, claim, right.owed, ("too_much",)))
    if sum(right.owed.values()) > sum(each.amount_mc for each in moved):
        return moved
    return (*moved, *_set_against(state, claim, {}, ("not_validated",)))


def _set_against(
    state: LinkState, claim: Claim, owed: Mapping[int, int], reasons: tuple[BeyondReason, ...]
) -> Iterator[PaymentMoved]:
    """Oldest first, what of payments to each seat settles what it is owed."""
    left = dict(owed)
    for (_, seq), payment in payments_of(state, claim):
        if not payment.beyond_mc or payment.reason not in reasons:
            continue
        mc = min(payment.beyond_mc, left.get(payment.seat, 0))
        reason: BeyondReason = "too_much" if mc < payment.beyond_mc else ""
        if mc or reason != payment.reason:
            left[payment.seat] = left.get(payment.seat, 0) - mc
            yield PaymentMoved(payment_seq=seq, seat=payment.seat, amount_mc=mc, reason=reason)


def payments_of(state: LinkState, claim: Claim) -> Iterator[tuple[PaymentId, Payment]]:
    """The payments of a claim that are remembered, oldest first: all are of one table, in its order."""
    return ((id_, payment) for id_, payment in state.payments.items() if payment.claim == claim)


def settle_all(award: Award, moved: Iterable[PaymentMoved]) -> Award:
    """An award with what was set against its shares."""
    for each in moved:
        if each.amount_mc:
            award = settle(award, each.seat, each.amount_mc)
    return award


def with_settled(state: LinkState, table: str, moved: Iterable[PaymentMoved]) -> LinkState:
    """The payments after something of them was set against shares."""
    return _moved(state, table, [(each.payment_seq, each.amount_mc, each.reason) for each in moved])


def _moved(state: LinkState, table: str, moved: list[tuple[int, int, BeyondReason]]) -> LinkState:
    """The payments with so much more of each settled, or less where negative."""
    if not moved:
        return state
    payments = dict(state.payments)
    for seq, mc, reason in moved:
        payment = payments[table, seq]
        payments[table, seq] = replace(
            payment,
            settled_mc=payment.settled_mc + mc,
            beyond_mc=payment.beyond_mc - mc,
            reason=reason,
        )
    return replace(state, payments=payments)


# --- an award that is returned ---------------------------------------------------------------------------


def moved_by_return(state: LinkState, claim: Claim) -> tuple[PaymentMoved, ...]:
    """What of each payment stands beyond entitlement because its award is returned."""
    return tuple(
        PaymentMoved(
            payment_seq=seq, seat=payment.seat, amount_mc=payment.settled_mc, reason="award_returned"
        )
        for (_, seq), payment in payments_of(state, claim)
        if payment.settled_mc or payment.reason in ("too_much", "not_validated")
    )


def award_gone(state: LinkState, claim: Claim) -> LinkState:
    """The state without an award that was returned: what was paid of it stands beyond entitlement.

    It must still know the award: what was paid of it by payments that are not remembered stands there, too.
    """
    award = award_of(state, claim)
    moved = moved_by_return(state, claim)
    forgotten_mc = 0 if award is None else award.paid_mc - sum(each.amount_mc for each in moved)
    state = _moved(state, claim[0], [(each.payment_seq, -each.amount_mc, each.reason) for each in moved])
    if award is None:
        return state
    state = replace(
        state,
        awards={of: each for of, each in state.awards.items() if of != claim},
        settled={of: each for of, each in state.settled.items() if of != claim},
    )
    return with_forgotten(state, award.meter, forgotten_mc)

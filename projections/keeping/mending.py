"""Payments that two people mend, as a `decide`/`evolve` pair: never happened, recovered, written off.

What stands beyond entitlement is mended in one step or in several. A payment that never happened is undone
whole: the link is as if it had not come, so the share that it had settled is owed again.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from events.bounds import PAYMENTS_A_LINK
from events.money import MAX_MC, text
from events.vocabulary.award_records import PaymentMended, PaymentMoved, Share
from events.vocabulary.links import PaymentCorrected
from projections.keeping.legs import Decision, Leg, refusal, source_of
from projections.keeping.link_state import Award, LinkState, Payment, award_of, with_award
from projections.keeping.payments import set_against, settle_all, with_forgotten, with_settled
from projections.keeping.pots import balances_of


def decide_corrected(state: LinkState, leg: Leg, body: PaymentCorrected) -> list[Decision]:
    """A payment mended by two people, who have signed."""
    if body.payment_seq == 0:
        return _decide_forgotten(state, leg, body)
    payment = state.payments.get((body.table, body.payment_seq))
    if payment is None:
        return refusal(state, leg, "payment_correction", 0, _not_known(state, body))
    problem = _undoing_problem(payment) if body.outcome == "never_happened" else _beyond_problem(payment)
    problem = problem or _amount_problem(payment.beyond_mc, body)
    if problem:
        what = f"payment {body.payment_seq} of {body.table}: {problem}"
        return refusal(state, leg, "payment_correction", payment.claim[1], what)
    if body.outcome == "never_happened":
        return [Decision(_undone(state, leg, body, payment))]
    mc = payment.beyond_mc if body.amount_mc is None else body.amount_mc
    return [Decision(_mended(state, leg, body, payment, mc))]


def _undoing_problem(payment: Payment) -> str:
    """Why a payment cannot have never happened."""
    if payment.undone:
        return "it was undone already, and stands nowhere"
    if payment.mended_mc:
        return (
            f"{text(payment.mended_mc)} of it came back or is written off, so it did happen: mend the "
            f"{text(payment.beyond_mc)} that stands beyond entitlement as recovered or written off"
        )
    return ""


def _beyond_problem(payment: Payment) -> str:
    """Why nothing of a payment can come back or be written off."""
    if payment.undone:
        return "it never happened, as was recorded before: there is nothing to mend"
    if payment.beyond_mc:
        return ""
    if payment.settled_mc:
        return (
            f"nothing of it stands beyond entitlement: {text(payment.settled_mc)} settles the share of seat "
            f"{payment.seat} for claim {payment.claim[1]}. Reject the award if it is wrong, or say that the "
            "payment never happened"
        )
    return f"all {text(payment.mended_mc)} of it are mended already"


def _amount_problem(beyond_mc: int, body: PaymentCorrected) -> str:
    """What is wrong with the amount of a correction, given what stands beyond entitlement."""
    if body.amount_mc is None:
        return ""
    if body.outcome == "never_happened":
        return "a payment that never happened is undone whole: name no amount"
    if not body.amount_mc:
        return "nothing would be mended: name an amount, or none for all of it"
    if body.amount_mc > beyond_mc:
        return (
            f"{text(beyond_mc)} stands beyond entitlement, and {text(body.amount_mc)} is more: name that "
            "or less"
        )
    return ""


def _not_known(state: LinkState, body: PaymentCorrected) -> str:
    """That the link does not know a payment, or no longer, and how it is mended nevertheless."""
    if len(state.payments) < PAYMENTS_A_LINK:  # it has forgotten none
        return (
            f"the link has no payment {body.payment_seq} of {body.table}: `pitledger ledger hits` has the "
            "table and the number of every payment"
        )
    forgotten_mc = sum(state.forgotten.values())
    beyond = (
        f"{text(forgotten_mc)} of others stands beyond entitlement: mend it as payment 0, with its amount"
        if forgotten_mc
        else "Nothing of others stands beyond entitlement"
    )
    return (
        f"payment {body.payment_seq} of {body.table} is not among the payments that the link remembers (the "
        f"last {PAYMENTS_A_LINK}, those beyond entitlement before the others): look its number up by "
        f"`pitledger ledger hits`. {beyond}. A share that counts as paid and was not: pay it with a slip of "
        "its own, and write that payment off"
    )


def _mended(
    state: LinkState, leg: Leg, body: PaymentCorrected, payment: Payment, beyond_mc: int
) -> PaymentMended:
    """So much of a payment no longer stands beyond entitlement; its award is as it was."""
    award = award_of(state, payment.claim)
    return PaymentMended(
        **source_of(leg),
        balances=balances_of(state.meters),
        table=body.table,
        payment_seq=body.payment_seq,
        claim_seq=payment.claim[1],
        seat=payment.seat,
        meter=payment.meter,
        outcome=body.outcome,
        beyond_mc=beyond_mc,
        beyond_reason=payment.reason,
        unsettled_mc=0,
        house_mc=0,
        award_mc=0 if award is None else award.amount_mc,
        validated=award is not None and award.validated,
        paid_mc=0 if award is None else award.paid_mc,
        shares=() if award is None else _shares(award),
        set_against=(),
        document=body.document,
        signed_by=body.signed_by,
        reason=body.reason,
    )


def _undone(state: LinkState, leg: Leg, body: PaymentCorrected, payment: Payment) -> PaymentMended:
    """As if it had not come: its share is owed again, unless another payment was too much for it."""
    record = _mended(state, leg, body, payment, payment.beyond_mc)
    award = award_of(state, payment.claim)
    if award is None or not payment.settled_mc:
        return record
    unpaid = _without(award, payment)
    own = (body.table, body.payment_seq)
    others = {id_: other for id_, other in state.payments.items() if id_ != own}
    moved = set_against(replace(state, payments=others), payment.claim, unpaid)
    after = _opened_again(unpaid, moved)
    return replace(
        record,
        validated=after.validated,
        unsettled_mc=payment.settled_mc,
        house_mc=award.borne_mc - unpaid.borne_mc,
        paid_mc=after.paid_mc,
        shares=_shares(after),
        set_against=moved,
    )


def _without(award: Award, payment: Payment) -> Award:
    """An award without a payment that had settled something of it."""
    seat, share_mc = payment.seat, award.share_mc
    paid = {**award.paid, seat: award.paid[seat] - payment.settled_mc}
    owed = {**award.owed, seat: max(0, share_mc - paid[seat])}
    return replace(
        award,
        paid={of: mc for of, mc in paid.items() if mc or of != seat},
        owed={of: mc for of, mc in owed.items() if mc or not paid.get(of)},
    )


def _opened_again(unpaid: Award, moved: Iterable[PaymentMoved]) -> Award:
    """An award without a payment, and with what other payments settle of it instead.

    What is owed of another amount than was validated is to be validated again: nothing was owed when that
    was corrected, or it would have been then.
    """
    award = settle_all(unpaid, moved)
    as_validated = award.amount_mc == award.validated_mc
    return replace(award, validated=award.validated and (as_validated or not award.owed))


def _shares(award: Award) -> tuple[Share, ...]:
    """What each seat is owed, in seat order: a state that was stored has no other."""
    return tuple(Share(seat=seat, amount_mc=mc) for seat, mc in sorted(award.owed.items()))


def evolve_mended(state: LinkState, record: PaymentMended) -> LinkState:
    """The payment as it stands after it was corrected, and its award if the payment never happened."""
    if record.payment_seq == 0:
        return with_forgotten(state, record.meter, -record.beyond_mc)
    id_, claim = (record.table, record.payment_seq), (record.table, record.claim_seq)
    payment = state.payments[id_]
    if record.unsettled_mc:
        award = award_of(state, claim)
        assert award is not None
        state = with_award(state, claim, _opened_again(_without(award, payment), record.set_against))
        state = with_settled(state, record.table, record.set_against)
    if record.outcome == "never_happened":
        after = replace(payment, slip="", settled_mc=0, beyond_mc=0, reason="", undone=True)
    else:
        left_mc = payment.beyond_mc - record.beyond_mc
        after = replace(
            payment,
            beyond_mc=left_mc,
            mended_mc=payment.mended_mc + record.beyond_mc,
            reason=payment.reason if left_mc else "",
        )
    return replace(state, payments={**state.payments, id_: after})


# --- payments that are not remembered one by one ---------------------------------------------------------


def _decide_forgotten(state: LinkState, leg: Leg, body: PaymentCorrected) -> list[Decision]:
    """What stands beyond entitlement of payments that are not remembered, meter by meter."""
    forgotten_mc = min(sum(state.forgotten.values()), MAX_MC)
    problem = _amount_problem(forgotten_mc, body)
    if not forgotten_mc:
        problem = (
            "nothing stands beyond entitlement of payments that the link does not remember: name the "
            "payment's own number"
        )
    elif body.outcome == "never_happened":
        problem = "what is not remembered cannot be undone: record it as recovered or written off"
    if problem:
        return refusal(state, leg, "payment_correction", 0, problem)
    left_mc = forgotten_mc if body.amount_mc is None else body.amount_mc
    decisions = []
    for meter, of_mc in sorted(state.forgotten.items()):
        mc = min(of_mc, left_mc)
        left_mc -= mc
        if mc:
            payment = Payment(("", 0), 0, "", meter, 0, mc, "")
            decisions.append(Decision(_mended(state, leg, body, payment, mc)))
    return decisions

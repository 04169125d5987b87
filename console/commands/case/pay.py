"""`pitledger case pay`: the player has the cash that a case was decided with."""

from __future__ import annotations

from typing import Annotated

from console.calls.arguments import cash as read_cash
from console.calls.arguments import number, one, some
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.case.paying import Cash, Payment, decision_to_pay, record_payment
from console.commands.case.recording import CaseArgument, Entry, case_in_log, show_recorded
from console.instances.instance import read_model_file, require_instance
from console.instances.read_model import open_read_model
from console.printing.output import print_message
from console.recording.clerk import open_clerk
from console.recording.signing import UNIDENTIFIED, Identified
from events.money import text
from events.naming import comparable
from events.vocabulary.cases import DisputePaid
from streams.read_model.queries.cases import CasePayment, case_payments


def pay(
    case: CaseArgument,
    /,
    *,
    cash: Cash,
    amount: Annotated[
        int | None,
        one(some(read_cash), "AMOUNT", "what was paid (default: what is left to pay)"),
    ] = None,
    decision: Annotated[
        int | None, number("the decision, by its entry (default: the last)", "ENTRY", least=1)
    ] = None,
    identified: Identified = UNIDENTIFIED,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Record that the player was paid what a case was decided with, in the table's own book.

    The same slip again posts nothing. What goes beyond the decision stands beyond entitlement.

    Examples:
        pitledger case pay 1 --slip CS-204 --paid-by C-8
    """
    require_instance(options.location())
    with open_clerk(options, identified.facility) as clerk:
        found = case_in_log(clerk.log, case)
        assert found.opened is not None
        seq, decided = decision_to_pay(case, found, decision)
        before = [each for each in _paid(case, options) if each.decision_seq == seq]
        amount_mc = _left(case, decided.amount_mc, before, cash.slip) if amount is None else amount
        payment = Payment(case, found.opened.table, seq, decided, amount_mc, cash)
        recorded = record_payment(clerk, payment, identified.id)
        clerk.process()
    if not recorded.existed:
        _tell_of_slip(payment, recorded.seq, options)
        _tell_of_too_much(payment, before, recorded.seq)
    entry = Entry("pay", case, DisputePaid.TYPE, payment.fields, cash.paid_by)
    return show_recorded(entry, recorded, options, amount_mc=amount_mc)


def _paid(case: str, options: GlobalOptions) -> list[CasePayment]:
    """What was paid of a case, as far as the read model has come."""
    where = options.location()
    if not read_model_file(where).exists():  # on Kafka, before the sinks have ever run
        return []
    with open_read_model(where, as_it_is=True) as store:
        return case_payments(store, name=case)


def _left(case: str, decided_mc: int, before: list[CasePayment], slip: str) -> int:
    """What is left to pay of a decision; a slip that is known pays what it paid; `WrongCall` for nothing."""
    for each in before:
        if comparable(each.slip) == comparable(slip) and not each.undone_mc:
            return each.amount_mc
    left_mc = decided_mc - sum(each.settled_mc for each in before)
    if left_mc > 0:
        return left_mc
    slips = ", ".join(each.slip for each in before if each.settled_mc)
    raise WrongCall(
        f"the case {case} is paid: {text(decided_mc)} by slip {slips}. If more cash has moved all the same, "
        "say how much by --amount"
    )


def _tell_of_too_much(payment: Payment, before: list[CasePayment], seq: int) -> None:
    """Cash is a fact, and what goes beyond the decision is said at once."""
    if any(comparable(each.slip) == comparable(payment.cash.slip) for each in before):
        return  # it is the same cash
    left_mc = max(payment.decision.amount_mc - sum(each.settled_mc for each in before), 0)
    if payment.amount_mc > left_mc:
        print_message(
            f"{text(payment.amount_mc - left_mc)} of this is more than was decided: it stands beyond "
            f"entitlement. When it has come back: `pitledger link mend-table {payment.table} --payment {seq} "
            "--recovered --document TEXT --sign BADGE:DEPARTMENT --sign BADGE:DEPARTMENT --reason TEXT`"
        )


def _tell_of_slip(payment: Payment, seq: int, options: GlobalOptions) -> None:
    """The same slip is the same cash: nothing was posted, as far as the read model has come."""
    before = _paid(payment.case, options)
    slip = comparable(payment.cash.slip)
    for each in before:
        if comparable(each.slip) == slip and each.payment_seq != seq and not each.undone_mc:
            print_message(
                f"Slip {each.slip} is that of payment {each.payment_seq} of {each.table}: the same slip is "
                "the same cash, and nothing is posted. Other cash has a slip of its own."
            )
            return

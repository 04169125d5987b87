"""`pitledger case pay`: the player has the cash that a case was decided with."""

from __future__ import annotations

from typing import Annotated

from console.calls.arguments import cash as read_cash
from console.calls.arguments import number, one, some
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.cases.entries import Entry, case_in_log
from console.cases.paying import (
    Cash,
    Payment,
    beyond_decision,
    decision_to_pay,
    left_to_pay,
    payments_known,
    said_of_slip,
)
from console.commands.case.recording import CaseArgument, show_recorded
from console.instances.instance import require_instance
from console.printing.output import print_message
from console.recording.clerk import open_clerk
from console.recording.signing import UNIDENTIFIED, Identified
from events.money import text
from events.vocabulary.cases import DisputePaid
from streams.read_model.queries.cases import CasePayment


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
        known = payments_known(options.location(), case)
        before = [each for each in known if each.decision_seq == seq]
        amount_mc = left_to_pay(case, decided.amount_mc, before, cash.slip) if amount is None else amount
        payment = Payment(case, found.opened.table, seq, decided, amount_mc, cash)
        recorded = payment.fact().record(clerk, identified.id)
        clerk.process()
    if not recorded.existed:
        _tell_of_slip(payment, recorded.seq, options)
        _tell_of_too_much(payment, before, recorded.seq)
    entry = Entry("pay", case, DisputePaid.TYPE, payment.fields, cash.paid_by)
    return show_recorded(entry, recorded, options, amount_mc=amount_mc)


def _tell_of_too_much(payment: Payment, before: list[CasePayment], seq: int) -> None:
    """Cash is a fact, and what goes beyond the decision is said at once."""
    beyond_mc = beyond_decision(payment, before)
    if beyond_mc:
        print_message(
            f"{text(beyond_mc)} of this is more than was decided: it stands beyond "
            f"entitlement. When it has come back: `pitledger link mend-table {payment.table} --payment {seq} "
            "--recovered --document TEXT --sign BADGE:DEPARTMENT --sign BADGE:DEPARTMENT --reason TEXT`"
        )


def _tell_of_slip(payment: Payment, seq: int, options: GlobalOptions) -> None:
    """The same slip is the same cash: nothing was posted, as far as the read model has come."""
    before = payments_known(options.location(), payment.case)
    said = said_of_slip(payment, [each for each in before if each.payment_seq != seq])
    if said:
        print_message(said)

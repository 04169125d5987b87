"""A payment corrected by two people: it never happened, came back, or is written off by the house."""

from __future__ import annotations

from functools import partial
from typing import Final

from console.acts.link_changes import Change
from console.acts.payments import correction, on_table
from console.calls.arguments import whole_number
from console.commands.ledger.payments import where_it_stands, whose
from console.recording.clerk import Clerk, refused_because
from console.web.acting.form import Filled, Line, Move, Outcome, Plan, Seen, Sheet, require
from console.web.asked import Asked
from console.web.forms.adjusting import record_change
from console.web.view import NotFound
from events.money import text
from events.vocabulary.links import PaymentCorrected
from streams.read_model.queries.payments import Payment, payments_of

OUTCOMES: Final = ("never_happened", "recovered", "written_off")
_IN_WORDS: Final = {
    "never_happened": "never happened",
    "recovered": "came back",
    "written_off": "written off by the house",
}


def sheet(asked: Asked) -> Sheet:
    """The payment, and where every cent of it stands."""
    payment = _payment(asked)
    return Sheet(
        title=f"Correct payment {payment.payment_seq} of {payment.table}",
        back="/ledger/hits",
        lines=(
            Line("payment", whose(payment)),
            Line("paid", f"{text(payment.amount_mc)} from {payment.paid_from} by {payment.paid_by}"),
            Line("where it stands", where_it_stands(payment)),
            Line("book", payment.book),
        ),
        choices={"outcome": OUTCOMES},
        note="What came back or is written off is what stands beyond entitlement; of a payment that never "
        "happened all is undone, and the share that it settled is owed again.",
    )


def plan(asked: Asked, filled: Filled) -> Plan:
    """The correction, in the book that the payment stands in."""
    payment, outcome, amount_mc = _payment(asked), filled["outcome"], filled["amount"]
    undoes = outcome == "never_happened"
    require(
        "a payment that never happened is undone whole: leave the amount empty" * (undoes and bool(amount_mc))
    )
    fields = correction(payment.table, payment.payment_seq, outcome, amount_mc, filled["document"])
    change = Change("mend", payment.link, PaymentCorrected.TYPE, fields)
    fact = (
        on_table(payment.table, fields, filled.signed_by, filled["reason"])
        if payment.in_table_book
        else change.fact(filled.signed_by, filled["reason"])
    )
    mended_mc = payment.amount_mc if undoes else payment.beyond_mc if amount_mc is None else amount_mc

    def at_table(clerk: Clerk, id_: str) -> Outcome:
        recorded = fact.record(clerk, id_)
        return Outcome((recorded,), refused=refused_because(recorded.event) if recorded.refused else "")

    at_link = partial(_at_link, change, filled)
    before = "settled" if undoes else "beyond entitlement"
    return Plan(
        asks=f"correct payment {payment.payment_seq} of {payment.table}: {_IN_WORDS[outcome]}",
        facts=(fact,),
        record=at_table if payment.in_table_book else at_link,
        moves=(Move(text(mended_mc), before, _IN_WORDS[outcome]),),
        seen=(Seen(whose(payment), _mended_so_far(payment), where_it_stands(payment)),),
        second="a payment is corrected by two people of two departments",
    )


def _at_link(change: Change, filled: Filled, clerk: Clerk, id_: str) -> Outcome:
    return record_change(clerk, change, filled, id_)


def _mended_so_far(payment: Payment) -> int:
    return payment.recovered_mc + payment.written_off_mc + payment.undone_mc


def _payment(asked: Asked) -> Payment:
    table, typed = asked.places["table"], asked.places["payment"]
    try:
        number = whole_number(typed)
    except ValueError:
        number = -1
    for payment in payments_of(asked.store):
        if (payment.table, payment.payment_seq) == (table, number):
            return payment
    raise NotFound(f"{table} has no payment {typed}. The page of hits shows each with its number.")

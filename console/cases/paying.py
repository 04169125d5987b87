"""What is paid by the decision of a case: an event of the table, in the table's own book.

Cash that has moved is a fact: so much more than was decided stands beyond entitlement, and is not refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, NamedTuple

from cyclopts import Parameter

from console.acts.fact import Fact
from console.calls.arguments import one
from console.calls.names import paper, person
from console.calls.options import Location
from console.calls.wrong_call import WrongCall
from console.instances.instance import read_model_file
from console.instances.read_model import open_read_model
from events.money import text
from events.naming import comparable
from events.vocabulary.cases import CaseDecided, DisputePaid
from events.vocabulary.terms import PaidFrom
from projections.cases import Case
from streams.read_model.queries.cases import CasePayment, case_payments

LONGEST_SLIP = 64


def slip_number(text: str) -> str:
    """The number of a slip, as it was typed."""
    if len(text) > LONGEST_SLIP:
        raise ValueError(f"{len(text):,} characters are too many: write at most {LONGEST_SLIP}")
    return paper(text)


SLIP: Final = one(slip_number, "TEXT", "the number of the payment's slip")
PAID_BY: Final = one(person, "BADGE", "who paid")
OfPlace = Annotated[PaidFrom, Parameter(metavar="PLACE", help="where the cash came from")]


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Cash:
    """How the player was paid."""

    slip: Annotated[str, SLIP]
    paid_by: Annotated[str, PAID_BY]
    paid_from: OfPlace = "cage"


class Payment(NamedTuple):
    """A payment by a decision of a case: the decision's number and amount are those of the case."""

    case: str
    table: str
    decision_seq: int
    decision: CaseDecided
    amount_mc: int
    cash: Cash

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of its event."""
        return {
            "case": self.case,
            "decision_seq": self.decision_seq,
            "decided_mc": self.decision.amount_mc,
            "round": self.decision.round,
            "seat": self.decision.seat,
            "wager": self.decision.wager,
            "amount_mc": self.amount_mc,
            "slip": self.cash.slip,
            "paid_from": self.cash.paid_from,
            "paid_by": self.cash.paid_by,
        }

    def fact(self, by: str | None = None) -> Fact:
        """The cash at the table of the case, as it is given to the recorder; `by` whom else than who paid."""
        return Fact(f"table:{self.table}", DisputePaid.TYPE, self.fields, by or self.cash.paid_by)


def decision_to_pay(name: str, case: Case, seq: int | None) -> tuple[int, CaseDecided]:
    """The decision that is paid, the last one unless it is named; `WrongCall` where none awards anything."""
    number = case.decision_seq if seq is None else seq
    decision = case.decisions.get(number)
    if decision is None:
        which = "is not decided" if seq is None else f"has no decision {seq}"
        raise WrongCall(f"the case {name} {which}: `pitledger case show {name}` has its entries")
    if decision.outcome == "no_payment":
        raise WrongCall(
            f"the case {name} was decided without a payment (entry {number}): open it again, and decide anew"
        )
    return number, decision


def payments_known(where: Location, case: str) -> list[CasePayment]:
    """What was paid of a case, as far as the read model has come."""
    if not read_model_file(where).exists():  # on Kafka, before the sinks have ever run
        return []
    with open_read_model(where, as_it_is=True) as store:
        return case_payments(store, name=case)


def left_to_pay(case: str, decided_mc: int, before: list[CasePayment], slip: str) -> int:
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


def said_of_slip(payment: Payment, before: list[CasePayment]) -> str:
    """The same slip is the same cash, and posts nothing; empty where the slip is new."""
    for each in before:
        if comparable(each.slip) == comparable(payment.cash.slip) and not each.undone_mc:
            return (
                f"Slip {each.slip} is that of payment {each.payment_seq} of {each.table}: the same slip is "
                "the same cash, and nothing is posted. Other cash has a slip of its own."
            )
    return ""


def beyond_decision(payment: Payment, before: list[CasePayment]) -> int:
    """How much of it is more than was decided; nothing where it is cash that was paid before."""
    if any(comparable(each.slip) == comparable(payment.cash.slip) for each in before):
        return 0
    left_mc = max(payment.decision.amount_mc - sum(each.settled_mc for each in before), 0)
    return max(payment.amount_mc - left_mc, 0)

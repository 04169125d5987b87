"""What is paid by the decision of a case: an event of the table, in the table's own book.

Cash that has moved is a fact: so much more than was decided stands beyond entitlement, and is not refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, NamedTuple

from cyclopts import Parameter

from console.calls.arguments import one
from console.calls.names import paper, person
from console.calls.wrong_call import WrongCall
from console.recording.clerk import Clerk
from events.vocabulary.cases import CaseDecided, DisputePaid
from events.vocabulary.terms import PaidFrom
from projections.cases import Case
from streams.recorder.recorder import Recorded

LONGEST_SLIP = 64


def _slip(text: str) -> str:
    if len(text) > LONGEST_SLIP:
        raise ValueError(f"{len(text):,} characters are too many: write at most {LONGEST_SLIP}")
    return paper(text)


SLIP: Final = one(_slip, "TEXT", "the number of the payment's slip")
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


def record_payment(clerk: Clerk, payment: Payment, id_: str | None) -> Recorded:
    """Record the cash at the table of the case."""
    stream = f"table:{payment.table}"
    return clerk.record(stream, DisputePaid.TYPE, payment.fields, payment.cash.paid_by, source_id=id_)


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

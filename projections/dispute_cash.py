"""What was paid by decisions of cases at one table: how much of each payment a decision covers.

The one rule for ledger and recorder. What a decision does not cover was not owed: too much, or a second time.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from events.vocabulary.cases import DisputePaid

DECISIONS_KEPT: Final = 256
"""So many decisions of a table's cases are remembered: those that were paid last."""


class Covered(NamedTuple):
    """What was paid of a decision so far, and the number of the last payment."""

    paid_mc: int
    last_seq: int


class DisputeCash(msgspec.Struct, array_like=True):
    """By decision, what was paid of it."""

    paid: dict[str, Covered] = {}

    def covers(self, payment: DisputePaid) -> int:
        """How much of a payment its decision covers; the rest is beyond entitlement."""
        return min(payment.amount_mc, max(0, payment.decided_mc - self._paid_mc(payment)))

    def pay(self, seq: int, payment: DisputePaid) -> int:
        """Take a payment; gives what its decision covers of it."""
        covered_mc = self.covers(payment)
        paid = Covered(self._paid_mc(payment) + covered_mc, seq)
        self.paid = {**self.paid, decision_key(payment): paid}
        if len(self.paid) > DECISIONS_KEPT:
            del self.paid[min(self.paid, key=lambda each: self.paid[each].last_seq)]
        return covered_mc

    def _paid_mc(self, payment: DisputePaid) -> int:
        key = decision_key(payment)
        return self.paid[key].paid_mc if key in self.paid else 0

    def undo(self, key: str, mc: int) -> None:
        """So much of a decision was not paid after all: the payment never happened."""
        if key in self.paid:
            before = self.paid[key]
            self.paid = {**self.paid, key: before._replace(paid_mc=max(0, before.paid_mc - mc))}


def decision_key(payment: DisputePaid) -> str:
    """The decision that a payment is of, by its case and number."""
    return f"{payment.case}#{payment.decision_seq}"

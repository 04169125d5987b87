"""What was paid from a table's own book: by decisions of cases, and in the name of links that it never fed.

By the rule of the ledger: a slip is one cash, a decision covers what it awards, and what two people found
never to have happened uses up neither.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from events.envelope import LIVE, Event
from projections.dispute_cash import DisputeCash
from projections.house_money import Slips

OWN_CASH: Final = frozenset({"dispute_paid", "payment_corrected", "progressive_paid"})
"""What moves cash of a table's own book, or may."""


@dataclass(slots=True)
class OwnBook:
    """A table's own book, as far as it must be known to judge the next payment."""

    disputes: DisputeCash = field(default_factory=DisputeCash)
    slips: Slips = field(default_factory=Slips)


def is_of_own_book(event: Event, body: Any) -> bool:
    """Whether an event pays from the table's own book: no link hears of it. Only live play moves money."""
    if event.mode != LIVE:
        return False
    return event.type == "dispute_paid" or (event.type == "progressive_paid" and not body.leg)


def take_own_cash(book: OwnBook, event: Event, body: Any) -> None:
    """Remember a payment, or that one never happened."""
    if is_of_own_book(event, body):
        repeated = book.slips.first_with(body.slip, event.seq)
        if event.type == "dispute_paid" and not repeated:
            book.disputes.pay(event.seq, body)
    elif event.type == "payment_corrected" and event.mode == LIVE and body.outcome == "never_happened":
        book.slips.forget(body.payment_seq)
        if body.found is not None:
            book.disputes.undo(body.found.decision, body.found.covered_mc)

"""R06 at a table: paid from its own book without entitlement (internal controls: no section sets it).

By the decision of a case, beyond what that awards; in the name of a link that the table never fed, of which
no link hears. Of links that it feeds their own fold judges (`links/payments.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from events.money import text
from projections.examining.check import Check, Found, Moment
from projections.examining.memory.own_book import is_of_own_book


def without_entitlement(moment: Moment) -> Iterator[Found]:
    """R06: a payment that nothing covers, or the same slip entered twice."""
    event, body = moment.event, moment.body
    if not is_of_own_book(event, body):
        return
    before = moment.table.own_book.slips.paid_by(body.slip)
    if before:
        said = f"Slip {body.slip.strip()} of payment {before} was entered again: it is the same cash."
        yield Found(None, said, str(event.seq), (before,), *_of_whom(moment))
    elif event.type == "dispute_paid":
        yield from _beyond_decision(moment)
    else:
        said = f"Seat {body.seat} was paid {text(body.amount_mc)} for {body.link}, a link never fed here."
        found = Found(None, said, str(event.seq), (), *_of_whom(moment))
        yield found._replace(due_mc=0, done_mc=body.amount_mc)


def _beyond_decision(moment: Moment) -> Iterator[Found]:
    body, disputes = moment.body, moment.table.own_book.disputes
    covered_mc = disputes.covers(body)
    if covered_mc == body.amount_mc:
        return
    said = (
        f"Case {body.case} was decided with {text(body.decided_mc)}: {text(covered_mc)} of that was left to "
        f"pay, and {text(body.amount_mc)} was paid."
    )
    found = Found(None, said, str(moment.event.seq), (), *_of_whom(moment))
    yield found._replace(due_mc=covered_mc, done_mc=body.amount_mc)


def _of_whom(moment: Moment) -> tuple[int, str | None, str | None]:
    """Seat, wager and round of a payment."""
    body = moment.body
    if moment.event.type == "dispute_paid":
        return body.seat, body.wager, body.round
    claim = moment.table.awards.get(body.claim_seq)
    return body.seat, None if claim is None else claim.wager, moment.event.round


CHECKS = (
    Check(
        *("R06", "own_book_paid_without_entitlement", ("dispute_paid", "progressive_paid"), "own book"),
        without_entitlement,
        without_book=True,
    ),
)

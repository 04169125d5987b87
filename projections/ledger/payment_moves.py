"""Where the cents of a payment went, move by move: so that a payment can be shown as of any moment.

`payments` has what all moves of a payment come to. The first move is the payment itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from events.envelope import Event
from events.vocabulary.award_records import AwardRecord, PaymentMended
from events.vocabulary.links import Signature
from projections.ledger.payments import PaymentRow, unmoved


@dataclass(slots=True)
class PaymentMoveRow:
    """One move, by the entry of its book: what it added to where the payment stands.

    `cause` is the type of the record, `outcome` what two people found out about the payment, if they did; who
    signed is a JSON list of badges.
    """

    book: str
    seq: int
    table: str
    payment_seq: int
    link: str
    cause: str
    outcome: str
    day: str
    of_day: str
    at_us: int
    settled_mc: int
    beyond_mc: int
    recovered_mc: int
    written_off_mc: int
    undone_mc: int
    reason: str
    document: str
    signed_by: str
    why: str


@dataclass(frozen=True, slots=True)
class Mending:
    """Who mended a payment, by which paper, and why."""

    outcome: str
    signed_by: tuple[Signature, ...]
    why: str
    document: str = ""


@dataclass(frozen=True, slots=True)
class Posted:
    """The entry of a book that moves payments: its number, its days, its moment."""

    book: str
    seq: int
    cause: str
    day: str
    of_day: str
    at_us: int


def moves_of_record(
    event: Event, record: AwardRecord, day: str, at_us: int, rows: Iterable[PaymentRow]
) -> Iterator[PaymentMoveRow]:
    """What a record of a link's keeper moves; `rows` are what it adds to `payments`."""
    posted = Posted(event.owner, event.seq, event.type, day, event.gaming_day, at_us)
    mending = None
    if isinstance(record, PaymentMended):
        mending = Mending(record.outcome, record.signed_by, record.reason, record.document)
    for row in rows:
        mended = mending is not None and row.recovered_mc + row.written_off_mc + row.undone_mc > 0
        yield payment_move(posted, row, mending if mended else None)


def payment_move(posted: Posted, row: PaymentRow, mending: Mending | None = None) -> PaymentMoveRow:
    """One move."""
    signers = () if mending is None else mending.signed_by
    return PaymentMoveRow(
        book=posted.book,
        seq=posted.seq,
        table=row.table,
        payment_seq=row.payment_seq,
        link=row.link,
        cause=posted.cause,
        outcome="" if mending is None else mending.outcome,
        day=posted.day,
        of_day=posted.of_day,
        at_us=posted.at_us,
        settled_mc=row.settled_mc,
        beyond_mc=row.beyond_mc,
        recovered_mc=row.recovered_mc,
        written_off_mc=row.written_off_mc,
        undone_mc=row.undone_mc,
        reason=row.reason,
        document="" if mending is None else mending.document,
        signed_by=json.dumps([signature.badge for signature in signers]),
        why="" if mending is None else mending.why,
    )


def own_book_payment(posted: Posted, link: str, seq: int) -> PaymentRow:
    """The row of a payment in the table's own book that moves nothing yet."""
    table = posted.book.partition(":")[2]
    return unmoved(link, table, seq, posted.book, posted.at_us, day=posted.day, of_day=posted.of_day)

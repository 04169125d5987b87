"""Payments as rows: what became of cash that was paid for an award, cent by cent.

Every row adds up: what settled a share, what stands beyond entitlement, what came back, what was written off
and what never happened are together what was said to be paid. A record adds to the rows of the payments that
it names, and tells how much, so nothing has to be remembered here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, assert_never

from events.envelope import Event
from events.vocabulary.award_records import (
    AwardCorrected,
    AwardLocked,
    AwardPaid,
    AwardRecord,
    AwardReturned,
    AwardValidated,
    PaymentMended,
    PaymentMoved,
)


@dataclass(slots=True)
class PaymentRow:
    """A payment, and what became of it.

    `book` is the book that it stands in: its link, or `table:` and the table where no link has a leg of it.
    Row number 0 of a table holds what moved of payments that the link no longer remembers one by one.
    """

    link: str
    table: str
    payment_seq: int
    book: str
    claim_seq: int
    seat: int
    meter: str
    round: str
    amount_mc: int
    settled_mc: int
    beyond_mc: int
    recovered_mc: int
    written_off_mc: int
    undone_mc: int
    reason: str
    slip: str
    paid_from: str
    paid_by: str
    day: str
    of_day: str
    recorded_at_us: int
    changed_at_us: int

    @property
    def is_whole(self) -> bool:
        """Whether every cent of it stands somewhere."""
        settled_mc, beyond_mc = self.settled_mc, self.beyond_mc
        mended_mc = self.recovered_mc + self.written_off_mc + self.undone_mc
        return self.amount_mc == settled_mc + beyond_mc + mended_mc


STANDING: Final = ("settled_mc", "beyond_mc", "recovered_mc", "written_off_mc", "undone_mc")
"""Where the cents of a payment stand."""
SAID_ONCE: Final = (
    "book",
    "claim_seq",
    "seat",
    "meter",
    "round",
    "amount_mc",
    "slip",
    "paid_from",
    "paid_by",
    "day",
    "of_day",
    "recorded_at_us",
)
"""What a payment is recorded with, and never changes."""


def payment_rows(event: Event, record: AwardRecord, day: str) -> Iterator[PaymentRow]:
    """What a record adds to the rows of payments; `day` is the day that it is posted to."""
    match record:
        case AwardPaid():
            yield _paid(event, record, day)
        case AwardValidated():
            yield from _settled(event, record.table, record.settled)
        case AwardCorrected():
            yield from _settled(event, record.table, record.set_against)
        case AwardReturned():
            yield from _returned(event, record)
        case PaymentMended():
            yield _mended(event, record)
            yield from _settled(event, record.table, record.set_against)
        case AwardLocked():
            pass
        case _:
            assert_never(record)


def _paid(event: Event, record: AwardPaid, day: str) -> PaymentRow:
    return replace(
        _nothing(event, record.table, record.source_seq),
        claim_seq=record.claim_seq,
        seat=record.seat,
        meter=record.meter,
        round=event.round or "",
        amount_mc=record.amount_mc,
        settled_mc=record.settled_mc,
        beyond_mc=record.beyond_mc,
        reason=record.beyond_reason,
        slip=record.slip,
        paid_from=record.paid_from,
        paid_by=record.paid_by,
        day=day,
        of_day=event.gaming_day,
    )


def _settled(event: Event, table: str, moved: Iterable[PaymentMoved]) -> Iterator[PaymentRow]:
    """From beyond entitlement to a share."""
    for each in moved:
        row = _nothing(event, table, each.payment_seq)
        mc = each.amount_mc
        yield replace(row, settled_mc=mc, beyond_mc=-mc, reason=each.reason)


def _returned(event: Event, record: AwardReturned) -> Iterator[PaymentRow]:
    """From shares to beyond entitlement; what nobody remembers one by one has a row of its own."""
    left_mc = record.beyond_mc
    for each in record.payments:
        row = _nothing(event, record.table, each.payment_seq)
        mc = each.amount_mc
        left_mc -= mc
        yield replace(row, settled_mc=-mc, beyond_mc=mc, reason=each.reason)
    if left_mc:
        row = _nothing(event, record.table, 0)
        yield replace(row, settled_mc=-left_mc, beyond_mc=left_mc, reason="award_returned")


def _mended(event: Event, record: PaymentMended) -> PaymentRow:
    row = replace(_nothing(event, record.table, record.payment_seq), reason=record.beyond_reason)
    mc = record.beyond_mc
    match record.outcome:
        case "recovered":
            return replace(row, beyond_mc=-mc, recovered_mc=mc)
        case "written_off":
            return replace(row, beyond_mc=-mc, written_off_mc=mc)
        case "never_happened":
            settled_mc = record.unsettled_mc
            return replace(row, beyond_mc=-mc, settled_mc=-settled_mc, undone_mc=mc + settled_mc)
        case _:
            assert_never(record.outcome)


def _nothing(event: Event, table: str, payment_seq: int) -> PaymentRow:
    return unmoved(event.owner, table, payment_seq, event.owner, event.recorded_at_us)


def unmoved(
    link: str, table: str, payment_seq: int, book: str, at_us: int, *, day: str = "", of_day: str = ""
) -> PaymentRow:
    """A row that moves nothing yet."""
    return PaymentRow(
        link=link,
        table=table,
        payment_seq=payment_seq,
        book=book,
        claim_seq=0,
        seat=0,
        meter="",
        round="",
        amount_mc=0,
        settled_mc=0,
        beyond_mc=0,
        recovered_mc=0,
        written_off_mc=0,
        undone_mc=0,
        reason="",
        slip="",
        paid_from="",
        paid_by="",
        day=day,
        of_day=of_day,
        recorded_at_us=at_us,
        changed_at_us=at_us,
    )

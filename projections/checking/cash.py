"""Every cent that a table paid for an award stands on an account of the link, and its payments say where.

What was paid comes from `links`, what became of it from `meters`; payments are few, so each is kept.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from events.envelope import LIVE, Event
from events.errors import MalformedEvent
from events.money import text
from events.vocabulary.award_records import AwardPaid, AwardRecord
from events.vocabulary.meters import LegRefused, TableComplete, TableIncomplete
from events.vocabulary.progressive import ProgressivePaid
from events.vocabulary.unions import KeeperRecord
from projections.checking.problems import Problem
from projections.keeping.legs import leg_of
from projections.ledger.accounts import Entry
from projections.ledger.link_books import LinkBook
from projections.ledger.payments import STANDING, PaymentRow, payment_rows
from projections.records import Record

_PAID: Final = ProgressivePaid.TYPE.encode()


class _Payment(NamedTuple):
    """A payment that a table sent to a link, by its event."""

    link: str
    table: str
    seq: int


class CashAgreement:
    """Follows payments from the leg that carries one to the accounts on which it stands."""

    def __init__(self) -> None:
        self._paid: dict[_Payment, int] = {}
        self._rows: dict[_Payment, PaymentRow] = {}
        self._accounts: dict[str, Counter[str]] = defaultdict(Counter)
        self._waiting: set[tuple[str, str]] = set()
        self._found: list[Problem] = []

    def link(self, record: Record) -> None:
        """Take a record of `links`: of a payment its amount, once."""
        if _PAID not in record.value:
            return
        try:
            leg = leg_of(record.value, record.key)
        except MalformedEvent:
            return  # the keeper quarantines it
        if isinstance(leg.body, ProgressivePaid) and leg.event.mode == LIVE:
            self._paid.setdefault(_Payment(record.key, leg.owner, leg.event.seq), leg.body.amount_mc)

    def posted(self, event: Event, record: KeeperRecord, entry: Entry | None) -> None:
        """Take a record of `meters` with what it posts, in the order of its link, after all of `links`."""
        link = event.owner
        for posting in () if entry is None else entry.postings:
            self._accounts[link][posting.account] += posting.mc
        match record:
            case TableIncomplete():
                self._waiting.add((link, record.table))
            case TableComplete():
                self._waiting.discard((link, record.table))
            case LegRefused(attempted="payment"):
                self._paid.pop(_Payment(link, record.table, record.source_seq), None)  # the same slip again
            case AwardPaid():
                self._answered(event, record)
        if isinstance(record, AwardRecord):
            for row in payment_rows(event, record, event.gaming_day):
                self._add(row)

    def _answered(self, event: Event, record: AwardPaid) -> None:
        """The link has posted a payment: all of it, if it is the one that the table sent."""
        payment = _Payment(event.owner, record.table, record.source_seq)
        paid_mc = self._paid.pop(payment, None)
        if paid_mc != record.amount_mc:
            sent = "none" if paid_mc is None else text(paid_mc)
            detail = f"it posts a payment of {text(record.amount_mc)}, and the table sent {sent}"
            self._found.append(Problem("cash", f"{event.stream}#{event.seq}", detail))

    def _add(self, row: PaymentRow) -> None:
        known = self._rows.setdefault(_Payment(row.link, row.table, row.payment_seq), row)
        if known is not row:
            for name in STANDING:
                setattr(known, name, getattr(known, name) + getattr(row, name))

    def problems(self, books: dict[str, LinkBook]) -> Iterator[Problem]:
        """Cash on no account, payments that do not add up, and accounts that payments or awards do not
        explain."""
        yield from self._found
        for payment, paid_mc in sorted(self._paid.items()):
            if (
                payment.link,
                payment.table,
            ) not in self._waiting:  # else it is held for a leg that is missing
                detail = f"{text(paid_mc)} was paid, and the link {payment.link} has it on no account"
                yield Problem("cash", f"table:{payment.table}#{payment.seq}", detail)
        for payment, row in sorted(self._rows.items()):
            if not row.is_whole or min(row.settled_mc, row.beyond_mc, 0) < 0 < payment.seq:
                detail = f"of {text(row.amount_mc)} it says that {_standing(row)}"
                yield Problem("cash", f"table:{payment.table}#{payment.seq}", detail)
        for link, book in sorted(books.items()):
            yield from self._unexplained(link, book)

    def _unexplained(self, link: str, book: LinkBook) -> Iterator[Problem]:
        rows = [row for payment, row in self._rows.items() if payment.link == link]
        beyond_mc = sum(row.beyond_mc for row in rows)
        kept_mc = sum(row.settled_mc + row.beyond_mc + row.written_off_mc for row in rows)
        owed_mc = sum(award.owed_mc for award in book.awards.awards.values())
        for account, by, mc in (
            ("beyond_entitlement", "payments", beyond_mc),
            ("paid", "payments", -kept_mc),
            ("payable", "awards", -owed_mc),
        ):
            on_account_mc = self._accounts[link][account]
            if on_account_mc != mc:
                detail = f"{account} has {text(on_account_mc)}, and its {by} come to {text(mc)}"
                yield Problem("cash", f"meter:{link}", detail)


def _standing(row: PaymentRow) -> str:
    """Where the cents of a payment are said to stand."""
    parts = [(name.removesuffix("_mc").replace("_", " "), getattr(row, name)) for name in STANDING]
    return ", ".join(f"{text(mc)} is {name}" for name, mc in parts if mc) or "nothing stands anywhere"

"""A link whose cash is counted: after every step, keeper, ledger and rows of payments say the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from events.body import read_body
from events.envelope import Event, read_header
from events.vocabulary.award_records import AwardRecord
from projections.ledger.accounts import Totals, add_up
from projections.ledger.link_books import LinkBook, keeper_record, take
from projections.ledger.payments import STANDING, PaymentRow, payment_rows
from tests.projections.judging import OneLink, terms, usd

PLAIN = terms({"progressive": (usd("52,340.40"), 0, 0, 0)})
"""A meter that wagers do not move: a tenth of it is $5,234.04."""
TENTH_OF_IT = usd("5,234.04")


class Counted:
    """The book of a link and its payments, by its records alone."""

    def __init__(self) -> None:
        self.book = LinkBook()
        self.totals: Totals = {}
        self.rows: dict[tuple[str, int], PaymentRow] = {}

    def take(self, event: Event) -> None:
        """A record: accounted for, balanced, and in the rows of the payments that it names."""
        record = keeper_record(event)
        taken = take(self.book, event, record)
        assert taken.problem == ""
        if taken.entry is not None:
            assert sum(p.mc for p in taken.entry.postings) == sum(p.nano for p in taken.entry.postings) == 0
            add_up(self.totals, taken.entry.postings)
        if isinstance(record, AwardRecord):
            for row in payment_rows(event, record, event.gaming_day):
                self._add(row)

    def _add(self, row: PaymentRow) -> None:
        """As a store merges rows: sums grow, what was said once stays, the rest is the latest."""
        key = (row.table, row.payment_seq)
        known = self.rows.setdefault(key, row)
        if known is not row:
            for name in STANDING:
                setattr(known, name, getattr(known, name) + getattr(row, name))
            known.reason, known.changed_at_us = row.reason, row.changed_at_us

    def balance(self, account: str) -> int:
        """What is on an account, debit positive."""
        return sum(mc for (of, _, _), (mc, _) in self.totals.items() if of == account)

    def by_meter(self, account: str) -> dict[str, int]:
        """The balance of an account by meter, where there is any."""
        sums: Counter[str] = Counter()
        for (of, meter, _), (mc, _) in self.totals.items():
            if of == account:
                sums[meter] += mc
        return {meter: mc for meter, mc in sums.items() if mc}

    def is_sound(self, state: Any) -> None:
        """Every cent stands somewhere, and everybody says where."""
        rows = self.rows.values()
        assert all(row.is_whole for row in rows)
        assert all(row.beyond_mc >= 0 <= row.settled_mc for row in rows if row.payment_seq)
        assert all(bool(row.reason) or not row.beyond_mc for row in rows if row.payment_seq)
        assert self.balance("beyond_entitlement") == sum(row.beyond_mc for row in rows) >= 0
        left = sum(row.settled_mc + row.beyond_mc + row.written_off_mc for row in rows)
        assert -self.balance("paid") == left
        owed = sum(sum(award.owed.values()) for award in state.awards.values())
        by_ledger = sum(award.owed_mc for award in self.book.awards.awards.values())
        assert -self.balance("payable") == owed == by_ledger
        beyond = Counter(state.forgotten)
        for (table, seq), payment in state.payments.items():
            row = self.rows[table, seq]
            assert (payment.settled_mc, payment.beyond_mc) == (row.settled_mc, row.beyond_mc)
            assert payment.reason == (row.reason if payment.beyond_mc else "")
            beyond[payment.meter] += payment.beyond_mc
        assert {meter: mc for meter, mc in beyond.items() if mc} == self.by_meter("beyond_entitlement")


class PaidLink(OneLink):
    """A link and its tables; every record is counted when it is written."""

    def __init__(self, given: Mapping[str, Any] = PLAIN, link: str = "HCF") -> None:
        super().__init__(given, link)
        self.counted = Counted()
        self._seen = 0
        self.count()

    def count(self) -> None:
        """Take what was recorded since the last call."""
        records = self.court.records[self.name]
        for event in records[self._seen :]:
            self.counted.take(event)
        self._seen = len(records)
        self.counted.is_sound(self.state)

    @property
    def state(self) -> Any:
        """What the keeper knows."""
        return self.court.keepers[self.name].books[self.name].state

    def records(self, value: bytes) -> list[tuple[str, Any]]:
        """What follows from a leg or a control event."""
        answers = self.court.takes(self.name, value)
        self.count()
        return answers

    def one(self, value: bytes, type_: str) -> Any:
        """The only record that follows, of this type."""
        ((found, body),) = self.records(value)
        assert found == type_
        return body

    def locked(
        self, table: str = "T1", seats: tuple[int, ...] = (1,), hand: str = "six_card_straight_flush"
    ) -> bytes:
        """A round, and a claim of its first seat; with several they share it."""
        self.bets(table, seats)
        sharing = seats if len(seats) > 1 else ()
        claim = self.table(table).claims(seats[0], hand, self.name, sharing=sharing)
        self.one(claim, "award_locked")
        return claim

    def validated(self, table: str = "T1", seats: tuple[int, ...] = (1,)) -> bytes:
        """An award that may be paid."""
        claim = self.locked(table, seats)
        self.one(self.table(table).validates(claim), "award_validated")
        return claim

    def pay(self, claim: bytes, amount: str, seat: int = 1, paid_from: Any = "cage", slip: str = "") -> bytes:
        """Cash is paid, at the table that claimed; the payment's event."""
        value = self.tables[read_header(claim).owner].pays(
            claim, usd(amount), paid_from, seat=seat, slip=slip
        )
        paid = self.one(value, "award_paid")
        assert (paid.amount_mc, paid.slip, paid.paid_from) == (usd(amount), slip, paid_from)
        return value

    def row(self, payment: bytes) -> PaymentRow:
        """Where a payment stands."""
        event = read_header(payment)
        return self.counted.rows[event.owner, event.seq]

    def stands(self, payment: bytes) -> tuple[int, int, str]:
        """What of a payment settles a share, what stands beyond entitlement, and why."""
        row = self.row(payment)
        return row.settled_mc, row.beyond_mc, row.reason

    def mend(self, payment: bytes | int, outcome: Any, amount: str | None = None, **more: Any) -> Any:
        """Two people correct a payment."""
        value = self.link.mends(payment, outcome, None if amount is None else usd(amount), **more)
        return self.one(value, "payment_mended")

    def not_mended(self, payment: bytes | int, outcome: Any, amount: str | None = None, **more: Any) -> str:
        """Why a correction is refused."""
        value = self.link.mends(payment, outcome, None if amount is None else usd(amount), **more)
        refused = self.one(value, "leg_refused")
        assert refused.attempted == "payment_correction"
        return str(refused.reason)

    def accounts(self) -> tuple[int, int, int, int]:
        """What is owed, stands beyond entitlement, was paid, and the house bears."""
        counted = self.counted
        return (
            -counted.balance("payable"),
            counted.balance("beyond_entitlement"),
            -counted.balance("paid"),
            counted.balance("house"),
        )


def of_type(link: PaidLink, type_: str) -> list[Any]:
    """The bodies of a link's records of one type."""
    return [read_body(event) for event in link.court.records[link.name] if event.type == type_]

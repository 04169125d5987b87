"""Cash that was paid for awards, and where every cent of it stands, now or at a moment; what was mended."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from projections.ledger.accounts import BEYOND
from projections.ledger.payments import STANDING
from streams.read_model.store import ReadStore

NOT_REMEMBERED: Final = 0
"""The number of no payment: its row holds what moved of payments that a link no longer remembers."""
PAID: Final = ("award_paid", "progressive_paid")
"""The causes of a first move: the payment itself, in a link's book and in a table's own."""

Claim = tuple[str, str, int]
"""Link, table and the claim's number."""


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment. What settled a share, stands beyond entitlement, came back, was written off and never
    happened are together what was paid.

    `book` is its link, or `table:` and the table where no link has a leg of it.
    """

    book: str
    link: str
    table: str
    payment_seq: int
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
    """Why it stands beyond entitlement, or stood there; empty where nothing does or did."""
    slip: str
    paid_from: str
    paid_by: str
    day: str
    of_day: str
    recorded_at_us: int

    @property
    def claim(self) -> Claim:
        """The award that it names."""
        return self.link, self.table, self.claim_seq

    @property
    def in_table_book(self) -> bool:
        """Whether it stands in the table's own book."""
        return self.book != self.link


_COLUMNS: Final = ", ".join(f'"{field.name}"' for field in fields(Payment))


def payments_of(store: ReadStore, book: str | None = None, at_us: int | None = None) -> list[Payment]:
    """Every payment of a book, or of all, as it stands now or stood at a moment; book by book, in order."""
    query = f"""SELECT {_COLUMNS} FROM payments WHERE book = coalesce(?, book)
    ORDER BY book, recorded_at_us, "table", payment_seq"""  # noqa: S608 - the fields of a class
    now = store.select(Payment, query, (book,))
    return now if at_us is None else _at(store, now, book, at_us)


def _at(store: ReadStore, now: Iterable[Payment], book: str | None, at_us: int) -> list[Payment]:
    """The payments that were there at a moment, by their moves until then."""
    stood: dict[tuple[str, str, int], dict[str, Any]] = {}
    query = "SELECT * FROM payment_moves WHERE book = coalesce(?, book) AND at_us <= ? ORDER BY book, seq"
    for move in store.rows(query, (book, at_us)):
        key = (move["book"], move["table"], move["payment_seq"])
        before = stood.setdefault(key, dict.fromkeys(STANDING, 0))
        for name in STANDING:
            before[name] += move[name]
        before["reason"] = move["reason"]
    found = ((payment, (payment.book, payment.table, payment.payment_seq)) for payment in now)
    return [replace(payment, **stood[key]) for payment, key in found if key in stood]


def beyond_entitlement(store: ReadStore, book: str | None = None, at_us: int | None = None) -> list[Payment]:
    """The payments of which something stands beyond entitlement."""
    return [payment for payment in payments_of(store, book, at_us) if payment.beyond_mc]


@dataclass(frozen=True, slots=True)
class CashOfDay:
    """What one table paid on a gaming day in one book: what settled shares then, and what did not."""

    book: str
    table: str
    payments: int
    settled_mc: int
    beyond_mc: int

    @property
    def paid_mc(self) -> int:
        """All of it."""
        return self.settled_mc + self.beyond_mc


def cash_of_day(store: ReadStore, day: str) -> list[CashOfDay]:
    """Cash that was paid for awards on a gaming day, by book and table, as it stood when it was paid."""
    query = """SELECT book, "table", count(*), sum(settled_mc), sum(beyond_mc) FROM payment_moves
    WHERE day = ? AND cause IN (?, ?) GROUP BY book, "table" ORDER BY book, "table" """
    return store.select(CashOfDay, query, (day, *PAID))


def beyond_after_day(store: ReadStore, day: str) -> dict[str, int]:
    """What stood beyond entitlement when a gaming day was over, by book; not the books where nothing did."""
    query = """SELECT book, sum(mc) AS mc FROM day_totals WHERE account = ? AND day <= ?
    GROUP BY book HAVING sum(mc) <> 0 ORDER BY book"""
    return {row["book"]: row["mc"] for row in store.rows(query, (BEYOND, day))}


@dataclass(frozen=True, slots=True)
class Mended:
    """A payment that two people mended: in which book, what became of how much, who signed and why.

    `kind` is `payment`, or `fixed_award` or `envy` for house money.
    """

    book: str
    table: str
    payment_seq: int
    kind: str
    outcome: str
    amount_mc: int
    document: str
    signed_by: tuple[str, ...]
    why: str
    day: str
    of_day: str
    at_us: int


_MENDED: Final = """SELECT book, "table", payment_seq, 'payment', outcome,
  recovered_mc + written_off_mc + undone_mc, document, signed_by, why, day, of_day, at_us
FROM payment_moves WHERE outcome <> ''"""


def mended_payments(store: ReadStore) -> dict[tuple[str, str, int], list[Mended]]:
    """How payments for awards were mended, by book, table and payment, in order; not those of house money."""
    found: dict[tuple[str, str, int], list[Mended]] = defaultdict(list)
    for mended in store.select(_mended, f"{_MENDED} ORDER BY book, seq"):
        found[mended.book, mended.table, mended.payment_seq].append(mended)
    return found


def mended_of_day(store: ReadStore, day: str) -> list[Mended]:
    """What was mended on a gaming day, in every book."""
    of_links = store.select(_mended, f"{_MENDED} AND day = ?", (day,))
    of_tables = store.select(
        _mended,
        """SELECT c.stream, substr(c.stream, 7), c.payment_seq, p.kind, c.change, c.amount_mc, c.document,
          c.signed_by, c.reason, c.day, c.of_day, c.at_us
        FROM house_payment_changes AS c JOIN house_payments AS p
          ON p.stream = c.stream AND p.seq = c.payment_seq
        WHERE c.day = ? AND c.change <> 'claimed'""",
        (day,),
    )
    return sorted((*of_links, *of_tables), key=lambda each: (each.at_us, each.book, each.payment_seq))


def _mended(*columns: Any) -> Mended:
    values = dict(zip((field.name for field in fields(Mended)), columns, strict=True))
    return Mended(**values | {"signed_by": tuple(json.loads(values["signed_by"]))})

"""The ledger as tables: which there are, what their columns mean, and their rows.

CSV and Parquet are two ways of writing these; a column's kind decides how each of them does.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from console.exports.accounts import account_path
from console.exports.totals import NOTHING, Totals, by_account
from projections.ledger.accounts import Entry

Row = tuple[str | int | None, ...]


class Kind(Enum):
    """What a column holds: an empty text or None is a missing value, a time microseconds UTC since 1970."""

    TEXT = "text"
    INTEGER = "integer"
    DAY = "day"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    name: str
    kind: Kind
    about: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its columns in order, and those that name a row."""

    name: str
    about: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]


_BOOK: Final = Column("book", Kind.TEXT, "The link, or `table:` and the table for house money of a table.")
_SEQ: Final = Column("seq", Kind.INTEGER, "The record's number in its book.")
_DAY: Final = Column("day", Kind.DAY, "The gaming day that it is posted to.")
_ACCOUNT: Final = Column("account", Kind.TEXT, "The account of the ledger.")
_METER: Final = Column(
    "meter", Kind.TEXT, "The meter; none where the account belongs to no meter.", optional=True
)
_CAUSE: Final = Column("cause", Kind.TEXT, "Why the money moved.")
_MC: Final = "in millicents, debit positive, credit negative."
_NANO: Final = "in nanodollars (1/10,000 of a millicent), beside the millicents."

ENTRIES: Final = Table(
    "entries",
    "One row for each record that moved money.",
    (
        _BOOK,
        _SEQ,
        Column("at", Kind.TIME, "When it was recorded: the latest time of the book up to here."),
        _DAY,
        Column("of_day", Kind.DAY, "The gaming day that it belongs to; earlier than `day` if it came late."),
        Column("type", Kind.TEXT, "The type of the record."),
        Column("source", Kind.TEXT, "The event that it answers: stream and number."),
        Column("round", Kind.TEXT, "The round, where there is one.", optional=True),
    ),
    ("book", "seq"),
)
POSTINGS: Final = Table(
    "postings",
    "What each entry moved on each account; every entry adds up to nought.",
    (
        _BOOK,
        _SEQ,
        Column("line", Kind.INTEGER, "The posting's number within its entry, from 1."),
        _DAY,
        _ACCOUNT,
        _METER,
        _CAUSE,
        Column("mc", Kind.INTEGER, f"What was posted, {_MC}"),
        Column("nano", Kind.INTEGER, f"What was posted, {_NANO}"),
    ),
    ("book", "seq", "line"),
)
TRIAL_BALANCE: Final = Table(
    "trial_balance",
    "What stands on each account by cause, before the first entry of the export and after the last.",
    (
        _BOOK,
        _ACCOUNT,
        _METER,
        _CAUSE,
        Column("opening_mc", Kind.INTEGER, f"The balance before the first entry, {_MC}"),
        Column("opening_nano", Kind.INTEGER, f"The balance before the first entry, {_NANO}"),
        Column("closing_mc", Kind.INTEGER, f"The balance after the last entry, {_MC}"),
        Column("closing_nano", Kind.INTEGER, f"The balance after the last entry, {_NANO}"),
    ),
    (),
)
ACCOUNTS: Final = Table(
    "accounts",
    "What the accounts are called in the journals.",
    (Column("path", Kind.TEXT, "The account in beancount and hledger."), _BOOK, _ACCOUNT, _METER),
    ("path",),
)
TABLES: Final = (ENTRIES, POSTINGS, TRIAL_BALANCE, ACCOUNTS)


class TableFile(Protocol):
    """A file that takes the rows of one table."""

    def add(self, row: Row) -> None:
        """Take one row."""

    def close(self) -> None:
        """Write what is left and give the file back."""


class TableFiles:
    """A file for each table, filled as entries come."""

    def __init__(self, open_file: Callable[[Table], TableFile]) -> None:
        self._files = {table.name: open_file(table) for table in TABLES}
        self._entries = self._files[ENTRIES.name]
        self._postings = self._files[POSTINGS.name]

    def add(self, entry: Entry) -> None:
        """An entry and its postings."""
        book, seq, day = entry.book, entry.seq, entry.day
        self._entries.add((book, seq, entry.at_us, day, entry.of_day, entry.type, entry.source, entry.round))
        for line, p in enumerate(entry.postings, 1):
            self._postings.add((book, seq, line, day, p.account, p.meter, p.cause, p.mc, p.nano))

    def finish(self, totals: Totals) -> None:
        """What is known at the end only."""
        for key, closing in sorted(totals.closing.items()):
            opening = totals.opening.get(key, NOTHING)
            self._files[TRIAL_BALANCE.name].add((*key, *opening, *closing))
        for book, account, meter in by_account(totals.closing):
            path = account_path(book, account, meter)
            self._files[ACCOUNTS.name].add((path, book, account, meter))

    def close(self) -> None:
        """Give all files back."""
        with ExitStack() as stack:
            for file in self._files.values():
                stack.callback(file.close)

"""The ledger in the read model: entries, totals of a day, and snapshots from which any moment is near.

A snapshot holds the totals of a book after every 128th entry: whatever the length of the book, a balance at
a moment is one snapshot and fewer than 128 entries away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec

from projections.ledger.accounts import Entry, Totals, add_up, postings_text, totals_text

EVERY: Final = 128
"""Entries between two snapshots of a book."""


@dataclass(slots=True)
class EntryRow:
    """A record that moved money, with its postings as JSON."""

    book: str
    seq: int
    at_us: int
    day: str
    of_day: str
    type: str
    source: str
    round: str
    postings: str


@dataclass(slots=True)
class SnapshotRow:
    """The totals of a book after an entry, as JSON; `entries` counts those that are in them."""

    book: str
    seq: int
    at_us: int
    entries: int
    totals: str


@dataclass(slots=True)
class DayTotalRow:
    """What was posted to a gaming day, by account, meter and cause."""

    book: str
    day: str
    account: str
    meter: str
    cause: str
    mc: int
    nano: int


@dataclass(slots=True)
class LinkRow:
    """A link as its last record leaves it; `meters` and `awards` are its terms as JSON."""

    link: str
    rulebook: str
    paytable: str
    wager: str
    unit_wager_mc: int
    guard_mc: int
    meters: str
    awards: str
    live: int
    retired: int
    closed_day: str
    seq: int
    at_us: int


@dataclass(slots=True)
class LinkPastRow(LinkRow):
    """A link as one of its records left it, for moments in the past."""


@dataclass(slots=True)
class RefusalRow:
    """Something that the keeper of a link refused; or, under a table's own book, a slip that was paid before.

    A payment that is refused posts nothing. `source` is the event that asked, its stream and number, and
    `of_day` its gaming day; `at_us` is the moment in the order of the link.
    """

    link: str
    seq: int
    table: str
    attempted: str
    reason: str
    recorded_at_us: int
    source: str
    of_day: str
    at_us: int


class RunningBook(msgspec.Struct, array_like=True):
    """A book so far: how many entries, and their totals."""

    entries: int = 0
    totals: Totals = {}


class BookRows:
    """Entries become rows. The state is the totals of each book; the rows are those since the last call."""

    def __init__(self, books: dict[str, RunningBook] | None = None) -> None:
        self.books: dict[str, RunningBook] = books if books is not None else {}
        self._rows: list[EntryRow | SnapshotRow] = []
        self._days: dict[tuple[str, str, str, str, str], DayTotalRow] = {}

    def post(self, entry: Entry) -> None:
        """Take the next entry of its book."""
        book, seq, at_us, day, of_day, type_, source, round_, posted = entry
        running = self.books.get(book)
        if running is None:
            running = self.books[book] = RunningBook()
        running.entries += 1
        add_up(running.totals, posted)
        text = postings_text(posted)
        self._rows.append(EntryRow(book, seq, at_us, day, of_day, type_, source, round_, text))
        if running.entries % EVERY == 0:
            totals = totals_text(running.totals)
            self._rows.append(SnapshotRow(book, seq, at_us, running.entries, totals))
        for account, meter, cause, mc, nano in posted:
            key = (book, day, account, meter, cause)
            row = self._days.get(key)
            if row is None:
                self._days[key] = DayTotalRow(*key, mc, nano)
            else:
                row.mc += mc
                row.nano += nano

    def rows(self) -> list[EntryRow | SnapshotRow | DayTotalRow]:
        """The rows since the last call."""
        rows = [*self._rows, *self._days.values()]
        self._rows, self._days = [], {}
        return rows

"""What rests on an event: the records of meters and books that it caused, refusals, awards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from streams.read_model.ledger import books
from streams.read_model.store import ReadStore

_COLUMNS: Final = "book, seq, at_us, day, type"


@dataclass(frozen=True, slots=True)
class Posted:
    """An entry of a book: a record of a link's keeper, or what a table's own book took from an event."""

    book: str
    seq: int
    at_us: int
    day: str
    type: str

    @property
    def stream(self) -> str:
        """The stream that has the record, under the same number."""
        return self.book if self.book.startswith("table:") else f"meter:{self.book}"


def posted_for(store: ReadStore, stream: str, seq: int, day: str) -> list[Posted]:
    """The entries that an event of a gaming day caused, on that day or, where they came late, on another."""
    source = f"{stream}#{seq}"
    found: list[Posted] = []
    for book in books(store):
        found += store.select(
            Posted,
            f"""SELECT {_COLUMNS} FROM entries WHERE book = ?1 AND day = ?2 AND source = ?3
            UNION ALL
            SELECT {_COLUMNS} FROM entries INDEXED BY entries_few
            WHERE book = ?1 AND of_day = ?2 AND of_day <> day AND source = ?3 ORDER BY seq""",  # noqa: S608
            (book, day, source),
        )
    return found


def refused_for(store: ReadStore, stream: str, seq: int) -> list[str]:
    """Why keepers refused what an event asked for."""
    return store.select(str, "SELECT reason FROM refusals WHERE source = ?", (f"{stream}#{seq}",))


@dataclass(frozen=True, slots=True)
class AwardOfClaim:
    """An award that a link locked for a claim."""

    link: str
    table: str
    claim_seq: int
    hand: str
    status: str


def awards_of_claim(store: ReadStore, table: str, seq: int) -> list[AwardOfClaim]:
    """The awards of a claim of a table."""
    return store.select(
        AwardOfClaim,
        'SELECT link, "table", claim_seq, hand, status FROM awards WHERE "table" = ? AND claim_seq = ?',
        (table, seq),
    )


def selections_at(store: ReadStore, stream: str, seq: int) -> str:
    """The rulebook of the selections that were in force at an event of a table; empty where none were."""
    query = "SELECT rulebook FROM selections WHERE stream = ? AND seq <= ? ORDER BY seq DESC LIMIT 1"
    return next(iter(store.select(str, query, (stream, seq))), "")

"""What the books posted for a round: the records of links, and the table's own, that answer its events."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from streams.read_model.queries.rounds import RoundLocation
from streams.read_model.store import ReadStore

_QUERY = """SELECT book, seq, type, source, postings FROM entries
WHERE book = :book AND day = :day AND round = :round
UNION ALL
SELECT book, seq, type, source, postings FROM entries
WHERE book = :book AND of_day = :day AND of_day <> day AND round = :round
ORDER BY seq"""
"""By the indexes of a book's day, and of what it posted late."""


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """An entry of a book, by what made it: a record of a link, or an event of the table itself."""

    book: str
    seq: int
    type: str
    source_stream: str
    source_seq: int
    meters: tuple[str, ...]
    """The meters, or the wagers of the table's own book, whose accounts it moves."""

    @property
    def is_of_link(self) -> bool:
        """Whether a keeper wrote it; else it stands in the table's own book."""
        return not self.book.startswith("table:")


def entries_of_round(
    store: ReadStore, of: RoundLocation, day: str, links: Iterable[str]
) -> tuple[RoundEntry, ...]:
    """What the books of these links, and of the table, posted for a round of a gaming day, book by book."""
    found = []
    for book in (*sorted(set(links)), of.stream):
        for row in store.rows(_QUERY, {"book": book, "day": day, "round": of.round}):
            stream, _, seq = row["source"].rpartition("#")
            if stream == of.stream and seq.isdecimal():
                meters = dict.fromkeys(posting[1] for posting in json.loads(row["postings"]))
                found.append(RoundEntry(book, row["seq"], row["type"], stream, int(seq), tuple(meters)))
    return tuple(found)

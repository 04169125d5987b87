"""The books of links: every record of `meters` in the order of its link becomes an entry, or none.

The state of a link is what its last record left: balances, rates, awards outstanding, the last day closed.
What a record does not account for is not posted: it is named as a problem.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from events.body import newest_fields
from events.envelope import Event, read_header
from events.errors import MalformedEvent
from events.times import day_number, day_text
from projections.ledger.accounts import Entry
from projections.ledger.open_awards import OpenAward, OpenAwards
from projections.ledger.postings import NOTHING, Balance, Moves, postings
from projections.records import Record


@dataclass(slots=True)
class LinkBook:
    """One link as its records tell of it."""

    balances: dict[str, Balance] = field(default_factory=dict)
    rates: dict[str, tuple[int, int]] = field(default_factory=dict)
    awards: OpenAwards = field(default_factory=OpenAwards)
    at_us: int = 0
    closed_day: str = ""

    def day_for(self, gaming_day: str) -> str:
        """The day that something of a gaming day is posted to: one that is not closed."""
        closed = day_number(self.closed_day)
        return gaming_day if closed is None else max(gaming_day, day_text(closed + 1))

    def dump(self) -> list[Any]:
        """Plain values for a stored state."""
        return [
            [[meter, *balance] for meter, balance in sorted(self.balances.items())],
            [[meter, *rates] for meter, rates in sorted(self.rates.items())],
            self.awards.dump(),
            self.at_us,
            self.closed_day,
        ]

    @classmethod
    def load(cls, dumped: list[Any]) -> LinkBook:
        """The book of `dump`."""
        balances, rates, awards, at_us, closed_day = dumped
        return cls(
            {meter: Balance(*rest) for meter, *rest in balances},
            {meter: (primary, reserve) for meter, primary, reserve in rates},
            OpenAwards.load(awards),
            at_us,
            closed_day,
        )


class Taken(NamedTuple):
    """What a record came to: an entry if it moved money, the award that it is about, what is wrong."""

    entry: Entry | None
    award: OpenAward | None
    problem: str


TERMS: Final = ("meter_opened", "meter_terms_changed")
"""The records that repeat the parameter set of their link."""


def take(book: LinkBook, event: Event, body: dict[str, Any]) -> Taken:
    """Carry a link's book over its next record."""
    book.at_us = max(book.at_us, event.recorded_at_us)
    if event.type in TERMS:
        book.rates = {t["meter"]: (t["primary_bp"], t["reserve_bp"]) for t in body["meters"]}
    after = {
        b["meter"]: Balance(b["primary_mc"], b["reserve_mc"], b["primary_residual"], b["reserve_residual"])
        for b in body["balances"]
    }
    moved = _differences(book.balances, after)
    award_meter = book.awards.meter_of(body)
    award = book.awards.take(event.type, body)
    book.balances = after
    problem = ""
    entry = None
    try:
        posted = postings(event.type, body, Moves(moved, book.rates, award_meter))
    except MalformedEvent as error:
        problem = str(error)
    else:
        day = book.day_for(event.gaming_day)
        place = (event.owner, event.seq, book.at_us, day, event.gaming_day)
        source = f"{body['source_stream']}#{body['source_seq']}"
        entry = Entry(*place, event.type, source, event.round or "", posted) if posted else None
    if event.type == "meter_day_closed":
        book.closed_day = max(book.closed_day, body["day"])
    return Taken(entry, award, problem)


def _differences(before: dict[str, Balance], after: dict[str, Balance]) -> dict[str, Balance]:
    if before == after:
        return {}
    differences = {}
    for meter in {**before, **after}:
        old, new = before.get(meter, NOTHING), after.get(meter, NOTHING)
        if old != new:
            differences[meter] = Balance(*(n - o for o, n in zip(old, new, strict=True)))
    return differences


class Unposted(NamedTuple):
    """A record that could not be posted, and why."""

    link: str
    seq: int
    detail: str


class Postings:
    """Posts the records of `meters` and keeps what cannot be: for whoever checks a log, not for reading."""

    def __init__(self) -> None:
        self._books: dict[str, LinkBook] = {}
        self._numbers: dict[str, int] = {}
        self._unposted: list[Unposted] = []

    def meter(self, record: Record) -> Entry | None:
        """Take a record of `meters`, in the order of its partition; a number seen before is a repeat."""
        event = read_header(record.value)
        if event.seq <= self._numbers.get(record.key, 0):
            return None
        self._numbers[record.key] = event.seq
        book = self._books.setdefault(record.key, LinkBook())
        entry, _, problem = take(book, event, newest_fields(event))
        if problem:
            self._unposted.append(Unposted(record.key, event.seq, problem))
        return entry

    def problems(self) -> Iterator[Unposted]:
        """The records whose fields and balances do not say the same."""
        yield from self._unposted

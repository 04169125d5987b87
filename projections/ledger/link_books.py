"""The books of links: every record of `meters` in the order of its link becomes an entry, or none.

The state of a link is what its last record left: balances, rates, awards outstanding, the last day closed.
What a record does not account for is not posted: it is named as a problem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeGuard, assert_never

import msgspec

from events.body import TYPES, Body, read_body
from events.envelope import Event, read_header
from events.errors import MalformedEvent
from events.vocabulary.award_records import AwardRecord
from events.vocabulary.keeper_facts import KeeperFact
from events.vocabulary.meters import (
    BalanceRecord,
    Membership,
    MeterClosed,
    MeterDayClosed,
    MeterRetired,
    Notice,
    TermsRecord,
)
from events.vocabulary.transfers import TransferRecord
from events.vocabulary.unions import KeeperRecord
from projections.ledger.accounts import Entry, Posting, day_posted
from projections.ledger.moves import NOTHING, MeterAmounts, MeterRates, Moves
from projections.ledger.open_awards import OpenAward, OpenAwards
from projections.ledger.postings import postings
from projections.records import Record


class LinkBook(msgspec.Struct, array_like=True):
    """One link by its records."""

    balances: dict[str, MeterAmounts] = {}
    rates: dict[str, MeterRates] = {}
    awards: OpenAwards = msgspec.field(default_factory=OpenAwards)
    at_us: int = 0
    closed_day: str = ""

    def day_for(self, gaming_day: str) -> str:
        """The day that something of a gaming day is posted to: one that is not closed."""
        return day_posted(gaming_day, self.closed_day)


class Taken(NamedTuple):
    """What a record came to: an entry if it moved money, the award that it is about, what is wrong."""

    entry: Entry | None
    award: OpenAward | None
    problem: str


def keeper_record(event: Event) -> KeeperRecord:
    """The body of a record of the keeper; `MalformedEvent` if it is not one."""
    body = read_body(event)
    if _is_keeper_record(body):
        return body
    raise MalformedEvent("type", f"{event.stream} {event.type} is not a record of the keeper")


def is_keeper_type(type_: str) -> bool:
    """Whether a type of event is one of the keeper's."""
    body = TYPES.get(type_)
    return body is not None and issubclass(body, KeeperFact)


def _is_keeper_record(body: Body) -> TypeGuard[KeeperRecord]:
    return isinstance(body, KeeperFact)


def take(book: LinkBook, event: Event, record: KeeperRecord) -> Taken:
    """Carry a link's book over its next record."""
    book.at_us = max(book.at_us, event.recorded_at_us)
    before = book.awards.of(record) if isinstance(record, AwardRecord) else None
    award = _follow(book, record)
    after = {
        each.meter: MeterAmounts(
            each.primary_mc, each.reserve_mc, each.primary_residual, each.reserve_residual
        )
        for each in record.balances
    }
    moved = _differences(book.balances, after)
    book.balances = after
    problem = ""
    entry = None
    try:
        posted = postings(record, Moves(moved, book.rates, before))
    except MalformedEvent as error:
        problem = str(error)
    else:
        entry = _entry(book, event, record, posted) if posted else None
    if isinstance(record, MeterDayClosed):
        book.closed_day = max(book.closed_day, record.day)  # after its entry: what it moves is of the day
    return Taken(entry, award, problem)


def _follow(book: LinkBook, record: KeeperRecord) -> OpenAward | None:
    """What a record does to the rates and awards of its link; gives the award that it is about."""
    if isinstance(record, BalanceRecord):
        return None
    if isinstance(record, AwardRecord):
        return book.awards.take(record)
    if isinstance(record, TermsRecord):
        book.rates = {terms.meter: MeterRates(terms.primary_bp, terms.reserve_bp) for terms in record.meters}
        return None
    if isinstance(record, MeterClosed | MeterRetired | Membership | Notice | TransferRecord):
        return None
    assert_never(record)


def _entry(book: LinkBook, event: Event, record: KeeperRecord, posted: tuple[Posting, ...]) -> Entry:
    return Entry(
        book=event.owner,
        seq=event.seq,
        at_us=book.at_us,
        day=book.day_for(event.gaming_day),
        of_day=event.gaming_day,
        type=event.type,
        source=f"{record.source_stream}#{record.source_seq}",
        round=event.round or "",
        postings=posted,
    )


def _differences(before: dict[str, MeterAmounts], after: dict[str, MeterAmounts]) -> dict[str, MeterAmounts]:
    if before == after:
        return {}
    differences = {}
    for meter in {**before, **after}:
        old, new = before.get(meter, NOTHING), after.get(meter, NOTHING)
        if old != new:
            differences[meter] = MeterAmounts(*(n - o for o, n in zip(old, new, strict=True)))
    return differences


class Unposted(NamedTuple):
    """A record that could not be posted, and why."""

    link: str
    seq: int
    detail: str


Watch = Callable[[Event, KeeperRecord, Entry | None], None]
"""Takes a record that counts, with what it posts."""


class Postings:
    """Posts the records of `meters` and keeps what cannot be: for whoever checks a log, not for reading."""

    def __init__(self, watch: Watch | None = None) -> None:
        self.books: dict[str, LinkBook] = {}
        self._watch = watch
        self._numbers: dict[str, int] = {}
        self._unposted: list[Unposted] = []

    def meter(self, record: Record) -> Entry | None:
        """Take a record of `meters`, in the order of its partition; a number seen before is a repeat."""
        event = read_header(record.value)
        if event.seq <= self._numbers.get(record.key, 0):
            return None
        self._numbers[record.key] = event.seq
        book = self.books.setdefault(record.key, LinkBook())
        try:
            body = keeper_record(event)
            entry, _, problem = take(book, event, body)
        except MalformedEvent as error:
            entry, problem = None, str(error)
        else:
            if self._watch is not None:
                self._watch(event, body, entry)
        if problem:
            self._unposted.append(Unposted(record.key, event.seq, problem))
        return entry

    def problems(self) -> Iterator[Unposted]:
        """The records whose fields and balances do not agree, or that cannot be read."""
        yield from self._unposted

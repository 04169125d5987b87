"""The read model of `meters`: from the keeper's records to meters, links, awards, refusals and the ledger."""

from __future__ import annotations

import json
from typing import Any, Final

from events.body import newest_fields
from events.envelope import Event, decode, event_hash
from events.errors import MalformedEvent
from projections.ledger.link_books import TERMS, LinkBook, take
from projections.ledger.open_awards import OpenAward
from projections.ledger.rows import BookRows, LinkRow
from projections.read_model.tables import (
    AwardRow,
    AwardStep,
    Changes,
    GapRow,
    MeterRow,
    QuarantinedRow,
    RefusalRow,
    pack_state,
    unpack_state,
)
from projections.records import Record

_COMPACT: Final = (",", ":")


class _Link:
    """What the model keeps of one link: the number of its last record, its book and its row."""

    __slots__ = ("book", "row", "seq", "waiting")

    def __init__(self, seq: int, *, waiting: bool, book: LinkBook, row: LinkRow) -> None:
        self.seq = seq
        self.waiting = waiting
        self.book = book
        self.row = row

    @classmethod
    def fresh(cls, link: str) -> _Link:
        row = LinkRow(link, "", "", "", 0, 0, "[]", "[]", 0, 0, "", 0, 0)
        return cls(0, waiting=False, book=LinkBook(), row=row)


class MetersModel:
    """Folds a partition of `meters`; the state is what the last record of each link left.

    A number seen before is dropped. One that is early is left out too: the keeper sends again from the one
    that is missing, and only then goes on. Until then the link is shown as waiting for it.
    """

    def __init__(self, dumped: bytes | None) -> None:
        links, books = unpack_state(dumped) if dumped else ((), None)
        self._links = {
            row[0]: _Link(seq, waiting=waiting, book=LinkBook.load(book), row=LinkRow(*row))
            for seq, waiting, book, row in links
        }
        self._books = BookRows(books)
        self._changes = Changes(0, b"")
        self._meters: dict[tuple[str, str], MeterRow] = {}
        self._moved: set[str] = set()

    def step(self, record: Record) -> int | None:
        """Take one record, if it is the next of its link."""
        try:
            event, body = _record(record)
        except (MalformedEvent, ValueError, TypeError) as error:
            self._quarantine(record, "malformed", str(error))
            return None
        name = event.owner
        link = self._links.get(name)
        if link is None:
            link = self._links[name] = _Link.fresh(name)
        missing = link.seq + 1
        if event.seq > missing and not link.waiting:
            link.waiting = True
            self._changes.add(GapRow(name, "keeper", "records", missing))
        if event.seq == missing:
            link.seq = event.seq
            if link.waiting:
                link.waiting = False
                self._changes.add(GapRow(name, "keeper", "", 0))
            try:
                self._take(record, link, event, body)
            except (KeyError, TypeError) as error:  # a body that its type does not have: no keeper writes it
                self._quarantine(record, "malformed", f"{event.type} lacks {error}")
        return None

    def replay(self, record: Record) -> None:
        """Nothing on `meters` is ever replayed."""

    def changes(self, next_offset: int) -> Changes:
        """What the records since the last call did."""
        changes = self._changes
        changes.next_offset = next_offset
        changes.add_all(MeterRow, self._meters.values())
        changes.add(*self._books.rows())
        changes.add(*(self._links[name].row for name in sorted(self._moved)))
        links = [
            [link.seq, link.waiting, link.book.dump(), _plain(link.row)]
            for _, link in sorted(self._links.items())
        ]
        changes.state = pack_state([links, self._books.dump()])
        self._changes = Changes(0, b"")
        self._meters = {}
        self._moved = set()
        return changes

    def _take(self, record: Record, link: _Link, event: Event, body: dict[str, Any]) -> None:
        entry, award, problem = take(link.book, event, body)
        if problem:
            self._quarantine(record, "unbalanced", problem)
        if entry is not None:
            self._books.post(entry)
        if award is not None:
            self._changes.add(_award_row(event, body, award))
        self._add_meters(event, link.book)
        self._moved.add(event.owner)
        _follow(link.row, event, body, link.book)
        match event.type:
            case "leg_refused":
                asked = (body["table"], body["attempted"], body["reason"])
                self._changes.add(RefusalRow(event.owner, event.seq, *asked, event.recorded_at_us))
            case "table_incomplete":
                self._changes.add(GapRow(event.owner, body["table"], body["what"], body["from_number"]))
            case "table_complete":
                self._changes.add(GapRow(event.owner, body["table"], "", 0))

    def _add_meters(self, event: Event, book: LinkBook) -> None:
        link, seq, at = event.owner, event.seq, event.recorded_at_us
        for meter, balance in book.balances.items():
            self._meters[link, meter] = MeterRow(link, meter, seq, at, *balance)

    def _quarantine(self, record: Record, reason: str, detail: str) -> None:
        found = event_hash(record.value).hex()
        self._changes.add(QuarantinedRow(*record[:4], reason, detail, found=found, expected=""))


def _record(record: Record) -> tuple[Event, dict[str, Any]]:
    """A record of the keeper with its body."""
    event = decode(record.value)
    body = newest_fields(event)
    if event.kind != "meter" or event.owner != record.key or "balances" not in body:
        raise MalformedEvent("stream", f"{event.stream} {event.type} is no record of the keeper")
    return event, body


def _award_row(event: Event, body: dict[str, Any], award: OpenAward) -> AwardRow | AwardStep:
    """An award as a record of it leaves it: a new one, or a step of one that is known."""
    step = AwardStep(
        event.owner,
        body["table"],
        body["claim_seq"],
        award.amount_mc,
        award.status,
        event.recorded_at_us,
        award.paid_mc,
        json.dumps(sorted(award.owed.items()), separators=_COMPACT),
    )
    if event.type != "award_locked":
        return step
    return AwardRow(
        **{name: getattr(step, name) for name in AwardStep.__slots__},
        round=event.round or "",
        seat=body["seat"],
        hand=body["hand"],
        meter=award.meter,
        wager=body["wager"],
    )


def _follow(row: LinkRow, event: Event, body: dict[str, Any], book: LinkBook) -> None:
    """What a record does to the row of its link."""
    row.seq, row.at_us, row.closed_day = event.seq, book.at_us, book.closed_day
    if event.type in TERMS:
        row.rulebook, row.paytable, row.wager = body["rulebook"], body["paytable"], body["wager"]
        row.unit_wager_mc, row.guard_mc = body["unit_wager_mc"], body["guard_mc"]
        row.meters = json.dumps(body["meters"], separators=_COMPACT)
        row.awards = json.dumps(body["awards"], separators=_COMPACT)
    if event.type == "meter_opened":
        row.live = 1
    elif event.type == "meter_closed":
        row.live = 0
    elif event.type == "meter_retired":
        row.retired = 1  # it was closed before


def _plain(row: LinkRow) -> list[str | int]:
    return [getattr(row, name) for name in LinkRow.__slots__]

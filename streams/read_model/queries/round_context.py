"""What stands around a round in the read model: its crew, what its awards did to meters, what is lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from projections.ledger.accounts import Totals, add_text, totals_of
from streams.read_model.ledger import Money, standing
from streams.read_model.queries.rounds import RoundLocation
from streams.read_model.store import ReadStore

_CREW: Final = ("dealer", "floorperson", "dealing", "shuffling")


@dataclass(frozen=True, slots=True)
class TableCrew:
    """Who worked at a table, and how it dealt; empty where nothing says."""

    dealer: str
    floorperson: str
    dealing: str
    shuffling: str


def crew_at(store: ReadStore, of: RoundLocation) -> TableCrew:
    """The crew of a table when a round began."""
    return TableCrew(*(_last(store, of, field) for field in _CREW))


def dealing_at(store: ReadStore, of: RoundLocation) -> str:
    """How a table dealt when a round began; empty where nothing says."""
    return _last(store, of, "dealing")


def _last(store: ReadStore, of: RoundLocation, field: str) -> str:
    query = (
        f"SELECT {field} FROM crews WHERE stream = ? AND mode = ? AND seq < ? AND {field} <> '' "  # noqa: S608
        "ORDER BY seq DESC LIMIT 1"
    )
    return next(iter(store.select(str, query, (of.stream, of.mode, of.first_seq))), "")


@dataclass(frozen=True, slots=True)
class MeterStep:
    """What a record of an award did to its meter: the amounts before it and after it."""

    link: str
    meter: str
    claim_seq: int
    seat: int
    hand: str
    record: int
    status: str
    award_mc: int
    before_mc: int
    after_mc: int
    reserve_before_mc: int
    reserve_after_mc: int


class UpTo(NamedTuple):
    """A moment of a table's stream: after one of its events, and what else was recorded by then."""

    stream: str
    seq: int
    recorded_at_us: int

    def has(self, source: str, at_us: int) -> bool:
        """Whether a record had been decided by then: of the table's own event by its number, else by the
        clock."""
        stream, _, seq = source.rpartition("#")
        return int(seq) <= self.seq if seq and stream == self.stream else at_us <= self.recorded_at_us


EVER: Final = UpTo("", 2**63 - 1, 2**63 - 1)
"""All that has been recorded."""


class _Record(NamedTuple):
    link: str
    meter: str
    claim_seq: int
    seat: int
    hand: str
    record: int
    status: str
    award_mc: int
    source: str
    at_us: int


def meter_steps(store: ReadStore, of: RoundLocation, up_to: UpTo = EVER) -> list[MeterStep]:
    """Every record of the round's awards that moved a meter up to a moment, in order, with the meter before
    and after it.

    The first record of an award always is: a lock that finds an empty meter is a fact, too.
    """
    records = store.select(
        _Record,
        """SELECT past.link, awards.meter, past.claim_seq, awards.seat, awards.hand, past.seq, past.status,
          past.amount_mc, coalesce(entries.source, ''), past.at_us
        FROM awards JOIN awards_past AS past USING (link, "table", claim_seq)
        LEFT JOIN entries ON entries.book = past.link AND entries.seq = past.seq
        WHERE awards."table" = ? AND awards.round = ? ORDER BY past.link, past.seq""",
        (of.table, of.round),
    )
    steps, seen = [], set()
    for record in records:
        if not up_to.has(record.source, record.at_us):
            continue
        after = standing(_totals_to(store, record.link, record.record), record.meter)
        before = standing(_totals_to(store, record.link, record.record - 1), record.meter)
        if record.claim_seq not in seen or _amounts(before) != _amounts(after):
            steps.append(MeterStep(*record[:-2], *_beside(before, after)))
        seen.add(record.claim_seq)
    return steps


def _amounts(on: dict[str, Money]) -> tuple[int, int]:
    return on["primary"].mc, on["reserve"].mc


def _beside(before: dict[str, Money], after: dict[str, Money]) -> tuple[int, int, int, int]:
    return before["primary"].mc, after["primary"].mc, before["reserve"].mc, after["reserve"].mc


class _Snapshot(NamedTuple):
    seq: int
    totals: str


def _totals_to(store: ReadStore, book: str, record: int) -> Totals:
    """What has been posted in a book up to and with one of its records."""
    snapshots = store.select(
        _Snapshot,
        "SELECT seq, totals FROM snapshots WHERE book = ? AND seq <= ? ORDER BY seq DESC LIMIT 1",
        (book, record),
    )
    start = snapshots[0] if snapshots else _Snapshot(0, "[]")
    totals = totals_of(start.totals)
    query = "SELECT postings FROM entries WHERE book = ? AND seq > ? AND seq <= ? ORDER BY seq"
    for postings in store.select(str, query, (book, start.seq, record)):
        add_text(totals, postings)
    return totals


def missing_from(store: ReadStore, stream: str) -> int:
    """The first event that a halted stream lacks; 0 while it runs."""
    query = "SELECT missing_seq FROM halts WHERE stream = ?"
    return next(iter(store.select(int, query, (stream,))), 0)


@dataclass(frozen=True, slots=True)
class QuarantinedRecord:
    """A record that is not an event of its stream: where it lies, and why."""

    offset: int
    reason: str
    detail: str


def quarantined_between(
    store: ReadStore, of: RoundLocation, stop_offset: int | None
) -> list[QuarantinedRecord]:
    """What was quarantined of a table's records while a round was played; None: to the end of the log."""
    return store.select(
        QuarantinedRecord,
        """SELECT "offset", reason, detail FROM quarantined
        WHERE topic = 'events' AND "partition" = ?1 AND key = ?2 AND "offset" >= ?3
          AND (?4 IS NULL OR "offset" < ?4) ORDER BY "offset" """,
        (of.partition, of.stream, of.first_offset, stop_offset),
    )

"""A gaming day as accounting reconciles it: meters, markers, late postings, readings, cash, house money."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from projections.ledger.accounts import HOUSE_MONEY, ON_A_METER, Entry
from projections.ledger.readings import is_explained
from streams.read_model.ledger import (
    Statement,
    books,
    late_entries,
    late_entries_of_tables,
    statement,
    totals_of_days,
)
from streams.read_model.queries.cases import CasePayment, case_payments
from streams.read_model.queries.links import KnownLink, known_links, meter_names
from streams.read_model.queries.payments import (
    CashOfDay,
    Mended,
    beyond_after_day,
    cash_of_day,
    mended_of_day,
)
from streams.read_model.queries.shortfalls import BorneByHouse, borne_by_house
from streams.read_model.store import ReadStore


@dataclass(frozen=True, slots=True)
class AccountMovement:
    """What a day did to an account that is not a meter's, by cause."""

    account: str
    meter: str
    cause: str
    amount_mc: int
    nano: int


@dataclass(frozen=True, slots=True)
class ReadingChange:
    """That two people have `withdrawn` a reading, or `explained` its variance, and why."""

    seq: int
    change: str
    signed_by: tuple[str, ...]
    reason: str
    recorded_at_us: int


@dataclass(frozen=True, slots=True)
class ReadingOfDay:
    """What a person read, and what it was compared with; the latter is None where it was not."""

    stream: str
    seq: int
    day: str
    link: str
    meter: str
    read_mc: int
    read_by: str
    read_at_us: int
    unknown: int
    expected_mc: int | None
    variance_mc: int | None
    changes: tuple[ReadingChange, ...]

    @property
    def explained(self) -> bool:
        """Whether it was compared, and differs by less than a display shows or people have said why."""
        if self.variance_mc is None:
            return False
        return is_explained(self.variance_mc) or any(each.change == "explained" for each in self.changes)

    @property
    def withdrawn(self) -> bool:
        """Whether two people have withdrawn it."""
        return any(each.change == "withdrawn" for each in self.changes)

    @property
    def settled(self) -> bool:
        """Whether nobody has to look into it."""
        return self.explained or self.withdrawn


@dataclass(frozen=True, slots=True)
class Refused:
    """Wagers that a link did not take, or did not give back, whole: which event of a table, and why."""

    attempted: str
    table: str
    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class LinkDay:
    """A gaming day of one link."""

    link: str
    closed: bool
    ended: tuple[str, ...]
    """Tables that have sent their end-of-day marker."""
    missing: tuple[str, ...]
    """Tables that have not."""
    statements: tuple[Statement, ...]
    other_accounts: tuple[AccountMovement, ...]
    late_here: tuple[Entry, ...]
    """Posted to this day though of an earlier one."""
    late_since: tuple[Entry, ...]
    """Of this day though posted later."""
    readings: tuple[ReadingOfDay, ...]
    refused: tuple[Refused, ...]
    """What would have moved money and did not: somebody has to sign an adjustment, or look into it."""
    borne: tuple[BorneByHouse, ...]
    """What the house bears of the day's voids and rejections."""

    @property
    def variances(self) -> int:
        """Readings that somebody has to look into."""
        return sum(1 for reading in self.readings if not reading.settled)

    @property
    def reconciled(self) -> bool:
        """Whether nothing is left to be done."""
        return self.closed and not self.variances


@dataclass(frozen=True, slots=True)
class DayClose:
    """A close of the day at a desk."""

    stream: str
    seq: int
    missing_tables: tuple[str, ...]
    authorised_by: tuple[str, ...]
    reason: str
    recorded_at_us: int


@dataclass(frozen=True, slots=True)
class HouseMoney:
    """Fixed awards, envy or disputes of a table on the day, less what of such payments was mended on it."""

    book: str
    account: str
    meter: str
    amount_mc: int


@dataclass(frozen=True, slots=True)
class TableDay:
    """A gaming day in a table's own book: whether the table's marker has ended it, and what came late."""

    table: str
    ended: bool
    late_here: tuple[Entry, ...]
    """Posted to this day though of an earlier one."""
    late_since: tuple[Entry, ...]
    """Of this day though posted later."""


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """Everything that a gaming day comes to."""

    day: str
    closes: tuple[DayClose, ...]
    links: tuple[LinkDay, ...]
    house_money: tuple[HouseMoney, ...]
    cash: tuple[CashOfDay, ...]
    """Paid for awards, by book and table."""
    beyond: Mapping[str, int]
    """What stood beyond entitlement after the day, by book."""
    mended: tuple[Mended, ...]
    disputes: tuple[CasePayment, ...]
    """What was paid by decisions of cases."""
    tables: tuple[TableDay, ...]
    """The tables with a posting of the day in their own book."""

    @property
    def reconciled(self) -> bool:
        """Whether nothing is left to be done, on any link."""
        return all(link.reconciled for link in self.links)


def reconciliation(store: ReadStore, day: str) -> Reconciliation:
    """The day, link by link."""
    links = tuple(_link(store, link, day) for link in links_of_day(store, day))
    return Reconciliation(
        day=day,
        closes=closes_of(store, day),
        links=links,
        house_money=_house_money(store, day),
        cash=tuple(cash_of_day(store, day)),
        beyond=beyond_after_day(store, day),
        mended=tuple(mended_of_day(store, day)),
        disputes=tuple(case_payments(store, day=day)),
        tables=_tables(store, day),
    )


def links_of_day(store: ReadStore, day: str) -> list[KnownLink]:
    """The links that had something posted by the end of a day."""
    return [link for link in known_links(store) if totals_of_days(store, link.link, None, day)]


def open_links(store: ReadStore, day: str) -> list[str]:
    """The links of a day that are neither retired nor closed for it."""
    return [link.link for link in links_of_day(store, day) if not link.retired and link.closed_day < day]


def closed_without(store: ReadStore, day: str) -> list[str]:
    """The tables without a marker of a day, on links that are closed for it."""
    closed = [link.link for link in links_of_day(store, day) if not link.retired and link.closed_day >= day]
    return sorted({table for link in closed for table in _missing(store, link, day)})


def tables_seen(store: ReadStore) -> list[str]:
    """Every table that a link has received anything from."""
    return store.select(str, 'SELECT DISTINCT "table" FROM table_progress')


def _link(store: ReadStore, known: KnownLink, day: str) -> LinkDay:
    link = known.link
    tables = store.rows('SELECT * FROM table_progress WHERE link = ? ORDER BY "table"', (link,))
    late_here, late_since = late_entries(store, link, day)
    return LinkDay(
        link=link,
        closed=known.closed_day >= day,
        ended=tuple(row["table"] for row in tables if row["ended_day"] >= day),
        missing=_missing(store, link, day),
        statements=tuple(statement(store, link, meter, day, day) for meter in meter_names(store, link)),
        other_accounts=_other_accounts(store, link, day),
        late_here=tuple(late_here),
        late_since=tuple(late_since),
        readings=tuple(reading for reading in readings_of(store, day) if reading.link == link),
        refused=_refused(store, link, day),
        borne=borne_by_house(store, link, day=day),
    )


def _missing(store: ReadStore, link: str, day: str) -> tuple[str, ...]:
    rows = store.rows('SELECT * FROM table_progress WHERE link = ? ORDER BY "table"', (link,))
    return tuple(row["table"] for row in rows if row["open_day"] and row["open_day"] <= day)


def _refused(store: ReadStore, link: str, day: str) -> tuple[Refused, ...]:
    query = """SELECT attempted, "table", source, reason FROM refusals
    WHERE link = ? AND of_day = ? AND attempted IN ('contribution', 'reversal') ORDER BY seq"""
    return tuple(store.select(Refused, query, (link, day)))


def _other_accounts(store: ReadStore, link: str, day: str) -> tuple[AccountMovement, ...]:
    """What the day did to the accounts that are not a meter's: the house, contributions, awards, payments."""
    return tuple(
        AccountMovement(account, meter, cause, mc, nano)
        for (account, meter, cause), (mc, nano) in sorted(totals_of_days(store, link, day, day).items())
        if account not in ON_A_METER
    )


def readings_of(store: ReadStore, day: str) -> tuple[ReadingOfDay, ...]:
    """The readings of a day, meter by meter in the order of their time."""
    changes: dict[tuple[str, int], list[ReadingChange]] = defaultdict(list)
    for row in store.rows("SELECT * FROM reading_changes ORDER BY stream, seq"):
        signed_by = tuple(json.loads(row["signed_by"]))
        change = ReadingChange(row["seq"], row["change"], signed_by, row["reason"], row["recorded_at_us"])
        changes[row["stream"], row["reading_seq"]].append(change)
    rows = store.rows(
        """SELECT r.*, v.expected_mc, v.variance_mc
        FROM readings AS r LEFT JOIN variances AS v ON v.stream = r.stream AND v.reading_seq = r.seq
        WHERE r.day = ? ORDER BY r.link, r.meter, r.read_at_us, r.stream, r.seq""",
        (day,),
    )
    return tuple(ReadingOfDay(**row, changes=tuple(changes[row["stream"], row["seq"]])) for row in rows)


def closes_of(store: ReadStore, day: str) -> tuple[DayClose, ...]:
    """The closes of a day at desks, the first one first."""
    return tuple(
        DayClose(
            stream=row["stream"],
            seq=row["seq"],
            missing_tables=tuple(json.loads(row["missing_tables"])),
            authorised_by=tuple(json.loads(row["authorised_by"])),
            reason=row["reason"],
            recorded_at_us=row["recorded_at_us"],
        )
        for row in store.rows("SELECT * FROM day_closes WHERE day = ? ORDER BY recorded_at_us", (day,))
    )


def _house_money(store: ReadStore, day: str) -> tuple[HouseMoney, ...]:
    """Fixed awards, envy and disputes, table by table."""
    totals: dict[tuple[str, str, str], int] = defaultdict(int)
    for book in books(store):
        for (account, meter, _), (mc, _) in totals_of_days(store, book, day, day).items():
            if account in HOUSE_MONEY:
                totals[book, account, meter] += mc
    return tuple(HouseMoney(*key, mc) for key, mc in sorted(totals.items()))


def _tables(store: ReadStore, day: str) -> tuple[TableDay, ...]:
    """The tables whose own book has something of the day, or posted to it."""
    late = late_entries_of_tables(store, day)
    ended = {
        row["stream"]: row["ended_day"] for row in store.rows("SELECT stream, ended_day FROM table_days")
    }
    posted = store.select(
        str,
        "SELECT DISTINCT book FROM day_totals WHERE book >= 'table:' AND book < 'table;' AND day = ?",
        (day,),
    )
    return tuple(
        TableDay(
            table=book.removeprefix("table:"),
            ended=ended.get(book, "") >= day,
            late_here=tuple(entry for entry in late if (entry.book, entry.day) == (book, day)),
            late_since=tuple(entry for entry in late if (entry.book, entry.of_day) == (book, day)),
        )
        for book in sorted({*posted, *(entry.book for entry in late)})
    )

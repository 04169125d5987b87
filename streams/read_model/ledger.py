"""Questions to the ledger in a read model: totals at a moment, a statement, a trial balance, entries.

"At TIME" is by the running maximum of the recording times in the order of a book. A moment is found by its
nearest snapshot and fewer entries than lie between two of them, so it takes as long at the end of a year as
on its first day. Whoever asks several questions that must agree asks them inside `store.at_one_moment()`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from events.times import MAX_TIME_US
from projections.ledger.accounts import (
    CAUSES,
    ON_A_METER,
    Entry,
    Totals,
    add_text,
    postings_of,
    totals_of,
)
from projections.ledger.rows import EVERY
from streams.read_model.store import ReadStore

_COLUMNS: Final = ", ".join(Entry._fields)
_FIRST_DAY: Final = "0000-00-00"
_LAST_DAY: Final = "9999-99-99"
_PAGE: Final = 4_096
"""Entries read at a time: an export of any length takes little memory."""


class Money(NamedTuple):
    """An amount in millicents, and what divisions left over, in nanodollars (1/10,000 of a millicent)."""

    mc: int = 0
    nano: int = 0


class Line(NamedTuple):
    """What one cause did to a meter: by account, what it added."""

    cause: str
    amounts: dict[str, Money]


class Statement(NamedTuple):
    """A meter over a span: amounts by account (`primary`, `reserve`, `residual`), credits positive.

    `opening` and all lines together are `closing`.
    """

    link: str
    meter: str
    opening: dict[str, Money]
    lines: list[Line]
    closing: dict[str, Money]


def books(store: ReadStore) -> list[str]:
    """Every book that has an entry, in order; it takes a look a book, not a look an entry."""
    return store.select(
        str,
        """WITH RECURSIVE found(book) AS (
          SELECT min(book) FROM entries
          UNION ALL
          SELECT (SELECT min(book) FROM entries WHERE book > found.book) FROM found WHERE book IS NOT NULL
        ) SELECT book FROM found WHERE book IS NOT NULL""",
    )


def totals_at(store: ReadStore, book: str, at_us: int | None = None) -> Totals:
    """What has been posted in a book up to a moment, or by now: by account, meter and cause."""
    snapshot = _snapshot(store, book, at_us)
    totals = totals_of(snapshot.totals)
    query = "SELECT at_us, postings FROM entries WHERE book = ? AND seq > ? ORDER BY seq LIMIT ?"
    for posted in store.select(_Posted, query, (book, snapshot.seq, EVERY)):
        if at_us is not None and posted.at_us > at_us:
            break
        add_text(totals, posted.postings)
    return totals


def last_entry(store: ReadStore, book: str, at_us: int) -> Numbered:
    """The last entry of a book up to a moment; 0 where there was none yet."""
    snapshot = _snapshot(store, book, at_us)
    last = Numbered(snapshot.seq, snapshot.at_us)
    query = "SELECT seq, at_us FROM entries WHERE book = ? AND seq > ? ORDER BY seq LIMIT ?"
    for numbered in store.select(Numbered, query, (book, last.seq, EVERY)):
        if numbered.at_us > at_us:
            break
        last = numbered
    return last


class Numbered(NamedTuple):
    """The number of an entry, and its moment."""

    seq: int
    at_us: int


class _Posted(NamedTuple):
    """The moment of an entry, and its postings as text."""

    at_us: int
    postings: str


class _Snapshot(NamedTuple):
    """Number and time of the entry that a snapshot was made at, and its totals as text."""

    seq: int
    at_us: int
    totals: str


_EMPTY: Final = _Snapshot(0, 0, "[]")


def _snapshot(store: ReadStore, book: str, at_us: int | None) -> _Snapshot:
    """The last snapshot that is not after a moment."""
    found = store.select(
        _Snapshot,
        """SELECT seq, at_us, totals FROM snapshots WHERE book = ? AND at_us <= ?
        ORDER BY at_us DESC, seq DESC LIMIT 1""",
        (book, MAX_TIME_US if at_us is None else at_us),
    )
    return found[0] if found else _EMPTY


class _CauseTotal(NamedTuple):
    """What one cause posted to an account of a meter."""

    account: str
    meter: str
    cause: str
    mc: int
    nano: int


def totals_of_days(
    store: ReadStore, book: str, first: str | None = None, last: str | None = None, meter: str | None = None
) -> Totals:
    """What has been posted to the gaming days from `first` to `last`, both included; of one meter or all."""
    rows = store.select(
        _CauseTotal,
        """SELECT account, meter, cause, sum(mc), sum(nano) FROM day_totals
        WHERE book = ?1 AND day >= ?2 AND day <= ?3 AND (?4 IS NULL OR meter = ?4)
        GROUP BY account, meter, cause""",
        (book, first or _FIRST_DAY, last or _LAST_DAY, meter),
    )
    return {(row.account, row.meter, row.cause): (row.mc, row.nano) for row in rows}


def trial_balance(
    store: ReadStore, at_us: int | None = None, book: str | None = None
) -> dict[tuple[str, str, str], Money]:
    """The balance of every account, by book, account and meter; debits positive. It adds up to zero."""
    balance: dict[tuple[str, str, str], Money] = {}
    for each in books(store) if book is None else [book]:
        for (account, meter, _), (mc, nano) in totals_at(store, each, at_us).items():
            before = balance.get((each, account, meter), Money())
            balance[each, account, meter] = Money(before.mc + mc, before.nano + nano)
    return dict(sorted(balance.items()))


def statement(
    store: ReadStore, link: str, meter: str, start: int | str | None, end: int | str | None
) -> Statement:
    """A meter over a span: from one moment to another, or from a gaming day to another.

    Between two moments it opens with the balance at the first and closes with that at the second. Days
    are given as `YYYY-MM-DD` and both are part of the span. None leaves that end open.
    """
    if isinstance(start, str) or isinstance(end, str):
        if isinstance(start, int) or isinstance(end, int):
            raise TypeError("a statement is between two moments or two gaming days, not one of each")
        closing = totals_of_days(store, link, None, end, meter)
        moved = totals_of_days(store, link, start, end, meter)
    else:
        closing = totals_at(store, link, end)
        opening = {} if start is None else totals_at(store, link, start)
        moved = {
            key: (mc - opening.get(key, (0, 0))[0], nano - opening.get(key, (0, 0))[1])
            for key, (mc, nano) in closing.items()
        }
    return _statement(link, meter, closing, moved)


def _statement(link: str, meter: str, closing: Totals, moved: Totals) -> Statement:
    """On liabilities a credit adds: amounts are the postings with their sign turned."""
    lines = []
    for cause in CAUSES:
        amounts = {
            account: Money(-mc, -nano)
            for account in ON_A_METER
            for mc, nano in [moved.get((account, meter, cause), (0, 0))]
            if mc or nano
        }
        if amounts:
            lines.append(Line(cause, amounts))
    end = standing(closing, meter)
    begin = {
        account: Money(
            end[account].mc - sum(line.amounts.get(account, Money()).mc for line in lines),
            end[account].nano - sum(line.amounts.get(account, Money()).nano for line in lines),
        )
        for account in ON_A_METER
    }
    return Statement(link, meter, begin, lines, end)


def standing(totals: Totals, meter: str) -> dict[str, Money]:
    """The balances of a meter by account, from totals; positive."""
    amounts = dict.fromkeys(ON_A_METER, Money())
    for (account, of, _), (mc, nano) in totals.items():
        if of == meter and account in amounts:
            amounts[account] = Money(amounts[account].mc - mc, amounts[account].nano - nano)
    return amounts


class _Span(NamedTuple):
    """The moment of a snapshot, and how many entries there were."""

    at_us: int
    entries: int


def history(
    store: ReadStore, link: str, meter: str, points: int, at_us: int | None = None
) -> list[tuple[int, int]]:
    """Up to `points` moments of a meter's past, evenly spread, and what was on display then."""
    return histories(store, link, (meter,), points, at_us)[meter]


def histories(
    store: ReadStore, link: str, meters: Sequence[str], points: int, at_us: int | None = None
) -> dict[str, list[tuple[int, int]]]:
    """The same of meters of a link, by their names.

    Snapshots are all it looks at; where a book is too short to have that many, it goes through its entries,
    once for all meters.
    """
    if not points:
        return {meter: [] for meter in meters}
    first, last = (
        store.select(
            _Span,
            f"""SELECT at_us, entries FROM snapshots WHERE book = ? AND at_us <= ?
            ORDER BY at_us {order}, seq {order} LIMIT 1""",  # noqa: S608 - one of two words
            (link, MAX_TIME_US if at_us is None else at_us),
        )
        for order in ("ASC", "DESC")
    )
    if not last or last[0].entries < points * EVERY:
        walked = _walk(store, link, meters, at_us, (points + 1) * EVERY)
        return {meter: _spread(moments, points) for meter, moments in walked.items()}
    start, span = first[0].at_us, last[0].at_us - first[0].at_us
    found: dict[str, dict[int, int]] = {meter: {} for meter in meters}
    for number in range(points):
        moment = start + span - span * (points - 1 - number) // max(1, points - 1)
        snapshot = _snapshot(store, link, moment)
        totals = totals_of(snapshot.totals)
        for meter, amounts in found.items():
            amounts[snapshot.at_us] = standing(totals, meter)["primary"].mc
    return {meter: [*amounts.items()] for meter, amounts in found.items()}


def _walk(
    store: ReadStore, link: str, meters: Sequence[str], at_us: int | None, at_most: int
) -> dict[str, list[tuple[int, int]]]:
    """What was on display after each of so many entries that moved it, by meter."""
    walked: dict[str, list[tuple[int, int]]] = {meter: [] for meter in meters}
    amounts = dict.fromkeys(meters, 0)
    query = "SELECT at_us, postings FROM entries WHERE book = ? ORDER BY seq LIMIT ?"
    for posted in store.select(_Posted, query, (link, at_most)):
        if at_us is not None and posted.at_us > at_us:
            break
        moved = set()
        for posting in postings_of(posted.postings):
            if posting.account == "primary" and posting.meter in amounts:
                amounts[posting.meter] -= posting.mc
                moved.add(posting.meter)
        for meter in moved:
            walked[meter].append((posted.at_us, amounts[meter]))
    return walked


def _spread(moments: list[tuple[int, int]], points: int) -> list[tuple[int, int]]:
    """At most so many of them, always with the last."""
    if len(moments) <= points:
        return moments
    last = len(moments) - 1
    return [moments[last - last * number // max(1, points - 1)] for number in reversed(range(points))]


def entries(
    store: ReadStore,
    book: str | None = None,
    *,
    after_us: int | None = None,
    until_us: int | None = None,
    first_day: str | None = None,
    last_day: str | None = None,
) -> Iterator[Entry]:
    """Entries book by book in their order; with days, by the day that they are posted to and then in order.

    `after_us` and `until_us` are as for a statement: after the one, up to the other.
    """
    for each in books(store) if book is None else [book]:
        if first_day is None and last_day is None:
            yield from _in_order(store, each, after_us, until_us)
        else:
            found = _by_day(store, each, first_day or _FIRST_DAY, last_day or _LAST_DAY)
            yield from (entry for entry in found if _between(entry.at_us, after_us, until_us))


def entries_of_type(store: ReadStore, book: str, day: str, type_: str) -> list[Entry]:
    """Those of a book and a gaming day that came of one type of record."""
    query = f"SELECT {_COLUMNS} FROM entries WHERE book = ? AND day = ? AND type = ? ORDER BY seq"  # noqa: S608
    return store.select(_entry, query, (book, day, type_))


def late_entries(store: ReadStore, book: str, day: str) -> tuple[list[Entry], list[Entry]]:
    """What came after a close: posted to a gaming day though of an earlier one; of it though posted later.

    Few entries are late and an index of their own holds them, so a day of last year takes no longer.
    """
    late = store.select(
        _entry,
        f"""SELECT {_COLUMNS} FROM entries INDEXED BY entries_few
        WHERE book = ?1 AND of_day <> day AND (day = ?2 OR of_day = ?2) ORDER BY seq""",  # noqa: S608
        (book, day),
    )
    return [entry for entry in late if entry.day == day], [entry for entry in late if entry.of_day == day]


def late_entries_of_tables(store: ReadStore, day: str) -> list[Entry]:
    """The same of every table's own book: posted to a gaming day though of another, or of it and posted to
    another.
    """
    return store.select(
        _entry,
        f"""SELECT {_COLUMNS} FROM entries INDEXED BY entries_few
        WHERE book >= 'table:' AND book < 'table;' AND of_day <> day AND (day = ?1 OR of_day = ?1)
        ORDER BY book, seq""",  # noqa: S608
        (day,),
    )


def _between(at_us: int, after_us: int | None, until_us: int | None) -> bool:
    return (after_us is None or at_us > after_us) and (until_us is None or at_us <= until_us)


def _in_order(store: ReadStore, book: str, after_us: int | None, until_us: int | None) -> Iterator[Entry]:
    """By number, from the snapshot before the span on; recording times only rise, so it ends there too."""
    seq = 0 if after_us is None else _snapshot(store, book, after_us).seq
    query = f"SELECT {_COLUMNS} FROM entries WHERE book = ? AND seq > ? ORDER BY seq LIMIT ?"  # noqa: S608
    while page := store.select(_entry, query, (book, seq, _PAGE)):
        for entry in page:
            if until_us is not None and entry.at_us > until_us:
                return
            if after_us is None or entry.at_us > after_us:
                yield entry
        seq = page[-1].seq


def _by_day(store: ReadStore, book: str, first: str, last: str) -> Iterator[Entry]:
    query = (
        f"SELECT {_COLUMNS} FROM entries WHERE book = ? AND (day, seq) > (?, ?) AND day <= ?"  # noqa: S608
        " ORDER BY day, seq LIMIT ?"
    )
    day, seq = first, 0
    while page := store.select(_entry, query, (book, day, seq, last, _PAGE)):
        yield from page
        day, seq = page[-1].day, page[-1].seq


def _entry(*columns: str | int) -> Entry:
    *plain, posted = columns
    return Entry._make((*plain, postings_of(str(posted))))

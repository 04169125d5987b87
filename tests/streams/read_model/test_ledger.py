"""Questions to the ledger: the same answers as adding everything up, from few rows however long the book."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.topics import METERS
from projections.ledger.accounts import Entry, Posting, add_up
from projections.ledger.rows import EVERY, BookRows
from projections.read_model.tables import Changes
from streams.engines.embedded import Embedded
from streams.read_model import ledger as ledger_reads
from streams.read_model.ledger import (
    Line,
    Money,
    books,
    entries,
    histories,
    history,
    late_entries,
    statement,
    totals_at,
    totals_of_days,
    trial_balance,
)
from streams.read_model.store import ReadStore
from tests.traffic import traffic

DAYS = [f"2026-03-{day:02d}" for day in range(1, 29)]


def moved(book: str, seq: int, at_us: int, day: str, mc: int, *, cause: str = "contribution") -> Entry:
    """One entry of a book: a contribution of `mc` and a nanodollar, or an award, by its cause."""
    if cause == "contribution":
        postings = (
            Posting("primary", "mega", cause, -mc, 0),
            Posting("residual", "mega", cause, 0, -1),
            Posting("contributions", "mega", cause, mc, 1),
        )
    else:
        postings = (Posting("primary", "mega", cause, mc, 0), Posting("payable", "mega", cause, -mc, 0))
    return Entry(book, seq, at_us, day, day, f"meter_{cause}", f"table:T#{seq}", "", postings)


class CountingStore(ReadStore):
    """A read model that counts what is read from it."""

    read = 0

    def select(self, row, query, parameters=()):
        found = super().select(row, query, parameters)
        self.read += len(found)
        return found


@pytest.fixture
def store(tmp_path):
    opened = CountingStore(tmp_path / "read.sqlite", durable=False)
    yield opened
    opened.close()


def fill(store: ReadStore, log: list[Entry]) -> None:
    """Post entries in one commit."""
    rows = BookRows()
    for entry in log:
        rows.post(entry)
    position = store.position(METERS, 0)[0]
    store.commit(METERS, 0, position, Changes(position + 1, b"", *rows.rows()))


def line(length: int, book: str = "L1") -> list[Entry]:
    """A book in which every entry adds 10 mc a microsecond after the one before, a day every 100."""
    return [moved(book, 2 * n, n, DAYS[n // 100 % 28], 10) for n in range(1, length + 1)]


def added_up(log: list[Entry], book: str = "L1"):
    totals = {}
    for entry in log:
        if entry.book == book:
            add_up(totals, entry.postings)
    return totals


@pytest.mark.parametrize("length", [0, 1, EVERY - 1, EVERY, EVERY + 1, 3 * EVERY])
def test_the_totals_at_any_moment_are_those_of_all_entries_until_then(store, length):
    log = line(length)
    fill(store, log)
    for at in (0, 1, length // 2, length - 1, length, length + 1):
        assert totals_at(store, "L1", at) == added_up([entry for entry in log if entry.at_us <= at])
    assert totals_at(store, "L1") == added_up(log)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from("AB")), min_size=1, max_size=400), st.data())
def test_many_entries_of_one_moment_are_all_there_or_none(tmp_path_factory, steps, data):
    """Entries that share a moment lie on both sides of a snapshot: each counts from that moment on."""
    store = ReadStore(tmp_path_factory.mktemp("at") / "read.sqlite", durable=False)
    log, at_us, seqs = [], 0, {"A": 0, "B": 0}
    for step, book in steps:
        at_us += step
        seqs[book] += 1
        log.append(moved(book, seqs[book], at_us, DAYS[0], 1))
    fill(store, log)
    at = data.draw(st.integers(0, at_us + 1))
    for book in "AB":
        assert totals_at(store, book, at) == added_up([e for e in log if e.at_us <= at], book)
        assert [*entries(store, book, until_us=at)] == [e for e in log if e.at_us <= at and e.book == book]
        assert [*entries(store, book, after_us=at)] == [e for e in log if e.at_us > at and e.book == book]
    assert {key: value for key, value in trial_balance(store, at).items() if any(value)}.keys() == {
        (book, account, "mega")
        for book in {e.book for e in log if e.at_us <= at}
        for account in ("primary", "residual", "contributions")
    }
    store.close()


def test_a_moment_may_be_longer_than_two_snapshots_are_apart(store):
    log = [moved("L1", seq, 5, DAYS[0], 1) for seq in range(1, 3 * EVERY)]
    fill(store, log)
    assert totals_at(store, "L1", 4) == {}
    assert totals_at(store, "L1", 5) == added_up(log)
    assert [*entries(store, "L1", after_us=4)] == log
    assert [*entries(store, "L1", after_us=5)] == []


def test_a_moment_costs_as_many_rows_in_a_long_book_as_in_a_short_one(store):
    """One snapshot and at most 128 entries, wherever the moment lies."""
    fill(store, line(40 * EVERY + 77))
    for at in (200, 20 * EVERY, 20 * EVERY - 1, 40 * EVERY + 76):
        store.read = 0
        totals_at(store, "L1", at)
        assert 0 < store.read <= EVERY + 1
    store.read = 0
    history(store, "L1", "mega", 30)
    assert store.read <= 32
    store.read = 0
    statement(store, "L1", "mega", 1_000, 4_000)
    assert store.read <= 2 * (EVERY + 1)


def test_what_is_looked_up_has_an_index(store):
    """However many rows there are: no table is gone through from its beginning."""
    asked = []

    def spy(self, row, query, parameters=()):
        asked.append((query, parameters))
        return ReadStore.select(self, row, query, parameters)

    fill(store, line(3 * EVERY))
    store.select = spy.__get__(store)
    totals_at(store, "L1", 100)
    history(store, "L1", "mega", 2)
    statement(store, "L1", "mega", DAYS[1], DAYS[2])
    assert [*entries(store, first_day=DAYS[1], last_day=DAYS[1])]
    assert books(store) == ["L1"]
    assert len(asked) > 8
    for query, parameters in asked:
        plan = store.rows(f"EXPLAIN QUERY PLAN {query}", parameters)
        steps = [row["detail"] for row in plan]
        tables = ("entries", "snapshots", "day_totals")
        assert not [step for step in steps if step.startswith("SCAN") and step.split()[1] in tables], query


def test_a_statement_opens_with_the_balance_at_its_start_and_closes_with_that_at_its_end(store):
    """100 and 50 come in, 30 are won; from the moment 1 to the moment 3, and over the days."""
    fill(
        store,
        [
            moved("L1", 1, 1, DAYS[0], 100),
            moved("L1", 2, 2, DAYS[1], 50),
            moved("L1", 3, 3, DAYS[1], 30, cause="award"),
            moved("L1", 4, 4, DAYS[2], 7),
        ],
    )
    lines = [
        Line("contribution", {"primary": Money(50), "residual": Money(0, 1)}),
        Line("award", {"primary": Money(-30)}),
    ]
    for span in ((1, 3), (DAYS[1], DAYS[1])):
        found = statement(store, "L1", "mega", *span)
        assert found.opening == {"primary": Money(100), "reserve": Money(), "residual": Money(0, 1)}
        assert found.lines == lines
        assert found.closing == {"primary": Money(120), "reserve": Money(), "residual": Money(0, 2)}
    whole = statement(store, "L1", "mega", None, None)
    assert whole.opening["primary"] == Money()
    assert whole.closing["primary"] == Money(127)
    assert statement(store, "L1", "mega", DAYS[2], None).closing == whole.closing
    assert statement(store, "L1", "minor", None, None).lines == []


def test_a_statement_is_not_between_a_day_and_a_moment(store):
    with pytest.raises(TypeError, match="not one of each"):
        statement(store, "L1", "mega", DAYS[0], 5)


def test_days_add_up_in_whatever_order_they_come(store):
    fill(store, [moved("L1", 1, 1, DAYS[3], 4), moved("L1", 2, 2, DAYS[2], 6), moved("L1", 3, 2, DAYS[3], 1)])
    fill(store, [moved("L1", 4, 3, DAYS[3], 7), moved("L2", 1, 3, DAYS[3], 100)])
    primary = ("primary", "mega", "contribution")
    assert totals_of_days(store, "L1")[primary] == (-18, 0)
    assert totals_of_days(store, "L1", DAYS[3], DAYS[3])[primary] == (-12, 0)
    assert totals_of_days(store, "L1", last=DAYS[2])[primary] == (-6, 0)
    assert totals_of_days(store, "L1", meter="minor") == {}
    assert totals_of_days(store, "L1") == totals_at(store, "L1")


def test_the_trial_balance_adds_up_to_nought_over_all_books(store):
    fill(store, [*line(300), *line(5, "table:T1"), moved("L1", 999, 999, DAYS[0], 70, cause="award")])
    balance = trial_balance(store)
    assert sum(amount.mc for amount in balance.values()) == 0
    assert sum(amount.nano for amount in balance.values()) == 0
    assert balance["L1", "primary", "mega"] == Money(-3_000 + 70, 0)
    assert balance["L1", "payable", "mega"] == Money(-70, 0)
    assert balance["table:T1", "contributions", "mega"] == Money(50, 5)
    assert {key[0] for key in trial_balance(store, book="table:T1")} == {"table:T1"}
    assert books(store) == ["L1", "table:T1"]


def test_entries_come_in_their_order_whatever_the_size_of_a_page(store, monkeypatch):
    log = [*line(50), *line(7, "L2")]
    fill(store, log)
    for size in (1, 7, 1_000):
        monkeypatch.setattr(ledger_reads, "_PAGE", size)
        assert [*entries(store)] == log
        assert [*entries(store, "L2")] == log[50:]
        assert [*entries(store, "L1", after_us=10, until_us=20)] == log[10:20]


def test_entries_of_days_are_those_posted_to_them(store, monkeypatch):
    log = line(450)
    fill(store, [*log, moved("L1", 9_999, 9_999, DAYS[2], 1)])
    for size in (3, 1_000):
        monkeypatch.setattr(ledger_reads, "_PAGE", size)
        found = [*entries(store, "L1", first_day=DAYS[2], last_day=DAYS[3])]
        assert {entry.day for entry in found} == {DAYS[2], DAYS[3]}
        assert [entry.seq for entry in found if entry.day == DAYS[2]] == [*range(400, 600, 2), 9_999]
        assert len([*entries(store, first_day=DAYS[4])]) == 51
        assert [e.seq for e in entries(store, last_day=DAYS[0], after_us=97)] == [196, 198]


def test_a_history_ends_with_what_a_meter_shows_and_is_spread_evenly(store):
    fill(store, line(20 * EVERY))
    long = history(store, "L1", "mega", 10)
    assert len(long) == 10
    assert long[0] == (EVERY, EVERY * 10)
    assert long[-1] == (20 * EVERY, 20 * EVERY * 10)
    assert all(amount == 10 * at for at, amount in long)
    assert history(store, "L1", "mega", 3, at_us=10 * EVERY + 5)[-1] == (10 * EVERY, 10 * EVERY * 10)


def test_a_short_book_has_a_history_too(store):
    fill(store, line(100))
    assert history(store, "L1", "mega", 5) == [(1, 10), (26, 260), (51, 510), (76, 760), (100, 1_000)]
    assert history(store, "L1", "mega", 500) == [(n, 10 * n) for n in range(1, 101)]
    assert history(store, "L1", "mega", 5, at_us=3) == [(1, 10), (2, 20), (3, 30)]
    assert history(store, "L9", "mega", 5) == []
    assert history(store, "L1", "mega", 1, at_us=50) == [(50, 500)]


def of_two(length: int) -> list[Entry]:
    """A book whose entries move `mega`, every third of them `mini` as well."""
    minis = [Posting("primary", "mini", "contribution", -1, 0), Posting("contributions", "mini", "x", 1, 0)]
    return [
        entry._replace(postings=(*entry.postings, *minis)) if entry.at_us % 3 == 0 else entry
        for entry in line(length)
    ]


def test_the_past_of_all_meters_of_a_link_is_read_at_once(store):
    fill(store, of_two(9))
    store.read = 0
    assert histories(store, "L1", ("mega", "mini"), 5) == {
        "mega": [(1, 10), (3, 30), (5, 50), (7, 70), (9, 90)],
        "mini": [(3, 1), (6, 2), (9, 3)],
    }
    assert store.read == 9


def test_a_past_that_nobody_shows_is_not_read(store):
    fill(store, of_two(9))
    store.read = 0
    assert histories(store, "L1", ("mega", "mini"), 0) == {"mega": [], "mini": []}
    assert store.read == 0


def test_a_past_of_long_ago_reads_nothing_of_what_came_since(store):
    fill(store, line(20 * EVERY))
    store.read = 0
    assert history(store, "L1", "mega", 2, at_us=EVERY // 2)[-1] == (EVERY // 2, 10 * (EVERY // 2))
    assert store.read <= 3 * EVERY + 2


def test_late_entries_are_told_by_both_of_their_days(store):
    at = iter(range(1, 99))
    made = [
        moved("L", next(at), 1, DAYS[0], 5),
        moved("L", next(at), 2, DAYS[1], 5)._replace(of_day=DAYS[0]),
        moved("L", next(at), 3, DAYS[1], 5),
        moved("L", next(at), 4, DAYS[3], 5)._replace(of_day=DAYS[0]),
        moved("M", next(at), 5, DAYS[1], 5)._replace(of_day=DAYS[0]),
    ]
    rows = BookRows()
    for entry in made:
        rows.post(entry)
    store.commit(METERS, 0, 0, Changes(5, b"", *rows.rows()))

    assert late_entries(store, "L", DAYS[0]) == ([], [made[1], made[3]])
    assert late_entries(store, "L", DAYS[1]) == ([made[1]], [])
    assert late_entries(store, "L", DAYS[2]) == ([], [])


def test_the_ledger_of_a_floor_agrees_with_its_meters_and_its_unpaid_awards(tmp_path):
    with Embedded(tmp_path / "floor") as floor:
        floor.log.append([*traffic(6_000, tables=5, links=2, seed=25)])
        floor.process()
        balance = trial_balance(floor.store)
        meters = floor.store.rows("SELECT * FROM meters")
        unpaid = floor.store.rows("SELECT * FROM awards WHERE status IN ('locked', 'validated')")
        assert floor.store.rows("SELECT * FROM quarantined") == []
        causes = {row["cause"] for row in floor.store.rows("SELECT cause FROM day_totals")}
    assert {"seed", "contribution", "reversal", "award"} <= causes
    assert len(meters) == 2
    for row in meters:
        on = {account: balance[row["link"], account, row["meter"]] for account in ("primary", "reserve")}
        assert on == {"primary": Money(-row["primary_mc"]), "reserve": Money(-row["reserve_mc"])}
    payable = sum(amount.mc for (_, account, _), amount in balance.items() if account == "payable")
    assert payable == -sum(row["amount_mc"] - row["paid_mc"] for row in unpaid) != 0
    assert sum(amount.mc for amount in balance.values()) == 0

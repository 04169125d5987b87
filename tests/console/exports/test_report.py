"""The report of a bag: its figures are those of the ledger, no peak of a meter is lost, equal bytes."""

from hypothesis import given
from hypothesis import strategies as st

from console.calls.options import GlobalOptions
from console.commands.audit import books as books_module
from console.commands.audit import export as export_command
from console.commands.audit.books import Books
from console.exports.report.curve import MOST_SLICES, Curve
from console.exports.report.facts import report_facts
from console.exports.report.pdf import render_report
from console.instances.read_model import open_read_model
from events.envelope import read_header
from streams.notary.proving import Prover
from streams.notary.tlog.checkpoints import Checkpoint
from streams.notary.tlog.tiles import unbundle
from tests.console.accounting_floor import SIX, Floor, documented, light, paid, validated
from tests.console.calling import pitledger
from tests.ledger_judges import posted

CHECKPOINT = Checkpoint("casino.example/pit", 1_234, b"r" * 32)


def facts_of(data, tmp_path):
    with open_read_model(GlobalOptions(data=str(data)).location()) as store, store.at_one_moment():
        books = Books(store)
        books.write_ledger(tmp_path / "ledger")
        return report_facts(store, CHECKPOINT, books._totals)


def a_floor(data):
    """$150,000; three wagers of $5; a six-card straight flush takes 10 %; and one more wager."""
    floor = Floor(data)
    floor.opens_link()
    floor.opens_table("T1")
    floor.plays("T1", [1, 2])
    claim = floor.claims("T1", 1, SIX)
    floor.follows("T1", light(1), validated(claim, 1), documented(claim, 1), paid(claim, 1, 1_500_034_000))
    floor.plays("T1", [3])
    return floor


# --- the course of a meter --------------------------------------------------------------------------------


def test_a_few_moments_are_all_there():
    curve = Curve()
    for at, amount in ((10, 5), (20, 9), (30, 1)):
        curve.add(at, amount)
    assert curve.points() == [(10, 5), (20, 9), (30, 1)]


@given(
    st.lists(st.tuples(st.integers(0, 10**12), st.integers(0, 10**9)), min_size=1, max_size=3_000).map(sorted)
)
def test_however_many_there_are_first_last_lowest_and_highest_are_shown(moments):
    curve = Curve()
    for at, amount in moments:
        curve.add(at, amount)
    points = curve.points()
    assert len(points) <= 4 * MOST_SLICES
    assert points[0] == moments[0]
    assert points[-1] == moments[-1]
    assert [at for at, _ in points] == sorted(at for at, _ in points)
    amounts = [amount for _, amount in points]
    assert (min(amounts), max(amounts)) == (
        min(amount for _, amount in moments),
        max(amount for _, amount in moments),
    )
    assert set(amounts) <= {amount for _, amount in moments}


def test_a_fall_and_a_peak_between_many_moments_are_seen():
    curve, odd = Curve(), {54_321: 3, 77_777: 5_000_000}
    for at in range(100_000):
        curve.add(at * 1_000_000, odd.get(at, 1_000 + at))
    points = curve.points()
    assert {3, 5_000_000} <= {amount for _, amount in points}
    assert 300 < len(points) <= 4 * MOST_SLICES


# --- what it says -----------------------------------------------------------------------------------------


def test_the_figures_are_those_of_the_play(tmp_path):
    """By hand: 4 wagers put 23 % of $5 each on display and 5 % in reserve; the award is 10 % of what was
    there at the third, $150,003.45, floored to the cent."""
    facts = facts_of(a_floor(tmp_path / "data").data, tmp_path)
    (link,) = facts["links"]
    (meter,) = link["meters"]

    assert facts["log"][0] == ["entries in the log", "1,234"]
    assert (meter["amount"], meter["reserve"]) == ("$135,004.26", "$1.00")
    assert meter["statement"] == [
        ["seed", "$150,000.00", "", ""],
        ["contribution", "$4.60", "$1.00", ""],
        ["award", "-$15,000.34", "", ""],
        ["balance", "$135,004.26", "$1.00", ""],
    ]
    assert facts["award_totals"] == [["HCF progressive", "1", "$15,000.34", "$15,000.34", "$0.00"]]
    assert [row[1:] for row in facts["awards"]] == [
        ["HCF progressive", "T1-2", "1", "six card straight flush", "$15,000.34", "$15,000.34", "paid"]
    ]
    plot = meter["plot"]
    assert (plot["low"], plot["high"]) == ("$135,003.11", "$150,003.45")
    assert plot["points"][0][0] == 0
    assert plot["points"][-1][0] == 10_000
    assert min(y for _, y in plot["points"]) == 0
    assert max(y for _, y in plot["points"]) == 10_000


def test_debits_and_credits_come_to_the_same_and_to_what_duckdb_adds_up(tmp_path):
    facts = facts_of(a_floor(tmp_path / "data").data, tmp_path)
    _, debit, credit = facts["trial_total"]
    assert debit == credit
    sums = posted(tmp_path / "ledger/parquet", "book", "account", "meter")
    assert debit == f"${sum(mc for mc, _ in sums.values() if mc > 0) / 100_000:,.2f}"
    assert facts["control"][2] == ["accounts", str(len(sums))]


def test_the_same_facts_are_the_same_bytes_and_nothing_recorded_is_markup(tmp_path):
    facts = facts_of(a_floor(tmp_path / "data").data, tmp_path)
    report = render_report(facts, 86_400)
    assert report == render_report(facts, 86_400)
    assert report.startswith(b"%PDF-")
    assert b"pdfaid:part" in report
    assert b"The audit log casino.example/pit" in report
    odd = facts | {"title": "#panic() $x$ *b* 日本 \u202e \x1b[31m \x9b"}
    assert render_report(odd, 0).startswith(b"%PDF-")
    assert report != render_report(facts | {"span": "another"}, 86_400)


def test_of_an_instance_without_play_there_is_a_report(tmp_path):
    who = ("--department", "slots", "--rank", "staff")
    assert pitledger("badge", "issue", "B-1", *who, "--data", tmp_path / "d").code in (0, 1)
    facts = facts_of(tmp_path / "d", tmp_path)
    assert facts["span"] == "No money has moved yet."
    assert render_report(facts, 0).startswith(b"%PDF-")


# --- one moment -------------------------------------------------------------------------------------------


def test_what_comes_in_meanwhile_is_in_the_log_and_in_the_ledger_or_in_neither(tmp_path, monkeypatch):
    """Rounds are played after the notary has read, after the books are read, and while the bag is written."""
    floor = a_floor(tmp_path / "data")
    assert pitledger("audit", "init", "--data", floor.data).code == 0
    opened = books_module.open_read_model
    reads = books_module.bulk_source
    written = export_command.write_bag

    def open_later(where):
        floor.plays("T1", [4])
        return opened(where)

    def read_later(where):
        floor.plays("T1", [6])
        return reads(where)

    def write_later(*args, **more):
        floor.plays("T1", [5])
        return written(*args, **more)

    monkeypatch.setattr(books_module, "open_read_model", open_later)
    monkeypatch.setattr(books_module, "bulk_source", read_later)
    monkeypatch.setattr(export_command, "write_bag", write_later)
    called = pitledger("audit", "export", "--out", tmp_path / "bag", "--json", "--data", floor.data)
    assert called.code == 0, called.err
    size = called.document["size"]
    entries = list(unbundle((tmp_path / f"bag/data/tile/entries/000.p/{size}").read_bytes()))
    events = [read_header(entry) for entry in entries]
    fed = [event.round for event in events if event.type == "meter_contributed"]
    assert fed == ["T1-1", "T1-2", "T1-3", "T1-4"]
    assert [event.round for event in events if event.type == "bets_closed"] == fed
    on_display = posted(tmp_path / "bag/data/ledger/parquet", "account", "cause")[
        "contributions", "contribution"
    ]
    assert on_display == (5 * 140_000, 0)
    with Prover(floor.data / "audit") as prover:
        assert prover.checkpoint.size == size + 1, "the export itself"


def test_books_that_are_behind_what_is_signed_are_not_exported(tmp_path, monkeypatch):
    floor = a_floor(tmp_path / "data")
    assert pitledger("audit", "init", "--data", floor.data).code == 0
    assert pitledger("audit", "checkpoint", "--data", floor.data).code == 0
    monkeypatch.setattr(books_module, "_PATIENCE_S", 0.0)
    monkeypatch.setattr(
        "streams.read_model.store.ReadStore.positions", lambda _: {("events", 0): 99, ("meters", 0): 1}
    )
    called = pitledger("audit", "export", "--out", tmp_path / "bag", "--data", floor.data)
    assert called.code == 2
    assert "behind the audit log in meters" in called.err
    assert not (tmp_path / "bag").exists()

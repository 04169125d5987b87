"""A device whose clock is at the beginning of 1970: its gaming day is the one before, and is shown."""

import json

import pytest

from tests.console.calling import pitledger
from tests.console.event_lines import line_of
from tests.streams.recorder.table_drafts import LinkDrafts, TableDrafts

DAY = "1969-12-31"
TWO = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "battery of the device")


@pytest.fixture
def data(tmp_path):
    """A table whose first events are of 1970-01-01T00:00:00Z, with a wager of $5."""
    table = TableDrafts()
    drafts = [table.open(), table.open_round(), table.wager(1), table.no_more_bets(), table.close_round()]
    lines = [line_of(LinkDrafts().open())]
    lines += [line_of(draft, occurred_at="1970-01-01T00:00:00Z") for draft in drafts]
    called = pitledger("import", "-", "--json", "--data", tmp_path, stdin="\n".join(lines))
    assert called.document["recorded"] == len(lines), called.out
    return tmp_path


def test_the_day_is_shown_and_closed(data):
    shown = pitledger("day", DAY, "--data", data)
    assert f"Gaming day {DAY}: 1969-12-31 19:00:00 EST to 1970-01-01 06:00:00 EST (11 hours)" in shown.out
    before = pitledger("day", DAY, "--json", "--data", data).document
    (link,) = before["links"]
    assert (link["closed"], link["missing"]) == (False, ["HCF-01"])
    assert [(line["cause"], line["primary_mc"]) for line in link["meters"][0]["lines"]] == [
        ("contribution", 115_000)
    ]
    closed = pitledger("day", DAY, "--close", "--without", "HCF-01", *TWO, "--json", "--data", data)
    assert (closed.code, closed.document["closed"]) == (0, True)
    after = pitledger("day", DAY, "--json", "--data", data).document
    assert after["reconciled"]
    assert after["closed"][0]["missing_tables"] == ["HCF-01"]


def test_so_it_is_by_every_report(data):
    span = ("--from", DAY, "--to", DAY)
    for words in (
        ("postings", "--day", DAY),
        ("postings", *span),
        ("statement", "L-1", "progressive", *span),
    ):
        called = pitledger("ledger", *words, "--json", "--data", data)
        assert called.code == 0, called.err
        assert "115000" in called.out
    assert pitledger("ledger", "hold", *span, "--json", "--data", data).code == 0
    for form in ("csv", "beancount", "hledger", "parquet"):
        out = data / f"out-{form}"
        called = pitledger("ledger", "export", "--format", form, *span, "--out", out, "--data", data)
        assert called.code == 0, called.err
    assert pitledger("check", "--data", data).code == 0


def test_the_day_goes_with_its_copies(data, tmp_path_factory):
    copies = pitledger("export-events", "--data", data).out
    assert {json.loads(line)["gaming_day"] for line in copies.splitlines()} > {DAY}
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    called = pitledger("import", "-", "--json", "--data", elsewhere, stdin=copies)
    assert (called.code, called.document["not_taken"]) == (0, 0)
    assert pitledger("export-events", "--data", elsewhere).out == copies

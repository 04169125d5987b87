"""The tables beyond the ledger: the same in CSV and Parquet, and what the entries and the ledger have."""

import json
import shutil
from collections import Counter

import duckdb
import pytest

from events.envelope import decode
from streams.read_model.queries import records
from tests.console.calling import pitledger
from tests.console.exports.audited_evening import play_evening
from tests.ledger_judges import frictionless_validate, trial_balance
from tests.streams.notary.embedded_log import entries_of

NAMES = ["rounds", "hits", "findings", "readings", "awards", "meters"]
TYPES = {"string": "VARCHAR", "integer": "BIGINT", "date": "DATE", "datetime": "TIMESTAMPTZ"}
DAY = "2026-03-01"
TWO = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "a 1 was taken for a 7")


@pytest.fixture(scope="module")
def bag(tmp_path_factory):
    """An evening with everything that moves money and three readings, exported by pages of three rows."""
    folder = tmp_path_factory.mktemp("evening")
    data = folder / "data"
    play_evening(data)
    for amount in ("150000.00", "150000.17", "150000.71"):
        at = ("--at", "2026-03-01T18:00:03Z", "--by", "A-7")
        read = pitledger("day", DAY, "--read", "HCF", "progressive", amount, *at, "--data", data)
        assert read.code in (0, 1), read.err
    withdrawn = pitledger("day", DAY, "--withdraw", "3", *TWO, "--data", data, "--json")
    assert withdrawn.document["recorded"] == "reading_withdrawn", withdrawn.err
    assert pitledger("audit", "init", "--data", data).code == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "_PAGE", 3)
        done = pitledger("audit", "export", "--data", data, "--out", folder / "bag")
    assert done.code == 0, done.err
    return folder / "bag"


def asked(bag, query):
    """What DuckDB answers; `{rounds}` in the query is that table in Parquet."""
    tables = {name: f"read_parquet('{bag}/data/tables/parquet/{name}.parquet')" for name in NAMES}
    with duckdb.connect() as db:
        return db.execute(query.format(**tables)).fetchall()


def entries(bag):
    """The events of the bag."""
    size = int((bag / "data/checkpoint").read_text("utf-8").split("\n")[1])
    return [decode(entry) for entry in entries_of(bag / "data", size)]


def test_frictionless_accepts_the_package_and_refuses_a_changed_cell(bag, tmp_path):
    folder = bag / "data/tables/csv"
    assert frictionless_validate(folder) == ""
    changed = shutil.copytree(folder, tmp_path / "csv")
    text = (changed / "awards.csv").read_text("utf-8")
    assert "15000805000" in text
    (changed / "awards.csv").write_text(text.replace("15000805000", "15000805001", 1), "utf-8")
    assert "hash-count" in frictionless_validate(changed)


@pytest.mark.parametrize("name", NAMES)
def test_duckdb_reads_the_same_rows_from_csv_and_from_parquet(bag, name):
    package = json.loads((bag / "data/tables/csv/datapackage.json").read_text("utf-8"))
    (resource,) = [each for each in package["resources"] if each["name"] == name]
    types = {field["name"]: TYPES[field["type"]] for field in resource["schema"]["fields"]}
    csv_rows = (
        f"read_csv('{bag}/data/tables/csv/{name}.csv', header=true, columns={types}, auto_detect=false)"
    )
    both = f"""SELECT (SELECT count(*) FROM {csv_rows}), (SELECT count(*) FROM {{{name}}}),
      (SELECT count(*) FROM (FROM {csv_rows} EXCEPT ALL FROM {{{name}}})),
      (SELECT count(*) FROM (FROM {{{name}}} EXCEPT ALL FROM {csv_rows}))"""
    ((as_csv, as_parquet, *differ),) = asked(
        bag, both.replace(str(types), str(types).replace("{", "{{").replace("}", "}}"))
    )
    assert as_csv == as_parquet == resource["rows"] > 0
    assert differ == [0, 0]


def test_rounds_are_those_of_the_entries(bag):
    events = entries(bag)
    due = Counter(event.round for event in events if event.round and event.kind == "table")
    voided = {event.round for event in events if event.type == "round_voided"}
    found = asked(bag, "SELECT round, events, ended FROM {rounds}")
    assert {name: count for name, count, _ in found} == due
    assert {name for name, _, ended in found if ended in ("voided", "both")} == voided != set()
    seats = dict(asked(bag, "SELECT round, seats FROM {rounds}"))
    assert seats["T1-1"] == "1 2 3"


def test_findings_are_those_of_the_entries(bag):
    due = Counter((event.stream, event.type) for event in entries(bag) if event.kind == "finding")
    found = asked(bag, "SELECT 'finding:' || stream, 'finding_issued', count(*) FROM {findings} GROUP BY ALL")
    assert {(stream, type_): count for stream, type_, count in found} == due
    assert len(due) > 3


def test_meters_are_the_trial_balance(bag):
    closing = trial_balance(bag / "data/ledger/parquet", "book", "meter", "account")
    for link, meter, primary, reserve in asked(
        bag, "SELECT link, meter, primary_mc, reserve_mc FROM {meters}"
    ):
        assert -closing[link, meter, "primary"][0] == primary
        assert -closing[link, meter, "reserve"][0] == reserve


def test_awards_are_owed_what_the_trial_balance_has_as_payable(bag):
    closing = trial_balance(bag / "data/ledger/parquet", "book", "account")
    owed = dict(asked(bag, "SELECT link, sum(owed_mc) FROM {awards} GROUP BY link"))
    assert owed == {link: -closing[link, "payable"][0] for link in ("HCF", "WEST")}
    assert set(asked(bag, "SELECT DISTINCT status FROM {awards}")) >= {("paid",), ("returned",)}


def test_hits_have_the_awards_and_what_the_house_paid(bag):
    awards = 'SELECT link, "table", claim_seq, amount_mc, paid_mc, owed_mc FROM {awards} ORDER BY ALL'
    of_hits = awards.replace("claim_seq", "seq").replace("{awards}", "{hits} WHERE kind = 'meter'")
    assert asked(bag, of_hits) == asked(bag, awards) != []
    closing = trial_balance(bag / "data/ledger/parquet", "account")
    for kind, account in (("envy", "envy"), ("fixed_award", "fixed_awards")):
        ((paid,),) = asked(bag, f"SELECT sum(paid_mc) FROM {{hits}} WHERE kind = '{kind}'")
        assert paid == closing[account,][0] > 0


def test_a_reading_has_what_it_was_compared_with_and_what_became_of_it(bag):
    found = asked(bag, "SELECT read_mc, variance_mc, change, reason FROM {readings} ORDER BY seq")
    assert [each[0] for each in found] == [15_000_000_000, 15_000_017_000, 15_000_071_000]
    assert [each[2:] for each in found] == [(None, None), ("withdrawn", TWO[-1]), (None, None)]
    assert [each[1] for each in found] == [0, 17_000, 71_000]

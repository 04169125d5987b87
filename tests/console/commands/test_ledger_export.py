"""`pitledger ledger export`: which books and days, and what it says where it cannot."""

import json
import sqlite3

import pytest

from streams.engines.embedded import Embedded
from tests.amounts import dollars
from tests.console.calling import pitledger
from tests.ledger_judges import bean_check, frictionless_validate, hledger_check, posted
from tests.ledger_load import DAYS, LINKS, LinkedPlay

BY_ACCOUNT = ("book", "account", "meter")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Three links over two gaming days, a few hits among them."""
    place = tmp_path_factory.mktemp("ledger") / "data"
    with Embedded(place) as embedded:
        LinkedPlay(embedded, tables=6).play(wagers=300, hits=4)
    return place


def export(data, out, *options):
    """Call the command, which must do it."""
    called = pitledger("ledger", "export", "--data", data, "--out", out, *options, "--json")
    assert (called.code, called.err) == (0, "")
    return called.document


def test_what_was_written_is_listed(data, tmp_path):
    document = export(data, tmp_path / "out")

    files = {file["path"]: file["bytes"] for file in document["files"]}
    assert files == {
        str(path.relative_to(tmp_path / "out")): path.stat().st_size
        for path in (tmp_path / "out").rglob("*")
        if path.is_file()
    }
    assert (document["first_day"], document["last_day"]) == DAYS
    package = json.loads((tmp_path / "out" / "csv" / "datapackage.json").read_text("utf-8"))
    rows = {resource["name"]: resource["rows"] for resource in package["resources"]}
    assert (rows["entries"], rows["postings"]) == (document["entries"], document["postings"])


def test_people_are_told_in_words(data, tmp_path):
    called = pitledger("ledger", "export", "--data", data, "--out", tmp_path / "out", "--format", "hledger")

    assert called.code == 0
    assert "entries with" in called.out
    assert called.out.endswith("  ledger.journal\n")


@pytest.mark.parametrize(
    ("form", "name"),
    [
        ("beancount", "ledger.beancount"),
        ("hledger", "ledger.journal"),
        ("csv", "csv"),
        ("parquet", "parquet"),
    ],
)
def test_one_form_only(data, tmp_path, form, name):
    export(data, tmp_path / "out", "--format", form)

    assert [path.name for path in (tmp_path / "out").iterdir()] == [name]


def test_one_link_only(data, tmp_path):
    export(data, tmp_path / "out", "--link", "HCF")

    sums = posted(tmp_path / "out" / "parquet", *BY_ACCOUNT)
    assert {book for book, _, _ in sums} == {"HCF"}
    assert sums["HCF", "seed_funding", "progressive"] == (dollars(150_000), 0)


def test_days_together_are_the_whole(data, tmp_path):
    """What the first day moved and what the second moved is what both moved; the second opens as the first
    closed, and each is accepted alone."""
    export(data, tmp_path / "all")
    export(data, tmp_path / "first", "--to", DAYS[0])
    export(data, tmp_path / "second", "--from", DAYS[1])

    moved = [posted(tmp_path / name / "parquet", *BY_ACCOUNT) for name in ("all", "first", "second")]
    assert all(moved)
    for key, (mc, nano) in moved[0].items():
        parts = [part.get(key, (0, 0)) for part in moved[1:]]
        assert (mc, nano) == (parts[0][0] + parts[1][0], parts[0][1] + parts[1][1])
    for name in ("first", "second"):
        assert bean_check(tmp_path / name / "ledger.beancount") == ""
        assert hledger_check(tmp_path / name / "ledger.journal") == ""
        assert frictionless_validate(tmp_path / name / "csv") == ""
    assert closing(tmp_path / "second") == closing(tmp_path / "all")
    second = (tmp_path / "second" / "ledger.journal").read_text("utf-8")
    assert second.count("* opening balances") == len(LINKS)
    assert f"\n{DAYS[0]} " not in second


def closing(out):
    """The balances that a journal ends with."""
    text = (out / "ledger.journal").read_text("utf-8")
    return text.partition("* closing balances\n")[2].splitlines()


def test_a_link_that_nobody_knows_is_named_with_those_that_there_are(data, tmp_path):
    called = pitledger("ledger", "export", "--data", data, "--out", tmp_path / "out", "--link", "NONE")

    assert called.code == 2
    assert "--link NONE: no such book. There are: HCF, odd, tiers_3.x-a." in called.err
    assert not (tmp_path / "out").exists()


def test_days_the_wrong_way_round_are_refused(data, tmp_path):
    called = pitledger(
        "ledger", "export", "--data", data, "--out", tmp_path / "out", "--from", DAYS[1], "--to", DAYS[0]
    )

    assert called.code == 2
    assert "give the earlier day first" in called.err


def test_a_place_that_is_taken_is_refused(data, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")

    called = pitledger("ledger", "export", "--data", data, "--out", tmp_path)

    assert called.code == 2
    assert "there is something already" in called.err
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_an_entry_that_is_missing_from_the_read_model_is_noticed(tmp_path):
    with Embedded(tmp_path / "data") as embedded:
        LinkedPlay(embedded, tables=3).play(wagers=30, hits=0)
    db = sqlite3.connect(tmp_path / "data" / "read.sqlite")
    with db:
        changed = db.execute("DELETE FROM entries WHERE book = 'HCF' AND type = 'meter_contributed'").rowcount
    assert changed
    db.close()

    called = pitledger("ledger", "export", "--data", tmp_path / "data", "--out", tmp_path / "out")

    assert called.code == 2
    assert "HCF: the entries of contributions progressive (contribution) come to" in called.err
    assert "pitledger rebuild" in called.err
    assert [path.name for path in tmp_path.iterdir()] == ["data"]

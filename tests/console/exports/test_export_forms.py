"""The exported ledger before its judges: what they accept, and that nothing changed gets past them."""

import csv
import json
import re
import subprocess
import sys
import tracemalloc
from itertools import pairwise, product
from pathlib import Path

import pytest
from beancount.core.account import is_valid
from beancount.loader import load_string
from hypothesis import given
from hypothesis import strategies as st

from console.exports.accounts import account_path
from console.exports.totals import Amount, DamagedLedger, Key, Totals
from console.exports.writing import FORMATS, CannotExport, write_export
from projections.ledger.accounts import ACCOUNTS
from tests.amounts import dollars
from tests.console.ledger_samples import DAY, NEXT_DAY, a_ledger, entry, first_day, second_day
from tests.ledger_judges import bean_check, frictionless_validate, hledger_check, posted, trial_balance

AMOUNT = re.compile(r"(?<=  |= )(-?\d+) (?:MILLICENT|NANODOLLAR)\b")
ROOT = Path(__file__).parents[3]
BY_CAUSE = ("book", "account", "meter", "cause")


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """The sample in every form."""
    out = tmp_path_factory.mktemp("ledger") / "export"
    write_export(out, [*FORMATS], a_ledger(), Totals())
    return out


def by_hand():
    """What the sample adds up to, by book, account, meter and cause."""
    sums = {}
    for each in a_ledger():
        for account, meter, cause, mc, nano in each.postings:
            before = sums.get((each.book, account, meter, cause), (0, 0))
            sums[each.book, account, meter, cause] = (before[0] + mc, before[1] + nano)
    return sums


def amounts(text):
    """Every amount of a journal, in postings and in balances, where it stands."""
    found = [match.span(1) for match in AMOUNT.finditer(text)]
    assert len(found) > 40
    return found


def one_more(text, start, end):
    """The journal with one unit more at a place."""
    return f"{text[:start]}{int(text[start:end]) + 1}{text[end:]}"


# --- the journals ---------------------------------------------------------------------------------------


def test_bean_check_and_hledger_accept_the_journals(exported):
    assert bean_check(exported / "ledger.beancount") == ""
    assert hledger_check(exported / "ledger.journal") == ""


def test_one_unit_changed_anywhere_is_refused_by_beancount(exported, tmp_path):
    text = (exported / "ledger.beancount").read_text("utf-8")
    assert not load_string(text)[1]

    accepted = [
        text[start - 80 : end]
        for start, end in amounts(text)
        if not load_string(one_more(text, start, end))[1]
    ]

    assert not accepted
    start, end = amounts(text)[3]
    changed = tmp_path / "changed.beancount"
    changed.write_text(one_more(text, start, end), "utf-8")
    assert "does not balance" in bean_check(changed)


def test_one_unit_changed_anywhere_is_refused_by_hledger(exported, tmp_path):
    text = (exported / "ledger.journal").read_text("utf-8")
    changed = tmp_path / "changed.journal"

    for start, end in amounts(text):
        changed.write_text(one_more(text, start, end), "utf-8")
        if text[:start].endswith("= "):
            assert "balance assertion" in hledger_check(changed)
        elif "* closing balances" in text[:start]:
            assert hledger_check(changed)
        else:
            assert "could not balance" in hledger_check(changed)


def a_unit_moved(text, first, second):
    """One unit less at one place and one more at another: the transaction still balances."""
    (start, end), (then, after) = first, second
    moved = f"{int(text[start:end]) - 1}{text[end:then]}{int(text[then:after]) + 1}"
    return text[:start] + moved + text[after:]


@pytest.mark.parametrize(
    ("name", "judge"), [("ledger.beancount", bean_check), ("ledger.journal", hledger_check)]
)
def test_a_unit_moved_between_accounts_is_refused_though_the_transaction_balances(
    exported, tmp_path, name, judge
):
    text = (exported / name).read_text("utf-8")
    changed = tmp_path / name
    places = amounts(text)

    changed.write_text(a_unit_moved(text, places[0], places[1]), "utf-8")

    assert "alance" in judge(changed)


@pytest.mark.parametrize(
    ("name", "judge"), [("ledger.beancount", bean_check), ("ledger.journal", hledger_check)]
)
def test_a_transaction_left_out_is_refused(exported, tmp_path, name, judge):
    parts = (exported / name).read_text("utf-8").split("\n\n")
    without = [part for part in parts if "payment_mended" not in part or "House" not in part]
    assert len(without) == len(parts) - 1
    changed = tmp_path / name
    changed.write_text("\n\n".join(without), "utf-8")

    assert "alance" in judge(changed)


def test_a_late_entry_is_dated_by_its_posting_and_refers_back(exported):
    text = (exported / "ledger.beancount").read_text("utf-8")
    (late,) = (part for part in text.split("\n\n") if "table:HCF-01#5" in part)

    assert late.startswith(f'{NEXT_DAY} * "award_paid" "table:HCF-01#5"')
    assert f"of-day: {DAY}\n" in late
    assert f"of-day:{DAY}" in (exported / "ledger.journal").read_text("utf-8")


def test_an_empty_ledger_is_accepted(tmp_path):
    write_export(tmp_path / "none", [*FORMATS], [], Totals())

    assert bean_check(tmp_path / "none" / "ledger.beancount") == ""
    assert hledger_check(tmp_path / "none" / "ledger.journal") == ""
    assert frictionless_validate(tmp_path / "none" / "csv") == ""
    assert posted(tmp_path / "none" / "parquet", *BY_CAUSE) == {}


# --- the names of accounts ------------------------------------------------------------------------------

names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", fullmatch=True)
books = st.one_of(names, st.builds("table:{}".format, names))
meters = st.one_of(st.just(""), names, st.builds("{}.overflow".format, names))


@given(books, st.sampled_from(sorted(ACCOUNTS)), meters)
def test_beancount_takes_the_path_of_every_account(book, account, meter):
    assert is_valid(account_path(book, account, meter))


def every_short_name():
    """All names of up to five characters of those that are rewritten or that rewriting makes."""
    for length in range(5):
        for first in "xX2E":
            yield from (first + "".join(rest) for rest in product("xX2E.-_", repeat=length))


def test_no_two_accounts_share_a_path_and_none_lies_under_another():
    named = [*every_short_name()]
    accounts = {(book, account, "mega") for book in named for account in ("primary", "house")}
    accounts |= {(f"table:{book}", "house", "mega") for book in named}
    accounts |= {("HCF", account, meter) for meter in ["", *named] for account in ("primary", "reserve")}
    accounts |= {("HCF", "primary", f"{meter}.overflow") for meter in named}

    paths = sorted(account_path(*account) + ":" for account in accounts)

    assert not [pair for pair in pairwise(paths) if pair[1].startswith(pair[0])]


def test_names_read_as_people_expect_where_they_can():
    assert (
        account_path("HCF-1", "primary", "progressive") == "Liabilities:Progressive:HCF-1:Progressive:Primary"
    )
    assert (
        account_path("HCF", "primary", "mega.overflow") == "Liabilities:Progressive:HCF:Mega:Overflow:Primary"
    )
    assert account_path("table:HCF-01", "envy", "") == "Expenses:Tables:HCF-01:X-:Envy"
    assert (
        account_path("HCF", "beyond_entitlement", "mega") == "Assets:Progressive:HCF:Mega:BeyondEntitlement"
    )
    assert account_path("tier.2", "paid", "five_card") == "Assets:Progressive:X-tier-x2E2:Five-x5Fcard:Paid"


# --- tables ---------------------------------------------------------------------------------------------


def test_duckdb_adds_the_postings_up_to_the_trial_balance(exported):
    sums = posted(exported / "parquet", *BY_CAUSE)

    assert sums == by_hand() == trial_balance(exported / "parquet", *BY_CAUSE)
    assert sums["HCF", "residual", "mega", "contribution"] == (0, -1_000)
    assert posted(exported / "parquet", "book") == dict.fromkeys(
        [("HCF",), ("tier.2_x-x",), ("table:HCF-01",)], (0, 0)
    )


def test_frictionless_accepts_the_package_and_refuses_a_changed_row(exported, tmp_path):
    assert frictionless_validate(exported / "csv") == ""

    out = tmp_path / "changed"
    write_export(out, ["csv"], a_ledger(), Totals())
    postings = out / "csv" / "postings.csv"
    text = postings.read_text("utf-8")
    assert "-115000" in text
    postings.write_text(text.replace("-115000", "-115001"), "utf-8")

    assert "hash-count" in frictionless_validate(out / "csv")


def test_the_package_counts_rows_and_the_tables_agree(exported):
    package = json.loads((exported / "csv" / "datapackage.json").read_text("utf-8"))
    rows = {}
    for resource in package["resources"]:
        with (exported / "csv" / resource["path"]).open(newline="", encoding="utf-8") as file:
            rows[resource["name"]] = list(csv.DictReader(file))
        assert resource["rows"] == len(rows[resource["name"]])
        assert [field["name"] for field in resource["schema"]["fields"]] == list(rows[resource["name"]][0])

    assert len(rows["entries"]) == len(a_ledger())
    sums = {
        tuple(row[c] for c in BY_CAUSE): (int(row["closing_mc"]), int(row["closing_nano"]))
        for row in rows["trial_balance"]
    }
    assert sums == by_hand()
    assert {row["path"] for row in rows["accounts"]} == {account_path(*key[:3]) for key in sums}


# --- spans, places, damage ------------------------------------------------------------------------------


def test_an_export_of_later_days_brings_balances_forward(tmp_path):
    before = Totals()
    for each in first_day():
        before.add(each)
    assert before.closing[Key("HCF", "payable", "mega", "award")] == Amount(-dollars(15_000), 0)

    write_export(tmp_path / "day", [*FORMATS], second_day(), Totals(before.closing, NEXT_DAY))

    assert bean_check(tmp_path / "day" / "ledger.beancount") == ""
    assert hledger_check(tmp_path / "day" / "ledger.journal") == ""
    text = (tmp_path / "day" / "ledger.journal").read_text("utf-8")
    # $150,000 seed + 115,000 and 1,633 mc - 600 mc over the limit - $15,000: 13,500,116,033 mc.
    assert "Liabilities:Progressive:HCF:Mega:Primary  -13500116033 MILLICENT\n" in text
    # $15,000 and $2 more were owed; $15,000 was paid, $2 of $3 that were too much is set against the rest.
    assert "Liabilities:Progressive:HCF:Mega:Payable  0 MILLICENT = 0 MILLICENT\n" in text
    assert "Assets:Progressive:HCF:Mega:BeyondEntitlement  0 MILLICENT = 100000 MILLICENT\n" in text
    assert "Assets:Progressive:HCF:X-:BeyondEntitlement  0 MILLICENT = 0 MILLICENT\n" in text
    assert "Assets:Progressive:HCF:X-:Paid  0 MILLICENT = -1500000 MILLICENT\n" in text
    moved = {
        key: amount
        for key, amount in trial_balance(tmp_path / "day" / "parquet", *BY_CAUSE).items()
        if any(amount)
    }
    assert moved == posted(tmp_path / "day" / "parquet", *BY_CAUSE)


def test_an_export_never_replaces_anything(tmp_path):
    (tmp_path / "there").mkdir()
    write_export(tmp_path / "there", ["beancount"], a_ledger(), Totals())

    with pytest.raises(CannotExport, match="something already"):
        write_export(tmp_path / "there", ["hledger"], a_ledger(), Totals())

    assert [path.name for path in tmp_path.rglob("*")] == ["there", "ledger.beancount"]


@pytest.mark.parametrize(
    ("paid", "off"),
    [((-1, -3), "0.00001"), ((-2, -2), "0.000000001")],
)
def test_entries_that_do_not_balance_are_named_and_nothing_is_left(tmp_path, paid, off):
    wrong = entry(17, "award_paid", ("payable", "mega", "payment", 2, 3), ("paid", "mega", "payment", *paid))

    with pytest.raises(
        DamagedLedger, match=rf"HCF, entry 17 \(award_paid\).* off by \${off}\. .*pitledger rebuild"
    ):
        write_export(tmp_path / "out", [*FORMATS], [*a_ledger(), wrong], Totals())

    assert list(tmp_path.iterdir()) == []


ON_A_FULL_DISK = """
import resource, sys
from pathlib import Path
from console.exports.totals import Totals
from console.exports.writing import CannotExport, write_export
from tests.console.ledger_samples import a_ledger
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
try:
    write_export(Path(sys.argv[1]), [sys.argv[2]], a_ledger(), Totals())
except CannotExport as error:
    print(error)
"""


@pytest.mark.parametrize("form", FORMATS)
def test_a_disk_that_takes_no_more_is_said_and_nothing_is_left(tmp_path, form):
    """No file may grow beyond a thousand bytes, as if the disk were full."""
    call = [sys.executable, "-B", "-c", ON_A_FULL_DISK, str(tmp_path / "out"), form]

    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.stdout.startswith(f"{tmp_path / 'out'}: it cannot be written (File too large)")
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == []


def test_memory_does_not_grow_with_the_number_of_entries(tmp_path, monkeypatch):
    import console.exports.parquet

    monkeypatch.setattr(console.exports.parquet, "ROW_GROUP", 256)
    contribution = a_ledger()[1]

    def peak(count):
        tracemalloc.start()
        many = (contribution._replace(seq=seq) for seq in range(1, count + 1))
        write_export(tmp_path / str(count), [*FORMATS], many, Totals())
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size

    peak(500)
    assert peak(5_000) < peak(501) + 500_000

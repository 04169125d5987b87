"""What accounting reads about cash: short, too much, twice, for nothing; in every report, to the cent.

678a paytable A at $5. One wager makes 150,001.15; six cards win 10 %, floored: 15,000.11.
"""

import json
import sqlite3

import pytest

from console.printing.lines import WIDTH
from tests.console.accounting_floor import (
    SIX,
    Floor,
    documented,
    ledger,
    light,
    paid,
    rejected,
    validated,
)
from tests.console.calling import pitledger
from tests.ledger_judges import bean_check, hledger_check

AWARD = 1_500_011_000
DOLLAR = 100_000
DAY = "2026-03-01"
TWO = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "looked into")


@pytest.fixture
def floor(tmp_path):
    floor = Floor(tmp_path / "floor")
    floor.opens_link()
    floor.opens_table("T1")
    return floor


@pytest.fixture
def claim(floor):
    """An award of $15,000.11 at seat 3, validated and documented."""
    claim = floor.claims("T1", 3, SIX)
    floor.follows("T1", light(3), validated(claim, 3), documented(claim, 3))
    return claim


def hits(floor, *args):
    return ledger(floor.data, "hits", *args).document


def liability(floor, *args):
    called = ledger(floor.data, "liability", *args)
    assert called.code == 0, called.err
    return called.document


def day(floor, date=DAY):
    return pitledger("day", date, "--data", floor.data, "--json").document


def balances(floor, book="HCF"):
    """The balance of every account of a book, over its meters."""
    found = {}
    document = ledger(floor.data, "trial").document
    assert document["total_mc"] == document["total_nano"] == 0
    for each in document["accounts"]:
        if each["book"] == book:
            found[each["account"]] = found.get(each["account"], 0) + each["balance_mc"]
    return found


def mend(floor, *args, signed=TWO):
    return pitledger("link", "mend", "HCF", *args, *signed, "--data", floor.data, "--json")


def checked(floor):
    called = pitledger("check", "--data", floor.data, "--json")
    assert (called.code, called.document["problems"]) == (0, [])
    return {note["place"]: note["detail"] for note in called.document["notes"]}


def narrow(floor, *args):
    """What people see; no line is too long, but for the path that a command to be typed has."""
    out = pitledger(*args, "--data", floor.data).out.replace(f" --data {floor.data}", "")
    assert [line for line in out.splitlines() if len(line) > WIDTH] == []
    return out


# --- too little -------------------------------------------------------------------------------------------


def test_a_dollar_short_is_part_paid_and_the_dollar_stays_owed(floor, claim):
    floor.follows("T1", paid(claim, 3, AWARD - DOLLAR, slip="S-1"))

    (hit,) = hits(floor)["hits"]
    assert (hit["status"], hit["validated"], hit["paid_mc"]) == ("part_paid", True, AWARD - DOLLAR)
    assert hit["owed"] == [{"seat": 3, "amount_mc": DOLLAR}]
    (payment,) = hit["payments"]
    assert (payment["slip"], payment["settled_mc"], payment["beyond_mc"], payment["reason"]) == (
        *("S-1", AWARD - DOLLAR),
        *(0, ""),
    )
    assert [duty["step"] for duty in hit["missing"]] == ["pay"]
    (link,) = liability(floor)["links"]
    (award,) = link["awards"]
    assert (award["status"], award["owed_mc"], link["payable_mc"]) == ("part_paid", DOLLAR, DOLLAR)
    assert balances(floor)["paid"] == DOLLAR - AWARD
    (cash,) = day(floor)["cash"]
    assert (cash["book"], cash["table"], cash["payments"], cash["paid_mc"]) == (
        "HCF",
        "T1",
        1,
        AWARD - DOLLAR,
    )
    assert (cash["settled_mc"], cash["beyond_mc"]) == (AWARD - DOLLAR, 0)
    shown = narrow(floor, "ledger", "hits")
    assert f"round T1-1, claim {claim}: part paid" in shown
    assert "owed to seat 3: $1.00" in shown
    assert "$1.00 of $15,000.11 to T1 seat 3" in narrow(floor, "ledger", "liability")
    assert "part paid" in pitledger("meters", "--data", floor.data).out


# --- too much, and twice ----------------------------------------------------------------------------------


def test_a_dollar_too_much_stands_beyond_entitlement_apart_from_what_is_owed(floor, claim):
    floor.follows("T1", paid(claim, 3, AWARD + DOLLAR, slip="S-1"))

    found = liability(floor)
    assert found["links"][0]["payable_mc"] == 0
    assert "beyond_entitlement" not in [each["account"] for each in found["links"][0]["accounts"]]
    (book,) = found["beyond_entitlement"]
    assert (book["book"], book["amount_mc"], found["beyond_mc"]) == ("HCF", DOLLAR, DOLLAR)
    (payment,) = book["payments"]
    assert (payment["amount_mc"], payment["settled_mc"], payment["beyond_mc"], payment["reason"]) == (
        *(AWARD + DOLLAR, AWARD),
        *(DOLLAR, "too_much"),
    )
    (hit,) = hits(floor)["hits"]
    assert (hit["status"], hit["paid_mc"], hit["missing"]) == ("paid", AWARD, [])
    assert hit["payments"] == [payment]
    assert (balances(floor)["beyond_entitlement"], balances(floor)["paid"]) == (DOLLAR, -AWARD - DOLLAR)
    assert day(floor)["cash"][0]["beyond_mc"] == DOLLAR
    assert checked(floor) == {"HCF": "$1.00 beyond entitlement, 1 payment: `pitledger ledger liability`"}
    assert "note         HCF: $1.00 beyond" in narrow(floor, "check")
    shown = narrow(floor, "ledger", "liability")
    assert "HCF: $1.00 (too much) of $15,001.11, payment" in shown
    assert "settles $15,000.11, beyond entitlement $1.00 (too much)" in narrow(floor, "ledger", "hits")
    assert "$15,001.11" in narrow(floor, "day", DAY)


def test_another_slip_is_other_cash_and_the_same_slip_is_the_same(floor, claim):
    floor.follows("T1", paid(claim, 3, AWARD, slip="S-1"))
    floor.follows("T1", paid(claim, 3, AWARD, slip="s-1"), paid(claim, 3, AWARD, slip="S-2"))

    found = hits(floor)
    (hit,) = found["hits"]
    assert [(each["slip"], each["settled_mc"], each["beyond_mc"]) for each in hit["payments"]] == [
        ("S-1", AWARD, 0),
        ("S-2", 0, AWARD),
    ]
    (repeated,) = found["repeated_slips"]
    assert (repeated["table"], repeated["seat"], repeated["amount_mc"]) == ("T1", 3, AWARD)
    assert f"payment {hit['payments'][0]['payment_seq']} of T1" in repeated["reason"]
    refused = [step["refused"] for step in hit["steps"] if step["step"] == "paid"]
    assert [why is None for why in refused] == [True, False, True]
    assert balances(floor)["paid"] == -2 * AWARD
    assert (day(floor)["cash_mc"], day(floor)["cash"][0]["payments"]) == (2 * AWARD, 2)
    assert "refused: slip s-1 is that of payment" in narrow(floor, "ledger", "hits")


# --- for nothing ------------------------------------------------------------------------------------------


def test_cash_for_a_claim_that_was_refused_is_named_in_every_report(floor):
    """Nobody wagered at seat 5: its claim is refused, and $15,000 are paid all the same."""
    floor.plays("T1", [3])
    floor.follows("T1", paid(1, 5, 1_500_000_000, slip="S-9"))

    found = hits(floor)
    assert found["hits"] == []
    (payment,) = found["payments_for_no_award"]
    assert (payment["book"], payment["seat"], payment["beyond_mc"], payment["reason"]) == (
        *("HCF", 5, 1_500_000_000),
        "no_award",
    )
    assert liability(floor)["beyond_entitlement"][0]["payments"] == [payment]
    assert hits(floor, "--link", "HCF")["payments_for_no_award"] == [payment]
    shown = narrow(floor, "ledger", "hits")
    assert "no award: $15,000.00, payment" in shown
    assert "beyond entitlement $15,000.00 (no award)" in shown


def test_an_award_that_was_rejected_after_it_was_paid_leaves_its_cash_beyond_entitlement(floor, claim):
    floor.follows("T1", paid(claim, 3, AWARD), rejected(claim, 3))

    (hit,) = hits(floor)["hits"]
    assert (hit["status"], hit["missing"]) == ("returned", [])
    assert [(each["settled_mc"], each["beyond_mc"], each["reason"]) for each in hit["payments"]] == [
        (0, AWARD, "award_returned")
    ]
    assert liability(floor)["beyond_mc"] == AWARD


def test_a_payment_in_the_name_of_another_link_is_no_step_of_this_award(floor, claim):
    floor.follows("T1", paid(claim, 3, AWARD, slip="S-1"), paid(claim, 3, AWARD, "MINI", slip="S-2"))

    found = hits(floor)
    (hit,) = found["hits"]
    assert [step["said"] for step in hit["steps"] if step["step"] == "paid"] == ["cage, slip S-1"]
    assert [payment["slip"] for payment in hit["payments"]] == ["S-1"]
    assert [payment["link"] for payment in found["payments_for_no_award"]] == ["MINI"]


# --- as of a moment ---------------------------------------------------------------------------------------


def test_a_moment_shows_every_payment_as_it_stood_then(floor, claim):
    """Paid $1 too much at 19:00, $15,000.11 once more at 20:00, the dollar back at 21:00."""
    floor.at("2026-03-01T19:00:00Z")
    floor.follows("T1", paid(claim, 3, AWARD + DOLLAR, slip="S-1"))
    floor.at("2026-03-01T20:00:00Z")
    floor.follows("T1", paid(claim, 3, AWARD, slip="S-2"))
    first = hits(floor)["hits"][0]["payments"][0]["payment_seq"]
    floor.at("2026-03-01T21:00:00Z")
    correction = {
        "table": "T1",
        "payment_seq": first,
        "outcome": "recovered",
        "amount_mc": DOLLAR,
        "document": "V-1",
        "signed_by": [{"badge": "S-1", "department": "slots"}, {"badge": "A-2", "department": "accounting"}],
        "reason": "brought back",
    }
    floor.say("link:HCF", ("payment_corrected", correction))

    def at(time):
        found = liability(floor, "--at", f"2026-03-01T{time}Z")
        payments = [payment for book in found["beyond_entitlement"] for payment in book["payments"]]
        owed = [award["owed_mc"] for link in found["links"] for award in link["awards"]]
        return owed, [(each["slip"], each["beyond_mc"], each["recovered_mc"]) for each in payments]

    assert at("18:30:00") == ([AWARD], [])
    assert at("19:30:00") == ([], [("S-1", DOLLAR, 0)])
    assert at("20:30:00") == ([], [("S-1", DOLLAR, 0), ("S-2", AWARD, 0)])
    assert at("21:30:00") == ([], [("S-2", AWARD, 0)])
    assert liability(floor)["beyond_mc"] == AWARD


def test_a_payment_that_never_happened_was_there_until_that_was_found_out(floor, claim):
    floor.at("2026-03-01T19:00:00Z")
    floor.follows("T1", paid(claim, 3, AWARD, slip="S-1"))
    seq = hits(floor)["hits"][0]["payments"][0]["payment_seq"]
    assert mend(floor, "--table", "T1", "--payment", seq, "--never-happened", "--document", "V-1").code == 0

    (link,) = liability(floor)["links"]
    assert (link["payable_mc"], [award["status"] for award in link["awards"]]) == (AWARD, ["validated"])
    then = liability(floor, "--at", "2026-03-01T19:30:00Z")
    assert (then["links"][0]["awards"], then["links"][0]["payable_mc"]) == ([], 0)
    before = liability(floor, "--at", "2026-03-01T18:30:00Z")
    assert [award["owed_mc"] for award in before["links"][0]["awards"]] == [AWARD]


# --- mended -----------------------------------------------------------------------------------------------


@pytest.fixture
def overpaid(floor, claim):
    """The number of a payment of $3 too much."""
    floor.follows("T1", paid(claim, 3, AWARD + 3 * DOLLAR, slip="S-1"))
    return hits(floor)["hits"][0]["payments"][0]["payment_seq"]


def test_two_people_mend_a_payment_in_parts(floor, overpaid):
    """$1 came back, $2 are the house's."""
    which = ("--table", "T1", "--payment", overpaid)
    back = mend(floor, *which, "--recovered", "--amount", "1.00", "--document", "V-1")
    off = mend(floor, *which, "--written-off", "--document", "V-2")

    assert (back.code, off.code) == (0, 0), back.err + off.err
    assert [answer["type"] for answer in back.document["answers"]] == ["payment_mended"]
    (payment,) = hits(floor)["hits"][0]["payments"]
    assert (payment["settled_mc"], payment["beyond_mc"]) == (AWARD, 0)
    assert (payment["recovered_mc"], payment["written_off_mc"]) == (DOLLAR, 2 * DOLLAR)
    assert balances(floor)["house"] == 2 * DOLLAR
    assert balances(floor)["paid"] == -AWARD - 2 * DOLLAR
    assert liability(floor)["beyond_entitlement"] == []
    assert checked(floor) == {}
    today = back.document["answers"][0]["balances"]
    assert today, "the record has the meters"


def test_a_day_says_what_was_mended_on_it(floor, overpaid):
    correction = {
        "table": "T1",
        "payment_seq": overpaid,
        "outcome": "written_off",
        "amount_mc": None,
        "document": "V-3",
        "signed_by": [{"badge": "S-1", "department": "slots"}, {"badge": "A-2", "department": "accounting"}],
        "reason": "the player has left",
    }
    floor.at("2026-03-02T18:00:00Z")
    floor.say("link:HCF", ("payment_corrected", correction))

    assert day(floor)["mended"] == []
    (mended,) = day(floor, "2026-03-02")["mended"]
    assert (mended["book"], mended["table"], mended["payment_seq"], mended["kind"]) == (
        *("HCF", "T1"),
        *(overpaid, "payment"),
    )
    assert (mended["outcome"], mended["amount_mc"]) == ("written_off", 3 * DOLLAR)
    assert (mended["signed_by"], mended["reason"]) == (["S-1", "A-2"], "the player has left")
    shown = narrow(floor, "day", "2026-03-02")
    assert f"Mended: $3.00 of payment {overpaid} of T1 (payment), written off, V-3, signed by" in shown


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "give one of --never-happened, --recovered or --written-off"),
        (("--recovered", "--written-off"), "give one of"),
        (("--never-happened", "--amount", "1.00"), "undoes all of a payment: leave --amount out"),
        (("--recovered", "--amount", "a dollar"), "is not an amount"),
        (("--recovered", "--amount", "0.005"), "'0.005' is not whole cents, and cash is"),
        (("--recovered", "--document", " "), "--document: name the paper that it rests on"),
    ],
)
def test_what_cannot_be_meant_is_a_wrong_call(floor, overpaid, options, words):
    document = () if "--document" in options else ("--document", "V-1")
    called = mend(floor, "--table", "T1", "--payment", overpaid, *options, *document)

    assert (called.code, called.out) == (2, "")
    assert words in called.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--recovered", "--amount", "3.01"), "$3.01 is more"),
    ],
)
def test_what_is_refused_is_on_record_and_changes_nothing(floor, overpaid, options, words):
    before = balances(floor)
    called = mend(floor, "--table", "T1", "--payment", overpaid, *options, "--document", "V-1")

    assert called.code == 1
    assert words in called.err
    assert balances(floor) == before


def test_a_table_may_be_written_as_its_book_is(floor, overpaid):
    """`ledger liability` shows the book `table:T1`, and people copy it."""
    which = ("--table", "table:T1", "--payment", overpaid, "--recovered", "--document", "V-1")
    called = mend(floor, *which)

    assert (called.code, called.err) == (0, "")
    assert liability(floor)["beyond_mc"] == 0
    own = pitledger("link", "mend-table", "table:T1", *which[2:], *TWO, "--data", floor.data)
    assert "stands in the book of the link HCF: `pitledger link mend HCF --table T1" in own.err


def test_a_mistyped_payment_is_told_where_the_numbers_are(floor, overpaid):
    called = mend(floor, "--table", "T1", "--payment", overpaid + 1, "--recovered", "--document", "V-1")

    assert called.code == 1
    assert f"the link has no payment {overpaid + 1} of T1: `pitledger ledger hits --data " in called.err


def test_one_signature_mends_nothing(floor, overpaid):
    one = ("--sign", "S-1:slots", "--reason", "mine")
    called = mend(
        floor, "--table", "T1", "--payment", overpaid, "--recovered", "--document", "V-1", signed=one
    )

    assert called.code == 1
    assert "two people must sign" in called.err
    assert liability(floor)["beyond_mc"] == 3 * DOLLAR


def test_a_mistyped_link_leaves_no_trace(floor, overpaid):
    called = pitledger(
        *("link", "mend", "HCX", "--table", "T1", "--payment", overpaid, "--recovered", "--document", "V-1"),
        *(*TWO, "--data", floor.data, "--json"),
    )

    assert (called.code, called.document["recorded"]) == (2, None)
    assert pitledger("export-events", "--stream", "link:HCX", "--data", floor.data).out == ""


# --- all of it together -----------------------------------------------------------------------------------


def test_the_journals_have_the_account_and_judges_accept_them(floor, overpaid, tmp_path):
    out = tmp_path / "journals"
    assert pitledger("ledger", "export", "--out", out, "--data", floor.data).code == 0

    assert bean_check(out / "ledger.beancount") == ""
    assert hledger_check(out / "ledger.journal") == ""
    assert "Assets:Progressive:HCF:Progressive:BeyondEntitlement" in (out / "ledger.beancount").read_text()


def test_payments_and_an_account_that_part_are_found(floor, overpaid):
    with sqlite3.connect(floor.data / "read.sqlite") as store:
        store.execute("UPDATE payments SET beyond_mc = beyond_mc + 1000")
    store.close()
    called = ledger(floor.data, "liability")

    assert called.code == 1
    assert (
        "payments beyond entitlement come to $3.01, the account `beyond_entitlement` to $3.00" in called.err
    )


def test_a_rebuild_gives_the_same_payments(floor, overpaid):
    mend(floor, "--table", "T1", "--payment", overpaid, "--recovered", "--amount", "1", "--document", "V-1")
    before = json.dumps([hits(floor), liability(floor), day(floor)])
    assert pitledger("rebuild", "--data", floor.data).code == 0
    assert json.dumps([hits(floor), liability(floor), day(floor)]) == before

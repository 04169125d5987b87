"""`pitledger ledger` and `meters`: what accounting reads, held against sums made by hand.

678a paytable A at $5: the meter starts at $150,000; a wager adds $1.15 to it and $0.25 to the reserve; six
cards win 10 %, seven all of it, and then the reserve is the next meter.
"""

import json
import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.times import parse_time
from streams.read_model.ledger import statement, trial_balance
from streams.read_model.queries.liability import liabilities
from streams.read_model.queries.meters import link_meters
from streams.read_model.store import ReadStore
from tests.console.accounting_floor import SEVEN, SIX, Floor, ledger, light, paid, validated
from tests.console.calling import pitledger

SEED = 15_000_000_000


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Two days at two tables of one link.

    March 1: three wagers at T1, two at T2; T2 seat 4 (the sixth wager) claims six cards, all steps but the
    papers. March 2: T1 seat 2 (the seventh) claims seven cards, locked and no more.
    """
    floor = Floor(tmp_path_factory.mktemp("ledger") / "floor")
    floor.opens_link()
    floor.opens_table("T1")
    floor.opens_table("T2")
    floor.plays("T1", [1, 2, 3])
    floor.plays("T2", [1, 2])
    claim = floor.claims("T2", 4, SIX)
    floor.follows("T2", light(4), validated(claim, 4), paid(claim, 4, 1_500_069_000))
    floor.ends_day("T1", "2026-03-01")
    floor.ends_day("T2", "2026-03-01")
    floor.at("2026-03-02T18:00:00Z")
    floor.claims("T1", 2, SEVEN)
    return floor.data


# Before the first award: 150,000 + 6 × 1.15 = 150,006.90, reserve 6 × 0.25 = 1.50. The award: 15,000.69.
AWARD = 1_500_069_000
# Then 135,006.21; the seventh wager makes 135,007.36 and reserve 1.75, which is all of the next meter.
JACKPOT = 13_500_736_000
NEXT = 175_000


def test_meters_show_amounts_awards_and_what_is_owed(played):
    (link,) = pitledger("meters", "--data", played, "--json").document["links"]
    (meter,) = link["meters"]

    assert (meter["amount_mc"], meter["reserve_mc"], meter["overflow_mc"]) == (NEXT, 0, 0)
    assert meter["next_awards"] == [
        {"hand": SEVEN, "percent_bp": 10_000, "amount_mc": 175_000},
        {"hand": SIX, "percent_bp": 1_000, "amount_mc": 17_000},  # 10 % of $1.75 is 17.5 cents: floored
    ]
    assert (link["payable_mc"], link["in_transit_mc"], link["closed_day"]) == (JACKPOT, 0, "2026-03-01")
    assert [(a["table"], a["seat"], a["owed_mc"], a["status"]) for a in link["awards"]] == [
        ("T1", 2, JACKPOT, "locked")
    ]
    amounts = [point["amount_mc"] for point in meter["history"]]
    assert (amounts[0], amounts[-1], max(amounts)) == (SEED, NEXT, SEED + 690_000)


def test_meters_say_up_to_when_all_tables_were_heard(played):
    (link,) = pitledger("meters", "--data", played, "--json").document["links"]

    assert link["complete_to"].startswith("2026-03-02T18:00")
    assert link["behind"] == ["T1"], "T2 has ended its day and not begun another"
    assert link["incomplete"] == []


def test_meters_at_a_moment_are_those_of_that_moment(played):
    """Between the days the jackpot was not yet claimed."""
    called = pitledger("meters", "--at", "2026-03-02T12:00:00Z", "--data", played, "--json")
    (link,) = called.document["links"]
    (meter,) = link["meters"]

    assert (meter["amount_mc"], meter["reserve_mc"]) == (SEED + 690_000 - AWARD, 150_000)
    assert (link["payable_mc"], link["awards"]) == (0, [])
    assert meter["history"][-1]["amount_mc"] == meter["amount_mc"]


def test_meters_before_anything_are_empty(played):
    called = pitledger("meters", "--at", "2026-02-01T00:00:00Z", "--data", played, "--json")

    assert (called.code, called.document["links"]) == (2, [])


def test_people_see_a_sparkline_and_the_next_awards(played):
    out = pitledger("meters", "--data", played).out

    assert "█" in out
    assert f"10 %{'$0.17':>24}   {SIX}" in out
    assert "owed $135,007.36 to T1 seat 2" in out
    assert "complete to 2026-03-02 13:00:" in out


def test_the_trial_balance_adds_up_and_says_what_is_owed(played):
    called = ledger(played, "trial")
    balance = {(a["account"], a["meter"]): a["balance_mc"] for a in called.document["accounts"]}

    assert called.code == 0
    assert called.document["total_mc"] == called.document["total_nano"] == 0
    assert balance["seed_funding", "progressive"] == SEED
    assert sum(mc for (account, _), mc in balance.items() if account == "contributions") == 7 * 140_000
    assert sum(mc for (account, _), mc in balance.items() if account == "payable") == -JACKPOT
    assert sum(mc for (account, _), mc in balance.items() if account == "paid") == -AWARD
    assert balance["primary", "progressive"] == -NEXT


def test_a_trial_balance_at_a_moment(played):
    accounts = ledger(played, "trial", "--at", "2026-03-02T12:00:00Z").document["accounts"]

    assert [a["balance_mc"] for a in accounts if a["account"] == "primary"] == [-(SEED + 690_000 - AWARD)]


def test_books_that_do_not_add_up_are_found(tmp_path):
    floor = Floor(tmp_path / "floor")
    floor.opens_link()
    with sqlite3.connect(tmp_path / "floor" / "read.sqlite") as store:
        (postings,) = store.execute("SELECT postings FROM entries").fetchone()
        damaged = json.loads(postings)
        damaged[0][3] += 1
        store.execute("UPDATE entries SET postings = ?", (json.dumps(damaged),))
    store.close()
    called = pitledger("ledger", "trial", "--data", tmp_path / "floor")

    assert called.code == 1
    assert "off by" in called.err


def test_a_statement_by_gaming_day_opens_with_what_the_day_before_left(played):
    first = ledger(played, "statement", "HCF", "progressive", "--to", "2026-03-01").document
    second = ledger(played, "statement", "HCF", "progressive", "--from", "2026-03-02").document

    assert first["opening"] == {"primary_mc": 0, "reserve_mc": 0, "residual_nano": 0}
    assert {line["cause"]: (line["primary_mc"], line["reserve_mc"]) for line in first["lines"]} == {
        "seed": (SEED, 0),
        "contribution": (6 * 115_000, 6 * 25_000),
        "award": (-AWARD, 0),
    }
    assert second["opening"] == first["closing"]
    assert {line["cause"]: (line["primary_mc"], line["reserve_mc"]) for line in second["lines"]} == {
        "contribution": (115_000, 25_000),
        "award": (-JACKPOT, 0),
        "reserve": (NEXT, -NEXT),
    }
    assert (second["closing"]["primary_mc"], second["closing"]["reserve_mc"]) == (NEXT, 0)


def test_a_statement_between_two_times_is_the_same_where_they_part_the_days(played):
    span = ("--from", "2026-03-02T12:00:00Z", "--to", "2026-03-03T12:00:00Z")
    by_time = ledger(played, "statement", "HCF", "progressive", *span).document
    by_day = ledger(played, "statement", "HCF", "progressive", "--from", "2026-03-02").document

    assert {**by_time, "from": 0, "to": 0} == {**by_day, "from": 0, "to": 0}


@pytest.mark.parametrize(
    "span",
    [
        ("--from", "2026-03-01", "--to", "2026-03-02T12:00:00Z"),
        ("--from", "2026-03-01T12:00:00Z", "--to", "2026-03-02"),
        ("--from", "2026-03-02", "--to", "2026-03-01"),
        ("--from", "yesterday"),
    ],
)
def test_a_span_that_is_none_is_a_wrong_call(played, span):
    for report in (("statement", "HCF", "progressive"), ("postings",), ("hits",)):
        called = pitledger("ledger", *report, *span, "--data", played)
        assert (called.code, called.out) == (2, "")


def test_a_meter_that_nobody_knows_is_found_missing(played):
    called = pitledger("ledger", "statement", "HCF", "mega", "--data", played)

    assert (called.code, called.out) == (2, "")
    assert "no meter mega" in called.err


def test_every_posting_of_a_day_stands_in_balanced_entries(played):
    entries = ledger(played, "postings", "--day", "2026-03-01").document["entries"]

    assert {entry["day"] for entry in entries} == {"2026-03-01"}
    assert [entry["type"] for entry in entries] == [
        *("meter_opened", "meter_contributed", "meter_contributed", "meter_contributed"),
        *("award_locked", "award_paid"),
    ]
    for entry in entries:
        assert sum(posting["amount_mc"] for posting in entry["postings"]) == 0
    assert entries[0]["source"] == "link:HCF#1"


def test_postings_are_filtered_by_link_meter_table_and_time(played):
    def count(*options):
        return len(ledger(played, "postings", *options).document["entries"])

    assert count() == count("--link", "HCF") == count("--meter", "progressive") == 8
    assert count("--table", "T1") == 0
    assert count("--from", "2026-03-02T12:00:00Z") == count("--from", "2026-03-02") == 2
    assert count("--to", "2026-03-02T12:00:00Z") == count("--to", "2026-03-01") == 6


@pytest.mark.parametrize("report", ["postings", "trial", "liability", "hits"])
def test_a_link_that_nobody_knows_is_found_missing(played, report):
    called = pitledger("ledger", report, "--link", "NONE", "--data", played)

    assert (called.code, called.out) == (2, "")
    assert "no link NONE" in called.err


def test_a_book_is_a_link_or_a_table(played):
    assert pitledger("ledger", "postings", "--link", "HCF", "--table", "T1", "--data", played).code == 2


def test_people_read_postings_with_their_source(played):
    out = pitledger("ledger", "postings", "--day", "2026-03-02", "--data", played).out

    assert "award_locked  from table:T1#" in out
    assert "-$135,007.36" in out


def test_the_liability_is_meters_and_awards_unpaid(played):
    (link,) = ledger(played, "liability").document["links"]

    assert link["payable_mc"] == JACKPOT
    assert link["total_mc"] == JACKPOT + NEXT
    assert [award["owed_mc"] for award in link["awards"]] == [JACKPOT]


def test_the_liability_of_a_moment_has_the_awards_of_that_moment(played):
    """Five seconds after the claim of six cards the light is on, and nobody has paid."""
    entries = ledger(played, "postings", "--day", "2026-03-01").document["entries"]
    (locked,) = (entry["at"] for entry in entries if entry["type"] == "award_locked")
    (link,) = ledger(played, "liability", "--at", locked).document["links"]

    assert [(a["hand"], a["owed_mc"]) for a in link["awards"]] == [(SIX, AWARD)]
    assert link["payable_mc"] == AWARD
    assert link["total_mc"] == SEED + 6 * 140_000


def test_awards_and_an_account_that_part_are_found(tmp_path):
    floor = Floor(tmp_path / "floor")
    floor.opens_link()
    floor.opens_table("T1")
    floor.claims("T1", 3, SIX)
    assert ledger(floor.data, "liability").code == 0
    with sqlite3.connect(floor.data / "read.sqlite") as store:
        store.execute("UPDATE awards SET owed = '[[3,1500012000]]'")
    store.close()
    called = ledger(floor.data, "liability")

    assert called.code == 1
    assert "run `pitledger check --data " in called.err


@pytest.mark.reg("58 Pa. Code § 678a.11(e)(3)")
def test_hits_name_the_step_that_is_missing_and_its_section(played):
    called = ledger(played, "hits")
    six, seven = called.document["hits"]

    assert called.code == 1, "an award was paid without its papers"
    assert [step["step"] for step in six["steps"]] == ["claimed", "light verified", "validated", "paid"]
    assert [step["badge"] for step in six["steps"]] == ["D-1", "D-1", "F-1", "C-1"]
    assert (six["status"], six["amount_mc"], six["paid_mc"]) == ("paid", AWARD, AWARD)
    assert [(duty["step"], duty["section"]) for duty in six["missing"]] == [
        ("keep_cards_on_table", "678a.11(e)(3)(iv)"),
        ("document", "678a.11(e)(3)(iv)"),
    ]
    assert (seven["status"], seven["amount_mc"]) == ("locked", JACKPOT)
    assert [duty["step"] for duty in seven["missing"]] == [
        *("verify_light", "validate", "keep_cards_on_table", "document", "pay")
    ]


def test_hits_of_a_span_and_for_people(played):
    assert [hit["hand"] for hit in ledger(played, "hits", "--from", "2026-03-02").document["hits"]] == [SEVEN]
    noon = "2026-03-02T12:00:00Z"
    assert [hit["hand"] for hit in ledger(played, "hits", "--from", noon).document["hits"]] == [SEVEN]
    assert [hit["hand"] for hit in ledger(played, "hits", "--to", noon).document["hits"]] == [SIX]
    out = pitledger("ledger", "hits", "--data", played).out
    assert "missing: document by the floorperson (678a.11(e)(3)(iv))" in out


def test_overflow_is_shown_beside_its_meter(tmp_path):
    """A limit of $150,001: of $1.15 a dollar fits, and 15 cents overflow."""
    floor = Floor(tmp_path / "floor")
    floor.opens_link(limits_mc={"progressive": 15_000_100_000})
    floor.opens_table("T1")
    floor.plays("T1", [1])
    (link,) = pitledger("meters", "--data", floor.data, "--json").document["links"]
    (meter,) = link["meters"]

    assert (meter["amount_mc"], meter["overflow_mc"], meter["reserve_mc"]) == (15_000_100_000, 15_000, 25_000)
    assert "overflow $0.15" in pitledger("meters", "--data", floor.data).out


@pytest.mark.parametrize("report", [("trial",), ("liability",), ("hits",), ("postings",)])
def test_where_nothing_is_the_error_says_what_to_do(tmp_path, report):
    called = pitledger("ledger", *report, "--data", tmp_path / "nothing")

    assert (called.code, called.out) == (2, "")
    assert "pitledger" in called.err


@given(start=st.sampled_from(["2026-03-01T18:00:00Z", "2026-03-02T18:00:00Z"]), halves=st.integers(-4, 100))
@settings(max_examples=60, deadline=None)
def test_at_any_moment_all_reports_tell_the_same_money(played, start, halves):
    """Every half second from before the link opened to after the last claim, and likewise the next day."""
    at_us = parse_time(start) + halves * 500_000
    store = ReadStore(played / "read.sqlite", writable=False)
    try:
        links = link_meters(store, "HCF", at_us)
        owed = liabilities(store, at_us, "HCF")
        closing = statement(store, "HCF", "progressive", None, at_us).closing
        balance = trial_balance(store, at_us, "HCF")
    finally:
        store.close()

    if not links:
        assert not balance, "no meter is shown before the link has any"
        assert {money.mc for money in closing.values()} == {0}
        assert sum(each.total_mc for each in owed) == 0
        return
    (link,) = links
    (meter,) = link.meters
    assert (meter.amount_mc, meter.reserve_mc) == (closing["primary"].mc, closing["reserve"].mc)
    assert sum(money.mc for money in balance.values()) == 0
    assert link.payable_mc == sum(award.owed_mc for award in link.awards)
    on_meters = meter.amount_mc + meter.reserve_mc
    assert sum(each.total_mc for each in owed) == on_meters + link.payable_mc

"""The ledger in the read model: the same rows however records are cut into batches; snapshots that add up."""

from __future__ import annotations

import json
from itertools import pairwise

import msgpack
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from events.body import unpack_body
from events.envelope import encode
from events.topics import METERS
from projections.ledger.accounts import ACCOUNTS, CAUSES, Entry, Posting, add_up, postings_of, totals_of
from projections.ledger.rows import EVERY, BookRows, RunningBook
from projections.read_model.models import MODELS
from projections.records import Record
from projections.state_versions import StateFormat
from tests.doc_pages import ROOT
from tests.projections.ledger.records import LinkRecords, terms
from tests.simulation.memory import MemoryReadModel

ONE = "progressive"
BOOKS = StateFormat(1, dict[str, RunningBook])


def read_model(log: list[Record], cuts: list[int]) -> MemoryReadModel:
    """The read model of a partition taken in batches, each by a worker that starts again."""
    store = MemoryReadModel()
    for start, stop in pairwise(sorted({0, len(log), *(cut for cut in cuts if cut <= len(log))})):
        model = MODELS[METERS](store.position(METERS, 0)[1])
        for source in log[start:stop]:
            model.step(source)
        store.commit(METERS, 0, start, model.changes(stop))
    return store


def night(wagers: int = 300) -> LinkRecords:
    """Many contributions of $5 at 23 % and 5 %, an award that is shared and paid in part, a late record."""
    records = LinkRecords()
    records.opens(terms(ONE, 2_300, 500), after={ONE: (15_000_000_000,)})
    for n in range(1, wagers + 1):
        records.contributes({ONE: (15_000_000_000 + 115_000 * n, 25_000 * n)}, 500_000, 115_000, 25_000)
    primary, reserve = records.balances[ONE][:2]
    shares = [{"seat": 3, "amount_mc": 50_000}, {"seat": 5, "amount_mc": 50_000}]
    records.locks({ONE: (primary - 100_000, reserve)}, 100_000, shares=shares)
    records.validates()
    records.pays(50_000, seat=5)
    records.closes_day("2026-03-14")
    records.contributes({ONE: (primary + 15_000, reserve + 25_000)}, 500_000, 115_000, 25_000)
    return records


LONG_NIGHT = night()


@settings(max_examples=30)
@given(st.lists(st.integers(0, 310), max_size=8))
def test_however_records_are_cut_into_batches_the_ledger_is_the_same(cuts):
    log = LONG_NIGHT.sources()
    cut, whole = read_model(log, cuts), read_model(log, [])
    assert cut.rows() == whole.rows()
    assert cut.position(METERS, 0) == whole.position(METERS, 0), "the state to go on from, too"


def test_every_record_that_moves_money_is_an_entry_and_no_other():
    tables = read_model(night(10).sources(), []).tables
    types = [row.type for _, row in sorted(tables["entries"].items())]
    assert types[:11] == ["meter_opened", *["meter_contributed"] * 10]
    assert types[11:] == ["award_locked", "award_paid", "meter_contributed"]
    assert sorted(tables["entries"])[-2:] == [("HCF", 14), ("HCF", 16)]


def test_a_snapshot_holds_the_totals_of_all_entries_up_to_it():
    tables = read_model(LONG_NIGHT.sources(), []).tables
    entries = [row for _, row in sorted(tables["entries"].items())]
    snapshots = [row for _, row in sorted(tables["snapshots"].items())]
    assert [row.entries for row in snapshots] == [EVERY, 2 * EVERY]
    for snapshot in snapshots:
        totals = {}
        for entry in entries[: snapshot.entries]:
            add_up(totals, postings_of(entry.postings))
        assert totals_of(snapshot.totals) == totals
        last = entries[snapshot.entries - 1]
        assert (snapshot.seq, snapshot.at_us) == (last.seq, last.at_us)


def test_what_comes_after_the_close_is_in_the_next_day_s_totals():
    """300 wagers on the day itself; the one after the close is the next day's, though it is of this one."""
    tables = read_model(LONG_NIGHT.sources(), []).tables
    mc = {(row.day, row.account, row.cause): row.mc for row in tables["day_totals"].values()}
    assert mc["2026-03-14", "primary", "contribution"] == -300 * 115_000
    assert mc["2026-03-15", "primary", "contribution"] == -115_000
    assert mc["2026-03-14", "payable", "payment"] == 50_000
    late = tables["entries"]["HCF", len(LONG_NIGHT.events)]
    assert (late.day, late.of_day) == ("2026-03-15", "2026-03-14")


def test_an_award_shows_what_is_paid_and_who_is_still_owed():
    records = night(10)
    (award,) = read_model(records.sources(), []).tables["awards"].values()
    assert (award.amount_mc, award.paid_mc, award.status) == (100_000, 50_000, "validated")
    assert json.loads(award.owed) == [[3, 50_000]]
    records.pays(50_000, seat=3)
    (award,) = read_model(records.sources(), []).tables["awards"].values()
    assert (award.paid_mc, award.status, award.owed) == (100_000, "paid", "[]")


def corrected(paid: bool, before_mc: int, amount_mc: int) -> LinkRecords:
    """Claim 7 is returned after claim 9 was locked on what it had left."""
    records = LinkRecords()
    records.opens(terms(ONE, 2_300, 500), after={ONE: (1_000_000,)})
    records.locks({ONE: (900_000,)}, 100_000)
    share = [{"seat": 3, "amount_mc": before_mc}]
    records.locks({ONE: (900_000 - before_mc,)}, before_mc, claim_seq=9, shares=share)
    if paid:
        records.validates(9)
        records.pays(before_mc, claim_seq=9)
    missing = amount_mc - before_mc if paid else amount_mc
    corrected_mc = amount_mc - before_mc if not paid else max(0, missing)
    house_mc = max(0, -missing) if paid else 0
    after = 1_000_000 - before_mc - corrected_mc + house_mc
    records.returns({ONE: (after,)}, 100_000, corrected_mc=corrected_mc, house_mc=house_mc)
    shares = {3: missing} if missing > 0 else {}
    records.corrects(9, before_mc, amount_mc, shares, before_mc if paid else 0)
    return records


def award_9(records: LinkRecords):
    tables = read_model(records.sources(), []).tables
    assert tables["quarantined"] == {}
    assert tables["awards"]["HCF", "T1", 7].status == "returned"
    award = tables["awards"]["HCF", "T1", 9]
    return award.amount_mc, award.paid_mc, award.status, json.loads(award.owed)


def test_an_award_that_is_decided_again_is_owed_its_new_amount():
    assert award_9(corrected(False, 90_000, 100_000)) == (100_000, 0, "locked", [[3, 100_000]])


def test_an_award_that_was_paid_too_little_is_open_again_for_the_rest():
    records = corrected(True, 90_000, 100_000)
    assert award_9(records) == (100_000, 90_000, "locked", [[3, 10_000]])
    records.validates(9)
    assert award_9(records) == (100_000, 90_000, "validated", [[3, 10_000]])
    records.pays(10_000, claim_seq=9)
    assert award_9(records) == (100_000, 100_000, "paid", [])
    totals = read_model(records.sources(), []).tables["day_totals"].values()
    assert sum(row.mc for row in totals if row.account == "payable") == 0


def test_an_award_that_was_paid_too_much_stays_paid():
    assert award_9(corrected(True, 90_000, 80_000)) == (80_000, 90_000, "paid", [])


def test_a_record_that_does_not_add_up_is_quarantined_and_not_posted():
    records = LinkRecords()
    records.opens(terms(ONE, 2_300, 500), after={ONE: (1_000_000,)})
    records.locks({ONE: (900_001,)}, 100_000)
    tables = read_model(records.sources(), []).tables
    (row,) = tables["quarantined"].values()
    assert (row.topic, row.offset, row.key, row.reason) == (METERS, 1, "HCF", "unbalanced")
    assert "progressive differs by $0.00001" in row.detail
    assert sorted(tables["entries"]) == [("HCF", 1)]


def test_a_record_without_the_fields_of_its_type_is_quarantined_and_the_link_goes_on():
    records = LinkRecords()
    records.opens(terms(ONE, 2_300, 500), after={ONE: (1_000_000,)})
    records.locks({ONE: (900_000,)}, 100_000)
    records.contributes({ONE: (1_015_000, 25_000)}, 500_000, 115_000, 25_000)
    log = records.sources()
    body = {name: value for name, value in unpack_body(records.events[1]).items() if name != "meter"}
    bad = encode(records.events[1]._replace(body=msgpack.packb(body)))
    tables = read_model([log[0], replace(log[1], value=bad), log[2]], []).tables
    (row,) = [row for row in tables["quarantined"].values() if row.reason == "malformed"]
    assert (row.offset, row.detail) == (1, "award_locked body.meter: Field required")
    assert tables["links"]["HCF"].seq == 3


def test_a_link_shows_its_terms_and_whether_it_is_in_play():
    records = LinkRecords()
    meter = terms(ONE, 2_300, 500, seed_mc=1_000_000, limit_mc=5)
    records.opens(meter, after={ONE: (1_000_000,)})
    (link,) = read_model(records.sources(), []).tables["links"].values()
    assert (link.live, link.retired, link.closed_day, link.unit_wager_mc) == (1, 0, "", 500_000)
    assert (link.rulebook, link.paytable, json.loads(link.meters)) == ("678a@2019-11-02", "A", [meter])
    records.write("meter_closed")
    records.closes_day("2026-03-14")
    signed = [{"badge": "a", "department": "slots"}, {"badge": "b", "department": "finance"}]
    records.write("meter_retired", signed_by=signed, reason="moved")
    (link,) = read_model(records.sources(), [1, 3]).tables["links"].values()
    assert (link.live, link.retired, link.closed_day, link.seq) == (0, 1, "2026-03-14", 4)
    assert json.loads(link.meters) == [meter]


@given(st.lists(st.tuples(st.sampled_from("AB"), st.integers(1, 99)), max_size=300), st.integers(0, 300))
def test_books_do_not_mix_and_a_state_can_be_taken_up_anywhere(moves, cut):
    def entry(number: int, book: str, mc: int) -> Entry:
        postings = (Posting("house", "m", "adjustment", mc, 0), Posting("primary", "m", "adjustment", -mc, 0))
        return Entry(book, number, number, "2026-03-14", "2026-03-14", "meter_adjusted", "s", "", postings)

    whole = BookRows()
    entries = [entry(number, *move) for number, move in enumerate(moves, 1)]
    for each in entries:
        whole.post(each)
    first = BookRows()
    for each in entries[:cut]:
        first.post(each)
    rest = BookRows(BOOKS.load(BOOKS.dump(first.books)))
    for each in entries[cut:]:
        rest.post(each)
    assert BOOKS.dump(rest.books) == BOOKS.dump(whole.books)
    for book, running in whole.books.items():
        of_book = [mc for name, mc in moves if name == book]
        assert (running.entries, running.totals) == (
            len(of_book),
            {
                ("house", "m", "adjustment"): (sum(of_book), 0),
                ("primary", "m", "adjustment"): (-sum(of_book), 0),
            },
        )


def test_every_account_and_cause_is_in_the_reference():
    page = (ROOT / "docs/reference/ledger.md").read_text("utf-8")
    accounts, causes = page.split("## Causes")
    for name, part in [*((each, accounts) for each in ACCOUNTS), *((each, causes) for each in CAUSES)]:
        assert f"| `{name}` |" in part, f"docs/reference/ledger.md does not say what {name} is"

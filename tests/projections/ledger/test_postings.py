"""What each record of the keeper posts: amounts worked out by hand, debits positive."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.body import TYPES, body_fields, read_body
from events.envelope import encode, read_header
from events.topics import METERS
from events.vocabulary.unions import KeeperRecord
from projections.keeping.keeper import Keeper
from projections.ledger.accounts import Entry, add_up
from projections.ledger.link_books import LinkBook, Postings, is_keeper_type, keeper_record, take
from projections.records import Record
from tests.projections.keeping.two_deciders import legs
from tests.projections.keeping.two_deciders import records as records_of
from tests.projections.ledger.records import LinkRecords, terms

SIGNED = [{"badge": "a", "department": "slots"}, {"badge": "b", "department": "finance"}]
ONE = "progressive"
OVER = "progressive.overflow"


def ledger(records: LinkRecords) -> list[tuple[Entry | None, str]]:
    """Entry and problem of every record, in order."""
    book = LinkBook()
    taken = [take(book, event, keeper_record(event)) for event in records.events]
    return [(each.entry, each.problem) for each in taken]


def posted(records: LinkRecords) -> dict[tuple[str, str, str], tuple[int, int]]:
    """What the last record posts; it must be sound, and add up to zero."""
    entry, problem = ledger(records)[-1]
    assert problem == ""
    assert entry is not None
    assert sum(p.mc for p in entry.postings) == sum(p.nano for p in entry.postings) == 0
    return {posting[:3]: posting[3:] for posting in entry.postings}


def problem(records: LinkRecords) -> str:
    """What is wrong with the last record; it must not be posted."""
    entry, found = ledger(records)[-1]
    assert entry is None
    return found


def opened(primary: int = 1_000_000, reserve: int = 0, over: int | None = None) -> LinkRecords:
    """A link at 23 % and 5 %; with a reserve or an overflow where a case needs one."""
    records = LinkRecords()
    records.opens(terms(ONE, 2_300, 500), after={ONE: (primary,)})
    after: dict[str, tuple[int, ...]] = {ONE: (primary, reserve)}
    if over is not None:
        after[OVER] = (over,)
    records.write("meter_closed", after)  # unsound by itself: only what comes next is looked at
    return records


def test_seeds_are_the_house_s_money_on_the_meters():
    records = LinkRecords()
    records.opens(terms("mega", 1_100), terms("major", 1_000), after={"mega": (5_000,), "major": (500,)})
    assert posted(records) == {
        ("primary", "mega", "seed"): (-5_000, 0),
        ("seed_funding", "mega", "seed"): (5_000, 0),
        ("primary", "major", "seed"): (-500, 0),
        ("seed_funding", "major", "seed"): (500, 0),
    }


def test_a_link_that_is_opened_again_moves_nothing():
    records = opened()
    records.opens(terms(ONE, 2_300, 500), after={}, funded_mc=0)
    assert ledger(records)[-1] == (None, "")


def test_a_contribution_goes_to_primary_reserve_and_residual():
    """123 mc at 23 % are 28.29 mc, at 5 % 6.15 mc: 28 and 6 mc, and 2,900 + 1,500 of 1/10,000 left over."""
    records = opened()
    records.contributes({ONE: (1_000_028, 6, 2_900, 1_500)}, 123, 28, 6)
    assert posted(records) == {
        ("primary", ONE, "contribution"): (-28, 0),
        ("reserve", ONE, "contribution"): (-6, 0),
        ("residual", ONE, "contribution"): (0, -4_400),
        ("contributions", ONE, "contribution"): (34, 4_400),
    }


def test_a_residual_that_fills_a_millicent_is_carried():
    """A second 123 mc: 28.29 + 28.29 = 56.58 mc; a third makes 84.87; a fourth 113.16: 29 mc, not 28."""
    records = opened()
    for n in range(1, 5):
        primary, rest = divmod(123 * 2_300 * n, 10_000)
        reserve, rest_of_reserve = divmod(123 * 500 * n, 10_000)
        before = records.balances[ONE]
        after = (1_000_000 + primary, reserve, rest, rest_of_reserve)
        records.contributes({ONE: after}, 123, after[0] - before[0], reserve - before[1])
    assert posted(records)["primary", ONE, "contribution"] == (-29, 0)
    assert posted(records)["residual", ONE, "contribution"] == (0, 8_700 - 1_600 + 4_500 - 6_000)


def test_what_exceeds_the_limit_is_contributed_to_the_meter_and_flows_over():
    """$5 add $1.15; 15,000 mc fit under the limit, 100,000 mc go to the overflow."""
    records = opened(1_000_000, over=0)
    records.contributes({ONE: (1_015_000, 25_000), OVER: (100_000,)}, 500_000, 115_000, 25_000)
    assert posted(records) == {
        ("primary", ONE, "contribution"): (-115_000, 0),
        ("reserve", ONE, "contribution"): (-25_000, 0),
        ("contributions", ONE, "contribution"): (140_000, 0),
        ("primary", ONE, "overflow"): (100_000, 0),
        ("primary", OVER, "overflow"): (-100_000, 0),
    }


def test_a_share_of_the_meter_becomes_payable():
    records = opened(1_000_000)
    records.locks({ONE: (900_000,)}, 100_000)
    assert posted(records) == {
        ("primary", ONE, "award"): (100_000, 0),
        ("payable", ONE, "award"): (-100_000, 0),
    }


def test_after_the_whole_meter_reseed_reserve_and_overflow_make_the_next():
    """1,000,999 mc: the award is 1,000,000, 999 stay; 50,000 reseed + 7,000 reserve + 3,000 overflow."""
    records = opened(1_000_999, reserve=7_000, over=3_000)
    records.locks(
        {ONE: (60_999, 0), OVER: (0,)},
        1_000_000,
        percent_bp=10_000,
        reseed_mc=50_000,
        reserve_moved_mc=7_000,
        overflow_moved_mc=3_000,
    )
    assert posted(records) == {
        ("primary", ONE, "award"): (1_000_000, 0),
        ("payable", ONE, "award"): (-1_000_000, 0),
        ("primary", ONE, "reseed"): (-50_000, 0),
        ("seed_funding", ONE, "reseed"): (50_000, 0),
        ("primary", ONE, "reserve"): (-7_000, 0),
        ("reserve", ONE, "reserve"): (7_000, 0),
        ("primary", ONE, "overflow"): (-3_000, 0),
        ("primary", OVER, "overflow"): (3_000, 0),
    }


def test_an_award_that_is_returned_leaves_the_meter_as_if_it_had_never_been_won():
    """All of it had been won (1,000,000, reseed 50,000, reserve 7,000): house and reserve get theirs back."""
    records = opened(57_999, reserve=0)
    records.returns({ONE: (1_000_999, 7_000)}, 1_000_000, reseed_back_mc=50_000)
    assert posted(records) == {
        ("payable", ONE, "return"): (1_000_000, 0),
        ("primary", ONE, "return"): (-1_000_000 + 50_000 + 7_000, 0),
        ("seed_funding", ONE, "return"): (-50_000, 0),
        ("reserve", ONE, "return"): (-7_000, 0),
    }


def test_awards_that_are_decided_again_are_corrections():
    """100,000 go back; a later award is owed 10,000 more; the house bears 3,000 that were paid too much."""
    records = opened(900_000)
    records.returns({ONE: (993_000,)}, 100_000, corrected_mc=10_000, house_mc=3_000)
    assert posted(records) == {
        ("payable", ONE, "return"): (100_000, 0),
        ("primary", ONE, "return"): (-100_000, 0),
        ("primary", ONE, "correction"): (10_000 - 3_000, 0),
        ("payable", ONE, "correction"): (-10_000, 0),
        ("house", ONE, "correction"): (3_000, 0),
    }


def test_a_payment_settles_what_is_payable():
    records = opened(1_000_000)
    records.locks({ONE: (900_000,)}, 100_000)
    records.validates()
    records.pays(100_000)
    assert posted(records) == {
        ("payable", ONE, "payment"): (100_000, 0),
        ("paid", ONE, "payment"): (-100_000, 0),
    }


def test_a_void_takes_contributions_back():
    records = opened(1_115_000, reserve=25_000)
    records.reverses(
        {ONE: (1_000_000, 0)}, returned_mc=500_000, primary_mc=115_000, reserve_mc=25_000, house_mc=0
    )
    assert posted(records) == {
        ("primary", ONE, "reversal"): (115_000, 0),
        ("reserve", ONE, "reversal"): (25_000, 0),
        ("contributions", ONE, "reversal"): (-140_000, 0),
    }


def test_what_a_meter_cannot_give_back_the_house_bears():
    """Of 115,000 mc the meter gives 40,000 and of 25,000 mc the reserve nothing: 100,000 are the house's."""
    records = opened(1_040_000)
    records.reverses(
        {ONE: (1_000_000,)}, returned_mc=500_000, primary_mc=40_000, reserve_mc=0, house_mc=100_000
    )
    assert posted(records) == {
        ("primary", ONE, "reversal"): (40_000, 0),
        ("house", ONE, "reversal"): (100_000, 0),
        ("contributions", ONE, "reversal"): (-140_000, 0),
    }


def test_the_house_bears_each_meter_s_own_part():
    """Mega (11 %) has been won since and gives nothing of 11,000; major (10 %) gives all of 10,000."""
    records = LinkRecords()
    records.opens(terms("mega", 1_100), terms("major", 1_000), after={"mega": (50_000,), "major": (60_000,)})
    records.reverses(
        {"major": (50_000,)}, returned_mc=100_000, primary_mc=10_000, reserve_mc=0, house_mc=11_000
    )
    assert posted(records) == {
        ("primary", "major", "reversal"): (10_000, 0),
        ("contributions", "major", "reversal"): (-10_000, 0),
        ("house", "mega", "reversal"): (11_000, 0),
        ("contributions", "mega", "reversal"): (-11_000, 0),
    }


@pytest.mark.parametrize("amount", [70_000, -70_000])
@pytest.mark.parametrize("account", ["primary", "reserve"])
def test_an_adjustment_is_borne_or_gained_by_the_house(amount: int, account: str):
    records = opened(1_000_000, reserve=80_000)
    after = (1_000_000 + amount, 80_000) if account == "primary" else (1_000_000, 80_000 + amount)
    adjusts(records, {ONE: after}, amount, account=account)
    assert posted(records) == {
        (account, ONE, "adjustment"): (-amount, 0),
        ("house", ONE, "adjustment"): (amount, 0),
    }


def adjusts(records: LinkRecords, after: dict[str, tuple[int, ...]], amount: int, **more: Any) -> None:
    fields = {"meter": ONE, "account": "primary", "document": "slip 4", "reason": "r", "signed_by": SIGNED}
    records.write("meter_adjusted", after, amount_mc=amount, **{**fields, **more})


def test_the_overflow_can_be_adjusted_itself():
    records = opened(1_000_000, over=5_000)
    adjusts(records, {OVER: (3_000,)}, -2_000, meter=OVER)
    assert posted(records) == {
        ("primary", OVER, "adjustment"): (2_000, 0),
        ("house", OVER, "adjustment"): (-2_000, 0),
    }


def test_an_adjustment_above_the_limit_flows_over():
    records = opened(1_000_000, over=5_000)
    adjusts(records, {ONE: (1_010_000,), OVER: (95_000,)}, 100_000)
    assert posted(records) == {
        ("primary", ONE, "adjustment"): (-100_000, 0),
        ("house", ONE, "adjustment"): (100_000, 0),
        ("primary", ONE, "overflow"): (90_000, 0),
        ("primary", OVER, "overflow"): (-90_000, 0),
    }


def test_a_transfer_is_in_transit_until_the_other_link_has_it():
    sender, receiver = opened(1_000_000), opened(500_000)
    sent = {"to_link": "B", "to_meter": ONE, "leg": 1, "signed_by": SIGNED, "reason": "r"}
    of = {"meter": ONE, "account": "primary", "amount_mc": 300_000}
    sender.write("transfer_sent", {ONE: (700_000,)}, **of, **sent)
    receiver.write("transfer_received", {ONE: (800_000,)}, **of, from_link="A", number=1, leg=1)
    out, into = posted(sender), posted(receiver)
    assert out == {
        ("primary", ONE, "transfer"): (300_000, 0),
        ("in_transit", ONE, "transfer"): (-300_000, 0),
    }
    assert into == {
        ("primary", ONE, "transfer"): (-300_000, 0),
        ("in_transit", ONE, "transfer"): (300_000, 0),
    }
    sender.write("transfer_returned", {ONE: (1_000_000,)}, **of, to_link="B", number=1, reason="r")
    assert posted(sender) == into


def wrong_contribution(records: LinkRecords) -> None:
    records.contributes({ONE: (1_115_001, 25_000)}, 500_000, 115_001, 25_000)


def wrong_reserve_share(records: LinkRecords) -> None:
    records.contributes({ONE: (1_115_000, 25_001)}, 500_000, 115_000, 25_001)


def wrong_sum(records: LinkRecords) -> None:
    records.contributes({ONE: (1_115_000, 25_000)}, 500_000, 115_001, 25_000)


def wrong_residual(records: LinkRecords) -> None:
    records.contributes({ONE: (1_115_000, 25_000, 1, 0)}, 500_000, 115_000, 25_000)


def wrong_award(records: LinkRecords) -> None:
    records.locks({ONE: (900_001,)}, 100_000)


def wrong_reserve(records: LinkRecords) -> None:
    records.locks({ONE: (900_000, 1)}, 100_000)


def wrong_overflow(records: LinkRecords) -> None:
    records.locks({ONE: (900_000,), OVER: (1,)}, 100_000)


def wrong_return(records: LinkRecords) -> None:
    records.returns({ONE: (1_099_999,)}, 100_000)


def wrong_house(records: LinkRecords) -> None:
    records.reverses({}, returned_mc=500_000, primary_mc=0, reserve_mc=0, house_mc=139_999)


def wrong_seed(records: LinkRecords) -> None:
    records.opens(terms(ONE, 2_300, 500), after={"other": (5,)}, funded_mc=4)


def wrong_adjustment(records: LinkRecords) -> None:
    adjusts(records, {ONE: (1_000_001,)}, 2)


def moves_for_no_reason(records: LinkRecords) -> None:
    records.write("award_validated", {ONE: (999_999,)}, table="T1", claim_seq=7, validated_by="floor-3")


@pytest.mark.parametrize(
    "wrong",
    [
        wrong_contribution,
        wrong_reserve_share,
        wrong_sum,
        wrong_residual,
        wrong_award,
        wrong_reserve,
        wrong_overflow,
        wrong_return,
        wrong_house,
        wrong_seed,
        wrong_adjustment,
        moves_for_no_reason,
    ],
)
def test_a_record_that_does_not_add_up_is_reported_and_not_posted(wrong):
    records = opened(1_000_000)
    wrong(records)
    assert problem(records)


def test_after_a_record_that_does_not_add_up_the_next_is_judged_by_itself():
    records = opened(1_000_000)
    wrong_award(records)
    records.contributes({ONE: (1_015_001, 25_000)}, 500_000, 115_000, 25_000)
    assert posted(records)["primary", ONE, "contribution"] == (-115_000, 0)


def test_what_comes_after_the_close_posts_to_the_next_day_and_refers_back():
    records = opened()
    records.day = "2026-12-31"
    records.closes_day("2026-12-31")
    records.contributes({ONE: (1_115_000, 25_000)}, 500_000, 115_000, 25_000)
    records.day = "2027-01-02"
    records.contributes({ONE: (1_230_000, 50_000)}, 500_000, 115_000, 25_000)
    late, next_day = (entry for entry, _ in ledger(records)[-2:])
    assert (late.day, late.of_day) == ("2027-01-01", "2026-12-31")
    assert (next_day.day, next_day.of_day) == ("2027-01-02", "2027-01-02")


def test_the_time_of_an_entry_is_the_latest_that_its_book_has_seen():
    records = opened()
    records.at_us += 500_000_000
    records.validates(99)  # moves no money, but has been recorded at that time
    latest = records.at_us
    records.at_us -= 400_000_000
    records.contributes({ONE: (1_115_000, 25_000)}, 500_000, 115_000, 25_000)
    entry, _ = ledger(records)[-1]
    assert entry.at_us == latest > records.at_us
    assert (entry.book, entry.source, entry.round) == ("HCF", "table:T1#104", "T1-R1")


@cache
def written() -> list[tuple[str, bytes]]:
    """Key and value of what a keeper wrote on a history of two links."""
    return records_of(Keeper(), legs())


def test_records_of_a_keeper_are_posted_to_the_last_nanodollar():
    postings = Postings()
    totals: dict[str, Any] = {}
    last: dict[str, Any] = {}
    for offset, (link, value) in enumerate(written()):
        source = Record(METERS, 0, offset, link, value)
        entry = postings.meter(source)
        assert postings.meter(source) is None, "a repeat posts nothing"
        if entry is not None:
            assert sum(p.mc for p in entry.postings) == sum(p.nano for p in entry.postings) == 0
            add_up(totals.setdefault(link, {}), entry.postings)
        last[link] = body_fields(read_body(read_header(value)))["balances"]
    assert list(postings.problems()) == []
    assert set(totals) == {"L1", "ODD"}
    for link, balances in last.items():
        for b in balances:
            assert standing(totals[link], "primary", b["meter"]) == (b["primary_mc"], 0)
            assert standing(totals[link], "reserve", b["meter"]) == (b["reserve_mc"], 0)
            nano = b["primary_residual"] + b["reserve_residual"]
            assert standing(totals[link], "residual", b["meter"]) == (0, nano)


def standing(totals: Any, account: str, meter: str) -> tuple[int, int]:
    """What is on an account of a meter, whatever put it there."""
    found = [amounts for key, amounts in totals.items() if key[:2] == (account, meter)]
    return -sum(mc for mc, _ in found), -sum(nano for _, nano in found)


@given(st.data())
def test_a_record_with_an_amount_changed_by_one_is_found(data):
    """Wherever a balance is off by one, that very record is reported."""
    log = written()
    at = data.draw(st.integers(0, len(log) - 1))
    link, value = log[at]
    postings = Postings()
    for offset, (key, each) in enumerate(log):
        changed = bump(each) if offset == at else each
        postings.meter(Record(METERS, 0, offset, key, changed))
    assert (link, read_header(value).seq) in {found[:2] for found in postings.problems()}


def bump(value: bytes) -> bytes:
    """A record whose first meter shows one millicent more."""
    event = read_header(value)
    body = msgpack.unpackb(event.body)
    body["balances"][0]["primary_mc"] += 1
    return encode(event._replace(body=msgpack.packb(body)))


def test_the_union_of_keeper_records_holds_every_type_that_the_keeper_writes():
    assert {body.TYPE for body in get_args(KeeperRecord)} == set(filter(is_keeper_type, TYPES))


def test_a_record_that_cannot_be_read_is_named_and_the_book_goes_on():
    log = written()
    link, value = log[2]
    bad = encode(read_header(value)._replace(body=msgpack.packb({"balances": 7})))
    postings = Postings()
    for offset, (key, each) in enumerate(log):
        postings.meter(Record(METERS, 0, offset, key, bad if offset == 2 else each))
    first, *_ = postings.problems()
    assert first[:2] == (link, read_header(value).seq)
    assert first.detail.startswith("body.")

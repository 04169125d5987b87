"""Cash that is on no account is named, and so are payments and accounts that do not say the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from events.body import read_body
from events.envelope import decode, encode, read_header
from events.topics import LINKS, METERS
from projections.checking.meters import MoneyAgreement
from projections.records import Record
from tests.projections.judging import usd
from tests.projections.keeping.test_payment_properties import Cashier, steps
from tests.projections.paying import PaidLink


def problems(legs: list[bytes], records: list[bytes]) -> list[tuple[str, str]]:
    """Where something is wrong, and what."""
    money = MoneyAgreement()
    for offset, value in enumerate(legs):
        money.link(Record(LINKS, 0, offset, "HCF", value))
    for offset, value in enumerate(records):
        money.meter(Record(METERS, 0, offset, "HCF", value))
    return [(problem.place, problem.detail) for problem in money.problems() if problem.check == "cash"]


def log_of(at: PaidLink) -> tuple[list[bytes], list[bytes]]:
    """All that came to the link, and what it recorded."""
    taken = at.court.taken["HCF"]
    return [value for value, _ in taken], [out.value for _, outs in taken for out in outs]


def changed(value: bytes, **fields: Any) -> bytes:
    """A record with other fields."""
    event = decode(value)
    return encode(event._replace(body=replace(read_body(event), **fields).to_bytes()))


def place_of(value: bytes) -> str:
    event = read_header(value)
    return f"{event.stream}#{event.seq}"


@pytest.fixture
def short_and_over():
    """$5,233.04 of $5,234.04 was paid, then $3: $2 of it are too much."""
    at = PaidLink()
    claim = at.validated()
    return at, at.pay(claim, "5,233.04", slip="31"), at.pay(claim, "3.00")


@settings(max_examples=40, deadline=None)
@given(st.lists(steps, max_size=20))
def test_whatever_is_paid_and_mended_checks_clean(history):
    cashier = Cashier()
    for step in history:
        cashier.do(step)
    assert problems(*log_of(cashier.at)) == []


def test_a_payment_that_its_link_has_not_posted_is_on_no_account(short_and_over):
    at, _, last = short_and_over
    legs, records = log_of(at)
    assert problems(legs, records) == []
    assert problems(legs, records[:-1]) == [
        (place_of(last), "$3.00 was paid, and the link HCF has it on no account")
    ]


def test_a_slip_that_was_recorded_before_is_on_no_account_rightly(short_and_over):
    at, first, _ = short_and_over
    claim = next(
        value for value in at.table("T1").recorded if read_header(value).type == "progressive_claimed"
    )
    at.one(at.table("T1").pays(claim, 5, slip="31"), "leg_refused")
    assert problems(*log_of(at)) == []
    assert at.stands(first)[0] == usd("5,233.04")


def test_a_payment_that_is_held_for_a_leg_that_is_missing_waits():
    at = PaidLink()
    claim = at.validated()
    table = at.table("T1")
    table.pays(claim, 1)  # is lost on the way
    held = table.pays(claim, 2)
    at.records(held)
    assert problems(*log_of(at)) == []
    legs, records = log_of(at)
    not_marked = [value for value in records if read_header(value).type != "table_incomplete"]
    assert [place for place, _ in problems(legs, not_marked)] == [place_of(held)]


def test_a_payment_that_comes_twice_is_one(short_and_over):
    at, first, _ = short_and_over
    legs, records = log_of(at)
    assert problems([*legs, first], records) == []


def test_a_record_of_another_amount_is_named(short_and_over):
    at, *_ = short_and_over
    legs, records = log_of(at)
    more = changed(records[-1], amount_mc=usd("4.00"), beyond_mc=usd("3.00"))
    detail = "it posts a payment of $4.00, and the table sent $3.00"
    assert problems(legs, [*records[:-1], more]) == [(place_of(records[-1]), detail)]


def test_a_payment_that_nobody_sent_is_named(short_and_over):
    at, _, last = short_and_over
    legs, records = log_of(at)
    found = problems([value for value in legs if value != last], records)
    assert found == [(place_of(records[-1]), "it posts a payment of $3.00, and the table sent none")]


def test_what_is_mended_beyond_what_stood_there_is_named(short_and_over):
    at, _, last = short_and_over
    at.mend(last, "recovered", "1.50")
    legs, records = log_of(at)
    more = changed(records[-1], beyond_mc=usd("2.50"))
    ((place, detail),) = problems(legs, [*records[:-1], more])
    assert place == place_of(last)
    assert detail == "of $3.00 it says that $1.00 is settled, -$0.50 is beyond, $2.50 is recovered"


def test_accounts_that_payments_and_awards_do_not_explain_are_named():
    """A validation that settles $5,234.04 twice is not posted, but its payment says that it moved twice."""
    at = PaidLink()
    claim = at.locked()
    payment = at.pay(claim, "5,234.04")
    at.one(at.table("T1").validates(claim), "award_validated")
    legs, records = log_of(at)
    moved = read_body(read_header(records[-1])).settled
    assert problems(legs, [*records[:-1], changed(records[-1], settled=(*moved, *moved))]) == [
        (place_of(payment), "of $5,234.04 it says that $10,468.08 is settled, -$5,234.04 is beyond"),
        ("meter:HCF", "beyond_entitlement has $5,234.04, and its payments come to -$5,234.04"),
        ("meter:HCF", "payable has -$5,234.04, and its awards come to $0.00"),
    ]

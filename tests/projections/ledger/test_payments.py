"""What payments post, and the rows that say where their cents stand: amounts worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from projections.ledger.payments import STANDING
from tests.projections.ledger.records import LinkRecords, terms
from tests.projections.ledger.test_postings import ONE, SIGNED, posted, problem
from tests.projections.ledger.test_rows import read_model

SHARES = [{"seat": 3, "amount_mc": 60_000}, {"seat": 5, "amount_mc": 60_000}]


def locked(shares: list[dict[str, int]] | None = None) -> LinkRecords:
    """Claim 7 wins 120,000 of 1,000,000: 60,000 for seat 3 and for seat 5."""
    records = LinkRecords()
    records.opens(terms(ONE, 2_300, 500), after={ONE: (1_000_000,)})
    records.locks({ONE: (880_000,)}, 120_000, shares=shares or SHARES)
    return records


def moved(payment_seq: int, amount_mc: int, reason: str = "", seat: int = 3) -> dict[str, Any]:
    return {"payment_seq": payment_seq, "seat": seat, "amount_mc": amount_mc, "reason": reason}


def mends(records: LinkRecords, outcome: str, payment_seq: int = 104, **more: Any) -> None:
    """The payment of record 4 is mended."""
    fields = {
        "table": "T1",
        "payment_seq": payment_seq,
        "claim_seq": 7,
        "seat": 3,
        "meter": ONE,
        "outcome": outcome,
        "beyond_mc": 0,
        "beyond_reason": "",
        "unsettled_mc": 0,
        "house_mc": 0,
        "award_mc": 120_000,
        "validated": True,
        "paid_mc": 0,
        "shares": [],
        "set_against": [],
        "document": "REC-4",
        "signed_by": SIGNED,
        "reason": "as counted",
    }
    records.write("payment_mended", **{**fields, **more})


def rows(records: LinkRecords) -> dict[int, tuple[int, ...]]:
    """By payment: settled, beyond entitlement, recovered, written off, undone."""
    tables = read_model(records.sources(), []).tables
    assert tables["quarantined"] == {}
    found = tables["payments"].values()
    assert all(row.is_whole for row in found)
    return {row.payment_seq: tuple(getattr(row, name) for name in STANDING) for row in found}


def award(records: LinkRecords) -> tuple[str, int, str]:
    """Status, what is paid and what is owed of the award."""
    row = read_model(records.sources(), []).tables["awards"]["HCF", "T1", 7]
    return row.status, row.paid_mc, row.owed


def test_what_settles_a_share_leaves_payable_and_the_rest_stands_beyond_entitlement():
    records = locked()
    records.validates()
    records.pays(75_000, beyond_mc=15_000)
    assert posted(records) == {
        ("payable", ONE, "payment"): (60_000, 0),
        ("beyond_entitlement", ONE, "payment"): (15_000, 0),
        ("paid", ONE, "payment"): (-75_000, 0),
    }
    assert rows(records) == {104: (60_000, 15_000, 0, 0, 0)}
    assert award(records) == ("validated", 60_000, "[[5,60000]]")


def test_a_part_of_a_share_leaves_the_rest_owed_to_that_seat():
    records = locked()
    records.validates()
    records.pays(20_000)
    assert award(records) == ("validated", 20_000, "[[3,40000],[5,60000]]")
    records.pays(40_000)
    records.pays(60_000, seat=5)
    assert award(records) == ("paid", 120_000, "[]")


def test_cash_for_no_award_is_under_no_meter():
    records = locked()
    records.pays(500, claim_seq=99, beyond_mc=500, beyond_reason="no_award", meter="")
    assert posted(records) == {
        ("beyond_entitlement", "", "payment"): (500, 0),
        ("paid", "", "payment"): (-500, 0),
    }
    assert award(records) == ("locked", 0, "[[3,60000],[5,60000]]")


def test_a_validation_sets_what_was_paid_before_against_the_shares():
    records = locked()
    records.pays(75_000, beyond_mc=75_000, beyond_reason="not_validated")
    records.validates(settled=(moved(103, 60_000, "too_much"),))
    assert posted(records) == {
        ("payable", ONE, "set_against"): (60_000, 0),
        ("beyond_entitlement", ONE, "set_against"): (-60_000, 0),
    }
    assert rows(records) == {103: (60_000, 15_000, 0, 0, 0)}
    assert award(records) == ("validated", 60_000, "[[5,60000]]")


def test_a_validation_that_settles_everything_is_the_payment():
    records = locked([{"seat": 3, "amount_mc": 120_000}])
    records.pays(120_000, beyond_mc=120_000, beyond_reason="not_validated")
    records.validates(settled=(moved(103, 120_000),))
    assert award(records) == ("paid", 120_000, "[]")


def test_a_correction_sets_what_was_too_much_against_what_it_adds():
    """Claim 9 won 30,000 after claim 7, and 50,000 without it; 42,000 were paid: 8,000 are owed."""
    records = locked()
    share = [{"seat": 3, "amount_mc": 30_000}]
    records.locks({ONE: (850_000,)}, 30_000, claim_seq=9, shares=share)
    records.validates(9)
    records.pays(42_000, claim_seq=9, beyond_mc=12_000)
    records.returns({ONE: (950_000,)}, 120_000, corrected_mc=20_000, unpaid_mc=120_000)
    records.corrects(9, 30_000, 50_000, {3: 8_000}, 42_000, set_against=(moved(105, 12_000),))
    assert posted(records) == {
        ("payable", ONE, "set_against"): (12_000, 0),
        ("beyond_entitlement", ONE, "set_against"): (-12_000, 0),
    }
    assert rows(records) == {105: (42_000, 0, 0, 0, 0)}
    row = read_model(records.sources(), []).tables["awards"]["HCF", "T1", 9]
    assert (row.status, row.paid_mc, row.owed) == ("locked", 42_000, "[[3,8000]]")


def returned_as_it_stands(records: LinkRecords, **more: Any) -> None:
    """Of 120,000 seat 3 was paid its 60,000; all of it goes back to the meter."""
    fields = {
        "redrawn": False,
        "unpaid_mc": 60_000,
        "beyond_mc": 60_000,
        "payments": (moved(104, 60_000, "award_returned"),),
    }
    records.returns({ONE: (1_000_000,)}, 120_000, **{**fields, **more})


def test_what_was_paid_of_a_returned_award_stands_beyond_entitlement():
    records = locked()
    records.validates()
    records.pays(65_000, beyond_mc=5_000)
    returned_as_it_stands(records)
    assert posted(records) == {
        ("payable", ONE, "return"): (60_000, 0),
        ("beyond_entitlement", ONE, "return"): (60_000, 0),
        ("primary", ONE, "return"): (-120_000, 0),
    }
    assert rows(records) == {104: (0, 65_000, 0, 0, 0)}
    assert award(records) == ("returned", 0, "[]")


def test_what_was_paid_by_payments_that_are_not_remembered_has_a_row_of_its_own():
    records = locked()
    records.validates()
    records.pays(60_000)
    returned_as_it_stands(records, payments=())
    assert rows(records) == {104: (60_000, 0, 0, 0, 0), 0: (-60_000, 60_000, 0, 0, 0)}


def test_the_reseed_of_an_award_that_is_returned_as_it_stands_goes_back_to_the_house():
    records = LinkRecords()
    records.opens(terms(ONE, 2_300, 500), after={ONE: (120_000,)})
    records.locks({ONE: (50_000,)}, 120_000, shares=SHARES, percent_bp=10_000, reseed_mc=50_000)
    records.validates()
    records.pays(60_000)
    records.returns(
        {ONE: (120_000,)},
        120_000,
        redrawn=False,
        unpaid_mc=60_000,
        beyond_mc=60_000,
        reseed_back_mc=50_000,
        payments=(moved(104, 60_000, "award_returned"),),
    )
    assert posted(records) == {
        ("payable", ONE, "return"): (60_000, 0),
        ("beyond_entitlement", ONE, "return"): (60_000, 0),
        ("primary", ONE, "return"): (-70_000, 0),
        ("seed_funding", ONE, "return"): (-50_000, 0),
    }


def overpaid() -> LinkRecords:
    """Seat 3 was paid its 60,000 and 15,000 too much."""
    records = locked()
    records.validates()
    records.pays(75_000, beyond_mc=15_000)
    return records


def test_cash_that_came_back_is_not_paid_any_longer():
    records = overpaid()
    mends(records, "recovered", beyond_mc=10_000, beyond_reason="too_much")
    assert posted(records) == {
        ("paid", ONE, "payment_correction"): (10_000, 0),
        ("beyond_entitlement", ONE, "payment_correction"): (-10_000, 0),
    }
    assert rows(records) == {104: (60_000, 5_000, 10_000, 0, 0)}
    assert award(records) == ("validated", 60_000, "[[5,60000]]")


def test_cash_that_is_written_off_the_house_bears():
    records = overpaid()
    mends(records, "written_off", beyond_mc=15_000, beyond_reason="too_much")
    assert posted(records) == {
        ("house", ONE, "payment_correction"): (15_000, 0),
        ("beyond_entitlement", ONE, "payment_correction"): (-15_000, 0),
    }
    assert rows(records) == {104: (60_000, 0, 0, 15_000, 0)}


def never_happened(records: LinkRecords, **more: Any) -> None:
    shares = [{"seat": 3, "amount_mc": 60_000}, {"seat": 5, "amount_mc": 60_000}]
    fields = {"beyond_mc": 15_000, "beyond_reason": "too_much", "unsettled_mc": 60_000, "shares": shares}
    mends(records, "never_happened", **{**fields, **more})


def test_a_payment_that_never_happened_is_owed_again():
    records = overpaid()
    never_happened(records)
    assert posted(records) == {
        ("paid", ONE, "payment_correction"): (75_000, 0),
        ("beyond_entitlement", ONE, "payment_correction"): (-15_000, 0),
        ("payable", ONE, "payment_correction"): (-60_000, 0),
    }
    assert rows(records) == {104: (0, 0, 0, 0, 75_000)}
    assert award(records) == ("validated", 0, "[[3,60000],[5,60000]]")


def test_another_payment_takes_the_place_of_one_that_never_happened():
    records = overpaid()
    records.pays(50_000, beyond_mc=50_000)
    shares = [{"seat": 3, "amount_mc": 10_000}, {"seat": 5, "amount_mc": 60_000}]
    never_happened(records, shares=shares, paid_mc=50_000, set_against=(moved(105, 50_000),))
    assert posted(records)["payable", ONE, "set_against"] == (50_000, 0)
    assert posted(records)["beyond_entitlement", ONE, "set_against"] == (-50_000, 0)
    assert rows(records) == {104: (0, 0, 0, 0, 75_000), 105: (50_000, 0, 0, 0, 0)}
    assert award(records) == ("validated", 50_000, "[[3,10000],[5,60000]]")


def test_an_award_that_another_payment_settles_whole_stays_paid():
    records = overpaid()
    records.pays(60_000, seat=5)
    records.pays(60_000, beyond_mc=60_000)
    never_happened(records, shares=[], paid_mc=120_000, set_against=(moved(106, 60_000),))
    assert award(records) == ("paid", 120_000, "[]")


def test_an_award_that_was_paid_in_full_is_open_again():
    records = overpaid()
    records.pays(60_000, seat=5)
    assert award(records)[0] == "paid"
    never_happened(records, paid_mc=60_000, shares=[{"seat": 3, "amount_mc": 60_000}])
    assert award(records) == ("validated", 60_000, "[[3,60000]]")


def test_what_the_house_bore_of_a_payment_that_never_happened_it_gets_back():
    records = overpaid()
    never_happened(
        records, house_mc=4_000, shares=[{"seat": 3, "amount_mc": 56_000}, {"seat": 5, "amount_mc": 60_000}]
    )
    assert posted(records)["house", ONE, "payment_correction"] == (-4_000, 0)
    assert posted(records)["payable", ONE, "payment_correction"] == (-56_000, 0)


# --- what does not add up ----------------------------------------------------------------------------------


def parts_that_are_not_the_whole(records: LinkRecords) -> None:
    records.pays(70_000, beyond_mc=15_000, settled_mc=60_000)


def beyond_without_a_reason(records: LinkRecords) -> None:
    records.pays(75_000, beyond_mc=15_000, beyond_reason="")


def a_reason_for_nothing(records: LinkRecords) -> None:
    records.pays(60_000, beyond_reason="too_much")


def more_than_the_seat_is_owed(records: LinkRecords) -> None:
    records.pays(60_001)


def a_seat_without_a_share(records: LinkRecords) -> None:
    records.pays(1, seat=4)


def an_award_that_nobody_knows(records: LinkRecords) -> None:
    records.pays(1, claim_seq=99)


def another_meter(records: LinkRecords) -> None:
    records.pays(1, meter="other")


def a_validation_of_more(records: LinkRecords) -> None:
    records.validates(settled=(moved(103, 30_000), moved(104, 30_001)))


def a_return_of_less_than_is_owed(records: LinkRecords) -> None:
    returned_as_it_stands(records, unpaid_mc=119_999, beyond_mc=1, payments=())


def a_return_of_more_payments_than_was_paid(records: LinkRecords) -> None:
    returned_as_it_stands(records, unpaid_mc=120_000, beyond_mc=0)


def a_redraw_of_what_is_paid(records: LinkRecords) -> None:
    records.returns({ONE: (1_000_000,)}, 120_000, unpaid_mc=120_000, beyond_mc=1)


def a_correction_that_loses_something(records: LinkRecords) -> None:
    records.corrects(7, 120_000, 130_000, {3: 65_000, 5: 64_999})


def other_shares_than_are_owed_again(records: LinkRecords) -> None:
    never_happened(records, beyond_mc=0, beyond_reason="")


def an_award_of_another_sum(records: LinkRecords) -> None:
    records.locks({ONE: (760_000,)}, 120_000, claim_seq=9, shares=SHARES[:1])


@pytest.mark.parametrize(
    ("write", "what"),
    [
        (parts_that_are_not_the_whole, "its parts come to $0.75"),
        (beyond_without_a_reason, "beyond_reason"),
        (a_reason_for_nothing, "beyond_reason"),
        (more_than_the_seat_is_owed, "it settles $0.60001 of seat 3, which is owed $0.60"),
        (a_seat_without_a_share, "seat 4, which is owed $0.00"),
        (an_award_that_nobody_knows, "which is owed $0.00"),
        (another_meter, "it is other, and the award is of progressive"),
        (a_validation_of_more, "it settles $0.60001 of seat 3"),
        (a_return_of_less_than_is_owed, "what is owed of it is $1.20"),
        (a_return_of_more_payments_than_was_paid, "they come to $0.60, and $0.00 was paid"),
        (a_redraw_of_what_is_paid, "beyond_mc"),
        (a_correction_that_loses_something, "$1.29999 of $1.30 is paid or owed"),
        (other_shares_than_are_owed_again, "what is owed comes to $1.80"),
        (an_award_of_another_sum, "its shares come to $0.60"),
    ],
)
def test_a_record_of_cash_that_does_not_add_up_is_not_posted(write, what):
    records = locked()
    records.validates()
    write(records)
    assert what in problem(records)

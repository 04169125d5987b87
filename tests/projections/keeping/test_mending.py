"""Payments that two people mend: never happened, recovered, written off; amounts worked out by hand."""

from __future__ import annotations

import pytest

from events.topics import LINKS
from projections.keeping.keeper import Keeper
from projections.records import Record
from tests.projections.judging import terms, usd
from tests.projections.keeping.test_payments import HCF_AT_5, won_again
from tests.projections.paying import TENTH_OF_IT, PaidLink
from tests.scenario import SIGNED

HOLD_EM = (("royal_flush", "progressive", 10_000), ("straight_flush", "progressive", 1_000))


def overpaid() -> tuple[PaidLink, bytes, bytes]:
    """A link, a claim, and its payment of $10 too much."""
    at = PaidLink()
    claim = at.validated()
    return at, claim, at.pay(claim, "5,244.04", slip="31")


# --- recovered and written off -----------------------------------------------------------------------------


def test_what_came_back_is_cash_again():
    at, _, payment = overpaid()
    mended = at.mend(payment, "recovered")
    assert (mended.outcome, mended.beyond_mc, mended.beyond_reason) == ("recovered", usd("10.00"), "too_much")
    assert at.accounts() == (0, 0, TENTH_OF_IT, 0)
    assert (at.row(payment).recovered_mc, at.row(payment).settled_mc) == (usd("10.00"), TENTH_OF_IT)


def test_what_is_written_off_the_house_bears():
    at, _, payment = overpaid()
    at.mend(payment, "written_off")
    assert at.accounts() == (0, 0, usd("5,244.04"), usd("10.00"))
    assert at.row(payment).written_off_mc == usd("10.00")


def test_a_payment_is_mended_step_by_step():
    at, _, payment = overpaid()
    at.mend(payment, "recovered", "4.00")
    assert at.accounts() == (0, usd("6.00"), usd("5,240.04"), 0)
    assert at.stands(payment) == (TENTH_OF_IT, usd("6.00"), "too_much")
    assert "$6.00 stands beyond entitlement, and $6.01 is more" in at.not_mended(
        payment, "written_off", "6.01"
    )
    at.mend(payment, "written_off", "5.00")
    at.mend(payment, "written_off")
    assert at.accounts() == (0, 0, usd("5,240.04"), usd("6.00"))
    row = at.row(payment)
    assert (row.recovered_mc, row.written_off_mc, row.beyond_mc) == (usd("4.00"), usd("6.00"), 0)


def test_cash_for_no_award_can_be_mended_too():
    at = PaidLink()
    lost = at.table("T1").claims(9, "pair", "HCF")
    at.one(lost, "leg_refused")
    payment = at.pay(lost, "15,000.00", seat=9)
    mended = at.mend(payment, "recovered", "14,000.00")
    assert (mended.meter, mended.award_mc, mended.shares) == ("", 0, ())
    at.mend(payment, "written_off")
    assert at.accounts() == (0, 0, usd("1,000.00"), usd("1,000.00"))


# --- never happened ----------------------------------------------------------------------------------------


def test_a_payment_that_never_happened_leaves_the_share_owed_again():
    at, claim, payment = overpaid()
    assert at.state.awards == {}
    mended = at.mend(payment, "never_happened")
    assert (mended.unsettled_mc, mended.beyond_mc, mended.validated) == (TENTH_OF_IT, usd("10.00"), True)
    assert [(share.seat, share.amount_mc) for share in mended.shares] == [(1, TENTH_OF_IT)]
    assert at.accounts() == (TENTH_OF_IT, 0, 0, 0)
    assert at.row(payment).undone_mc == usd("5,244.04")
    again = at.pay(claim, "5,234.04", slip="31")  # what really happened, on that slip
    assert at.stands(again) == (TENTH_OF_IT, 0, "")
    assert at.accounts() == (0, 0, TENTH_OF_IT, 0)


def test_another_payment_that_was_too_much_settles_what_is_owed_again():
    """Seat 1 had 5,244.04 and then 200: without the first, the second is part of the share."""
    at, _, payment = overpaid()
    second = at.pay(claim_of(at), "200.00")
    assert at.stands(second) == (0, usd("200.00"), "too_much")
    mended = at.mend(payment, "never_happened")
    assert [(each.payment_seq, each.amount_mc, each.reason) for each in mended.set_against] == [
        (at.row(second).payment_seq, usd("200.00"), "")
    ]
    assert at.stands(second) == (usd("200.00"), 0, "")
    assert at.accounts() == (usd("5,034.04"), 0, usd("200.00"), 0)


def claim_of(at: PaidLink) -> bytes:
    """The claim of T1's award."""
    return next(value for value in at.table("T1").recorded if b"progressive_claimed" in value)


def test_one_of_two_payments_that_settled_a_share_is_undone():
    at = PaidLink()
    claim = at.validated(seats=(1, 3))  # $2,617.02 each
    first, second = at.pay(claim, "2,000.00"), at.pay(claim, "617.02")
    at.mend(first, "never_happened")
    assert at.stands(second) == (usd("617.02"), 0, "")
    assert at.accounts() == (usd("4,617.02"), 0, usd("617.02"), 0)
    assert at.stands(at.pay(claim, "3,000.00")) == (usd("2,000.00"), usd("1,000.00"), "too_much")


def test_a_keeper_that_has_just_started_names_the_shares_in_the_same_order():
    at = PaidLink()
    claim = at.validated(seats=(3, 1))  # $2,617.02 each
    payment = at.pay(claim, "1.00", seat=1)
    restarted = Keeper.load(at.court.keepers["HCF"].dump())
    mended = at.mend(payment, "never_happened")
    assert [(share.seat, share.amount_mc) for share in mended.shares] == [
        (1, usd("2,617.02")),
        (3, usd("2,617.02")),
    ]
    value, outputs = at.court.taken["HCF"][-1]
    assert restarted.step(Record(LINKS, 0, restarted.next_offset, "HCF", value)) == outputs


def test_a_payment_before_the_validation_that_never_happened_leaves_nothing():
    at = PaidLink()
    claim = at.locked()
    payment = at.pay(claim, "5,000.00")
    mended = at.mend(payment, "never_happened")
    assert (mended.unsettled_mc, mended.beyond_mc, mended.validated) == (0, usd("5,000.00"), False)
    at.one(at.table("T1").validates(claim), "award_validated")
    assert at.accounts() == (TENTH_OF_IT, 0, 0, 0)


def test_an_award_that_is_long_settled_is_owed_again_and_can_be_paid():
    """Its lock is forgotten, but not what it was: the payment that settled it is remembered."""
    at, claim, payment = overpaid()
    other = at.validated("T2")  # a tenth of $47,106.36
    at.pay(other, "4,710.63")
    at.bets("T1", [1])  # another round: no void can return the award any longer
    assert at.state.locks == {}
    assert at.state.awards == {}
    at.mend(payment, "never_happened")
    assert at.accounts() == (TENTH_OF_IT, 0, usd("4,710.63"), 0)
    ((key, award),) = at.state.awards.items()
    assert (key[0], award.amount_mc, award.owed, award.paid) == ("T1", TENTH_OF_IT, {1: TENTH_OF_IT}, {})
    assert at.stands(at.pay(claim, "5,234.04")) == (TENTH_OF_IT, 0, "")


def test_what_is_owed_again_of_a_corrected_award_is_validated_again():
    """$0.35 was validated and $15,000.80 paid, which is right since the first award was rejected: nothing was
    owed, so nobody looked again. Without that payment $15,000.80 is owed, which nobody has validated."""
    at = PaidLink(HCF_AT_5)
    first, second = won_again(at)
    at.one(at.table("T2").validates(second), "award_validated")
    payment = at.pay(second, "15,000.80", seat=2)
    at.records(at.table("T1").rejects(first))
    assert at.stands(payment) == (usd("15,000.80"), 0, "")
    mended = at.mend(payment, "never_happened")
    assert (mended.award_mc, mended.validated) == (usd("15,000.80"), False)
    again = at.pay(second, "15,000.80", seat=2)
    assert at.stands(again) == (0, usd("15,000.80"), "not_validated")
    assert at.accounts() == (usd("15,000.80"), usd("15,000.80"), usd("15,000.80"), 0)
    at.one(at.table("T2").validates(second), "award_validated")
    assert at.accounts() == (0, 0, usd("15,000.80"), 0)


def test_what_the_house_bore_because_a_later_correction_was_lower_it_gets_back():
    """As a rejection leaves it (§ 647a at $1): $1,000.02 were paid, $900.05 are right, the house bore $99.97.

    Without that payment $900.05 are owed, and the house bears nothing.
    """
    at = PaidLink(
        terms(
            {"progressive": (usd("10,000"), usd("10,000"), 2_100, 0)},
            HOLD_EM,
            usd("1"),
            rulebook="647a@2019-08-31",
        )
    )
    at.bets("T1", [1, 2])
    at.one(at.table("T1").claims(2, "straight_flush", "HCF"), "award_locked")  # $1,000.04
    first = at.table("T1").claims(1, "royal_flush", "HCF")
    at.one(first, "award_locked")
    at.bets("T2", [1])
    second = at.table("T2").claims(1, "straight_flush", "HCF")
    at.one(second, "award_locked")
    at.one(at.table("T2").validates(second), "award_validated")
    payment = at.pay(second, "1,000.02")
    at.records(at.table("T1").rejects(first))
    assert at.accounts() == (usd("1,000.04"), 0, usd("1,000.02"), usd("99.97"))
    mended = at.mend(payment, "never_happened")
    assert (mended.unsettled_mc, mended.house_mc) == (usd("1,000.02"), usd("99.97"))
    assert at.accounts() == (usd("1,900.09"), 0, 0, 0)


def test_a_payment_of_an_award_that_waits_for_its_new_validation_is_undone():
    at = PaidLink(HCF_AT_5)
    first, second = won_again(at)
    at.one(at.table("T2").validates(second), "award_validated")
    payment = at.pay(second, "1.35", seat=2)
    at.records(at.table("T1").rejects(first))
    at.mend(payment, "never_happened")
    assert at.accounts() == (usd("15,000.80"), 0, 0, 0)


# --- refused -----------------------------------------------------------------------------------------------


def test_a_correction_that_two_people_have_not_signed_is_refused():
    at, _, payment = overpaid()
    assert "two people must sign" in at.not_mended(payment, "recovered", signed=SIGNED[:1])
    assert at.accounts() == (0, usd("10.00"), usd("5,244.04"), 0)


def test_a_payment_that_nobody_knows_is_not_mended():
    at, _, payment = overpaid()
    seq = at.row(payment).payment_seq
    reason = at.not_mended(seq + 1, "recovered")
    assert f"the link has no payment {seq + 1} of T1: `pitledger ledger hits` has" in reason
    assert "beyond entitlement" not in reason  # $10.00 of another is
    assert "payment" in at.not_mended(seq, "recovered", table="T2")


def test_what_settles_a_share_is_not_recovered_or_written_off():
    at = PaidLink()
    payment = at.pay(at.validated(), "5,000.00")
    for outcome in ("recovered", "written_off"):
        reason = at.not_mended(payment, outcome)
        assert "nothing of it stands beyond entitlement: $5,000.00 settles the share of seat 1" in reason
        assert "say that the payment never happened" in reason


@pytest.mark.parametrize("outcome", ["recovered", "written_off", "never_happened"])
def test_what_is_mended_is_mended_once(outcome):
    at, _, payment = overpaid()
    at.mend(payment, outcome)
    before = at.accounts()
    for again in ("recovered", "written_off", "never_happened"):
        assert f"payment {at.row(payment).payment_seq} of T1: " in at.not_mended(payment, again)
    assert at.accounts() == before


def test_cash_that_came_back_did_leave():
    at, _, payment = overpaid()
    at.mend(payment, "recovered", "4.00")
    reason = at.not_mended(payment, "never_happened")
    assert "$4.00 of it came back or is written off, so it did happen" in reason
    assert "mend the $6.00 that stands beyond entitlement" in reason


def test_a_payment_that_never_happened_has_no_part():
    at, _, payment = overpaid()
    assert "undone whole: name no amount" in at.not_mended(payment, "never_happened", "1.00")
    assert "nothing would be mended" in at.not_mended(payment, "recovered", "0")

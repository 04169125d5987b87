"""Cash that has moved is a fact: what of a payment settles a share, and what stands beyond entitlement.

Every amount is worked out by hand; `PaidLink` holds keeper, ledger and rows of payments against each other
after every step.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from events.bounds import PAYMENTS_A_LINK
from events.vocabulary.award_records import PaymentMoved
from projections.keeping.keeper import Keeper
from projections.keeping.payments import award_gone, moved_by_return, set_against
from tests.projections.judging import ALL, TENTH, terms, usd
from tests.projections.paying import TENTH_OF_IT, PaidLink, of_type

HCF_AT_5 = terms({"progressive": (usd("150,000"), 0, 2_300, 500)})


# --- part paid, too much, for nothing ----------------------------------------------------------------------


def test_a_payment_of_less_settles_so_much_and_the_rest_stays_owed():
    """The case that was seen: $5,233.04 paid of $5,234.04 stood in no book."""
    at = PaidLink()
    claim = at.validated()
    payment = at.pay(claim, "5,233.04")
    assert at.stands(payment) == (usd("5,233.04"), 0, "")
    assert at.accounts() == (usd("1.00"), 0, usd("5,233.04"), 0)
    assert at.stands(at.pay(claim, "1.00")) == (usd("1.00"), 0, "")
    assert at.accounts() == (0, 0, TENTH_OF_IT, 0)
    assert at.state.awards == {}


def test_what_is_paid_above_the_share_stands_beyond_entitlement():
    at = PaidLink()
    claim = at.validated()
    payment = at.pay(claim, "5,235.04")
    assert at.stands(payment) == (TENTH_OF_IT, usd("1.00"), "too_much")
    assert at.accounts() == (0, usd("1.00"), usd("5,235.04"), 0)
    assert at.stands(at.pay(claim, "5,234.04")) == (0, TENTH_OF_IT, "too_much")
    assert at.accounts() == (0, usd("5,235.04"), usd("10,469.08"), 0)


def test_cash_for_a_claim_that_was_refused_stands_beyond_entitlement():
    """The case that was seen: $15,000 paid on a refused claim was nowhere."""
    at = PaidLink()
    at.bets("T1", [1])
    claim = at.table("T1").claims(2, TENTH, "HCF")  # seat 2 has no wager
    at.one(claim, "leg_refused")
    payment = at.pay(claim, "15,000.00", seat=2)
    assert at.stands(payment) == (0, usd("15,000.00"), "no_award")
    assert at.row(payment).meter == ""
    assert at.accounts() == (0, usd("15,000.00"), usd("15,000.00"), 0)
    assert at.counted.by_meter("beyond_entitlement") == {"": usd("15,000.00")}


def test_a_seat_without_a_share_is_owed_nothing():
    at = PaidLink()
    claim = at.validated(seats=(1, 3))
    assert at.stands(at.pay(claim, "2,617.02", seat=2)) == (0, usd("2,617.02"), "no_award")
    assert at.stands(at.pay(claim, "2,617.02", seat=3)) == (usd("2,617.02"), 0, "")
    assert at.accounts() == (usd("2,617.02"), usd("2,617.02"), usd("5,234.04"), 0)


@pytest.mark.cites("58 Pa. Code §§ 678a.11(e)(3)(iv), 647a.11(i)(4), 647a.11(j)(3)")
@pytest.mark.parametrize("source", ["table_inventory", "game_account"])
@pytest.mark.parametrize("validated", [False, True])
def test_a_percentage_is_not_settled_from_the_table_inventory_or_by_a_game_account(source, validated):
    at = PaidLink()
    claim = at.validated() if validated else at.locked()
    payment = at.pay(claim, "5,234.04", paid_from=source)
    if not validated:
        at.one(at.table("T1").validates(claim), "award_validated")
    assert at.stands(payment) == (0, TENTH_OF_IT, "wrong_source")
    assert at.accounts() == (TENTH_OF_IT, TENTH_OF_IT, TENTH_OF_IT, 0)


def test_a_payment_of_nothing_moves_nothing():
    at = PaidLink()
    claim = at.validated()
    assert at.stands(at.pay(claim, "0")) == (0, 0, "")
    assert at.accounts() == (TENTH_OF_IT, 0, 0, 0)


def test_a_link_that_is_closed_or_given_up_posts_cash_all_the_same():
    at = PaidLink()
    claim = at.validated()
    at.records(at.link.closes())
    assert at.stands(at.pay(claim, "5,000.00")) == (usd("5,000.00"), 0, "")
    assert at.stands(at.pay(claim, "300.00")) == (usd("234.04"), usd("65.96"), "too_much")
    at.records(at.link.adjusts(-usd("47,106.36")))
    at.one(at.link.retires(), "meter_retired")  # which waits for no cash beyond entitlement
    late = at.pay(claim, "1.00")
    assert at.stands(late) == (0, usd("1.00"), "too_much")
    at.mend(late, "recovered")
    assert at.accounts() == (0, usd("65.96"), usd("5,300.00"), -usd("47,106.36"))


def test_a_day_closes_whatever_stands_beyond_entitlement():
    at = PaidLink()
    at.pay(at.validated(), "6,000.00")
    day = at.table("T1").day
    assert at.one(at.table("T1").ends_day(["HCF"]), "meter_day_closed").day == day


# --- before the validation ---------------------------------------------------------------------------------


def test_what_was_paid_before_the_validation_settles_the_share_with_it():
    at = PaidLink()
    claim = at.locked()
    early = at.pay(claim, "5,234.04")
    assert at.stands(early) == (0, TENTH_OF_IT, "not_validated")
    assert at.accounts() == (TENTH_OF_IT, TENTH_OF_IT, TENTH_OF_IT, 0)
    at.one(at.table("T1").validates(claim), "award_validated")
    assert at.stands(early) == (TENTH_OF_IT, 0, "")
    assert at.accounts() == (0, 0, TENTH_OF_IT, 0)
    assert at.state.awards == {}


def test_of_payments_before_the_validation_the_first_settle_and_the_rest_is_too_much():
    """Two seats share: $2,617.02 each. Seat 1 had 2,000 and 700, seat 3 had 3,000, seat 2 none: no share."""
    at = PaidLink()
    claim = at.locked(seats=(1, 3))
    first, second = at.pay(claim, "2,000.00"), at.pay(claim, "700.00")
    third, nobody = at.pay(claim, "3,000.00", seat=3), at.pay(claim, "10.00", seat=2)
    again = at.pay(claim, "50.00")
    validated = at.one(at.table("T1").validates(claim), "award_validated")
    assert at.stands(first) == (usd("2,000.00"), 0, "")
    assert at.stands(second) == (usd("617.02"), usd("82.98"), "too_much")
    assert at.stands(third) == (usd("2,617.02"), usd("382.98"), "too_much")
    assert at.stands(again) == (0, usd("50.00"), "too_much")
    assert at.stands(nobody) == (0, usd("10.00"), "no_award")
    moved = [(each.seat, each.amount_mc, each.reason) for each in validated.settled]
    assert moved == [
        (1, usd("2,000.00"), ""),
        (1, usd("617.02"), "too_much"),
        (3, usd("2,617.02"), "too_much"),
        (1, 0, "too_much"),
    ]
    assert at.accounts() == (0, usd("525.96"), usd("5,760.00"), 0)


def test_a_validation_that_nothing_was_paid_before_settles_nothing():
    at = PaidLink()
    at.validated()
    (validated,) = of_type(at, "award_validated")
    assert validated.settled == ()


# --- slips -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("again", ["HP-31", "hp-31", " HP - 31 ", "H\u200bP\u201131"])
def test_the_same_slip_is_the_same_cash_however_it_is_written(again):
    at = PaidLink()
    claim = at.validated()
    payment = at.pay(claim, "5,000.00", slip="HP-31")
    seq = at.row(payment).payment_seq
    before = at.accounts()
    value = at.table("T1").pays(claim, usd("5,000.00"), seat=1, slip=again)
    refused = at.one(value, "leg_refused")
    assert (refused.attempted, refused.claim_seq) == ("payment", at.row(payment).claim_seq)
    assert f"payment {seq} of T1, $5,000.00 to seat 1" in refused.reason
    assert "nothing is posted" in refused.reason
    assert "with a slip of its own" in refused.reason
    assert at.accounts() == before


def test_a_slip_is_known_at_every_table_of_the_link_and_for_every_award():
    at = PaidLink()
    at.pay(at.validated(), "5,000.00", slip="31")
    other = at.validated("T2")
    value = at.table("T2").pays(other, usd("1.00"), seat=1, slip="31")
    assert "of T1" in at.one(value, "leg_refused").reason


@pytest.mark.parametrize("slip", ["", "  ", "\u200b"])
def test_without_a_slip_every_payment_is_cash(slip):
    at = PaidLink()
    claim = at.validated()
    at.pay(claim, "5,000.00", slip=slip)
    assert at.stands(at.pay(claim, "5,000.00", slip=slip)) == (usd("234.04"), usd("4,765.96"), "too_much")


def test_another_slip_is_other_cash():
    at = PaidLink()
    claim = at.validated()
    at.pay(claim, "5,234.04", slip="31")
    assert at.stands(at.pay(claim, "5,234.04", slip="32")) == (0, TENTH_OF_IT, "too_much")


# --- an award that is corrected ----------------------------------------------------------------------------


def won_again(at: PaidLink) -> tuple[bytes, bytes]:
    """T1 wins all of $150,005.75; of what begins again T2 wins a tenth of $3.55: $0.35. Both claims."""
    at.bets("T1", [1, 2, 3, 4, 5])
    first = at.table("T1").claims(3, ALL, "HCF")
    at.one(first, "award_locked")
    at.bets("T2", [1, 2])
    second = at.table("T2").claims(2, TENTH, "HCF")
    assert at.one(second, "award_locked").amount_mc == usd("0.35")
    return first, second


def test_what_was_too_much_is_set_against_what_a_correction_adds():
    """The right tenth is $15,000.80. Of $1.35 that were paid $0.35 had settled it, $1 was too much."""
    at = PaidLink(HCF_AT_5)
    first, second = won_again(at)
    at.one(at.table("T2").validates(second), "award_validated")
    payment = at.pay(second, "1.35", seat=2)
    assert at.stands(payment) == (usd("0.35"), usd("1.00"), "too_much")
    _, (type_, corrected) = at.records(at.table("T1").rejects(first))
    assert (type_, corrected.amount_mc, corrected.paid_mc) == (
        "award_corrected",
        usd("15,000.80"),
        usd("1.35"),
    )
    assert [(share.seat, share.amount_mc) for share in corrected.shares] == [(2, usd("14,999.45"))]
    assert at.stands(payment) == (usd("1.35"), 0, "")
    assert at.accounts() == (usd("14,999.45"), 0, usd("1.35"), 0)


def test_what_was_paid_for_a_refused_claim_is_not_set_against_anything():
    at = PaidLink(HCF_AT_5)
    first, second = won_again(at)
    nobody = at.pay(second, "1.00", seat=1)
    rack = at.pay(second, "1.00", seat=2, paid_from="table_inventory")
    at.records(at.table("T1").rejects(first))
    at.one(at.table("T2").validates(second), "award_validated")
    assert at.stands(nobody) == (0, usd("1.00"), "no_award")
    assert at.stands(rack) == (0, usd("1.00"), "wrong_source")
    assert at.accounts() == (usd("15,000.80"), usd("2.00"), usd("2.00"), 0)


def test_what_was_paid_before_the_validation_waits_for_it_whatever_a_correction_adds():
    """$1 for an award of $0.35 that nobody has validated; the right tenth is $15,000.80."""
    at = PaidLink(HCF_AT_5)
    first, second = won_again(at)
    early = at.pay(second, "1.00", seat=2)
    at.records(at.table("T1").rejects(first))
    assert at.stands(early) == (0, usd("1.00"), "not_validated")
    assert at.accounts() == (usd("15,000.80"), usd("1.00"), usd("1.00"), 0)
    at.one(at.table("T2").validates(second), "award_validated")
    assert at.stands(early) == (usd("1.00"), 0, "")
    assert at.accounts() == (usd("14,999.80"), 0, usd("1.00"), 0)


def test_where_a_correction_leaves_nothing_to_validate_what_was_paid_early_is_too_much():
    at = PaidLink()
    claim = at.locked()
    early = at.pay(claim, "3.00")
    ((key, award),) = at.state.awards.items()
    seq = at.row(early).payment_seq
    settled = replace(award, owed={}, paid={1: award.amount_mc})
    assert set_against(at.state, key, settled) == (
        PaymentMoved(payment_seq=seq, seat=1, amount_mc=0, reason="too_much"),
    )
    assert set_against(at.state, key, award) == ()


# --- an award that is returned -----------------------------------------------------------------------------


def test_cash_for_an_award_that_is_rejected_before_its_validation_is_for_a_returned_award():
    at = PaidLink()
    claim = at.locked()
    early = at.pay(claim, "5,234.04")
    returned = at.one(at.table("T1").rejects(claim), "award_returned")
    assert (returned.redrawn, returned.unpaid_mc, returned.beyond_mc) == (True, TENTH_OF_IT, 0)
    assert at.stands(early) == (0, TENTH_OF_IT, "award_returned")
    assert at.accounts() == (0, TENTH_OF_IT, TENTH_OF_IT, 0)
    late = at.pay(claim, "1.00")
    assert at.stands(late) == (0, usd("1.00"), "no_award")


def test_an_award_that_is_rejected_after_part_of_it_was_paid_goes_back_whole():
    """$5,234.04, of which $2,000 was paid, and $10 to a seat without a share."""
    at = PaidLink()
    claim = at.validated()
    part, nobody = at.pay(claim, "2,000.00"), at.pay(claim, "10.00", seat=4)
    returned = at.one(at.table("T1").rejects(claim), "award_returned")
    assert (returned.redrawn, returned.unpaid_mc, returned.beyond_mc) == (
        False,
        usd("3,234.04"),
        usd("2,000.00"),
    )
    assert at.stands(part) == (0, usd("2,000.00"), "award_returned")
    assert at.stands(nobody) == (0, usd("10.00"), "no_award")
    assert at.accounts() == (0, usd("2,010.00"), usd("2,010.00"), 0)
    assert at.shown() == (usd("52,340.40"), 0)
    at.mend(part, "never_happened")  # nothing is owed again: the award is gone
    at.mend(nobody, "written_off")
    assert at.accounts() == (0, 0, usd("10.00"), usd("10.00"))


def test_what_was_paid_of_an_award_that_is_gone_stands_beyond_entitlement():
    """Of $5,234.04 for two seats, seat 1 was paid its half and $10, seat 3 $100; the rack gave $5."""
    at = PaidLink()
    claim = at.validated(seats=(1, 3))
    first, second = at.pay(claim, "2,627.02"), at.pay(claim, "100.00", seat=3)
    rack = at.pay(claim, "5.00", seat=3, paid_from="table_inventory")
    ((key, award),) = at.state.awards.items()
    assert award.paid_mc == usd("2,717.02")
    moved = {each.payment_seq: (each.amount_mc, each.reason) for each in moved_by_return(at.state, key)}
    assert moved == {
        at.row(first).payment_seq: (usd("2,617.02"), "award_returned"),
        at.row(second).payment_seq: (usd("100.00"), "award_returned"),
    }
    state = award_gone(at.state, key)
    assert state.awards == state.settled == state.forgotten == {}
    standing = [(each.settled_mc, each.beyond_mc, each.reason) for each in state.payments.values()]
    assert standing == [
        (0, usd("2,627.02"), "award_returned"),
        (0, usd("100.00"), "award_returned"),
        (0, usd("5.00"), "wrong_source"),
    ]
    assert at.stands(rack)[1] == usd("5.00")


def test_what_is_not_remembered_of_an_award_that_is_gone_stands_there_too():
    at = PaidLink()
    claim = at.validated()
    at.pay(claim, "34.04")
    ((key, _),) = at.state.awards.items()
    state = award_gone(replace(at.state, payments={}), key)
    assert (state.awards, state.forgotten) == ({}, {"progressive": usd("34.04")})


# --- what a link remembers ---------------------------------------------------------------------------------


def test_of_more_payments_than_a_link_remembers_settled_ones_are_forgotten_first():
    at = PaidLink()
    claim = at.validated()
    kept = at.pay(claim, "5,300.00", slip="first")
    small = at.validated("T2")
    oldest = at.pay(small, "0.01", slip="second")
    for _ in range(PAYMENTS_A_LINK - 1):
        at.pay(small, "0.01")
    assert len(at.state.payments) == PAYMENTS_A_LINK
    assert ("T1", at.row(kept).payment_seq) in at.state.payments
    assert ("T2", at.row(oldest).payment_seq) not in at.state.payments
    assert at.state.forgotten == {}
    value = at.table("T1").pays(claim, 1, seat=1, slip="first")
    assert "first is that of payment" in at.one(value, "leg_refused").reason


def test_where_all_stand_beyond_entitlement_the_oldest_is_forgotten_and_mended_as_payment_0():
    """257 payments of $2 for no award, and one of $3 that is too much: the first two are forgotten."""
    at = PaidLink()
    at.pay(at.validated(), "5,237.04")  # $3 too much, on the meter
    lost = at.table("T1").claims(9, TENTH, "HCF")
    at.one(lost, "leg_refused")
    first = at.pay(lost, "2.00", seat=9, slip="a")
    for _ in range(PAYMENTS_A_LINK):
        at.pay(lost, "2.00", seat=9)
    assert at.state.forgotten == {"progressive": usd("3.00"), "": usd("2.00")}
    assert at.accounts()[1] == usd("517.00")  # 257 · 2 + 3
    reason = at.not_mended(first, "written_off")
    assert "is not among the payments that the link remembers (the last 256" in reason
    assert "$5.00 of others stands beyond entitlement: mend it as payment 0" in reason
    assert "cannot be undone" in at.not_mended(0, "never_happened")
    assert "$5.00 stands beyond entitlement, and $5.01 is more" in at.not_mended(0, "recovered", "5.01")
    assert at.mend(0, "recovered", "1.00").meter == ""
    (one, other) = at.records(at.link.mends(0, "written_off"))
    assert [(body.meter, body.beyond_mc) for _, body in (one, other)] == [
        ("", usd("1.00")),
        ("progressive", usd("3.00")),
    ]
    assert at.accounts()[1] == usd("512.00")
    assert at.accounts()[3] == usd("4.00")
    assert "nothing stands beyond entitlement of payments" in at.not_mended(0, "recovered")


@pytest.mark.parametrize("restarts", [False, True])
def test_a_keeper_that_has_just_started_forgets_the_same_payment(restarts):
    """T2 was paid before T1, and its payment is the older one whatever the tables are called."""
    at = PaidLink()
    first, second = at.validated("T2"), at.validated("T1")
    older, newer = at.pay(first, "0.01", slip="older"), at.pay(second, "0.01", slip="newer")
    for _ in range(PAYMENTS_A_LINK - 1):
        at.pay(second, "0.01")
        if restarts:
            at.court.keepers["HCF"] = Keeper.load(at.court.keepers["HCF"].dump())
    assert ("T2", at.row(older).payment_seq) not in at.state.payments
    assert ("T1", at.row(newer).payment_seq) in at.state.payments


def test_the_state_of_a_link_stays_small_however_much_is_paid():
    at = PaidLink()
    claims = [at.validated(f"T{n}") for n in range(2, 12)]
    sizes = []
    for n in range(3 * PAYMENTS_A_LINK):
        slip = f"{n:04d}".ljust(64, "x")
        at.pay(claims[n % 10], "0.03", slip=slip)
        sizes.append(len(at.court.keepers["HCF"].dump()))
    assert max(sizes[PAYMENTS_A_LINK:]) - min(sizes[PAYMENTS_A_LINK:]) < 2_000
    dumped = at.court.keepers["HCF"].dump()
    assert len(dumped) < 64 * 1024
    assert Keeper.load(dumped).dump() == dumped

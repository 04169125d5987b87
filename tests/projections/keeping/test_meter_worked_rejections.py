"""Awards that were refused after others had been locked on the same meter, by hand (DESIGN.md)."""

import pytest

from tests.projections.judging import ALL, TENTH, OneLink, terms, usd

HCF_AT_5 = terms({"progressive": (usd("150,000"), 0, 2_300, 500)})
HOLD_EM_AT_1 = terms(
    {"progressive": (usd("10,000"), usd("10,000"), 2_100, 0)},
    (("royal_flush", "progressive", 10_000), ("straight_flush", "progressive", 1_000)),
    usd("1"),
    rulebook="647a@2019-08-31",
)
TURN = pytest.mark.reg("58 Pa. Code § 678a.12(d)(4)")


def reseeded_and_won_again(hand):
    """T1 wins all of it, the meter begins again, T2 wins by `hand`; the two claims and the second award."""
    at = OneLink(HCF_AT_5)
    at.bets("T1", [1, 2, 3, 4, 5])  # $5.75 and $1.25
    first, award = at.wins("T1", 3, ALL)
    assert award.amount_mc == usd("150,005.75")
    at.bets("T2", [1, 2])  # $2.30 and $0.50: the meter has $1.25 + $2.30
    assert at.shown() == (usd("3.55"), usd("0.50"))
    second, award = at.wins("T2", 2, hand)
    return at, first, second, award


@TURN
def test_a_rejection_restores_the_meter_and_decides_the_unpaid_second_award_again():
    at, first, second, award = reseeded_and_won_again(TENTH)
    assert award.amount_mc == usd("0.35")
    assert at.shown() == (usd("3.20"), usd("0.50"))
    returned, (corrected,) = at.rejects("T1", first)
    # Without the first award $150,005.75 + $2.30 stand on the meter: a tenth is $15,000.805.
    assert (returned.amount_mc, returned.reseed_back_mc) == (usd("150,005.75"), 0)
    assert (returned.corrected_mc, returned.house_mc) == (usd("15,000.45"), 0)
    assert (corrected.table, corrected.before_mc, corrected.amount_mc) == (
        "T2",
        usd("0.35"),
        usd("15,000.80"),
    )
    assert [(s.seat, s.amount_mc) for s in corrected.shares] == [(2, usd("15,000.80"))]
    assert (corrected.paid_mc, corrected.because_table) == (0, "T1")
    assert at.shown() == (usd("135,007.25"), usd("1.75"))
    at.validates("T2", second)
    assert at.cash("T2", second, 2, usd("0.35")) == (usd("0.35"), 0, "")
    assert at.cash("T2", second, 2, usd("15,000.80")) == (usd("15,000.45"), usd("0.35"), "too_much")
    assert at.court.refusal("HCF", at.table("T1").validates(first))[0] == "validation"


@TURN
def test_a_second_award_that_was_paid_stays_paid_and_what_is_missing_is_owed():
    at, first, second, _ = reseeded_and_won_again(TENTH)
    at.validates("T2", second)
    at.pays("T2", second, 2, usd("0.35"))
    returned, (corrected,) = at.rejects("T1", first)
    assert (returned.corrected_mc, returned.house_mc) == (usd("15,000.45"), 0)
    assert (corrected.before_mc, corrected.amount_mc, corrected.paid_mc) == (
        usd("0.35"),
        usd("15,000.80"),
        usd("0.35"),
    )
    assert [(s.seat, s.amount_mc) for s in corrected.shares] == [(2, usd("15,000.45"))]
    assert at.shown() == (usd("135,007.25"), usd("1.75"))
    at.validates("T2", second)
    assert at.cash("T2", second, 2, usd("15,000.45")) == (usd("15,000.45"), 0, "")
    assert at.cash("T2", second, 2, usd("15,000.45")) == (0, usd("15,000.45"), "too_much")


@TURN
@pytest.mark.parametrize("validated", [False, True])
def test_a_second_award_of_the_whole_reseeded_meter_becomes_one_of_the_whole_first_meter(validated):
    at, first, second, award = reseeded_and_won_again(ALL)
    assert (award.amount_mc, award.reserve_moved_mc) == (usd("3.55"), usd("0.50"))
    assert at.shown() == (usd("0.50"), 0)
    if validated:
        at.validates("T2", second)
    returned, (corrected,) = at.rejects("T1", first)
    assert returned.amount_mc == usd("150,005.75")
    assert corrected.amount_mc == usd("150,008.05")
    assert at.shown() == (usd("1.75"), 0)  # the reserves of both: $1.25 and $0.50
    at.validates("T2", second)  # of another amount: validated again, or for the first time
    at.pays("T2", second, 2, usd("150,008.05"))


def test_wagers_after_both_awards_stay_on_the_meter():
    at, first, _, _ = reseeded_and_won_again(ALL)
    at.bets("T3", [1, 2, 3, 4])  # $4.60 and $1.00
    at.rejects("T1", first)
    assert at.shown() == (usd("6.35"), usd("1.00"))  # $1.75 + $4.60


@pytest.mark.parametrize("paid", [False, True])
def test_where_the_right_amount_is_lower_the_house_bears_what_was_paid_too_much(paid):
    """The meter had been below the reseed: the later award is smaller without the reseed."""
    at = OneLink(HOLD_EM_AT_1)
    at.bets("T1", [1, 2])  # $0.42
    assert at.wins("T1", 2, "straight_flush")[1].amount_mc == usd("1,000.04")
    first, award = at.wins("T1", 1, "royal_flush")
    assert award.amount_mc == usd("9,000.38")
    at.bets("T2", [1])  # $0.21 on the reseed of $10,000
    second, award = at.wins("T2", 1, "straight_flush")
    assert award.amount_mc == usd("1,000.02")
    assert at.shown() == (usd("9,000.19"), 0)
    if paid:
        at.validates("T2", second)
        at.pays("T2", second, 1, usd("1,000.02"))
    returned, corrected = at.rejects("T1", first)
    # $9,000.38 + $0.21 = $9,000.59: a tenth is $900.05, and $8,100.54 stay.
    assert at.shown() == (usd("8,100.54"), 0)
    assert (returned.amount_mc, returned.reseed_back_mc) == (usd("9,000.38"), usd("10,000"))
    assert [(c.before_mc, c.amount_mc) for c in corrected] == [(usd("1,000.02"), usd("900.05"))]
    if paid:
        assert (returned.corrected_mc, returned.house_mc) == (0, usd("99.97"))
        assert sum(share.amount_mc for share in corrected[0].shares) == 0
        assert at.cash("T2", second, 1, usd("900.05")) == (0, usd("900.05"), "too_much")
    else:
        assert (returned.corrected_mc, returned.house_mc) == (-usd("99.97"), 0)
        at.validates("T2", second)
        at.pays("T2", second, 1, usd("900.05"))


def test_three_awards_in_a_row_and_the_middle_one_rejected():
    at = OneLink(HCF_AT_5)
    at.bets("T1", [1, 2, 3])  # $3.45
    assert at.wins("T1", 3, TENTH)[1].amount_mc == usd("15,000.34")  # of $150,003.45
    middle, award = at.wins("T1", 2, TENTH)
    assert award.amount_mc == usd("13,500.31")  # of $135,003.11
    _, award = at.wins("T1", 1, TENTH)
    assert award.amount_mc == usd("12,150.28")  # of $121,502.80
    assert at.shown() == (usd("109,352.52"), usd("0.75"))
    returned, (corrected,) = at.rejects("T1", middle)
    assert (corrected.before_mc, corrected.amount_mc) == (usd("12,150.28"), usd("13,500.31"))
    assert (returned.amount_mc, returned.corrected_mc) == (usd("13,500.31"), usd("1,350.03"))
    assert at.shown() == (usd("121,502.80"), usd("0.75"))  # $135,003.11 - $13,500.31


def test_two_rejections_one_after_the_other_leave_what_the_third_alone_would_have_left():
    at = OneLink(HCF_AT_5)
    at.bets("T1", [1, 2, 3])
    first, _ = at.wins("T1", 3, ALL)
    second, _ = at.wins("T1", 2, ALL)
    third, award = at.wins("T1", 1, TENTH)
    assert award.amount_mc == 0  # nothing was left
    at.rejects("T1", second)
    _, (corrected,) = at.rejects("T1", first)
    assert corrected.amount_mc == usd("15,000.34")
    assert at.shown() == (usd("135,003.11"), usd("0.75"))
    at.validates("T1", third)
    at.pays("T1", third, 1, usd("15,000.34"))


def test_a_rejection_on_one_tier_leaves_the_others_alone():
    meters = {
        "mega": (usd("10,000"), usd("10,000"), 1_100, 0),
        "major": (usd("1,000"), usd("1,000"), 1_000, 0),
    }
    awards = (("royal_flush", "mega", 10_000), ("straight_flush", "major", 10_000))
    at = OneLink(terms(meters, awards, usd("1"), rulebook="647a@2019-08-31", paytable="B"))
    at.bets("T1", [1, 2])  # $0.22 and $0.20
    mega, _ = at.wins("T1", 2, "royal_flush")
    at.wins("T1", 1, "straight_flush")
    returned, corrected = at.rejects("T1", mega)
    assert (returned.meter, returned.amount_mc, corrected) == ("mega", usd("10,000.22"), [])
    assert (at.shown("mega"), at.shown("major")) == ((usd("10,000.22"), 0), (usd("1,000"), 0))


def test_shares_of_a_dealers_hand_are_divided_again():
    awards = (("royal_flush", "five_card", 10_000), ("straight_flush", "five_card", 1_000))
    given = terms({"five_card": (usd("10,000"), 0, 1_300, 800)}, awards, usd("1"), wager="fchb_dealer")
    at = OneLink(given)
    at.bets("T1", [1, 2, 3], "fchb_dealer")  # $0.39 and $0.24
    first, _ = at.wins("T1", 3, "royal_flush", wager="fchb_dealer", sharing=(3, 2, 1))
    # $10,000.39 / 3 = $3,333.46 each; $0.01 stays, and $0.24 of the reserve: $0.25.
    assert at.shown("five_card") == (usd("0.25"), 0)
    at.bets("T2", [1, 2, 3], "fchb_dealer")  # $0.39 and $0.24
    second, award = at.wins("T2", 3, "royal_flush", wager="fchb_dealer", sharing=(3, 2, 1))
    assert [share.amount_mc for share in award.shares] == [usd("0.21")] * 3  # of $0.64
    at.validates("T2", second)
    at.pays("T2", second, 2, usd("0.21"))
    _, (corrected,) = at.rejects("T1", first)
    # $10,000.78 / 3 = $3,333.59 each and $0.01 stays; seat 2 has had $0.21 of it.
    assert corrected.amount_mc == usd("10,000.77")
    owed = {share.seat: share.amount_mc for share in corrected.shares if share.amount_mc}
    assert owed == {1: usd("3,333.59"), 3: usd("3,333.59"), 2: usd("3,333.38")}
    assert at.shown("five_card") == (usd("0.49"), 0)
    at.validates("T2", second)
    for seat, amount_mc in owed.items():
        at.pays("T2", second, seat, amount_mc)


def test_an_award_of_an_earlier_round_that_was_paid_is_not_rejected():
    at = OneLink(HCF_AT_5)
    at.bets("T1", [1])
    claim, award = at.wins("T1", 1, TENTH)
    at.validates("T1", claim)
    at.pays("T1", claim, 1, award.amount_mc)
    at.bets("T1", [1])
    assert at.court.refusal("HCF", at.table("T1").rejects(claim))[0] == "rejection"


def test_after_a_rejection_the_meter_keeps_what_it_started_from_before():
    """T1's win stands, T2's is taken back: below what T1 left there no void may dig."""
    at = OneLink(terms({"progressive": (usd("1,000"), 0, 1_000, 5_000)}, unit_mc=usd("100")))
    at.bets("T1", [1])
    at.bets("T2", [1])  # $1,020 and $100
    at.wins("T1", 1, ALL)
    assert at.shown() == (usd("100"), 0)  # what the meter starts from
    second, award = at.wins("T2", 1, ALL)
    assert award.amount_mc == usd("100")
    at.rejects("T2", second)
    assert at.shown() == (usd("100"), 0)
    at.bets("T3", [1])  # $10 and $50
    at.bets("T4", [1])  # $10 and $50
    assert at.wins("T4", 1, TENTH)[1].amount_mc == usd("12")
    assert at.shown() == (usd("108"), usd("100"))
    body = at.court.only("HCF", at.table("T3").voids({"HCF": [1]}), "contribution_reversed")
    assert (body.primary_mc, body.reserve_mc, body.house_mc) == (usd("8"), usd("50"), usd("2"))
    assert at.shown() == (usd("100"), usd("50"))


def test_a_void_of_wagers_that_came_after_an_award_that_was_rejected_is_taken_from_the_meter():
    at = OneLink(HCF_AT_5)
    at.bets("T1", [1])
    claim, _ = at.wins("T1", 1, ALL)
    at.bets("T2", [1, 2])  # on the meter that began again
    at.rejects("T1", claim)
    body = at.court.only("HCF", at.table("T2").voids({"HCF": [1, 2]}), "contribution_reversed")
    assert (body.primary_mc, body.reserve_mc, body.house_mc) == (usd("2.30"), usd("0.50"), 0)
    assert at.shown() == (usd("150,001.15"), usd("0.25"))


def test_a_misread_hand_that_was_rejected_may_be_claimed_again_for_what_it_is():
    at = OneLink(HCF_AT_5)
    at.bets("T1", [1])
    claim, _ = at.wins("T1", 1, ALL)
    assert at.court.refusal("HCF", at.table("T1").claims(1, TENTH, "HCF"))[0] == "claim"
    at.rejects("T1", claim)
    assert at.wins("T1", 1, TENTH)[1].amount_mc == usd("15,000.11")  # of $150,001.15


def test_an_award_that_is_validated_may_still_be_rejected_and_those_after_it_are_drawn_again():
    at = OneLink(HCF_AT_5)
    at.bets("T1", [1, 2])  # $150,002.30
    first, _ = at.wins("T1", 2, TENTH)
    at.validates("T1", first)
    _, award = at.wins("T1", 1, TENTH)
    assert award.amount_mc == usd("13,500.20")  # of $135,002.07
    _, (corrected,) = at.rejects("T1", first)
    assert corrected.amount_mc == usd("15,000.23")
    assert at.shown() == (usd("135,002.07"), usd("0.50"))


def test_an_adjustment_on_the_reseeded_meter_does_not_lower_what_the_restored_one_started_from():
    at = OneLink(HCF_AT_5)
    at.bets("T1", [1])  # $1.15 and $0.25
    claim, _ = at.wins("T1", 1, ALL)
    at.court.only("HCF", at.link.adjusts(-usd("0.10")), "meter_adjusted")  # of the reserve that moved
    at.rejects("T1", claim)
    assert at.shown() == (usd("150,001.05"), usd("0.25"))
    at.bets("T2", [1, 2])  # $2.30 and $0.50
    assert at.wins("T2", 1, TENTH)[1].amount_mc == usd("15,000.33")  # of $150,003.35
    body = at.court.only("HCF", at.table("T2").voids({"HCF": [2]}), "contribution_reversed")
    assert (body.primary_mc, body.reserve_mc, body.house_mc) == (0, usd("0.25"), usd("1.15"))
    assert at.shown() == (usd("135,003.02"), usd("0.50"))

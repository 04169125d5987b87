"""High Card Flush by hand, to the cent: 58 Pa. Code § 678a.12(d) as codified, and as proposed in 2015."""

import pytest

from tests.amounts import dollars
from tests.projections.judging import ALL, TENTH, OneLink, terms, usd

AWARDS = pytest.mark.reg("58 Pa. Code § 678a.12(d)(1)")
RATES = pytest.mark.reg("58 Pa. Code § 678a.12(d)(3)")
TURN = pytest.mark.reg("58 Pa. Code § 678a.12(d)(4)")
VOIDS = pytest.mark.reg("58 Pa. Code § 678a.13")

AT_5 = terms({"progressive": (usd("150,000"), 0, 2_300, 500)})
"""$30,000 for 1 at $5; reseed nothing; 23 % and 5 %. Paytables A and B have the same meter."""
AT_1 = terms({"progressive": (usd("30,000"), 0, 2_300, 500)}, unit_mc=dollars(1))


@AWARDS
@RATES
@pytest.mark.parametrize("paytable", ["A", "B"])
def test_a_thousand_wagers_of_five_dollars_then_a_tenth_then_all_of_it(paytable):
    at = OneLink(AT_5 | {"paytable": paytable})
    assert at.shown() == (usd("150,000"), 0)
    at.wagers(1_000)  # $5,000 staked: 23 % are $1,150, 5 % are $250
    assert at.shown() == (usd("151,150"), usd("250"))
    _, tenth = at.wins("T9", 5, TENTH)
    assert tenth.amount_mc == usd("15,115")
    assert at.shown() == (usd("136,035"), usd("250"))
    _, everything = at.wins("T9", 4, ALL)
    assert (everything.meter_before_mc, everything.amount_mc) == (usd("136,035"), usd("136,035"))
    assert (everything.reseed_mc, everything.reserve_moved_mc) == (0, usd("250"))
    assert at.shown() == (usd("250"), 0)
    at.bets("T9", [1, 2, 3])  # $15: $3.45 and $0.75
    assert at.shown() == (usd("253.45"), usd("0.75"))
    _, small = at.wins("T9", 1, TENTH)
    assert small.amount_mc == usd("25.34")  # a tenth is $25.345: floored, half a cent stays
    assert at.shown() == (usd("228.11"), usd("0.75"))


@AWARDS
@RATES
@pytest.mark.parametrize("paytable", ["A", "B"])
def test_a_thousand_wagers_of_one_dollar(paytable):
    at = OneLink(AT_1 | {"paytable": paytable})
    assert at.shown() == (usd("30,000"), 0)
    at.wagers(1_000)  # $1,000: $230 and $50
    assert at.shown() == (usd("30,230"), usd("50"))
    assert at.wins("T9", 3, TENTH)[1].amount_mc == usd("3,023")
    assert at.wins("T9", 2, ALL)[1].amount_mc == usd("27,207")
    assert at.shown() == (usd("50"), 0)


@TURN
def test_three_winners_of_a_round_and_one_at_another_table_each_get_what_is_left():
    """Counterclockwise from the dealer's right: seat 6, then 4, then 2; the other table comes last."""
    at = OneLink(AT_1)
    at.bets("T1", [2, 4, 6])  # $0.69 and $0.15
    at.bets("T2", [1])  # $0.23 and $0.05
    assert at.shown() == (usd("30,000.92"), usd("0.20"))
    assert at.wins("T1", 6, TENTH)[1].amount_mc == usd("3,000.09")  # of $30,000.92
    assert at.wins("T1", 4, TENTH)[1].amount_mc == usd("2,700.08")  # of $27,000.83: 2,700.083
    assert at.shown() == (usd("24,300.75"), usd("0.20"))
    assert at.wins("T1", 2, ALL)[1].amount_mc == usd("24,300.75")
    assert at.shown() == (usd("0.20"), 0)
    assert at.wins("T2", 1, ALL)[1].amount_mc == usd("0.20")
    assert at.shown() == (0, 0)


@TURN
def test_the_amount_is_that_of_the_turn_though_wagers_come_in_before_it_is_validated_and_paid():
    at = OneLink(AT_5)
    at.bets("T1", [1, 2])  # $2.30
    claim, award = at.wins("T1", 2, ALL)
    at.bets("T2", [1, 2, 3, 4])  # $4.60 and $1.00
    assert award.amount_mc == usd("150,002.30")
    at.validates("T1", claim)
    paid = at.pays("T1", claim, 2, usd("150,002.30"))
    assert (paid.seat, paid.amount_mc, paid.paid_from) == (2, usd("150,002.30"), "cage")
    assert at.shown() == (usd("5.10"), usd("1.00"))  # the reserve of T1, $0.50, and $4.60


@AWARDS
@pytest.mark.parametrize(
    "hand", ["five_card_straight_flush", "four_card_straight_flush", "three_card_straight_flush"]
)
def test_awards_for_one_are_no_claim_on_the_meter(hand):
    at = OneLink(AT_5)
    at.bets("T1", [1])
    attempted, reason = at.court.refusal("HCF", at.table("T1").claims(1, hand, "HCF"))
    assert attempted == "claim"
    assert hand in reason


@RATES
@pytest.mark.parametrize("paytable", ["A", "B"])
def test_the_proposed_text_has_an_initial_and_a_reset_amount_and_a_rate_of_its_own(paytable):
    given = terms(
        {"progressive": (usd("40,000"), usd("40,000"), 1_850, 0)},
        rulebook="678a@2015-proposed",
        paytable=paytable,
    )
    at = OneLink(given)
    at.wagers(1_000)  # $5,000 at 18.5 %: $925
    assert at.shown() == (usd("40,925"), 0)
    assert at.wins("T9", 5, TENTH)[1].amount_mc == usd("4,092.50")
    _, award = at.wins("T9", 1, ALL)
    assert (award.amount_mc, award.reseed_mc) == (usd("36,832.50"), usd("40,000"))
    assert at.shown() == (usd("40,000"), 0)


@RATES
def test_a_unit_of_seven_cents_keeps_what_is_less_than_a_cent_on_the_meter():
    at = OneLink(terms({"progressive": (usd("2,100"), 0, 2_300, 500)}, unit_mc=usd("0.07")))
    at.bets("T1", [1, 2, 3])  # 21 cents: 4.83 cents and 1.05 cents
    assert at.shown() == (usd("2,100.04830"), usd("0.01050"))
    _, award = at.wins("T1", 1, ALL)
    assert award.amount_mc == usd("2,100.04")
    assert at.shown() == (usd("0.01880"), 0)  # 0.83 cents that stayed and 1.05 of the reserve


@RATES
def test_a_rate_that_leaves_a_fraction_of_a_millicent_is_carried_and_comes_out_whole():
    """23.01 % of 7 cents are 1,610.7 millicents."""
    at = OneLink(terms({"progressive": (usd("30,000"), usd("30,000"), 2_301, 0)}, unit_mc=usd("0.07")))
    seed = usd("30,000") * 10_000
    at.bets("T1", [1])
    assert at.court.standing("HCF")["progressive"] == (seed + 16_107_000, 0)
    at.bets("T1", [1, 2])
    assert at.court.standing("HCF")["progressive"] == (seed + 3 * 16_107_000, 0)
    at.court.only("HCF", at.table("T1").voids({"HCF": [1, 2]}), "contribution_reversed")
    assert at.court.standing("HCF")["progressive"] == (seed + 16_107_000, 0)
    for _ in range(9):
        at.bets("T1", [3])
    assert at.shown() == (usd("30,000.16107"), 0)
    claim, award = at.wins("T1", 3, ALL)
    assert award.amount_mc == usd("30,000.16")
    assert at.shown() == (usd("30,000.00107"), 0)
    at.court.takes("HCF", at.table("T1").rejects(claim))
    assert at.shown() == (usd("30,000.16107"), 0)


@VOIDS
def test_a_void_takes_back_exactly_what_the_returned_wagers_had_brought():
    at = OneLink(AT_5)
    at.bets("T1", [1, 2, 3])
    body = at.court.only("HCF", at.table("T1").voids({"HCF": [1, 3]}), "contribution_reversed")
    assert (body.wagers, body.returned_mc) == (2, usd("10"))
    assert (body.primary_mc, body.reserve_mc, body.house_mc) == (usd("2.30"), usd("0.50"), 0)
    assert body.reason
    assert at.shown() == (usd("150,001.15"), usd("0.25"))


@pytest.mark.reg("58 Pa. Code § 678a.13(d)")
def test_an_exposed_card_of_the_dealer_voids_the_hands_and_the_progressive_is_settled_all_the_same():
    at = OneLink(AT_5)
    at.bets("T1", [1, 2])
    assert at.court.takes("HCF", at.table("T1").voids({"HCF": []})) == []
    assert at.wins("T1", 2, TENTH)[1].amount_mc == usd("15,000.23")  # a tenth of $150,002.30


@VOIDS
def test_a_void_after_a_tenth_was_won_leaves_the_meter_what_it_had_below_its_seed_and_the_house_pays():
    at = OneLink(AT_5)
    at.bets("T1", [1, 2])  # $2.30 and $0.50
    at.bets("T2", [1])  # $1.15 and $0.25
    assert at.wins("T2", 1, TENTH)[1].amount_mc == usd("15,000.34")  # of $150,003.45
    assert at.shown() == (usd("135,003.11"), usd("0.75"))  # below the seed already
    body = at.court.only("HCF", at.table("T1").voids({"HCF": [1, 2]}), "contribution_reversed")
    assert (body.primary_mc, body.reserve_mc, body.house_mc) == (0, usd("0.50"), usd("2.30"))
    assert at.shown() == (usd("135,003.11"), usd("0.25"))


@VOIDS
def test_a_void_after_a_tenth_was_won_of_a_meter_far_above_its_seed_costs_the_house_nothing():
    at = OneLink(terms({"progressive": (usd("30,000"), usd("30,000"), 2_000, 0)}, unit_mc=usd("100")))
    at.wagers(500)  # $50,000 at 20 %: $10,000
    at.bets("T1", [1, 2])  # $40
    at.bets("T2", [1])  # $20
    assert at.wins("T2", 1, TENTH)[1].amount_mc == usd("4,006")
    body = at.court.only("HCF", at.table("T1").voids({"HCF": [1, 2]}), "contribution_reversed")
    assert (body.primary_mc, body.house_mc) == (usd("40"), 0)
    assert at.shown() == (usd("36,014"), 0)  # 40,060 - 4,006 - 40


@VOIDS
def test_a_void_down_to_the_seed_is_shared_between_meter_and_house():
    at = OneLink(terms({"progressive": (usd("30,000"), usd("30,000"), 5_000, 0)}, unit_mc=usd("5,000")))
    at.bets("T1", [1, 2])  # $5,000
    at.bets("T2", [1])  # $2,500
    assert at.wins("T2", 1, TENTH)[1].amount_mc == usd("3,750")  # of $37,500
    body = at.court.only("HCF", at.table("T1").voids({"HCF": [1, 2]}), "contribution_reversed")
    assert (body.primary_mc, body.house_mc) == (usd("3,750"), usd("1,250"))
    assert at.shown() == (usd("30,000"), 0)


@VOIDS
def test_a_void_after_the_whole_meter_was_won_elsewhere_is_borne_by_the_house():
    at = OneLink(AT_5)
    at.bets("T1", [1, 2])  # $2.30 and $0.50
    at.bets("T2", [1])  # $1.15 and $0.25
    assert at.wins("T2", 1, ALL)[1].amount_mc == usd("150,003.45")
    assert at.shown() == (usd("0.75"), 0)
    at.bets("T2", [1, 2, 3])  # $3.45 and $0.75 that others have brought since
    body = at.court.only("HCF", at.table("T1").voids({"HCF": [1, 2]}), "contribution_reversed")
    assert (body.primary_mc, body.reserve_mc, body.house_mc) == (0, 0, usd("2.80"))
    assert at.shown() == (usd("4.20"), usd("0.75"))


@VOIDS
def test_a_void_after_the_win_was_rejected_is_taken_from_the_meter_as_if_nobody_had_won():
    at = OneLink(AT_5)
    at.bets("T1", [1, 2])
    at.bets("T2", [1])
    claim, _ = at.wins("T2", 1, ALL)
    at.court.takes("HCF", at.table("T2").rejects(claim))
    assert at.shown() == (usd("150,003.45"), usd("0.75"))
    body = at.court.only("HCF", at.table("T1").voids({"HCF": [1, 2]}), "contribution_reversed")
    assert (body.primary_mc, body.reserve_mc, body.house_mc) == (usd("2.30"), usd("0.50"), 0)
    assert at.shown() == (usd("150,001.15"), usd("0.25"))


def test_play_in_test_and_training_moves_no_money_and_wins_none():
    at = OneLink(AT_5)
    for mode in ("test", "training"):
        at.table("T1").mode = mode
        at.bets("T1", [1, 2])
        at.court.takes("HCF", at.table("T1").claims(1, ALL, "HCF"))
        at.court.takes("HCF", at.table("T1").voids({"HCF": [1]}))
    at.table("T1").mode = "live"
    assert at.shown() == (usd("150,000"), 0)
    at.bets("T1", [1])
    assert at.shown() == (usd("150,001.15"), usd("0.25"))

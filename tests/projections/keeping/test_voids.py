"""Voids and rejections: what goes back of an award and of its wagers' contributions, worked out by hand."""

import pytest

from events.bounds import LOCKS_A_METER, MAX_AMOUNT_MC
from events.envelope import read_header
from tests.projections.judging import ALL, TENTH, OneLink, terms, usd
from tests.scenario import BOTH_HANDS

AT_5 = terms({"progressive": (usd("150,000"), 0, 2_300, 500)})
"""678a paytable A at $5: a wager adds $1.15 and 25 ¢."""
VOIDS = pytest.mark.reg("58 Pa. Code §§ 678a.13(b), 678a.13(c)")
SHARED = pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")


def voids(at, table, seats):
    """The records that follow from a void: awards that went back, those corrected, and the reversal."""
    return at.court.takes(at.name, at.table(table).voids({at.name: seats}))


def types(records):
    return [type_ for type_, _ in records]


def flat(seed, *, reseed="0", limit="0"):
    """A link whose meter wagers do not move."""
    return OneLink(terms({"progressive": (usd(seed), usd(reseed), 0, 0, usd(limit))}))


def paid(at, table, claim, seat, amount):
    """An award is validated and paid so much."""
    at.validates(table, claim)
    assert at.cash(table, claim, seat, amount) == (amount, 0, "")


# --- a void returns the awards of its wagers -------------------------------------------------------------


@VOIDS
def test_a_void_after_the_whole_meter_was_won_leaves_what_was_there_before_the_round():
    """With reseed 0 it used to be left at what it restarted from."""
    at = OneLink(AT_5)
    at.bets("T2", [1, 2, 3])
    before = at.court.standing("HCF")
    at.bets("T1", [1, 2])
    _, award = at.wins("T1", 1, ALL)
    assert award.amount_mc == usd("150,005.75")  # five wagers of $1.15
    assert at.shown() == (usd("1.25"), 0)  # five of 25 ¢: what it restarts from
    (_, returned), (_, reversed_) = records = voids(at, "T1", [1, 2])
    assert types(records) == ["award_returned", "contribution_reversed"]
    assert (returned.because, returned.rejected_by, returned.reason) == ("void", "floor-3", "shoe jammed")
    assert (returned.redrawn, returned.unpaid_mc, returned.beyond_mc) == (True, usd("150,005.75"), 0)
    assert [(b.primary_mc, b.reserve_mc) for b in returned.balances] == [(usd("150,005.75"), usd("1.25"))]
    assert (reversed_.primary_mc, reversed_.reserve_mc) == (usd("2.30"), usd("0.50"))
    assert (returned.house_mc, reversed_.house_mc) == (0, 0)
    assert at.court.standing("HCF") == before
    assert at.shown() == (usd("150,003.45"), usd("0.75"))


@VOIDS
@pytest.mark.parametrize("hands", [(ALL,), (TENTH,), (ALL, TENTH), (TENTH, ALL), (ALL, ALL, TENTH)])
def test_a_void_of_a_whole_round_takes_no_unit_too_much_or_too_little(hands):
    """7 ¢ at 23.33 % and 5.01 %, so that every wager leaves a fraction; with a reseed and a limit."""
    at = OneLink(terms({"progressive": (2_200_000, 900_000, 2_333, 501, 2_204_000)}, unit_mc=7_000))
    at.bets("T2", [1, 2])
    before = at.court.standing("HCF")
    at.bets("T1", [1, 2, 3])
    for seat, hand in enumerate(hands, 1):
        at.wins("T1", seat, hand)
    records = voids(at, "T1", [1, 2, 3])
    assert types(records) == ["award_returned"] * len(hands) + ["contribution_reversed"]
    assert at.court.standing("HCF") == before


@VOIDS
def test_the_last_locked_goes_back_first_each_on_the_meter_that_the_one_before_left():
    """$100: seat 3 wins $10, seat 2 $9, seat 1 all $81. Back come $81, $9, $10."""
    at = flat("100")
    at.bets("T1", [1, 2, 3])
    for seat, hand, won in ((3, TENTH, "10"), (2, TENTH, "9"), (1, ALL, "81")):
        assert at.wins("T1", seat, hand)[1].amount_mc == usd(won)
    records = voids(at, "T1", [1, 2, 3])
    returned = [body for type_, body in records if type_ == "award_returned"]
    assert [body.amount_mc for body in returned] == [usd("81"), usd("9"), usd("10")]
    assert [body.balances[0].primary_mc for body in returned] == [usd("81"), usd("90"), usd("100")]
    assert "award_corrected" not in types(records), "nothing that goes back is decided again on the way"


@VOIDS
def test_a_later_award_of_another_table_is_decided_again_and_to_be_validated_again():
    at = OneLink(AT_5)
    at.bets("T1", [1])
    at.wins("T1", 1, ALL)  # $150,001.15: 25 ¢ are left
    at.bets("T2", [1, 2])
    claim, award = at.wins("T2", 2, TENTH)  # of $2.55
    assert award.amount_mc == usd("0.25")
    at.validates("T2", claim)
    records = voids(at, "T1", [1])
    assert types(records) == ["award_returned", "award_corrected", "contribution_reversed"]
    assert records[1][1].amount_mc == usd("15,000.34")  # of $150,003.45, the returned wager's $1.15 in it
    # $150,003.45 - $15,000.34 = $135,003.11 is below the seed already: the house bears the $1.15.
    assert (records[2][1].house_mc, records[2][1].reserve_mc) == (usd("1.15"), usd("0.25"))
    assert at.shown() == (usd("135,003.11"), usd("0.50"))
    assert at.cash("T2", claim, 2, usd("1")) == (0, usd("1"), "not_validated")


def test_the_award_of_a_wager_that_is_not_returned_stands():
    at = OneLink(AT_5)
    at.bets("T1", [1, 2])
    claim, award = at.wins("T1", 2, TENTH)
    assert types(voids(at, "T1", [1])) == ["contribution_reversed"]
    paid(at, "T1", claim, 2, award.amount_mc)


@VOIDS
def test_after_a_void_the_award_of_a_returned_wager_is_neither_validated_nor_settled_nor_claimed_again():
    """As it was seen: $150,002.30 validated and paid after the void."""
    at = OneLink(AT_5)
    at.bets("T1", [1, 2])
    claim, award = at.wins("T1", 1, ALL)
    assert award.amount_mc == usd("150,002.30")
    voids(at, "T1", [1, 2])
    attempted, reason = at.court.refusal("HCF", at.table("T1").validates(claim))
    assert (attempted, "no award of that claim is locked" in reason) == ("validation", True)
    assert at.cash("T1", claim, 1, usd("150,002.30")) == (0, usd("150,002.30"), "no_award")
    assert "no accepted progressive wager" in at.court.refusal("HCF", at.table("T1").claims(1, ALL))[1]
    assert voids(at, "T1", [1, 2]) == []
    assert at.court.refusal("HCF", at.table("T1").rejects(claim))[0] == "rejection"
    assert at.shown() == (usd("150,000"), 0)


@VOIDS
def test_a_void_returns_the_award_of_a_wager_that_fed_nothing_and_reverses_nothing():
    """Three wagers are more than the guard of $10 takes: they feed nothing, and win all the same."""
    at = OneLink({**AT_5, "guard_mc": usd("10")})
    assert types(at.bets("T1", [1, 2, 3])) == ["leg_refused"]
    _, award = at.wins("T1", 1, TENTH)
    assert award.amount_mc == usd("15,000")
    assert types(voids(at, "T1", [1, 2])) == ["award_returned"]
    assert at.shown() == (usd("150,000"), 0)
    assert "no accepted" in at.court.refusal("HCF", at.table("T1").claims(1, TENTH))[1]
    assert at.wins("T1", 3, TENTH)[1].amount_mc == usd("15,000")


def test_a_void_of_an_earlier_round_returns_no_award():
    at = OneLink(AT_5)
    at.bets("T1", [1])
    claim, award = at.wins("T1", 1, TENTH)
    earlier, desk = at.table("T1").round, at.table("T1")
    at.bets("T1", [1])
    desk.round = earlier
    assert at.court.refusal("HCF", desk.voids({"HCF": [1]}))[0] == "reversal"
    paid(at, "T1", claim, 1, award.amount_mc)


def test_rounds_without_a_name_are_not_taken_for_each_other():
    at = flat("100")
    desk = at.table("T1")

    def plays():
        desk.opens_round()
        desk.round = None
        return at.court.takes("HCF", desk.closes_bets({"HCF": [1]}))

    plays()
    first, _ = at.wins("T1", 1, TENTH)
    plays()
    assert types(voids(at, "T1", [1])) == ["contribution_reversed"], "nobody has won in this round"
    plays()
    at.wins("T1", 1, TENTH)
    ((_, returned), _) = voids(at, "T1", [1])
    assert (returned.claim_seq, returned.amount_mc) != (read_header(first).seq, usd("10"))
    paid(at, "T1", first, 1, usd("10"))


# --- awards that several share ---------------------------------------------------------------------------


@SHARED
def test_a_shared_award_goes_back_with_the_last_of_its_sharers():
    at = OneLink(terms({"progressive": (usd("90"), 0, 0, 0)}, wager="fchb_dealer", wagers=BOTH_HANDS))
    at.bets("T1", [1, 2, 3], "fchb_dealer")
    claim, _ = at.wins("T1", 1, ALL, wager="fchb_dealer", sharing=(1, 2, 3))  # $30 each
    assert types(voids(at, "T1", [1, 3])) == ["contribution_reversed"]
    assert at.shown() == (0, 0)
    at.validates("T1", claim)
    assert types(voids(at, "T1", [2])) == ["award_returned", "contribution_reversed"]
    assert at.shown() == (usd("90"), 0)


@SHARED
def test_a_player_s_other_box_counts_among_the_wagers_of_a_shared_award():
    """Seat 3 is a further box of the player on seat 2: with its wager that player still has one."""
    at = OneLink(terms({"progressive": (usd("90"), 0, 0, 0)}, wager="fchb_dealer", wagers=BOTH_HANDS))
    at.bets("T1", [1, 2, 3], "fchb_dealer")
    _, award = at.wins("T1", 1, ALL, wager="fchb_dealer", sharing=(1, 2), other_boxes=(3,))
    assert [share.amount_mc for share in award.shares] == [usd("45")] * 2
    assert types(voids(at, "T1", [1, 2])) == ["contribution_reversed"]
    assert types(voids(at, "T1", [3])) == ["award_returned", "contribution_reversed"]


# --- awards of which something was paid ------------------------------------------------------------------


@VOIDS
def test_what_was_paid_of_a_voided_award_stands_beyond_entitlement_and_the_meter_has_it_back():
    """$150,002.30 were won and paid, 50 ¢ of reserve were left. The house restores the meter by the award; as
    it was won whole since the wagers came, the house bears their $2.80 too."""
    at = OneLink(AT_5)
    at.bets("T1", [1, 2])
    claim, award = at.wins("T1", 1, ALL)
    paid(at, "T1", claim, 1, award.amount_mc)
    (_, returned), (_, reversed_) = voids(at, "T1", [1, 2])
    assert (returned.redrawn, returned.amount_mc) == (False, usd("150,002.30"))
    assert (returned.unpaid_mc, returned.beyond_mc, returned.house_mc) == (0, usd("150,002.30"), 0)
    assert [moved.reason for moved in returned.payments] == ["award_returned"]
    assert (reversed_.primary_mc, reversed_.reserve_mc, reversed_.house_mc) == (0, 0, usd("2.80"))
    assert at.shown() == (usd("150,002.80"), 0)


@pytest.mark.parametrize("how", ["void", "rejection"])
def test_an_award_that_is_paid_in_part_is_not_drawn_again_and_later_ones_stand(how):
    """$1,000: T1 wins $100 and is paid $40 of it, T2 wins $90 of the $900 that are left."""
    at = flat("1,000")
    at.bets("T1", [1])
    first, _ = at.wins("T1", 1, TENTH)
    paid(at, "T1", first, 1, usd("40"))
    at.bets("T2", [1])
    second, award = at.wins("T2", 1, TENTH)
    assert award.amount_mc == usd("90")
    if how == "void":
        records = voids(at, "T1", [1])
        assert types(records) == ["award_returned", "contribution_reversed"]
    else:
        records = at.court.takes("HCF", at.table("T1").rejects(first))
        assert types(records) == ["award_returned"]
    returned = records[0][1]
    assert (returned.because, returned.redrawn, returned.corrected_mc) == (how, False, 0)
    assert (returned.amount_mc, returned.unpaid_mc, returned.beyond_mc) == (usd("100"), usd("60"), usd("40"))
    assert at.shown() == (usd("910"), 0)  # $1,000 - $90, which stand
    assert at.cash("T1", first, 1, usd("60")) == (0, usd("60"), "no_award")
    paid(at, "T2", second, 1, usd("90"))


def test_what_exceeds_a_limit_when_an_award_is_back_goes_to_the_overflow():
    """$10 of $100 were won and paid, and $5 were added by hand: of the $10 that come back $5 go over."""
    at = flat("100", limit="100")
    at.bets("T1", [1])
    claim, award = at.wins("T1", 1, TENTH)
    paid(at, "T1", claim, 1, award.amount_mc)
    at.court.takes("HCF", at.link.adjusts(usd("5")))
    assert at.shown() == (usd("95"), 0)
    at.rejects("T1", claim)
    assert at.shown() == (usd("100"), 0)
    assert at.shown("progressive.overflow") == (usd("5"), 0)


def test_a_meter_that_cannot_give_the_reseed_back_is_filled_up_by_the_house():
    """$10 were won, paid and reseeded to $100, of which $95 were adjusted away: $5 + $10 - $100 lack $85."""
    at = flat("10", reseed="100")
    at.bets("T1", [1])
    claim, _ = at.wins("T1", 1, ALL)
    paid(at, "T1", claim, 1, usd("10"))
    at.court.takes("HCF", at.link.adjusts(-usd("95")))
    returned, _ = at.rejects("T1", claim)
    assert (returned.reseed_back_mc, returned.beyond_mc) == (usd("100"), usd("10"))
    assert returned.house_mc == usd("85")
    assert at.shown() == (0, 0)


def test_what_an_overflow_has_it_gives_before_the_house_does():
    at = flat("10", reseed="100", limit="100")
    at.bets("T1", [1])
    claim, _ = at.wins("T1", 1, ALL)
    paid(at, "T1", claim, 1, usd("10"))
    at.court.takes("HCF", at.link.adjusts(usd("30")), at.link.adjusts(-usd("95")))
    assert (at.shown(), at.shown("progressive.overflow")) == ((usd("5"), 0), (usd("30"), 0))
    returned, _ = at.rejects("T1", claim)
    assert returned.house_mc == usd("55")  # of the $85 that lack
    assert (at.shown(), at.shown("progressive.overflow")) == ((0, 0), (0, 0))


def test_where_more_was_paid_than_was_right_the_house_has_it_back_and_all_of_it_stands_beyond():
    """T1 wins $10 and a reseed of $100 follows; T2 is paid a tenth of that, $10. Without T1's award it would
    have been a tenth of $10: the house bears $9. Then T2's goes back: $1 to the meter, $9 to the house."""
    at = flat("10", reseed="100")
    at.bets("T1", [1])
    first, _ = at.wins("T1", 1, ALL)
    at.bets("T2", [1])
    second, award = at.wins("T2", 1, TENTH)
    paid(at, "T2", second, 1, award.amount_mc)
    returned, _ = at.rejects("T1", first)
    assert (returned.house_mc, at.shown()) == (usd("9"), (usd("9"), 0))
    returned, _ = at.rejects("T2", second)
    assert (returned.amount_mc, returned.beyond_mc, returned.house_mc) == (usd("1"), usd("10"), -usd("9"))
    assert at.shown() == (usd("10"), 0)


def test_an_earlier_award_is_still_drawn_again_when_one_after_it_went_back_as_it_stood():
    """T1 wins $150,001.15 and leaves 25 ¢; T2's $1.15 make $1.40, won and paid. That goes back: 25 ¢ of
    reserve and $1.40. When T1's goes back too, all wagers are there: $150,000 + 2 × $1.15, and 2 × 25 ¢, of
    which those of T2 were moved to the meter."""
    at = OneLink(AT_5)
    at.bets("T1", [1])
    first, _ = at.wins("T1", 1, ALL)
    at.bets("T2", [1])
    second, award = at.wins("T2", 1, ALL)
    paid(at, "T2", second, 1, award.amount_mc)
    at.rejects("T2", second)
    assert at.shown() == (usd("1.65"), 0)
    returned, corrected = at.rejects("T1", first)
    assert (returned.redrawn, corrected, returned.house_mc) == (True, [], 0)
    assert at.shown() == (usd("150,002.55"), usd("0.25"))
    # The meter was won whole since T2's wagers came, by an award that was not drawn again.
    ((_, reversed_),) = voids(at, "T2", [1])
    assert reversed_.house_mc == usd("1.40")
    ((_, reversed_),) = voids(at, "T1", [1])
    assert reversed_.house_mc == usd("1.40")


HUNDRED = usd("100")
"""A wager that adds $10 at 10 %."""


def test_a_meter_that_started_anew_in_between_keeps_what_it_started_from():
    """T2's award of the whole meter went back as it stood, so the meter started from the reseed of $50, also
    when T1's before it never was. Five awards of a tenth leave $106.29: T3's $10 can be taken."""
    at = OneLink(terms({"progressive": (usd("100"), usd("50"), 1_000, 0)}, unit_mc=HUNDRED))
    at.bets("T1", [1])
    first, _ = at.wins("T1", 1, ALL)  # $110
    at.bets("T2", [1])
    second, award = at.wins("T2", 1, ALL)  # $60
    paid(at, "T2", second, 1, award.amount_mc)
    at.rejects("T2", second)
    assert at.shown() == (usd("60"), 0)
    at.rejects("T1", first)
    assert at.shown() == (usd("120"), 0)
    at.bets("T3", [1])
    at.bets("T4", [1, 2, 3, 4, 5])
    for seat in range(1, 6):
        at.wins("T4", seat, TENTH)
    assert at.shown() == (usd("106.29"), 0)  # 180, 162, 145.80, 131.22, 118.10
    ((_, reversed_),) = voids(at, "T3", [1])
    assert (reversed_.primary_mc, reversed_.house_mc) == (usd("10"), 0)


def test_a_meter_that_gave_its_reseed_back_starts_from_what_is_left():
    """$20 were won, paid and reseeded to $100; when they go back $20 are left. T2's $10 are above that."""
    at = OneLink(terms({"progressive": (usd("10"), usd("100"), 1_000, 0)}, unit_mc=HUNDRED))
    at.bets("T1", [1])
    claim, award = at.wins("T1", 1, ALL)
    paid(at, "T1", claim, 1, award.amount_mc)
    at.rejects("T1", claim)
    assert at.shown() == (usd("20"), 0)
    at.bets("T2", [1])
    ((_, reversed_),) = voids(at, "T2", [1])
    assert (reversed_.primary_mc, reversed_.house_mc) == (usd("10"), 0)


def test_an_award_that_is_paid_in_full_goes_back_while_it_is_of_its_table_s_last_round():
    at = flat("100")
    at.bets("T1", [1])
    claim, _ = at.wins("T1", 1, TENTH)
    paid(at, "T1", claim, 1, usd("10"))
    at.bets("T2", [1])
    returned, _ = at.rejects("T1", claim)
    assert (returned.unpaid_mc, returned.beyond_mc) == (0, usd("10"))
    assert at.shown() == (usd("100"), 0)
    at.wins("T1", 1, TENTH)


def test_an_award_that_is_paid_in_full_is_final_once_its_table_plays_on_unless_its_lock_is_kept():
    at = flat("100")
    at.bets("T1", [1])
    first, _ = at.wins("T1", 1, TENTH)
    at.bets("T2", [1])
    second, _ = at.wins("T2", 1, TENTH)  # $9: what T1 won before can still be taken out of the history
    paid(at, "T2", second, 1, usd("9"))
    at.bets("T2", [1])
    returned, _ = at.rejects("T2", second)
    assert returned.beyond_mc == usd("9")
    paid(at, "T1", first, 1, usd("10"))
    at.bets("T1", [1])
    attempted, reason = at.court.refusal("HCF", at.table("T1").rejects(first))
    assert (attempted, "paid and of an earlier round" in reason) == ("rejection", True)


# --- bounds ----------------------------------------------------------------------------------------------


def test_an_award_behind_more_than_64_locks_is_final_for_its_meter():
    """$1,000: T1 wins $100, then 64 others a tenth of what is left. T1's $100 go back as the meter stands."""
    at = flat("1,000")
    at.bets("T1", [1])
    first, _ = at.wins("T1", 1, TENTH)
    for _ in range(LOCKS_A_METER):
        at.bets("T2", [1])
        at.wins("T2", 1, TENTH)
    state = at.court.keepers["HCF"].books["HCF"].state
    assert len(state.locks["progressive"]) == LOCKS_A_METER
    left = at.shown()[0]
    returned, corrected = at.rejects("T1", first)
    assert (returned.redrawn, returned.unpaid_mc, corrected) == (False, usd("100"), [])
    assert at.shown() == (left + usd("100"), 0)


def test_an_award_behind_64_locks_is_not():
    at = flat("1,000")
    at.bets("T1", [1])
    first, _ = at.wins("T1", 1, TENTH)
    for _ in range(LOCKS_A_METER - 1):
        at.bets("T2", [1])
        at.wins("T2", 1, TENTH)
    returned, corrected = at.rejects("T1", first)
    assert returned.redrawn
    assert len(corrected) == LOCKS_A_METER - 1
    assert corrected[0].amount_mc == usd("100")


def test_awards_that_are_paid_are_forgotten():
    at = flat("1,000")
    for number in range(300):
        at.bets("T1", [1])
        claim, award = at.wins("T1", 1, TENTH)
        at.validates("T1", claim)
        at.cash("T1", claim, 1, award.amount_mc)
        if number % 2:
            at.court.takes("HCF", at.link.adjusts(usd("100")))
    state = at.court.keepers["HCF"].books["HCF"].state
    assert (state.locks, state.awards) == ({}, {})
    assert len(state.settled) <= 256, "as many as payments are remembered"


def test_what_would_put_more_on_a_meter_than_any_may_hold_does_not_go_back():
    """Nearly a thousand millions were won, and more was put there by hand since."""
    at = flat("999,999,990")
    at.bets("T1", [1])
    claim, award = at.wins("T1", 1, ALL)
    assert award.amount_mc == usd("999,999,990")
    at.court.takes("HCF", at.link.adjusts(MAX_AMOUNT_MC))
    attempted, reason = at.court.refusal("HCF", at.table("T1").rejects(claim))
    assert (attempted, "the most is $1,000,000,000.00" in reason) == ("rejection", True)
    attempted, reason = at.court.refusal("HCF", at.table("T1").voids({"HCF": [1]}))
    assert (attempted, "the most is $1,000,000,000.00" in reason) == ("reversal", True)
    paid(at, "T1", claim, 1, award.amount_mc)


def test_nothing_moves_the_meters_of_a_link_that_was_given_up():
    at = flat("10")
    at.bets("T1", [1])
    claim, _ = at.wins("T1", 1, ALL)
    paid(at, "T1", claim, 1, usd("10"))
    at.court.takes("HCF", at.link.closes(), at.link.retires())
    assert "retired" in at.court.refusal("HCF", at.table("T1").rejects(claim))[1]
    assert "retired" in at.court.refusal("HCF", at.table("T1").voids({"HCF": [1]}))[1]

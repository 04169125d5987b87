"""Awards that are shared, and awards that are rejected: the meter is as if those had never been locked."""

import pytest

from events.envelope import read_header
from events.money import cents
from tests.amounts import dollars
from tests.projections.keeping.at_link import At, small
from tests.scenario import BOTH_HANDS, SEVEN_CARDS, SIX_CARDS

SHARED = pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")
UNIT = dollars(100)


def plain(**terms):
    """$1,000 on the meter; a wager of $100 adds $23 and $5 to the reserve."""
    return At(**small(seed_mc=dollars(1_000), unit_mc=UNIT, **terms))


def bets(at, seats, table=None):
    return at.bets(dict.fromkeys(seats, UNIT), table)


# --- shares of a dealer's hand -----------------------------------------------------------------------------


@SHARED
def test_a_dealer_s_hand_is_shared_equally_in_whole_cents_and_the_rest_stays():
    at = plain()
    bets(at, [1, 3, 6])
    _, award = at.claims(6, sharing=[6, 3, 1])
    assert award.meter_before_mc == dollars(1_069)
    assert [(share.seat, share.amount_mc) for share in award.shares] == [
        (6, cents(3_563)),
        (3, cents(3_563)),
        (1, cents(3_563)),
    ]
    assert award.amount_mc == cents(3 * 3_563)
    assert at.meters["progressive"][0] == dollars(1_069) - cents(10_689)


@SHARED
def test_each_share_is_paid_once_to_its_seat_after_one_validation():
    at = plain()
    bets(at, [1, 3, 6])
    claim, _ = at.claims(6, sharing=[6, 3, 1])
    assert at.cash(at.table.pays(claim, cents(1), seat=3)) == (0, cents(1), "not_validated")
    assert at.keeper.types(at.table.validates(claim)) == ["award_validated"]
    assert "validated already" in at.refusal(at.table.validates(claim))
    ((type_, paid),) = at.keeper.takes(at.table.pays(claim, cents(3_562), seat=3))
    assert (type_, paid.seat, paid.paid_from) == ("award_paid", 3, "cage")
    assert at.state.locks == {}
    assert at.cash(at.table.pays(claim, cents(3_563), seat=3)) == (0, cents(3_563), "too_much")
    assert at.cash(at.table.pays(claim, cents(3_563), seat=2)) == (0, cents(3_563), "no_award")
    for seat in (1, 6):
        assert at.keeper.types(at.table.pays(claim, cents(3_563), seat=seat)) == ["award_paid"]
    assert at.state.awards == at.state.locks == {}
    assert list(at.state.settled) == [("T1", read_header(claim).seq)]


@SHARED
def test_a_dealer_s_hand_is_drawn_once_a_round():
    at = plain()
    bets(at, [1, 2, 3])
    at.claims(3, sharing=[3, 1])
    for seat, sharing in ((1, [1, 3]), (1, []), (2, []), (2, [2])):
        assert "the dealer's hand is drawn once" in at.refusal(at.table.claims(seat, sharing=sharing))


@SHARED
def test_a_wager_that_somebody_has_claimed_alone_is_on_no_dealer_s_hand():
    at = plain()
    bets(at, [1, 2, 3])
    at.claims(3)
    assert "the dealer's hand is drawn once" in at.refusal(at.table.claims(1, sharing=[1, 2]))
    at.claims(1)


@SHARED
def test_a_seat_may_win_by_its_own_hand_and_share_the_dealer_s():
    """$1,000 and $69 of three wagers: a tenth is $106.90, then half a tenth of $962.10 each."""
    at = plain(wagers=BOTH_HANDS)
    wagers = [(1, "fchb_dealer"), (3, "fchb_player"), (3, "fchb_dealer")]
    at.keeper.takes(at.table.bets("HCF", [(seat, wager, UNIT) for seat, wager in wagers]))
    _, own = at.claims(3, wager="fchb_player")
    _, award = at.claims(3, wager="fchb_dealer", sharing=[3, 1])
    assert (own.amount_mc, award.amount_mc) == (cents(10_690), cents(2 * 4_810))


@pytest.mark.parametrize(
    ("sharing", "reason"),
    [([1], "is named once"), ([3, 3], "is named once"), ([3, 2], "seat 2 has no accepted")],
)
def test_who_shares_has_a_wager_is_named_once_and_claims_himself(sharing, reason):
    at = plain()
    bets(at, [1, 3])
    assert reason in at.refusal(at.table.claims(3, sharing=sharing))


def test_a_share_is_never_credited_to_a_game_account():
    at = plain()
    bets(at, [1])
    claim, award = at.claims(1)
    at.keeper.takes(at.table.validates(claim))
    paid = at.cash(at.table.pays(claim, award.amount_mc, paid_from="game_account"))
    assert paid == (0, award.amount_mc, "wrong_source")


# --- rejection ---------------------------------------------------------------------------------------------


def test_a_rejected_full_award_takes_reseed_and_reserve_back_where_they_were():
    at = plain(reseed_mc=dollars(200))
    bets(at, [1])
    claim, _ = at.claims(1, SEVEN_CARDS)
    assert at.meters["progressive"] == (dollars(205), 0)
    ((type_, body),) = at.keeper.takes(at.table.rejects(claim))
    assert (type_, body.amount_mc, body.reseed_back_mc) == ("award_returned", dollars(1_023), dollars(200))
    assert (body.corrected_mc, body.house_mc, body.reason) == (0, 0, "misread")
    assert at.meters["progressive"] == (dollars(1_023), dollars(5))


def test_a_seat_whose_claim_was_rejected_may_claim_again_what_it_really_holds():
    at = plain()
    bets(at, [1])
    claim, _ = at.claims(1, SEVEN_CARDS)
    at.keeper.takes(at.table.rejects(claim))
    _, award = at.claims(1, SIX_CARDS)
    assert award.amount_mc == cents(10_230)


class Second:
    """Table 2 wins a tenth of the meter that table 1 has won, reseeded: $200 and $10 of reserve, and $23."""

    def __init__(self):
        self.at = at = plain(reseed_mc=dollars(200))
        bets(at, [1])
        bets(at, [2], at.other)
        self.first, first = at.claims(1, SEVEN_CARDS)
        assert first.amount_mc == dollars(1_046)
        at.other.opens_round()
        bets(at, [2], at.other)
        self.second, second = at.claims(2, SIX_CARDS, at.other)
        assert second.amount_mc == cents(2_330)

    def settles(self, seat=2):
        """The second award is validated and paid."""
        at = self.at
        at.keeper.takes(at.other.validates(self.second), at.other.pays(self.second, cents(2_330)))


def test_an_unpaid_award_that_was_locked_since_is_decided_again():
    """Without the first, $1,046 and $23 were there at the second's turn: a tenth is $106.90."""
    case = Second()
    (_, returned), (type_, body) = case.at.keeper.takes(case.at.table.rejects(case.first))
    assert (returned.amount_mc, returned.reseed_back_mc) == (dollars(1_046), dollars(200))
    assert (returned.corrected_mc, returned.house_mc) == (cents(10_690 - 2_330), 0)
    assert (type_, body.before_mc, body.amount_mc) == ("award_corrected", cents(2_330), cents(10_690))
    assert [(share.seat, share.amount_mc) for share in body.shares] == [(2, cents(10_690))]
    assert (body.table, body.paid_mc, body.because_table) == ("T2", 0, "T1")
    assert case.at.meters["progressive"] == (dollars(1_069) - cents(10_690), dollars(15))
    other = case.at.other
    case.at.keeper.takes(other.validates(case.second))
    assert case.at.cash(other.pays(case.second, cents(2_330))) == (cents(2_330), 0, "")
    assert case.at.cash(other.pays(case.second, cents(10_690))) == (cents(8_360), cents(2_330), "too_much")


def test_a_paid_award_that_was_too_low_is_owed_the_difference():
    case = Second()
    case.settles()
    (_, returned), (_, body) = case.at.keeper.takes(case.at.table.rejects(case.first))
    assert (returned.corrected_mc, returned.house_mc) == (cents(8_360), 0)
    assert (body.amount_mc, body.paid_mc) == (cents(10_690), cents(2_330))
    assert [(share.seat, share.amount_mc) for share in body.shares] == [(2, cents(8_360))]
    assert case.at.meters["progressive"] == (dollars(1_069) - cents(10_690), dollars(15))
    assert case.at.keeper.types(case.at.other.validates(case.second)) == ["award_validated"]
    assert case.at.keeper.types(case.at.other.pays(case.second, cents(8_360))) == ["award_paid"]
    assert case.at.state.awards == {}


def test_a_paid_award_that_was_too_high_costs_the_house_the_difference():
    """$123 were won and reseeded to $1,000: the tenth of table 2 was $102.30 instead of a tenth of $146."""
    at = At(**small(seed_mc=dollars(100), reseed_mc=dollars(1_000), reserve_bp=0, unit_mc=UNIT))
    bets(at, [1])
    first, _ = at.claims(1, SEVEN_CARDS)
    bets(at, [2], at.other)
    second, award = at.claims(2, SIX_CARDS, at.other)
    assert award.amount_mc == cents(10_230)
    at.keeper.takes(at.other.validates(second), at.other.pays(second, cents(10_230)))
    (_, returned), (_, body) = at.keeper.takes(at.table.rejects(first))
    assert (body.before_mc, body.amount_mc, body.paid_mc) == (cents(10_230), cents(1_460), cents(10_230))
    assert body.shares == ()
    assert (returned.amount_mc, returned.reseed_back_mc) == (dollars(123), dollars(1_000))
    assert (returned.corrected_mc, returned.house_mc) == (0, cents(10_230 - 1_460))
    assert at.meters["progressive"][0] == dollars(146) - cents(1_460)


def test_a_void_after_the_win_in_between_was_rejected_is_taken_from_the_meter():
    at = plain()
    bets(at, [1])
    bets(at, [2], at.other)
    claim, _ = at.claims(2, SEVEN_CARDS, at.other)
    at.other.opens_round()
    bets(at, [2], at.other)
    at.other.round = "T2-R1"
    at.keeper.takes(at.other.rejects(claim))
    ((_, body),) = at.keeper.takes(at.table.voids({"HCF": [1]}))
    assert (body.primary_mc, body.reserve_mc, body.house_mc) == (dollars(23), dollars(5), 0)
    at.other.round = "T2-R2"
    ((_, body),) = at.keeper.takes(at.other.voids({"HCF": [2]}))
    assert (body.primary_mc, body.reserve_mc, body.house_mc) == (dollars(23), dollars(5), 0)
    assert at.meters["progressive"] == (dollars(1_023), dollars(5))


def test_what_was_taken_off_the_reseeded_meter_never_makes_it_negative():
    """$10 were there, reseeded to $1,000, of which $900 were adjusted away: the house puts $890."""
    at = At(**small(seed_mc=dollars(10), reseed_mc=dollars(1_000), primary_bp=0, reserve_bp=0, unit_mc=UNIT))
    bets(at, [1])
    claim, _ = at.claims(1, SEVEN_CARDS)
    at.keeper.takes(at.link.adjusts(-dollars(900)))
    ((_, body),) = at.keeper.takes(at.table.rejects(claim))
    assert (body.reseed_back_mc, body.house_mc) == (dollars(1_000), dollars(890))
    assert at.meters["progressive"][0] == 0


def test_under_a_limit_more_spills_over_when_a_rejected_award_is_back():
    """$123 less a tenth and $23 are $133.70 on display; with the tenth back it would be $146, $6 too many."""
    at = At(**small(seed_mc=dollars(100), limit_mc=dollars(140), unit_mc=UNIT))
    bets(at, [1])
    claim, _ = at.claims(1)
    bets(at, [1], at.other)
    assert at.meters["progressive"][0] == cents(13_370)
    at.keeper.takes(at.table.rejects(claim))
    assert at.meters == {"progressive": (dollars(140), dollars(10)), "progressive.overflow": (dollars(6), 0)}


def test_under_a_limit_what_had_spilled_over_a_reseed_fits_when_the_reseed_goes_back():
    """$33 were won and reseeded to $139, so $22 of $23 went over; without the win all of it is on display."""
    terms = small(seed_mc=dollars(10), reseed_mc=dollars(139), limit_mc=dollars(140), reserve_bp=0)
    at = At(**terms, unit_mc=UNIT)
    bets(at, [1])
    claim, _ = at.claims(1, SEVEN_CARDS)
    bets(at, [1], at.other)
    assert at.meters == {"progressive": (dollars(140), 0), "progressive.overflow": (dollars(22), 0)}
    at.keeper.takes(at.table.rejects(claim))
    assert at.meters == {"progressive": (dollars(56), 0), "progressive.overflow": (0, 0)}


def test_locks_are_kept_no_longer_than_something_before_them_can_be_rejected():
    case = Second()
    case.settles()
    assert [lock.claim[0] for lock in case.at.state.locks["progressive"]] == ["T1", "T2"]
    assert list(case.at.state.settled) == [("T2", case.at.other.seq - 2)]
    table = case.at.table
    case.at.keeper.takes(table.validates(case.first), table.pays(case.first, dollars(1_046)))
    assert case.at.state.locks == case.at.state.awards == {}
    assert [table for table, _ in case.at.state.settled] == ["T2", "T1"]  # their payments may be undone

"""A link's meter by hand: 58 Pa. Code § 678a.12(d) at $5, awards in settlement order, voids, refusals."""

import pytest
from msgspec.structs import replace

from events.body import decode_body
from events.bounds import MAX_AMOUNT_MC
from events.money import cents
from events.vocabulary.progressive import ProgressiveClaimed
from projections.keeping.deciders import DECIDER
from tests.amounts import dollars
from tests.projections.folding import KeeperAtHand
from tests.projections.keeping.at_link import At, small
from tests.scenario import BOTH_HANDS, SEVEN_CARDS, SIX_CARDS, UNIT_MC, Clock, LinkDesk
from tests.scenario_table import TableDesk

METERS_678A = pytest.mark.reg("58 Pa. Code § 678a.12(d)(3)")
AWARDS_678A = pytest.mark.reg("58 Pa. Code § 678a.12(d)(1)")
VOIDS_678A = pytest.mark.reg("58 Pa. Code § 678a.13")


@pytest.fixture
def at():
    return At()


@METERS_678A
def test_thirty_thousand_for_one_at_five_dollars_seeds_a_hundred_and_fifty_thousand(at):
    ((type_, body),) = at.opened
    assert type_ == "meter_opened"
    assert body.funded_mc == dollars(150_000)
    assert at.keeper.meter.primary_mc == dollars(150_000)
    assert at.keeper.meter.reserve_mc == 0


@METERS_678A
def test_a_thousand_wagers_of_five_dollars_add_1150_to_the_primary_and_250_to_the_reserve(at):
    for _ in range(200):
        at.bets([1, 2, 3, 4, 5])
    assert at.keeper.meter.primary_mc == dollars(150_000 + 1_150)
    assert at.keeper.meter.reserve_mc == dollars(250)


@AWARDS_678A
def test_a_six_card_straight_flush_wins_ten_percent_floored_to_the_cent():
    at = At(**small(seed_mc=cents(12_345) + 678))
    at.bets([1])
    before = at.keeper.meter.primary_mc
    assert before == cents(12_345) + 678 + UNIT_MC * 23 // 100
    _, award = at.claims(1)
    assert award.meter_before_mc == before
    assert award.amount_mc == cents(before // 10 // 1_000)
    assert award.amount_mc % cents(1) == 0
    assert at.keeper.meter.primary_mc == before - award.amount_mc


@AWARDS_678A
def test_a_seven_card_straight_flush_wins_all_whole_cents_and_the_reserve_is_the_next_meter():
    at = At(**small(seed_mc=dollars(1_000) + 999))
    at.bets([1, 2])
    _, award = at.claims(2, SEVEN_CARDS)
    assert award.amount_mc == dollars(1_000) + UNIT_MC * 2 * 23 // 100
    assert award.reserve_moved_mc == UNIT_MC * 2 * 5 // 100
    assert award.reseed_mc == 0
    assert at.keeper.meter.primary_mc == 999 + UNIT_MC * 2 * 5 // 100
    assert at.keeper.meter.reserve_mc == 0


def test_a_reseed_comes_from_the_house():
    at = At(**small(seed_mc=dollars(1_000), reseed_mc=dollars(500)))
    at.bets([1])
    _, award = at.claims(1, SEVEN_CARDS)
    assert award.reseed_mc == dollars(500)
    assert at.keeper.meter.primary_mc == dollars(500) + UNIT_MC * 5 // 100


@AWARDS_678A
def test_two_winners_in_one_round_are_paid_in_settlement_order(at):
    at.bets([1, 4])
    on_meter = dollars(150_000) + UNIT_MC * 2 * 23 // 100
    _, first = at.claims(4)
    _, second = at.claims(1)
    assert first.amount_mc == on_meter // 10
    assert second.meter_before_mc == on_meter - first.amount_mc
    assert second.amount_mc == (on_meter - first.amount_mc) // 10 // 1_000 * 1_000
    assert second.amount_mc < first.amount_mc


def test_an_award_at_one_table_changes_the_meter_for_every_linked_table(at):
    at.bets([1])
    at.bets([2], at.other)
    _, first = at.claims(1, SEVEN_CARDS)
    _, second = at.claims(2, SEVEN_CARDS, at.other)
    assert first.amount_mc == dollars(150_000) + UNIT_MC * 2 * 23 // 100
    assert second.amount_mc == UNIT_MC * 2 * 5 // 100
    assert at.keeper.meter.primary_mc == 0


def test_an_award_is_locked_then_validated_then_paid(at):
    at.bets([1])
    claim, award = at.claims(1)
    assert at.keeper.types(at.table.validates(claim)) == ["award_validated"]
    ((type_, paid),) = at.keeper.takes(at.table.pays(claim, award.amount_mc))
    assert (type_, paid.amount_mc, paid.claim_seq) == ("award_paid", award.amount_mc, award.claim_seq)
    assert at.keeper.keeper.books["HCF"].state.awards == {}


def test_a_rejected_award_goes_back_to_its_meter(at):
    at.bets([1])
    before = at.keeper.meter.primary_mc
    claim, award = at.claims(1)
    ((type_, returned),) = at.keeper.takes(at.table.rejects(claim))
    assert (type_, returned.amount_mc) == ("award_returned", award.amount_mc)
    assert at.keeper.meter.primary_mc == before
    assert "no award" in at.refusal(at.table.validates(claim))


@VOIDS_678A
def test_a_void_takes_the_contributions_of_returned_wagers_back_in_full(at):
    opened = at.keeper.units
    at.bets([1, 2, 3])
    ((type_, body),) = at.keeper.takes(at.table.voids({"HCF": [1, 2, 3]}))
    assert type_ == "contribution_reversed"
    assert (body.wagers, body.house_mc) == (3, 0)
    assert body.primary_mc == UNIT_MC * 3 * 23 // 100
    assert body.reserve_mc == UNIT_MC * 3 * 5 // 100
    assert at.keeper.units == opened


def test_a_void_that_returns_no_progressive_wager_moves_nothing(at):
    at.bets([1, 2])
    assert at.keeper.takes(at.table.voids({"HCF": []})) == []
    claim, _ = at.claims(1)
    assert at.keeper.types(at.table.validates(claim)) == ["award_validated"]


def test_a_wager_is_returned_once_even_if_a_void_names_it_twice(at):
    opened = at.keeper.units
    at.bets([1, 2])
    ((_, body),) = at.keeper.takes(at.table.voids({"HCF": [1, 1]}))
    assert body.wagers == 1
    assert at.keeper.takes(at.table.voids({"HCF": [1]})) == []
    at.keeper.takes(at.table.voids({"HCF": [2]}))
    assert at.keeper.units == opened


def test_after_a_full_award_the_house_bears_what_was_won(at):
    at.bets([1])
    at.bets([2], at.other)
    at.claims(2, SEVEN_CARDS, at.other)
    left = at.keeper.units
    ((_, body),) = at.keeper.takes(at.table.voids({"HCF": [1]}))
    assert body.house_mc == UNIT_MC * 28 // 100
    assert (body.primary_mc, body.reserve_mc) == (0, 0)
    assert at.keeper.units == left


def test_a_void_never_takes_what_others_have_contributed_since_a_full_award(at):
    at.bets([1])
    at.bets([2], at.other)
    at.claims(2, SEVEN_CARDS, at.other)
    at.other.opens_round()
    at.bets([1, 2, 3, 4, 5], at.other)
    left = at.keeper.units
    ((_, body),) = at.keeper.takes(at.table.voids({"HCF": [1]}))
    assert body.house_mc == UNIT_MC * 28 // 100
    assert at.keeper.units == left


def test_a_round_after_a_full_award_is_reversed_in_full_though_the_meter_is_far_below_its_seed(at):
    at.bets([1])
    at.claims(1, SEVEN_CARDS)
    after_award = at.keeper.units
    at.table.opens_round()
    at.bets([1, 2])
    ((_, body),) = at.keeper.takes(at.table.voids({"HCF": [1, 2]}))
    assert body.house_mc == 0
    assert at.keeper.units == after_award


def test_after_a_ten_percent_award_below_the_seed_the_house_bears_the_primary_share(at):
    at.bets([1, 2])
    at.claims(2)
    assert at.keeper.meter.primary_mc < dollars(150_000)
    ((_, body),) = at.keeper.takes(at.table.voids({"HCF": [1]}))
    assert body.house_mc == UNIT_MC * 23 // 100
    assert body.primary_mc == 0
    assert body.reserve_mc == UNIT_MC * 5 // 100


def test_a_reversal_never_digs_below_what_the_meter_started_from():
    at = At(**small(seed_mc=dollars(200), reserve_bp=0, unit_mc=dollars(100)))
    at.bets({1: dollars(100)})  # $223
    at.bets({1: dollars(100)}, at.other)  # $246
    at.claims(1, table=at.other)  # a tenth: $221.40 are left
    ((_, body),) = at.keeper.takes(at.table.voids({"HCF": [1]}))
    assert at.keeper.meter.primary_mc == dollars(200)
    assert body.house_mc == cents(2_300 - 2_140)


def test_what_a_division_leaves_over_is_carried_to_the_last_unit():
    at = At(**small(primary_bp=2_301, reserve_bp=499, unit_mc=4_999))
    for seats in ([1], [1, 2, 3], [1, 2], [1, 4, 5]):
        at.bets(dict.fromkeys(seats, 4_999))
    assert at.keeper.meter.primary_units == 9 * 4_999 * 2_301
    assert at.keeper.meter.reserve_units == 9 * 4_999 * 499
    at.keeper.takes(at.table.voids({"HCF": [4]}))
    assert at.keeper.meter.primary_units == 8 * 4_999 * 2_301


def test_two_wagers_of_one_seat_are_returned_together():
    at = At(**small(wagers=BOTH_HANDS))
    both = [(1, wager.wager, UNIT_MC) for wager in BOTH_HANDS]
    assert at.keeper.types(at.table.bets("HCF", both)) == ["meter_contributed"]
    assert at.keeper.units > 0
    at.keeper.takes(at.table.voids({"HCF": [1]}))
    assert at.keeper.units == 0


def test_play_in_test_or_training_touches_no_money(at):
    before = at.keeper.units
    for mode in ("test", "training"):
        at.table.mode = mode
        assert at.bets([1]) == []
        assert at.keeper.takes(at.table.claims(1)) == []
        assert at.keeper.takes(at.table.voids({"HCF": [1]})) == []
    assert at.keeper.units == before


# --- refusals ----------------------------------------------------------------------------------------------


def test_a_claim_without_an_accepted_wager_is_refused(at):
    at.bets([1])
    assert "no accepted progressive wager" in at.refusal(at.table.claims(2))
    at.table.opens_round()
    assert "no accepted progressive wager" in at.refusal(at.table.claims(1))


def test_a_claim_for_a_returned_wager_is_refused(at):
    at.bets([1])
    at.keeper.takes(at.table.voids({"HCF": [1]}))
    assert "no accepted progressive wager" in at.refusal(at.table.claims(1))


def test_a_second_claim_of_a_seat_is_refused(at):
    at.bets([1])
    at.claims(1)
    assert "claimed in this round already" in at.refusal(at.table.claims(1, SEVEN_CARDS))


def test_a_hand_that_wins_no_percentage_is_refused(at):
    at.bets([1])
    assert "wins no percentage" in at.refusal(at.table.claims(1, "three_card_straight_flush"))


def test_a_second_validation_is_refused(at):
    at.bets([1])
    claim, _ = at.claims(1)
    at.keeper.takes(at.table.validates(claim))
    assert "validated already" in at.refusal(at.table.validates(claim))


def test_a_payment_settles_a_validated_award_from_another_source_than_the_rack(at):
    at.bets([1])
    claim, award = at.claims(1)
    mc = award.amount_mc
    assert at.cash(at.table.pays(claim, 1)) == (0, 1, "not_validated")
    at.keeper.takes(at.table.validates(claim))
    assert at.cash(at.table.pays(claim, mc, paid_from="table_inventory")) == (0, mc, "wrong_source")
    assert at.cash(at.table.pays(claim, mc)) == (mc - 1, 1, "too_much")
    assert at.cash(at.table.pays(claim, mc)) == (0, mc, "too_much")


def test_a_void_of_an_earlier_round_is_refused(at):
    at.bets([1])
    at.table.round = "T1-R0"
    assert "record an adjustment" in at.refusal(at.table.voids({"HCF": [1]}))


def test_a_link_that_is_not_open_takes_nothing():
    clock = Clock()
    link, table, keeper = LinkDesk("HCF", clock), TableDesk("T1", clock), KeeperAtHand()
    keeper.takes(table.opens(), link.notes())
    clock.controls["HCF"] = 1  # as if that had opened it
    assert keeper.takes(table.plays({"HCF": []})) == []
    ((type_, body),) = keeper.takes(table.closes_bets({"HCF": [1]}))
    assert (type_, body.stakes[0].amount_mc, body.balances) == ("stake_due_back", UNIT_MC, ())
    assert body.stakes[0].reason == "the link was not open when the round was opened"
    assert keeper.types(table.claims(1)) == ["leg_refused"]
    assert keeper.takes(table.voids({"HCF": [1]})) == []


def test_a_closed_link_keeps_its_amounts_and_may_be_opened_again(at):
    at.bets([1])
    units = at.keeper.units
    assert at.keeper.types(at.link.closes()) == ["meter_closed"]
    at.table.opens_round()
    stakes = at.due_back(at.table.closes_bets({"HCF": [1]}))
    assert stakes == {1: (UNIT_MC, "the link was closed when the round was opened")}
    ((_, opened),) = at.keeper.takes(at.link.opens())
    assert opened.funded_mc == 0
    assert at.keeper.units == units
    assert "no accepted" in at.refusal(at.table.claims(1))


def test_an_opening_that_cannot_be_carried_out_is_refused(at):
    assert "open already" in at.refusal(at.link.opens())
    at.keeper.takes(at.link.closes())
    assert "not open" in at.refusal(at.link.closes())
    other = replace(small()["meters"][0], meter="mega")
    assert "has the meters progressive" in at.refusal(at.link.opens(meters=[other], awards=()))
    meter = small()["meters"][0]
    assert "named twice" in at.refusal(at.link.opens(meters=[meter, meter]))
    assert "not a meter of this link" in at.refusal(at.link.opens(awards=[("x", "mega", 100)]))
    huge = [replace(m, seed_mc=MAX_AMOUNT_MC + 1) for m in (meter, other)]
    fresh = KeeperAtHand()
    assert fresh.types(LinkDesk("HCF").opens(meters=huge)) == ["leg_refused"]


def test_a_wager_that_no_meter_can_hold_feeds_nothing_and_nothing_of_it_is_reversed():
    at = At(**small(unit_mc=MAX_AMOUNT_MC))
    before = at.keeper.units
    ((type_, body),) = at.bets({1: MAX_AMOUNT_MC, 2: MAX_AMOUNT_MC})
    assert (type_, body.attempted) == ("leg_refused", "contribution")
    assert at.state.rounds["T1"].unfed == {(1, "progressive"), (2, "progressive")}
    assert at.keeper.takes(at.table.voids({"HCF": [1, 2]})) == []
    assert at.keeper.units == before


def test_every_record_says_who_decided_and_what_it_answers(at):
    ((_, body),) = at.bets([1])
    assert (body.decider, body.source_stream, body.source_seq) == (DECIDER, "table:T1", 3)
    record = at.keeper.records[-1]
    assert record.stream == "meter:HCF"
    assert record.actor == f"keeper/{DECIDER}"
    assert record.round == "T1-R1"
    assert decode_body(record) == body


def test_a_seat_that_feeds_a_link_by_two_wagers_claims_for_each_of_them():
    """The Five Card Hand Bonus on the player's and on the dealer's hand feed one meter (647a.7(d)(4))."""
    at = At(wagers=BOTH_HANDS)
    wagers = ("fchb_player", "fchb_dealer")
    at.keeper.takes(at.table.bets("HCF", [(3, wager, UNIT_MC) for wager in wagers]))
    answers = [
        at.keeper.takes(
            at.table.records(
                ProgressiveClaimed(
                    seat=3, wager=wager, hand=SIX_CARDS, cards=(), link="HCF", leg=at.table.leg("HCF")
                )
            )
        )
        for wager in (*wagers, "fchb_player")
    ]
    assert [type_ for ((type_, _),) in answers] == ["award_locked", "award_locked", "leg_refused"]
    *returned, (type_, body) = at.keeper.takes(at.table.voids({"HCF": [3]}))
    assert [found for found, _ in returned] == ["award_returned", "award_returned"]
    assert (type_, body.wagers, body.returned_mc) == ("contribution_reversed", 2, 2 * UNIT_MC)


def test_a_second_no_more_bets_of_a_round_takes_nothing_away(at):
    at.bets([1, 2])
    assert at.keeper.takes(at.table.closes_bets({"HCF": []})) == []
    assert at.claims(1)[1].amount_mc
    assert "claimed" in at.refusal(at.table.claims(1))
    assert at.keeper.types(at.table.closes_bets({"HCF": [3]})) == ["meter_contributed"]
    ((_, body),) = at.keeper.takes(at.table.voids({"HCF": [2, 3]}))
    assert body.returned_mc == 2 * UNIT_MC

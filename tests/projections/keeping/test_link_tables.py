"""Tables of a link: one parameter set, one unit wager, nothing unreasonable, no more than the limit."""

import pytest

from events.money import cents, text
from events.vocabulary.links import MeterTerms
from tests.amounts import dollars
from tests.projections.folding import KeeperAtHand
from tests.projections.keeping.at_link import At, small
from tests.scenario import BOTH_HANDS, SEVEN_CARDS, SIX_CARDS, UNIT_MC, Clock, LinkDesk
from tests.scenario_table import TableDesk

ONE_SET = pytest.mark.reg("58 Pa. Code § 678a.2(c)")


@pytest.fixture
def at():
    return At()


# --- joining -----------------------------------------------------------------------------------------------


@ONE_SET
def test_a_table_that_plays_by_the_link_s_parameters_joins_once(at):
    table = TableDesk("T9", at.link.clock)
    ((type_, body),) = at.keeper.takes(table.opens())
    assert (type_, body.table, body.rulebook, body.paytable) == ("table_joined", "T9", "678a@2019-11-02", "A")
    assert (body.unit_wager_mc, body.selections_seq) == (dollars(5), 1)
    assert [type_ for type_, _ in at.bets([1])] == ["meter_contributed"]


@ONE_SET
@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ({"rulebook": "678a@2015-proposed"}, "rulebook is 678a@2015-proposed, the link's is 678a@2019-11-02"),
        ({"paytable": "B"}, "paytable is B, the link's is A"),
        ({"unit_mc": dollars(1)}, "unit wager is $1.00, the link's is $5.00"),
        ({"wagers": ("five_card",)}, "wager is five_card, the link's is progressive"),
    ],
)
def test_a_table_with_another_parameter_is_refused_at_its_join_and_every_round(at, other, reason):
    (joined, _), (refused, body) = at.keeper.takes(at.table.opens(**other))
    assert (joined, refused, body.attempted) == ("table_joined", "leg_refused", "join")
    assert reason in body.reason
    before = at.keeper.units
    stakes = at.due_back(at.table.plays({"HCF": [1, 4]}))
    assert {seat: amount_mc for seat, (amount_mc, _) in stakes.items()} == {1: UNIT_MC, 4: UNIT_MC}
    assert all(reason in why for _, why in stakes.values())
    assert "no accepted progressive wager" in at.refusal(at.table.claims(1))
    assert at.keeper.units == before


def test_a_table_that_changes_to_the_link_s_parameters_is_taken(at):
    at.keeper.takes(at.table.opens(paytable="B"))
    assert at.keeper.types(at.table.opens()) == ["table_joined"]
    at.table.opens_round()
    assert [type_ for type_, _ in at.bets([1])] == ["meter_contributed"]


def test_a_table_is_judged_by_the_terms_that_the_link_has_when_it_plays():
    clock = Clock()
    link, table, keeper = LinkDesk("HCF", clock), TableDesk("T1", clock), KeeperAtHand()
    assert keeper.types(table.opens(paytable="B")) == ["table_joined"]
    keeper.takes(link.opens())
    assert keeper.types(table.plays({"HCF": [1]})) == ["stake_due_back"]
    keeper.takes(link.closes(), link.opens(paytable="B"))
    assert keeper.types(table.plays({"HCF": [1]})) == ["meter_contributed"]


@pytest.mark.cites("58 Pa. Code § 647a.7(d)(4)")
def test_a_table_may_feed_a_link_by_a_second_wager_too():
    at = At(wager="fchb_player", wagers=BOTH_HANDS)
    for wagers in (("fchb_dealer", "fchb_player"), ("fchb_dealer",)):
        assert at.keeper.types(at.table.opens(wagers=wagers)) == ["table_joined"]
        bets = at.table.plays({"HCF": [1]}, wager="fchb_dealer")
        assert at.keeper.types(bets) == ["meter_contributed"]


def test_a_table_in_training_joins_nothing_and_sends_no_leg(at):
    at.table.mode = "training"
    assert at.keeper.takes(at.table.opens(paytable="B")) == []
    assert at.bets([1]) == []
    at.table.mode = "live"
    at.table.selections_seq = 1  # as live play knows it
    at.table.opens_round()
    assert [type_ for type_, _ in at.bets([1])] == ["meter_contributed"]


# --- unit and guard ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount_mc", [1, UNIT_MC - 1, UNIT_MC + 1, 2 * UNIT_MC])
def test_a_wager_of_another_unit_is_due_back_and_concerns_its_seat_alone(at, amount_mc):
    answers = at.bets({1: UNIT_MC, 3: amount_mc})
    assert [type_ for type_, _ in answers] == ["stake_due_back", "meter_contributed"]
    ((_, due), (_, fed)) = answers
    (stake,) = due.stakes
    assert (stake.seat, stake.wager, stake.amount_mc) == (3, "progressive", amount_mc)
    assert stake.reason == f"{text(amount_mc)} was wagered, and the link takes $5.00 and no other amount"
    assert (due.table, due.round, fed.wagers, fed.wagered_mc) == ("T1", "T1-R1", 1, UNIT_MC)
    assert "seat 3 has no accepted" in at.refusal(at.table.claims(3))
    assert at.claims(1)[1].amount_mc


def test_a_round_above_the_guard_is_unreasonable_and_one_at_it_is_not():
    at = At(guard_mc=2 * UNIT_MC)
    assert [type_ for type_, _ in at.bets([1, 2])] == ["meter_contributed"]
    refusal = at.refusal(at.table.plays({"HCF": [1, 2, 3]}))
    assert refusal.startswith("contribution: $15.00 in one round is unreasonable, $10.00")
    assert "adjustment" in refusal


# --- limit and overflow ------------------------------------------------------------------------------------


def limited(**terms):
    """Seed $100, 23 % and 5 % of $100 wagers, and no more than $140 on display."""
    return At(**small(seed_mc=dollars(100), limit_mc=dollars(140), unit_mc=dollars(100), **terms))


def bets(at, seats, table=None):
    return at.bets(dict.fromkeys(seats, dollars(100)), table)


def test_a_meter_without_a_limit_has_no_overflow(at):
    assert set(at.meters) == {"progressive"}


def test_what_exceeds_the_limit_goes_to_a_meter_of_its_own():
    at = limited()
    assert at.meters == {"progressive": (dollars(100), 0), "progressive.overflow": (0, 0)}
    bets(at, [1])
    assert at.meters["progressive"] == (dollars(123), dollars(5))
    ((_, body),) = bets(at, [1])
    assert at.meters["progressive"] == (dollars(140), dollars(10))
    assert at.meters["progressive.overflow"] == (dollars(6), 0)
    assert (body.primary_mc, body.reserve_mc) == (dollars(23), dollars(5))
    assert [balance.meter for balance in body.balances] == ["progressive", "progressive.overflow"]


def test_after_a_full_award_reserve_and_overflow_make_the_next_meter():
    at = limited(reseed_mc=dollars(50))
    bets(at, [1, 2])
    _, award = at.claims(1, SEVEN_CARDS)
    assert (award.amount_mc, award.reseed_mc) == (dollars(140), dollars(50))
    assert (award.reserve_moved_mc, award.overflow_moved_mc) == (dollars(10), dollars(6))
    assert at.meters == {"progressive": (dollars(66), 0), "progressive.overflow": (0, 0)}


def test_a_next_meter_above_the_limit_leaves_the_rest_on_the_overflow():
    at = limited(reseed_mc=dollars(130))
    bets(at, [1, 2])
    _, award = at.claims(1, SEVEN_CARDS)
    assert award.overflow_moved_mc == 0
    assert at.meters == {"progressive": (dollars(140), 0), "progressive.overflow": (dollars(6), 0)}


def test_after_a_tenth_the_meter_grows_to_its_limit_again_and_the_overflow_stays():
    at = limited()
    bets(at, [1, 2])
    at.claims(1, SIX_CARDS)
    assert at.meters["progressive"][0] == dollars(126)
    bets(at, [1])
    assert at.meters["progressive"][0] == dollars(140)
    assert at.meters["progressive.overflow"][0] == dollars(6 + 9)


def test_a_void_takes_back_from_the_overflow_what_had_gone_there():
    at = limited()
    bets(at, [1, 2])  # $140, and $6 go over
    bets(at, [1], at.other)  # all $23 go over
    at.claims(1, SIX_CARDS, at.other)  # $14
    ((_, body),) = at.keeper.takes(at.table.voids({"HCF": [2]}))
    assert (body.primary_mc, body.house_mc) == (dollars(23), 0)
    assert at.meters["progressive"][0] == dollars(126) - dollars(17)
    assert at.meters["progressive.overflow"][0] == dollars(23)
    ((_, body),) = at.keeper.takes(at.table.voids({"HCF": [1]}))
    assert (body.primary_mc, body.house_mc) == (dollars(23), 0)
    assert at.meters["progressive"][0] == dollars(100), "no lower than its seed: the overflow gives the rest"
    assert at.meters["progressive.overflow"][0] == dollars(23) - dollars(14)


def test_a_void_leaves_the_overflow_alone_that_its_round_did_not_feed():
    at = limited()
    bets(at, [1, 2])
    at.claims(1, SIX_CARDS)
    at.claims(2, SIX_CARDS)
    before = {"progressive": (cents(11_340), dollars(10)), "progressive.overflow": (dollars(6), 0)}
    assert at.meters == before
    bets(at, [1], at.other)
    assert at.meters["progressive"] == (cents(13_640), dollars(15))
    at.keeper.takes(at.other.voids({"HCF": [1]}))
    assert at.meters == before


def test_a_void_after_a_full_award_leaves_the_overflow_of_others_alone():
    at = limited()
    bets(at, [1, 2])
    bets(at, [1], at.other)
    at.claims(1, SEVEN_CARDS, at.other)
    at.other.opens_round()
    bets(at, [1, 2, 3, 4, 5, 6], at.other)
    before = at.meters
    ((_, body),) = at.keeper.takes(at.table.voids({"HCF": [1, 2]}))
    assert body.house_mc == dollars(2 * 28)
    assert at.meters == before


@pytest.mark.parametrize(
    ("name", "limit_mc", "reason"),
    [
        ("a.overflow", 0, "would be the overflow of another meter"),
        ("m" * 60, dollars(200), "too long a name"),
        ("mega", dollars(99), "below what it starts from"),
    ],
)
def test_a_limit_that_cannot_be_kept_is_refused_at_the_opening(name, limit_mc, reason):
    meter = MeterTerms(
        meter=name, seed_mc=dollars(100), reseed_mc=0, primary_bp=1, reserve_bp=0, limit_mc=limit_mc
    )
    keeper = KeeperAtHand()
    ((type_, body),) = keeper.takes(LinkDesk("HCF").opens(meters=[meter], awards=()))
    assert type_ == "leg_refused"
    assert reason in body.reason

"""Control of a link by two people of two departments: terms, adjustments, retirement."""

import pytest
from msgspec.structs import replace

from events.bounds import MAX_AMOUNT_MC
from events.money import cents
from events.vocabulary.links import Signature
from tests.amounts import dollars
from tests.projections.folding import KeeperAtHand
from tests.projections.keeping.at_link import At, small
from tests.scenario import SEVEN_CARDS, SIGNED, UNIT_MC, LinkDesk

PIT, _ = SIGNED


@pytest.fixture
def at():
    return At()


def person(badge, department):
    return Signature(badge=badge, department=department)


# --- signatures --------------------------------------------------------------------------------------------

UNSIGNED = [
    ((), "two people must sign"),
    ((PIT,), "two people must sign"),
    ((PIT, PIT), "two people must sign"),
    ((PIT, person("pit-2", "table games")), "same department"),
    ((PIT, person("finance-4", "")), "signed_by.1.department"),
]


@pytest.mark.parametrize(("signed", "reason"), UNSIGNED)
@pytest.mark.parametrize("what", ["opens", "changes_terms", "closes", "retires"])
def test_a_change_without_two_people_of_two_departments_is_refused(at, what, signed, reason):
    before = at.state
    refusal = at.refusal(getattr(at.link, what)(signed=signed))
    assert reason in refusal
    assert at.state == before


@pytest.mark.parametrize(("signed", "reason"), UNSIGNED)
def test_money_is_not_moved_by_hand_without_them_either(at, signed, reason):
    before = at.state
    assert reason in at.refusal(at.link.adjusts(dollars(1), signed=signed))
    assert reason in at.refusal(at.link.transfers(dollars(1), "OTHER", signed=signed))
    assert "no reason is given" in at.refusal(at.link.adjusts(dollars(1), reason=" "))
    assert at.state == before


# --- terms -------------------------------------------------------------------------------------------------


def test_terms_change_out_of_play_and_amounts_stay(at):
    at.bets([1])
    assert "terms: the link is live" in at.refusal(at.link.changes_terms(unit_mc=dollars(1)))
    at.keeper.takes(at.link.closes())
    before = at.meters
    ((type_, body),) = at.keeper.takes(at.link.changes_terms(unit_mc=dollars(1), paytable="B"))
    assert (type_, body.unit_wager_mc, body.paytable, body.funded_mc) == (
        "meter_terms_changed",
        dollars(1),
        "B",
        0,
    )
    assert at.meters == before
    assert not at.state.live


@pytest.mark.parametrize("change", ["changes_terms", "opens"])
def test_what_a_round_brought_by_other_rates_is_taken_back_by_an_adjustment(at, change):
    at.bets([1])
    at.keeper.takes(at.link.closes(), getattr(at.link, change)(**small(primary_bp=2_000)))
    reason = at.refusal(at.table.voids({"HCF": [1]}))
    assert "the link's rates have changed since" in reason
    assert "record an adjustment" in reason


@pytest.mark.parametrize("change", ["changes_terms", "opens"])
def test_a_wager_that_has_fed_wins_though_the_rates_are_others_since(at, change):
    at.bets([1])
    at.keeper.takes(at.link.closes(), getattr(at.link, change)(**small(primary_bp=2_000)))
    ((type_, body),) = at.keeper.takes(at.table.claims(1, "six_card_straight_flush"))
    assert (type_, body.meter_before_mc) == ("award_locked", dollars(150_000) + cents(115))


def test_a_round_is_reversed_though_the_link_was_closed_and_opened_with_the_same_rates(at):
    at.bets([1])
    at.keeper.takes(at.link.closes(), at.link.changes_terms(guard_mc=dollars(100)), at.link.opens())
    ((_, body),) = at.keeper.takes(at.table.voids({"HCF": [1]}))
    assert (body.primary_mc, body.house_mc) == (cents(115), 0)


def test_terms_that_the_link_cannot_have_are_refused(at):
    at.keeper.takes(at.link.closes())
    other = replace(small()["meters"][0], meter="mega")
    assert "has the meters progressive" in at.refusal(at.link.changes_terms(meters=[other], awards=()))
    fresh = KeeperAtHand()
    ((_, body),) = fresh.takes(LinkDesk("HCF").changes_terms())
    assert (body.attempted, body.reason) == ("terms", "the link was never opened: open it with these terms")


def test_a_record_of_the_opening_repeats_the_terms():
    ((_, body),) = At(guard_mc=3 * UNIT_MC).opened
    assert (body.rulebook, body.paytable, body.wager) == ("678a@2019-11-02", "A", "progressive")
    assert [(meter.meter, meter.seed_mc) for meter in body.meters] == [("progressive", dollars(150_000))]
    assert (len(body.awards), body.guard_mc) == (2, 3 * UNIT_MC)


# --- adjustments -------------------------------------------------------------------------------------------


def test_an_adjustment_moves_one_account_by_its_signed_amount(at):
    ((type_, body),) = at.keeper.takes(at.link.adjusts(-dollars(50_000)))
    assert (type_, body.amount_mc, body.document) == ("meter_adjusted", -dollars(50_000), "slip 17")
    assert [signature.department for signature in body.signed_by] == ["table games", "finance"]
    at.keeper.takes(at.link.adjusts(cents(7), account="reserve"))
    assert at.meters["progressive"] == (dollars(100_000), cents(7))


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((0,), "the amount is zero"),
        ((-dollars(150_000) - 1,), "$150,000.00 is there, $150,000.00001 cannot be taken"),
        ((-1, "progressive", "reserve"), "$0.00 is there"),
        ((1, "mega"), "the link has no meter mega: its meters are progressive"),
        ((MAX_AMOUNT_MC,), "the meter would hold $1,000,150,000.00, the most is $1,000,000,000.00"),
    ],
)
def test_an_adjustment_that_cannot_be_made_is_refused(at, arguments, reason):
    before = at.meters
    assert f"adjustment: {reason}" in at.refusal(at.link.adjusts(*arguments))
    assert at.meters == before


def test_what_is_added_above_the_limit_goes_to_the_overflow_which_can_be_adjusted_itself():
    at = At(**small(seed_mc=dollars(10), limit_mc=dollars(12)))
    at.keeper.takes(at.link.adjusts(dollars(5)))
    assert at.meters == {"progressive": (dollars(12), 0), "progressive.overflow": (dollars(3), 0)}
    at.keeper.takes(at.link.adjusts(-dollars(1), "progressive.overflow"))
    assert at.meters["progressive.overflow"] == (dollars(2), 0)
    assert "has no reserve" in at.refusal(at.link.adjusts(1, "progressive.overflow", "reserve"))


def test_a_meter_adjusted_below_its_seed_gives_back_what_a_void_returns(at):
    at.keeper.takes(at.link.adjusts(-dollars(50_000)))
    at.bets([1])
    ((_, body),) = at.keeper.takes(at.table.voids({"HCF": [1]}))
    assert body.house_mc == 0
    assert at.meters["progressive"] == (dollars(100_000), 0)


# --- retirement --------------------------------------------------------------------------------------------


def test_a_link_is_retired_when_it_is_closed_empty_and_owes_nothing():
    at = At(**small(seed_mc=dollars(10)))
    at.bets([1])
    claim, award = at.claims(1, SEVEN_CARDS)
    assert "the link is live" in at.refusal(at.link.retires())
    at.keeper.takes(at.link.closes())
    assert "there is money on progressive" in at.refusal(at.link.retires())
    at.keeper.takes(at.link.adjusts(-at.meters["progressive"][0]))
    assert "the award of T1 (claim 4) is not paid" in at.refusal(at.link.retires())
    at.keeper.takes(at.table.validates(claim), at.table.pays(claim, award.amount_mc))
    ((type_, body),) = at.keeper.takes(at.link.retires())
    assert (type_, body.reason) == ("meter_retired", "given up")
    assert "retired already" in at.refusal(at.link.retires())
    assert "the link is retired" in at.refusal(at.link.opens())
    assert "the link is retired" in at.refusal(at.link.adjusts(1))


def test_less_than_a_millicent_may_be_left_when_a_link_is_retired_and_the_record_says_so():
    at = At(**small(primary_bp=1, reserve_bp=0, unit_mc=3))
    at.bets({1: 3})
    at.keeper.takes(at.link.closes())
    ((type_, body),) = at.keeper.takes(at.link.retires())
    assert (type_, body.balances[0].primary_residual) == ("meter_retired", 3)


def test_a_meter_at_its_bound_takes_no_more_and_gives():
    """What a meter cannot hold is refused, with its bound; it can always be taken from."""
    at = At()
    full = MAX_AMOUNT_MC - dollars(150_000)
    assert at.keeper.types(at.link.adjusts(full)) == ["meter_adjusted"]
    ((type_, body),) = at.bets([1])
    assert (type_, body.attempted) == ("leg_refused", "contribution")
    assert "more than $1,000,000,000.00" in body.reason
    assert "the most is $1,000,000,000.00" in at.refusal(at.link.adjusts(1))
    assert at.keeper.types(at.link.adjusts(-dollars(1_000))) == ["meter_adjusted"]
    assert at.bets([1])[0][0] == "meter_contributed"

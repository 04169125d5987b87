"""What was due and what was done at a link, worked out by hand; and the records that a finding rests on."""

from __future__ import annotations

import pytest

from events.body import decode_body
from tests.amounts import dollars
from tests.projections.examining.links import link_scenarios as scenarios
from tests.projections.examining.links.told_link import LINK, ToldLink

TENTH = dollars(15_000) + 23_000
"""A tenth of $150,002.30: the seed of 30,000 for 1 at $5 (678a.12(d)(3)), and 23 % of two wagers of $5."""
DOLLAR = dollars(1)


@pytest.mark.reg("58 Pa. Code §§ 678a.12(d)(3), 678a.12(d)(4)")
@pytest.mark.parametrize(
    ("tell", "due_mc", "done_mc"),
    [
        (scenarios.paid_a_dollar_less, TENTH, TENTH - DOLLAR),
        (scenarios.paid_a_dollar_more, TENTH, TENTH + DOLLAR),
        (scenarios.paid_by_two_slips, TENTH, 2 * TENTH),
        (scenarios.entered_twice_with_its_slip, TENTH, TENTH),
        (scenarios.rejected_and_then_paid, 0, TENTH),
        (scenarios.paid_and_then_rejected, 0, TENTH),
        (scenarios.unpaid_when_its_day_closes, TENTH, 0),
        (scenarios.refused_and_paid, 0, dollars(100)),
        (scenarios.void_and_then_paid, 0, TENTH),
        (scenarios.paid_and_then_void, 0, TENTH),
        (scenarios.paid_for_a_claim_that_nobody_made, 0, dollars(100)),
        # The reserve has 5 % of two wagers of $5, the reseed is 0; the keeper's record has a dollar more.
        (scenarios.meter_that_is_not_reseeded, 50_000, 150_000),
        # 23 % and 5 % of $10; the keeper's record leaves a dollar of it on the meter.
        (scenarios.reversal_of_another_amount, 280_000, 180_000),
        (scenarios.table_of_another_unit, None, None),
        (scenarios.void_of_a_round_before_the_last, None, None),
    ],
)
def test_due_and_done(tell, due_mc, done_mc):
    (found,) = tell("678a", True).findings

    assert (found.due_mc, found.done_mc) == (due_mc, done_mc)


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(3)")
def test_a_meter_of_647a_starts_again_from_its_reseed():
    """10,000 for 1 at $5; it has no reserve."""
    (found,) = scenarios.meter_that_is_not_reseeded("647a", True).findings
    assert (found.due_mc, found.done_mc) == (dollars(50_000), dollars(50_001))


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(4)")
def test_what_an_earlier_award_took_from_a_later_one_that_is_paid_is_owed():
    """Without the first award of 15,000.23 a tenth is 15,000.23 again, and 13,500.20 was paid."""
    (found,) = scenarios.paid_before_an_earlier_award_went_back("678a", True).findings
    assert (found.due_mc, found.done_mc) == (TENTH, dollars(13_500) + 20_000)


@pytest.mark.parametrize(
    ("tell", "types"),
    [
        (scenarios.paid_by_two_slips, ("award_locked", "award_paid")),
        (scenarios.entered_twice_with_its_slip, ("award_locked", "award_paid", "leg_refused")),
        (scenarios.paid_and_then_rejected, ("award_locked", "award_paid", "award_returned")),
        (scenarios.unpaid_when_its_day_closes, ("award_locked", "meter_day_closed")),
        (scenarios.table_of_another_unit, ("leg_refused",)),
    ],
)
def test_a_finding_rests_on_the_records_of_its_award(tell, types):
    told = tell("678a", True)
    (found,) = told.findings
    last_joined = told.seqs("table_joined")[-1:] if found.id == "T24" else ()
    assert found.events == tuple(sorted({*told.seqs(*types), *last_joined}))


def test_what_was_paid_short_may_be_made_good_and_is_said_once():
    told = ToldLink()
    claim = told.wins()
    told.pays(claim, TENTH - DOLLAR)
    told.pays(claim, DOLLAR // 2)
    told.pays(claim, DOLLAR // 2)
    told.takes(told.table.ends_day([LINK]))
    assert [found.id for found in told.findings] == ["A15"]


def test_a_payment_that_never_happened_may_be_made():
    told = ToldLink()
    claim = told.wins()
    payment = told.pays(claim)
    told.takes(told.desk.mends(payment, "never_happened"))
    told.pays(claim)
    assert told.findings == []


def test_what_came_back_is_no_longer_paid_and_what_was_written_off_is():
    told = ToldLink()
    claim = told.wins()
    payment = told.pays(claim, TENTH + DOLLAR)
    told.takes(told.desk.mends(payment, "recovered"))
    told.pays(claim, DOLLAR)
    assert [found.id for found in told.findings] == ["A15", "A17"]
    assert told.findings[1].done_mc == TENTH + DOLLAR


def test_an_award_is_said_to_be_unpaid_once():
    told = ToldLink()
    told.wins()
    told.takes(told.table.ends_day([LINK]))
    told.table.day = "2026-03-15"
    told.bets(1)
    told.takes(told.table.ends_day([LINK]))
    assert len(told.seqs("meter_day_closed")) == 2
    assert [found.id for found in told.findings] == ["A23"]


def test_an_award_of_a_later_day_is_not_unpaid_yet():
    told = ToldLink()
    told.bets(1)
    told.table.day = "2026-03-15"
    told.wins()
    told.takes(told.table.ends_day([LINK], day="2026-03-14"))
    assert told.seqs("meter_day_closed")
    assert told.findings == []


def test_terms_that_stay_as_they_are_are_said_once():
    told = ToldLink()
    (meter,) = told.terms.meters
    other = {"meters": (type(meter)(**{**_fields(meter), "reserve_bp": 400}),)}
    for terms in (other, other, {}, other):
        told.takes(told.desk.closes())
        told.opens(**terms)
    assert [found.id for found in told.findings] == ["T22", "T22"]


def _fields(struct):
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def test_what_has_a_limit_starts_again_from_no_more_than_it():
    """Of seed, 23 % and a reserve beyond the limit the rest stays over: that is as it must be."""
    told = ToldLink()
    (meter,) = told.terms.meters
    limit = {**_fields(meter), "limit_mc": dollars(150_000)}
    told = ToldLink(meters=(type(meter)(**limit),))
    for _ in range(5):
        told.bets(1, 2, 3)
    told.wins(whole=True)
    assert told.locked.overflow_moved_mc > 0
    assert told.findings == []


def test_what_its_table_names_the_link_does_not():
    """Paid from the inventory (A09), to another seat (A18)."""
    told = ToldLink()
    told.pays(told.wins(), paid_from="table_inventory")
    told.bets(1, 2)
    claim = told.claims(1)
    told.takes(told.table.validates(claim))
    told.pays(claim)
    told.pays(claim, seat=2)
    reasons = [decode_body(event).beyond_reason for event in told.events if event.type == "award_paid"]
    assert reasons == ["wrong_source", "", "no_award"]
    assert told.findings == []


def test_five_card_shares_go_to_no_game_account_and_its_table_says_so():
    told = ToldLink("647a five card")
    told.pays(told.wins(), paid_from="game_account")
    assert told.findings == []


def test_what_was_written_off_stays_paid():
    told = ToldLink()
    claim = told.wins()
    payment = told.pays(claim, TENTH + DOLLAR)
    told.takes(told.desk.mends(payment, "written_off"))
    told.pays(claim, DOLLAR)
    assert [(found.id, found.done_mc) for found in told.findings] == [
        ("A15", TENTH + DOLLAR),
        ("A17", TENTH + 2 * DOLLAR),
    ]


def test_a_payment_that_is_refused_for_another_reason_than_its_slip_was_not_entered_twice():
    told = scenarios.entered_twice_with_its_slip("678a", True)
    told.alters("leg_refused", reason="what would be recorded is longer than a record can be")
    assert told.findings == []


def test_a_second_no_more_bets_of_the_round_is_not_a_later_round():
    """Its table still knows the award, and names the payment to another seat itself (A18)."""
    told = ToldLink()
    claim = told.wins()
    told.pays(claim)
    told.takes(told.table.closes_bets({LINK: [3]}))
    told.pays(claim, DOLLAR, seat=2)
    assert told.seqs("meter_contributed")[-1] > told.seqs("award_paid")[0]
    assert told.findings == []


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(3)")
def test_reseed_and_overflow_beyond_the_limit_stay_over():
    told = ToldLink("647a")
    (meter,) = told.terms.meters
    limit = {**_fields(meter), "limit_mc": dollars(50_000)}
    told = ToldLink("647a", meters=(type(meter)(**limit),))
    told.bets(1, 2, 3)
    told.wins(whole=True)
    left = {balance.meter: balance.primary_mc for balance in told.locked.balances}
    assert left == {meter.meter: dollars(50_000), f"{meter.meter}.overflow": 525_000}
    assert told.findings == []

"""One mistake, one finding: causes silence what follows from them, and what stands is reported once."""

from __future__ import annotations

import pytest

from projections.examining.check_list import CHECKS, NEVER_ALONE, NOT_VISIBLE
from projections.examining.precedence import CAUSES, HELD, REPORTED_ONCE, SILENCES
from tests.projections.examining.told import Told

LISTED = {check.id for check in CHECKS}


def test_what_stands_is_reported_at_the_first_round_alone():
    told = Told(shuffling="device").ready(signs=["dealer_qualifies", "raise_limits"])
    told.plays().shuffles().plays().shuffles().plays()

    (found,) = told.findings
    assert (found.id, found.round) == ("T03", "T-1-1")


def test_what_was_mended_and_broken_again_is_reported_again():
    told = Told(shuffling="device").ready(signs=["dealer_qualifies", "raise_limits"]).plays().shuffles()
    told.posts("payout_odds").plays().shuffles()
    told.says("sign_removed", sign={"subject": "payout_odds", "place": "sign"}).plays()

    assert [(found.id, found.round) for found in told.findings] == [("T03", "T-1-1"), ("T09", "T-1-3")]


def test_a_table_that_opens_again_is_judged_anew():
    told = Told().ready(approvals=["shoe_location"]).plays()
    told.says("table_closed", closed_by="F-1", seats_occupied=[], reason="closing time")
    told.ready(approvals=["shoe_location"]).plays()

    assert [(found.id, found.round) for found in told.findings] == [("T02", "T-1-1"), ("T02", "T-1-2")]


def test_a_deck_that_is_dealt_from_unshuffled_is_one_finding_not_three():
    """The other one was played meanwhile: x.3(b)(2), x.3(b)(4) and x.5(a) are all broken by one omission."""
    told = Told(shuffling="device").ready("red-1", "blue-1")
    told.plays("red-1").plays("blue-1").shuffles("blue-1").plays("red-1")

    assert [(found.id, found.round) for found in told.findings] == [("D22", "T-1-3")]


def test_a_deck_that_nobody_met_again_is_told_of_when_the_table_closes():
    told = Told(shuffling="device").ready("red-1", "blue-1").plays("red-1").plays("blue-1")
    assert told.ids == []

    told.says("table_closed", closed_by="F-1", seats_occupied=[], reason="closing time")
    assert [(found.id, found.round) for found in told.findings] == [("D05", "T-1-2")]


def test_a_hand_without_device_silences_the_deck_that_no_device_has_shuffled():
    told = Told(dealing="hand").ready().plays().stacks().plays()

    assert told.ids == ["T25"]


def test_a_step_that_a_second_deck_lacks_is_that_step_alone():
    told = Told(shuffling="device").opens().receives("red-1", "blue-1").seats()
    told.prepares("red-1").prepares("blue-1", without=("washes",))
    told.plays("red-1").shuffles("red-1").plays("blue-1")

    assert [(found.id, found.section) for found in told.findings] == [("D17", "678a.4(c)")]


@pytest.mark.parametrize("pre", ["i", "s"])
def test_a_deck_spared_by_half_lacks_each_step_that_was_left_out(pre):
    """x.4(e) is for decks that are preinspected and preshuffled."""
    told = Told(shuffling="device").opens().receives("red-1", pre=pre).seats().shuffles().plays()

    assert told.ids == ["D10", "D12", "D16", "D17"]


def test_a_short_deck_that_stays_is_not_a_second_deck_as_well():
    """By the count of the stub: what has to leave is no deck of the table any more."""
    told = Told().ready().begins().deals()
    told.says("stub_counted", deck="red-1", stub_cards=50, deck_cards=51, misdealt=False).ends()
    told.receives("red-2").prepares("red-2").plays("red-2")

    assert told.ids == []


def test_decks_that_are_too_old_are_one_finding_until_they_are_changed():
    told = Told(shuffling="device").ready("red-1", "blue-1").begins("red-1").deals().ends(8 * 3_600 + 1)
    told.shuffles("red-1").plays("blue-1").shuffles("blue-1").plays("red-1")
    assert told.ids == ["D09"]

    told.receives("red-2", "blue-2")
    for colour in ("red", "blue"):
        told.says("deck_changed", removed=f"{colour}-1", introduced=f"{colour}-2", reason="8 hours")
        told.prepares(f"{colour}-2")
    told.begins("red-2").deals().ends(8 * 3_600 + 1)
    assert told.ids == ["D09", "D09"]


def test_modes_of_a_table_know_nothing_of_each_other():
    told = Told(shuffling="device").ready().plays()
    told.mode = "training"
    told.ready(approvals=["shoe_location"]).plays()
    told.mode = "live"
    told.shuffles().plays()

    assert [(found.id, found.mode) for found in told.findings] == [("T02", "training")]


def test_a_shallow_cut_that_was_cut_again_is_not_reported():
    told = (
        Told().ready().cuts(depth=3).says("recut_ordered", deck="red-1", ordered_by="F-1", reason="too near")
    )

    assert told.cuts(depth=20).plays().ids == []


def test_before_a_table_opens_and_under_an_unknown_rulebook_little_is_judged():
    told = Told().receives("red-1").seats().plays()
    assert told.ids == []

    told = Told().ready(rulebook="678a@2017-01-01").plays(rulebook="678a@2017-01-01").plays()
    assert told.ids == ["T29"]


def test_the_tables_of_precedence_name_checks_that_there_are():
    told = {*SILENCES, *CAUSES, *HELD, *REPORTED_ONCE}

    assert told - LISTED <= NOT_VISIBLE.keys()
    assert NEVER_ALONE.keys() <= CAUSES.keys()

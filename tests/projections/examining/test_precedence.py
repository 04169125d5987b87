"""One mistake, one finding: causes silence what follows from them, and what stands is reported once."""

from __future__ import annotations

import pytest

from projections.examining.check_list import BOUNDS, CHECKS, NEVER_ALONE, NOT_VISIBLE
from projections.examining.examiner import examine
from projections.examining.precedence import CAUSES, HELD, REPORTED_ONCE, SILENCES
from tests.projections.examining.award_scenarios import award
from tests.projections.examining.clean_rounds import DOLLAR, FULL
from tests.projections.examining.irregularity_scenarios import after_exposure, counting, dealt, ends_void
from tests.projections.examining.told import Told

LISTED = {check.id for check in (*CHECKS, *BOUNDS)}


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

    assert told.ids == ["C34", "C35"]  # played on, and left on the table; no D02, D03 or D28


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


def test_reshuffles_directed_for_two_decks_are_both_waited_for():
    """A second ruling, about the other deck, does not make the first one forgotten (x.5(a))."""
    ruling = {
        "kind": "other",
        "ruling": "reshuffle",
        "section": "678a.5(a)",
        "ruled_by": "F-1",
        "reason": "-",
    }
    told = Told(shuffling="device").ready("red-1", "blue-1").plays("red-1").shuffles("red-1")
    told.says("irregularity_ruled", **ruling).plays("blue-1")
    told.says("irregularity_ruled", **ruling).shuffles("blue-1").plays("red-1")

    assert [(found.id, found.round) for found in told.findings] == [("D23", "T-1-3")]


def test_a_round_that_is_void_before_its_first_card_leaves_a_new_deck_new():
    """What it lacks shows with the first card that is dealt from it (x.4(c))."""
    told = Told().opens().receives("red-1").seats().prepares(without=("washes",)).begins()
    told.says("round_voided", reason="-", section="678a.13(f)", ruled_by="F-1", legs=[])
    told.stacks().plays()

    assert [(found.id, found.round) for found in told.findings] == [("I25", "T-1-1"), ("D17", "T-1-2")]


def changed_round(chapter, change, rounds=FULL):
    """A round from a manual shoe, with what is changed in it."""
    told = Told(chapter).ready_for_all()
    script = told.script(rounds)
    change(script)
    return told.plays(script=script)


def test_a_round_without_no_more_bets_lacks_no_lock_out_as_well():
    def change(script):
        script.without("bets_closed").without("lock_out_engaged")

    assert changed_round("678a", change).ids == ["W12"]


def test_a_late_no_more_bets_is_not_a_late_lock_out_and_a_late_count_as_well():
    def change(script):
        for type_ in ("progressive_chips_counted", "lock_out_engaged", "bets_closed"):
            script.move(script.place(type_), to=script.first_card() + 1)

    assert changed_round("678a", change).ids == ["W13"]


def test_hands_dealt_one_after_the_other_are_out_of_turn_and_nothing_else():
    def change(script):
        for seat in (1, 3, 5):
            card = script.place("card_dealt", seat=seat, position=2)
            script.move(card, to=script.place("card_dealt", seat=seat, position=1) + 1)

    assert changed_round("677a", change).ids == ["C01"]


def test_a_box_without_odds_that_is_dealt_to_is_told_of_once():
    """Seat 5 has a Trips Plus Wager, too."""

    def change(script):
        script.without("wager_placed", seat=5, wager="odds").without("wager_settled", seat=5, wager="odds")

    assert changed_round("677a", change).ids == ["W26"]


def test_a_player_who_left_has_no_box_in_the_next_round():
    """Somebody else sits down there: the box has one player."""
    told = Told(shuffling="device").ready_for_all().begins(script=None).deals()
    told.says("player_left", player="P-5", seat=5).ends()
    told.seats(5, "P-6").shuffles().plays(script=told.script(FULL))

    assert told.ids == []


def test_a_wrong_number_of_cards_that_was_noticed_is_no_finding_of_the_deal():
    """Box 1 has an eighth card, and the round is void (678a.13(c))."""
    told = Told().ready()
    script = told.script()
    end = script.place("stub_counted")
    ten = {"stake_mc": 10 * DOLLAR, "returned_mc": 10 * DOLLAR, "paid_mc": 0}
    called = {"kind": "incorrect_number", "seats": [1], "cards": [], "called_by": "D-1", "text": "8 cards"}
    ruled = {"kind": "incorrect_number", "ruling": "round_void", "section": "678a.13(c)"}
    script.lines[end:] = [
        ("card_dealt", {"to": "seat", "seat": 1, "position": 8}),
        ("irregularity_called", called),
        ("irregularity_ruled", {**ruled, "ruled_by": "F-1", "reason": "8 cards"}),
        ("wager_settled", {"seat": 1, "wager": "ante", "outcome": "void", **ten}),
        ("hand_collected", {"hand": "seat", "seat": 1, "cards": 8}),
        ("hand_collected", {"hand": "dealer", "seat": None, "cards": 7}),
        ("stub_discarded", {"deck": "red-1", "exposed": []}),
        ("round_voided", {"reason": "8 cards", "section": "678a.13(c)", "ruled_by": "F-1", "legs": []}),
    ]

    assert told.plays(script=script).ids == []


def test_a_ruling_on_an_exposed_card_is_right_though_a_box_also_lacks_a_card():
    """Two things went wrong; the ruling is judged by the one that it is about."""
    told = counting("679a").ready()
    script = after_exposure(told, dealt(told).without("card_dealt", to="seat", position=3))

    ends_void(script, "679a.13(d)").lines[-1] = ("round_closed", {"rack_cards": 52})

    assert "I23" not in told.plays(script=script).ids


def test_an_award_that_was_sent_back_and_is_paid_is_its_links_to_name():
    """A23 is the link's. Where no payment goes to the link, its table says that nobody has validated it."""
    assert [found.id for found in sent_back_and_settled(paid=True)] == []
    assert [found.id for found in sent_back_and_settled(paid=False)] == ["A04"]
    assert [found.id for found in sent_back_and_settled(paid=True, mode="training")] == ["A04"]


def sent_back_and_settled(*, paid: bool, mode: str = "live"):
    told = Told()
    script, claim_seq = award(told)
    sent_back = {"link": "L-1", "claim_seq": claim_seq, "seat": 1, "leg": 4, "reason": "misread"}
    place = script.place("progressive_validated")
    script.lines[place] = (
        "progressive_rejected",
        {**sent_back, "rejected_by": "F-1"},
        *script.lines[place][2:],
    )
    if not paid:
        script.without("progressive_paid")
    told.plays(script=script)
    return [*examine(event._replace(mode=mode) for event in told.events)]

"""One event left out, or one thing done wrong, is one finding: what follows from it is not said as well."""

from __future__ import annotations

import pytest

from projections.examining.examiner import examine
from tests.projections.examining.award_scenarios import award
from tests.projections.examining.clean_rounds import DOLLAR, FULL, PLAIN
from tests.projections.examining.decision_scenarios import folds_with
from tests.projections.examining.irregularity_scenarios import (
    NUMBER,
    aces_shown,
    called,
    counting,
    dealt,
    ends_void,
    face_up_kind,
    first_cards,
    found,
    ruled,
    with_bonus,
)
from tests.projections.examining.told import BOOKS, Told


def found_in(told):
    return [(each.id, each.section, each.round) for each in told.findings]


def test_a_pair_bonus_that_is_paid_in_a_void_round_is_not_one_paid_unseen_as_well():
    """679a.13(c): every wager goes back. The Pair Bonus of seat 1 is paid $10 on $5 instead."""
    told = counting("679a").ready_for_all()
    script = dealt(told, FULL)
    script.lines += [called("incorrect_number"), ruled("incorrect_number", "round_void", NUMBER["679a"])]
    ends_void(script, NUMBER["679a"])
    stake_mc = script.fields("wager_placed", wager="pair_bonus")["amount_mc"]
    paid = {"outcome": "win", "returned_mc": stake_mc, "paid_mc": 10 * DOLLAR, "paid_from": "table_inventory"}
    script.change("wager_settled", paid, wager="pair_bonus")
    told.plays(script=script)

    assert found_in(told) == [("I15", "679a.13(c)", "T-1-1")]
    (only,) = told.findings
    assert (only.due_mc, only.done_mc) == (stake_mc, stake_mc + 10 * DOLLAR)


AFTER_TWO = "face_up_multiple_after_initial_two"
STOPPED = {
    "647a.13(a)": [found("8c"), found("8h"), called(AFTER_TWO), ruled(AFTER_TWO, "hands_void", "647a.13(a)")],
    "647a.13(d)": [
        ("card_exposed", {"hand": "dealer", "seat": None, "position": 1, "card": None}),
        called("dealer_card_exposed"),
        ruled("dealer_card_exposed", "hands_void", "647a.13(d)"),
    ],
}
"""What ends a hand of 647a when the Flop lies: two cards face up, a card of the dealer's seen."""


def void_after_the_flop(section, ante_back):
    """Hands are void: the Ante of $10 and the Flop Wager of $20 go back; the bonus of $5 on two aces stands
    (647a.12(b)), so the round is closed."""
    told = counting("647a").ready_for_all()
    script = first_cards(told, with_bonus("647a", "bonus", 5), cards=8)
    script.lines += STOPPED[section]
    dealer = ("hand_revealed", {"hand": "dealer", "seat": None, "cards": PLAIN["647a"].dealer.split()})
    ends_void(script, section, standing=[dealer, *aces_shown("bonus")])
    script.lines[-1] = ("round_closed", {"rack_cards": None})
    script.change("wager_settled", {"returned_mc": ante_back}, wager="ante")
    return told.plays(script=script)


@pytest.mark.parametrize("section", STOPPED)
def test_a_board_that_void_hands_leave_short_is_no_wrong_number_of_cards(section):
    assert void_after_the_flop(section, ante_back=10 * DOLLAR).findings == []


@pytest.mark.parametrize("section", STOPPED)
def test_a_stake_that_is_kept_is_found_where_void_hands_leave_the_board_short(section):
    (only,) = void_after_the_flop(section, ante_back=0).findings

    assert (only.id, only.section, only.seat, only.wager) == ("I15", section, 1, "ante")
    assert (only.due_mc, only.done_mc) == (10 * DOLLAR, 0)


KEPT = {"647a": "bonus", "677a": "trips_plus", "678a": "flush_bonus", "663a": "poker_bonus", "679a": "prime"}
"""Wagers that a fold or a forfeit leaves alone."""


@pytest.mark.parametrize("chapter", KEPT)
def test_a_wager_of_a_hand_given_up_that_is_never_settled_is_that_alone(chapter):
    """Its cards waited for the wager, and were taken up in the end: only the settlement is missing (x.11)."""
    told = Told(chapter).ready_for_all()
    script = folds_with(KEPT[chapter])(told.script(FULL), chapter)
    if chapter in ("677a", "678a"):
        script.after("wager_settled", ("hand_tucked", {"seat": 3}), seat=3)
    script.without("wager_settled", seat=3, wager=KEPT[chapter])

    assert [(each.id, each.seat, each.wager) for each in told.plays(script=script).findings] == [
        ("S18", 3, KEPT[chapter])
    ]


def test_a_progressive_of_a_folded_hand_that_is_never_settled_is_that_alone():
    """647a.11(b)(2)(i)(B)."""
    told = Told("647a").ready_for_all()
    script = folds_with("progressive")(told.script(FULL), "647a").without("hand_revealed", seat=3)
    script.change("progressive_lights_lit", {"seats": [3, 5]})
    script.change("progressive_chips_counted", {"chips": 2, "accepted": 2})
    accepted = {"seat": 3, "wager": "progressive", "amount_mc": DOLLAR}
    script.fields("bets_closed")["legs"][0]["wagers"].insert(0, accepted)
    script.without("wager_settled", seat=3, wager="progressive")

    assert [(each.id, each.seat) for each in told.plays(script=script).findings] == [("S18", 3)]


@pytest.mark.parametrize("chapter", BOOKS)
def test_a_round_whose_end_is_not_said_is_one_finding(chapter):
    """Its cards are taken up, shuffled by the table's device, and the next deck is played in its turn."""
    told = Told(chapter, shuffling="device").ready("red-1", "blue-1").plays("red-1")
    told.begins("blue-1").shuffles("red-1")
    del told.left[-1]
    told.ends().shuffles("blue-1").plays("red-1").shuffles("red-1").plays("blue-1")

    assert found_in(told) == [("S35", f"{chapter}.11", "T-1-2")]


def test_a_deck_that_is_dealt_again_unshuffled_is_found_though_its_round_was_left_open():
    told = Told(shuffling="device").ready().begins()
    del told.left[-1]
    told.ends().plays()

    assert [each.id for each in told.findings] == ["S35", "D22"]


def test_a_deck_that_is_shuffled_while_its_cards_lie_on_the_layout_is_shuffled_in_its_round():
    told = Told(shuffling="device").ready().begins().deals().shuffles().ends().shuffles().plays()

    assert [each.id for each in told.findings] == ["D25"]


def test_a_table_closed_in_its_fifth_round_was_not_to_count_the_stub_yet():
    """678a.8(f): counted at least once every five rounds. The fifth never came to its end."""
    told = Told().ready()
    for _ in range(4):
        script = told.script()
        told.plays(script=script.without("stub_counted") if script.find("stub_counted") else script).stacks()
    told.begins().deals().says("table_closed", closed_by="F-1", seats_occupied=[1], reason="-")

    assert [each.id for each in told.findings] == ["T31"]


def test_no_cover_card_is_found_though_the_round_is_void_before_the_deal_is_complete():
    """678a.8(d): the dealer's cards go under a cover card, each of them; two cards are then found face up."""
    told = counting("678a").ready()
    script = dealt(told, PLAIN).without("cover_card_placed")
    script.lines = script.lines[: script.place("card_dealt", to="dealer", position=3)]
    kind = face_up_kind("678a")
    script.lines += [found("8c"), found("8h"), called(kind), ruled(kind, "round_void", "678a.13(a)")]
    told.plays(script=ends_void(script, "678a.13(a)"))

    assert found_in(told) == [("C10", "678a.8(d)", "T-1-1")]


def claimed_unvalidated(mode):
    told = Told()
    script, _ = award(told)
    told.plays(script=script.without("progressive_validated"))
    return [found.id for found in examine(event._replace(mode=mode) for event in told.events)]


def test_that_nobody_validated_a_claim_is_its_links_to_say_which_knows_whether_it_stands():
    """678a.11(e)(3)(iii). Of training no link hears, so the table says it."""
    assert claimed_unvalidated("live") == []
    assert claimed_unvalidated("training") == ["A04"]


@pytest.mark.parametrize("leg", [0, 5])
def test_cash_for_no_claim_that_the_settlement_tells_too_is_one_payment_too_many(leg):
    """Seat 1 loses its Progressive Wager and is paid $100 for a claim that nobody made: R06, by its link if a
    leg goes there, else by the table. Neither settlement nor light nor validation is another mistake."""
    told = Told().ready_for_all()
    script = told.script(with_bonus("678a", "progressive", 5))
    lost = {"seat": 1, "wager": "progressive", "stake_mc": 5 * DOLLAR, "returned_mc": 0}
    paid = {"link": "L-1", "leg": leg, "claim_seq": 3, "seat": 1, "amount_mc": 100 * DOLLAR}
    script.before(
        "hand_collected",
        ("progressive_paid", {**paid, "paid_from": "cage", "paid_by": "C-1", "slip": "S-1"}),
        ("wager_settled", {**lost, "outcome": "win", "paid_mc": 100 * DOLLAR, "paid_from": "cage"}),
        seat=1,
    )

    assert [each.id for each in told.plays(script=script).findings] == ([] if leg else ["R06"])


@pytest.mark.parametrize("left", [True, False])
def test_what_was_left_behind_may_be_kept_though_the_round_is_void(left):
    """x.7(b): it may be treated as losing. Of a player who stays every wager goes back (678a.13(c))."""
    told = Told("678a").ready_for_all()
    script = dealt(told, FULL)
    stakes = [line[1] for line in script.lines if line[0] == "wager_placed" and line[1]["seat"] == 5]
    if left:
        ruling = [
            {"seat": 5, "wager": each["wager"], "amount_mc": each["amount_mc"], "ruled_by": "F-1"}
            for each in stakes
        ]
        script.lines.append(("player_left", {"player": "P-5", "seat": 5}))
        script.lines += [("wager_abandoned", each) for each in ruling]
    script.lines += [called("incorrect_number"), ruled("incorrect_number", "round_void", NUMBER["678a"])]
    kept = {"outcome": "lose", "returned_mc": 0, "paid_mc": 0, "paid_from": None}
    ends_void(
        script,
        NUMBER["678a"],
        standing=[
            ("wager_settled", {"seat": 5, "wager": each["wager"], "stake_mc": each["amount_mc"], **kept})
            for each in stakes
        ],
    )
    told.plays(script=script)

    assert found_in(told) == ([] if left else [("I15", NUMBER["678a"], "T-1-1")] * len(stakes))


@pytest.mark.parametrize("boxes", [1, 2])
def test_a_table_that_offers_a_box_too_many_has_its_rounds_judged_all_the_same(boxes):
    """677a.7(e): one box. The Raise of seat 1 is paid a dollar too little."""
    told = Told("677a").ready(boxes_per_player=boxes)
    script = told.script().change("wager_settled", {"paid_mc": 29 * DOLLAR}, wager="raise")
    told.plays(script=script)

    assert [each.id for each in told.findings] == (["T21"] if boxes > 1 else []) + ["S12"]


@pytest.mark.parametrize("chapter", BOOKS)
def test_a_box_of_two_players_is_told_once_until_somebody_comes_to_it_or_leaves_it(chapter):
    """Who was entered for box 5 beside its player stays entered, round after round (x.7(b))."""
    told = Told(chapter, shuffling="counting_device").ready_for_all().seats(5, "P-6")
    for _ in range(3):
        told.plays(script=told.script(FULL)).stacks()
    assert told.ids == ["W31"]

    told.says("player_left", player="P-6", seat=5).plays(script=told.script(FULL)).stacks()
    assert told.ids == ["W31"]

    told.seats(5, "P-7")
    for _ in range(2):
        told.plays(script=told.script(FULL)).stacks()
    assert [(each.id, each.round) for each in told.findings] == [("W31", "T-1-1"), ("W31", "T-1-5")]

"""What is wrong at two places of the list is told by one name: days of planted mistakes showed these."""

from __future__ import annotations

import pytest

from tests.projections.examining.award_scenarios import award
from tests.projections.examining.clean_rounds import DOLLAR, FULL, PLAIN, Paid
from tests.projections.examining.irregularity_scenarios import called, counting, ends_void, ruled, seen
from tests.projections.examining.money_scenarios import WON, settled_line
from tests.projections.examining.script import Script
from tests.projections.examining.special_payout_scenarios import LARGE
from tests.projections.examining.told import LIMIT_MC, SIGNS, Told


def named(told):
    return [(each.id, each.section, each.round, each.seat) for each in told.findings]


# --- a payout limit, and a wager that is wrong by itself ----------------------------------------------------


def limited(chapter):
    """A table with a payout limit of $50,000, and a round that reaches it."""
    told = Told(chapter)
    told.ready(payout_limit_mc=LIMIT_MC, signs=[*dict.fromkeys((*SIGNS[chapter], "payout_limit"))])
    return told, told.script(LARGE)


@pytest.mark.parametrize("chapter", LARGE)
def test_a_stake_that_is_kept_is_not_a_limit_that_is_wrong(chapter):
    """What the limit covers is paid to the cent, and the stake of one wager stays in the inventory."""
    told, script = limited(chapter)
    line = settled_line(script, 1, WON[chapter])
    kept_mc, line["returned_mc"] = line["stake_mc"], 0

    (only,) = told.plays(script=script).findings
    assert (only.id, only.wager, only.difference_mc) == ("S17", WON[chapter], -kept_mc)
    assert only.section.startswith(f"{chapter}.11")


def test_a_push_that_is_taken_is_not_a_limit_that_is_wrong():
    """677a.11(g)(2), (h)(1): the dealer has no pair, the Ante is returned; the Raise wins $50,000 of it."""
    told, script = limited("677a")
    settled_line(script, 1, "ante").update(outcome="lose", returned_mc=0)

    (only,) = told.plays(script=script).findings
    assert (only.id, only.section, only.wager) == ("S16", "677a.11(h)(1)", "ante")
    assert (only.due_mc, only.done_mc) == (20_000 * DOLLAR, 0)


@pytest.mark.parametrize(("chapter", "share"), [("678a", 25_000), ("679a", 25_000), ("647a", 12_500)])
def test_a_winner_under_a_limit_that_is_never_settled_is_that_alone(chapter, share):
    """Its own share of the limit and its stake are due: of two even wagers half of $50,000; in 647a the Turn
    has a quarter of it."""
    told, script = limited(chapter)
    wager = {"678a": "ante", "679a": "ante", "647a": "turn"}[chapter]
    stake_mc = settled_line(script, 1, wager)["stake_mc"]
    script.without("wager_settled", seat=1, wager=wager)

    (only,) = told.plays(script=script).findings
    assert (only.id, only.wager) == ("S18", wager)
    assert only.section.startswith(f"{chapter}.11")
    assert (only.due_mc, only.done_mc) == (stake_mc + share * DOLLAR, 0)


def test_a_wager_never_settled_does_not_explain_another_that_is_paid_too_much():
    """678a.12(e): the Raise is paid $1,000 more than the limit leaves it, and the Ante is never settled."""
    told, script = limited("678a")
    settled_line(script, 1, "raise")["paid_mc"] += 1_000 * DOLLAR
    script.without("wager_settled", seat=1, wager="ante")

    assert "S21" in {each.id for each in told.plays(script=script).findings}


# --- decisions ----------------------------------------------------------------------------------------------


LATE = PLAIN["677a"]._replace(
    boxes={
        1: PLAIN["677a"]
        .boxes[1]
        ._replace(
            decisions=(
                *((at, "check", None, 0) for at in ("preflop", "flop")),
                ("river", "raise", "raise", 10),
            ),
            settled=(Paid("ante", "push", 10), Paid("raise", "win", 10, 10), Paid("odds", "push", 10)),
        )
    }
)
"""Seat 1 waits until the River and raises by its Ante there (677a.11(f))."""


def test_a_check_at_the_river_after_a_raise_there_is_a_second_decision_and_no_check():
    """677a.11(f): who has raised is not asked again; P09 is for a check in place of a Raise or a fold."""
    told = Told("677a").ready()
    script = told.script({"677a": LATE})
    again = {"seat": 1, "action": "check", "at": "river", "wager": None, "amount_mc": 0}
    script.after("decision_made", ("decision_made", again), seat=1, at="river")

    assert named(told.plays(script=script)) == [("P03", "677a.11(f)", "T-1-1", 1)]


def test_a_raise_twice_at_one_street_is_a_second_decision():
    """677a.11(b): seat 1 raises three times its Ante before the Flop, and again by its Ante."""
    told = Told("677a").ready()
    script = told.script(PLAIN)
    again = {"seat": 1, "action": "raise", "at": "preflop", "wager": "raise", "amount_mc": 10 * DOLLAR}
    again["instrument"] = "value_chip"
    script.after("decision_made", ("decision_made", again), seat=1)

    assert "P09" not in {each.id for each in told.plays(script=script).findings}
    assert "P03" in {each.id for each in told.findings}


@pytest.mark.parametrize("chapter", ["663a", "678a", "679a"])
def test_a_hand_that_is_played_and_then_given_up_was_played(chapter):
    """x.11(b): who has made the wager is not asked again, and the cards stay for the showdown."""
    told = Told(chapter).ready()
    script = told.script(PLAIN)
    action = "fold" if chapter == "678a" else "forfeit"
    again = {"seat": 1, "action": action, "at": "deal", "wager": None, "amount_mc": 0}
    script.after("decision_made", ("decision_made", again), seat=1)

    assert named(told.plays(script=script)) == [("P03", f"{chapter}.11(b)", "T-1-1", 1)]


def exposed_with_the_board(*, asked_later):
    """647a: seat 1 is not asked before the River card; then a card of the dealer's is seen."""
    told = counting("647a").ready()
    script = told.script(PLAIN)
    river = script.lines[script.place("decision_made", at="turn")]
    settled = script.lines[script.place("wager_settled", wager="river")]
    script.without("decision_made", at="turn").without("wager_settled", wager="river")
    more = [seen("647a")]
    if asked_later:
        more.append(river)
        script.after("wager_settled", settled, wager="turn")
    script.before("hand_revealed", *more, hand="dealer")
    return told.plays(script=script)


def test_a_card_that_is_seen_when_the_board_is_whole_comes_after_the_last_decision():
    """647a.13(d) voids hands until all have made a River Wager or checked; seat 1 was passed over, and with
    the fifth card its turn is gone: that nobody asked it is what is wrong (647a.11(f))."""
    assert named(exposed_with_the_board(asked_later=False)) == [("P02", "647a.11(f)", "T-1-1", 1)]


def test_a_card_that_is_seen_before_a_decision_that_comes_too_late_is_in_time():
    """The same, and seat 1 makes its River Wager afterwards, with the dealer's card before its eyes."""
    assert "I11" in {each.id for each in exposed_with_the_board(asked_later=True).findings}


# --- decks --------------------------------------------------------------------------------------------------


def test_a_shuffle_that_was_directed_and_is_due_again_after_an_idle_spread_is_one():
    """678a.5(a), (f): directed between rounds; then the cards are spread while nobody plays, and washed."""
    told = Told(shuffling="device", chapter="678a").ready().plays().shuffles()
    ruled = {"kind": "other", "section": "678a.5(a)", "ruled_by": "F-1", "reason": "two stick together"}
    told.says("irregularity_ruled", ruling="reshuffle", **ruled).leaves()
    told.says("deck_spread", 5, deck="red-1", occasion="idle", face="down", asked_by_player=False)
    told.seats().washes().plays()

    assert named(told) == [("D38", "678a.5(f)", "T-1-2", None)]


@pytest.mark.parametrize("void", [True, False])
def test_a_count_that_shows_a_misdeal_does_not_have_to_add_up(void):
    """679a.8(g): the stub has a card more than it should, and all 52 are there, so one card less was dealt
    than everybody thought. All hands are void; played on, that is the mistake."""
    told = Told("679a").ready_for_all()
    whole = told.script(FULL)
    stub = whole.fields("stub_counted")["stub_cards"]
    whole.change("stub_counted", {"stub_cards": stub + 1, "misdealt": True})
    script = whole
    if void:
        script = Script(whole.lines[: whole.place("stub_counted") + 1])
        script.lines += [called("stub_count_wrong"), ruled("stub_count_wrong", "round_void", "679a.8(g)")]
        ends_void(script, "679a.8(g)")
    told.plays(script=script)

    assert [(each.id, each.section) for each in told.findings] == ([] if void else [("C33", "679a.8(g)")])


# --- papers of fixed awards ---------------------------------------------------------------------------------

PAPERS = {"seat": 5, "wager": "progressive", "claim_seq": 0, "document": "JP-1", "cards_remained": True}


def fixed_award(paid_from, *, kept):
    """678a: seat 5 wins 3 for 1 by progressive A. Papers are made out, with its cards still there or not."""
    told = Told("678a").ready_for_all()
    script = told.script(FULL)
    script.change("wager_settled", {"paid_from": paid_from}, seat=5, wager="progressive")
    papers = ("award_documented", {**PAPERS, "documented_by": "F-1"})
    (script.before if kept else script.after)("hand_collected", papers, hand="seat", seat=5)
    return told.plays(script=script)


def test_the_cards_of_a_fixed_award_stay_until_its_papers_are_complete():
    """678a.11(e)(3)(iv), whatever the award is: it was not paid from the table inventory."""
    assert named(fixed_award("hand_pay", kept=False)) == [("A14", "678a.11(e)(3)(iv)", "T-1-1", 5)]
    assert named(fixed_award("hand_pay", kept=True)) == []


def test_papers_of_an_award_that_needs_none_may_come_when_they_like():
    """It was paid from the table inventory: 678a.11(e)(3)(iv) asks for no papers then."""
    assert named(fixed_award("table_inventory", kept=False)) == []


def test_papers_of_an_unknown_claim_say_nothing_about_the_cards_of_a_round():
    """They name a claim that the table never made: its link, or the record, has to say so."""
    told = Told("678a")
    script, claim_seq = award(told)
    script.change("award_documented", {"claim_seq": claim_seq + 100})

    assert "A14" not in {each.id for each in told.plays(script=script).findings}

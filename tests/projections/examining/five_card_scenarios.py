"""A01, A05, A10, A11: awards of the Five Card Hand Bonus (647a.11(j))."""

from __future__ import annotations

from tests.projections.examining.award_scenarios import AWARD_MC
from tests.projections.examining.clean_rounds import ALWAYS, DOLLAR, FLOORPERSON, Box, Paid, Round
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.script import Script
from tests.projections.examining.told import Told

FIVE_CARD = {
    # Four nines with the Flop: 500 for 1, and better than a straight, so the Ante pays.
    "647a": Round(
        "647a",
        {
            1: Box(
                "9s 9c",
                {"ante": 10},
                (
                    ("preflop", "play", "flop", 20),
                    ("flop", "play", "turn", 10),
                    ("turn", "play", "river", 10),
                ),
                (
                    *(Paid(wager, "win", stake, stake) for wager, stake in (("ante", 10), ("flop", 20))),
                    *(Paid(wager, "win", 10, 10) for wager in ("turn", "river")),
                ),
            )
        },
        "7c 2d",
        "9h 9d Kd 5s 3c",
    )
}
FIXED_MC = 5 * 500 * DOLLAR
FCHB = {"seat": 1, "wager": "fchb_player"}


def five_card(told: Told, settled_mc: int = FIXED_MC, paid_from: str = "game_account") -> Script:
    """Seat 1 has five dollars on its own hand, electronically."""
    told.ready(
        wagers=[*ALWAYS["647a"], "fchb_player"],
        progressives=[{"wager": "fchb_player", "link": "L-5", "unit_wager_mc": 5 * DOLLAR}],
        approvals=("layout", "shoe_location", "electronic_wagering"),
    )
    script = told.script(FIVE_CARD)
    placed = {**FCHB, "amount_mc": 5 * DOLLAR, "instrument": "electronic"}
    script.before("bets_closed", ("wager_placed", placed))
    leg = {"link": "L-5", "leg": 2, "wagers": [{**FCHB, "amount_mc": 5 * DOLLAR}], "control_seq": 1}
    script.change("bets_closed", {"legs": [leg]})
    settled = {"outcome": "win", "stake_mc": 5 * DOLLAR, "returned_mc": 0, "paid_mc": settled_mc}
    script.before("hand_collected", ("wager_settled", {**FCHB, **settled, "paid_from": paid_from}), seat=1)
    return script


def _credited():
    account = {
        "player": "P-1",
        "seat": 1,
        "account": "GA-1",
        "amount_mc": FIXED_MC,
        "source": "five_card_hand_bonus",
    }
    return "game_account_credited", account


def _validated(hand="four_of_a_kind"):
    award = {"hand": hand, "amount_mc": FIXED_MC, "validated_by": FLOORPERSON}
    return "fixed_award_validated", {**FCHB, **award}


@breaks("A05", "647a.11(j)(2)")
def five_hundred_for_one_and_no_floorperson(broken):
    told = Told("647a")
    script = five_card(told).before("wager_settled", _credited(), wager="fchb_player")
    if not broken:
        script.before("wager_settled", _validated(), wager="fchb_player")
    return told.plays(script=script)


@breaks("A01", "647a.11(j)(1)")
def floorperson_names_another_hand_than_the_cards_make(broken):
    told = Told("647a")
    script = five_card(told).before("wager_settled", _credited(), wager="fchb_player")
    named = _validated("straight_flush" if broken else "four_of_a_kind")
    return told.plays(script=script.before("wager_settled", named, wager="fchb_player"))


@breaks("A11", "647a.11(j)(3)")
def five_card_award_from_the_cage_without_papers(broken):
    told = Told("647a")
    script = five_card(told, paid_from="cage").before("wager_settled", _validated(), wager="fchb_player")
    if not broken:
        papers = {"claim_seq": 0, "document": "JP-1", "cards_remained": True, "documented_by": "F-1"}
        script.before("wager_settled", ("award_documented", {**FCHB, **papers}), wager="fchb_player")
    return told.plays(script=script)


@breaks("A10", "647a.11(j)(3)")
def percentage_to_the_game_account(broken):
    """Six to ten of spades: a tenth of the meter of the Five Card Hand Bonus."""
    told = Told("647a")
    script = five_card(told, AWARD_MC, "game_account" if broken else "cage")
    board = ["6s", "7s", "8s"]
    script.change("hand_revealed", {"cards": ["9s", "Ts"]}, seat=1)
    for position, card in enumerate(board, 1):
        script.change("card_dealt", {"card": card}, to="community", position=position)
    place = script.place("wager_settled", wager="fchb_player")
    claim_seq = len(told.events) + 2 + place
    of = {"link": "L-5", "claim_seq": claim_seq, "seat": 1}
    papers = {"claim_seq": claim_seq, "document": "JP-1", "cards_remained": True, "documented_by": "F-1"}
    where = "game_account" if broken else "cage"
    script.before(
        "wager_settled",
        ("progressive_claimed", {**FCHB, "hand": "straight_flush", "cards": [], "link": "L-5", "leg": 3}),
        ("progressive_validated", {**of, "leg": 4, "validated_by": FLOORPERSON}),
        ("award_documented", {**FCHB, **papers}),
        ("progressive_paid", {**of, "leg": 5, "amount_mc": AWARD_MC, "paid_from": where, "paid_by": "C-1"}),
        wager="fchb_player",
    )
    return told.plays(script=script)

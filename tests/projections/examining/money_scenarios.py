"""S12–S20, S27, S36, W07, P14, P15: wagers that are not settled as x.11 and x.12 have it.

Amounts are those of `clean_rounds`, worked out by hand there, or here where a round is told for one rule.
"""

from __future__ import annotations

from tests.projections.examining.clean_rounds import (
    BOARD,
    DEALER,
    DOLLAR,
    FLOORPERSON,
    FULL,
    PLAIN,
    Box,
    Paid,
    Round,
)
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.told import Told

WON = {"678a": "raise", "663a": "play", "677a": "raise", "679a": "play", "647a": "flop"}
"""Wagers of seat 1 that win even money, in a faultless round."""
WINS = {
    "678a": "678a.11(d)(2)(ii)(A)",
    "663a": "663a.11(g)(1)",
    "677a": "677a.11(h)(1)(i)",
    "679a": "679a.11(c)(3)(ii)",
    "647a": "647a.11(h)(2)(ii)",
}
NOT_PAID = {"outcome": "lose", "returned_mc": 0, "paid_mc": 0, "paid_from": None}


def told_with(broken, change, rounds=FULL):
    """A faultless round with every wager on offer, and one thing said otherwise."""
    told = Told().ready_for_all()
    script = told.script(rounds)
    if broken:
        change(told.chapter, script)
    return told.plays(script=script)


def paid_even(dollars):
    return {
        "outcome": "win",
        "returned_mc": dollars * DOLLAR,
        "paid_mc": dollars * DOLLAR,
        "paid_from": "table_inventory",
    }


def settled_line(script, seat, wager):
    return script.lines[script.place("wager_settled", seat=seat, wager=wager)][1]


@breaks("S12", WINS)
def a_chip_too_few(broken):
    """Even money (x.12(a)), less five dollars."""

    def change(chapter, script):
        line = settled_line(script, 1, WON[chapter])
        line["paid_mc"] -= 5 * DOLLAR

    return told_with(broken, change)


def _off_by(id_, name, mc):
    """Even money, and a part of a cent: no rule rounds it away."""

    def tell(broken):
        def change(chapter, script):
            settled_line(script, 1, WON[chapter])["paid_mc"] += mc

        return told_with(broken, change)

    tell.__name__ = name
    breaks(id_, WINS)(tell)


_off_by("S12", "a_millicent_too_few", -1)
_off_by("S12", "all_but_a_cent_too_few", -999)
_off_by("S13", "a_millicent_too_many", 1)
_off_by("S13", "all_but_a_cent_too_many", 999)


@breaks("S13", WINS)
def a_chip_too_many(broken):
    def change(chapter, script):
        line = settled_line(script, 1, WON[chapter])
        line["paid_mc"] += 5 * DOLLAR

    return told_with(broken, change)


TRIPS = {
    "677a": Round(
        "677a",
        {
            1: Box(
                "As Ah",
                {"ante": 10, "odds": 10, "trips_plus": 5},
                (("preflop", "raise", "raise", 30),),
                (
                    Paid("ante", "push", 10),
                    Paid("raise", "win", 30, 30),
                    Paid("odds", "push", 10),
                    Paid("trips_plus", "lose"),
                ),
            )
        },
        "7c 2d",
        BOARD,
    )
}
"""A pair of aces is below three of a kind (677a.12(e))."""
LOST = {
    "678a": (5, "ante", 20),
    "663a": (5, "tie", 5),
    "677a": (1, "trips_plus", 5),
    "679a": (5, "ante", 20),
    "647a": (5, "six_card_bonus", 5),
}
LOSES = {
    "678a": "678a.11(d)(2)(ii)(C)",
    "663a": "663a.11(j)(1)(ii)",
    "677a": "677a.11(i)(2)(ii)",
    "679a": "679a.11(c)(3)(iii)",
    "647a": "647a.11(k)(1)",
}


@breaks("S14", LOSES)
def a_loss_is_paid(broken):
    def change(chapter, script):
        seat, wager, dollars = LOST[chapter]
        script.change("wager_settled", paid_even(dollars), seat=seat, wager=wager)

    return told_with(broken, change, {**FULL, **TRIPS})


@breaks("S15", WINS)
def a_win_is_taken(broken):
    return told_with(
        broken, lambda chapter, script: script.change("wager_settled", NOT_PAID, seat=1, wager=WON[chapter])
    )


def one_box(chapter, settled, dealer=None, cards=None, **wagers):
    """The plain round, with other hands, and settled otherwise."""
    plain = PLAIN[chapter]
    box = plain.boxes[1]
    box = box._replace(cards=cards or box.cards, wagers=dict(box.wagers) | wagers, settled=tuple(settled))
    return {chapter: plain._replace(boxes={1: box}, dealer=dealer or plain.dealer)}


PUSHED = {
    # 678a.11(d)(1): two cards of a suit do not qualify; the Raise is returned.
    **one_box("678a", [Paid("ante", "win", 10, 10), Paid("raise", "push", 10)], "Kd Qd 8c 3c 4h 6h 2s"),
    # 679a.11(c)(3)(i): jack high does not qualify; the Ante is returned.
    **one_box("679a", [Paid("ante", "push", 10), Paid("play", "win", 10, 10)], "Jc Td 8h"),
    "677a": FULL["677a"],
    "647a": FULL["647a"],
}
PUSHES = {
    "678a": ("raise", "678a.11(d)(1)"),
    "679a": ("ante", "679a.11(c)(3)(i)"),
    "677a": ("ante", "677a.11(h)(1)"),
    "647a": ("ante", "647a.11(h)(2)(ii)"),
}


@breaks("S16", {chapter: section for chapter, (_, section) in PUSHES.items()})
def a_push_is_taken(broken):
    def change(chapter, script):
        script.change("wager_settled", NOT_PAID, seat=1, wager=PUSHES[chapter][0])

    return told_with(broken, change, PUSHED)


@breaks("S17", WINS)
def half_of_the_stake(broken):
    def change(chapter, script):
        line = settled_line(script, 1, WON[chapter])
        line["returned_mc"] //= 2

    return told_with(broken, change)


@breaks("S17", "678a.11(e)(3)(iv)")
def a_stake_returned_at_for_1(broken):
    """3 for 1 (678a.12(d)) is fifteen dollars for five, the stake among them."""
    return told_with(
        broken,
        lambda _, script: script.change(
            "wager_settled", {"returned_mc": 5 * DOLLAR}, seat=5, wager="progressive"
        ),
    )


@breaks("S18", WINS)
def overlooked(broken):
    return told_with(
        broken, lambda chapter, script: script.without("wager_settled", seat=1, wager=WON[chapter])
    )


@breaks("S18", LOSES)
def a_loss_overlooked(broken):
    """Nothing is due: the wager lies on the layout still."""

    def change(chapter, script):
        seat, wager, _ = LOST[chapter]
        script.without("wager_settled", seat=seat, wager=wager)

    return told_with(broken, change, {**FULL, **TRIPS})


@breaks("S19", WINS)
def paid_twice(broken):
    def change(chapter, script):
        place = script.place("wager_settled", seat=1, wager=WON[chapter])
        script.insert(script.lines[place], before=place)

    return told_with(broken, change)


@breaks("S20", {chapter: f"{chapter}.7" for chapter in WON})
def another_stake(broken):
    def change(chapter, script):
        seat, wager, dollars = LOST[chapter]
        script.change("wager_settled", {"stake_mc": (dollars + 5) * DOLLAR}, seat=seat, wager=wager)

    return told_with(broken, change, {**FULL, **TRIPS})


# --- folded, forfeited, left behind -----------------------------------------------------------------------


@breaks("P14", {"647a": "647a.11(b)(2)", "677a": "677a.11(f)", "678a": "678a.11(c)(2)"})
@breaks("P15", {"663a": "663a.11(c)", "679a": "679a.11(c)"})
def ante_of_a_hand_given_up_paid(broken):
    return told_with(
        broken, lambda _, script: script.change("wager_settled", paid_even(10), seat=3, wager="ante")
    )


@breaks("P14", "677a.11(f)")
def odds_of_a_folded_hand_returned(broken):
    says = {"outcome": "push", "returned_mc": 10 * DOLLAR}
    return told_with(broken, lambda _, script: script.change("wager_settled", says, seat=3, wager="odds"))


@breaks("P14", {"647a": "647a.11(b)(2)", "677a": "677a.11(f)", "678a": "678a.11(c)(2)"})
@breaks("P15", {"663a": "663a.11(c)", "679a": "679a.11(c)"})
def ante_of_a_hand_given_up_left_lying(broken):
    return told_with(broken, lambda _, script: script.without("wager_settled", seat=3, wager="ante"))


@breaks("P14", {"647a": "647a.11(b)(2)", "677a": "677a.11(f)", "678a": "678a.11(c)(2)"})
@breaks("P15", {"663a": "663a.11(c)", "679a": "679a.11(c)"})
def collected_when_the_dealer_had_shown(broken):
    def change(_chapter, script):
        taken = script.place("wager_settled", seat=3, wager="ante")
        script.move(taken, to=script.place("hand_revealed", hand="dealer") + 1)

    return told_with(broken, change)


def chips_placed(wager, seats, to):
    return "chips_placed", {"wager": wager, "seats": seats, "to": to}


@breaks("P14", {"647a": "647a.11(b)(2)", "678a": "678a.11(c)(2)"})
def ante_of_a_folded_hand_not_placed_in_the_inventory(broken):
    told = Told().ready_for_all()
    script = told.script(FULL)
    to = "elsewhere" if broken else "table_inventory"
    taken = script.place("wager_settled", seat=3, wager="ante")
    script.lines.insert(taken + 1, chips_placed("ante", [3], to))
    return told.plays(script=script)


@breaks("P14", {"647a": "647a.11(b)(2)", "678a": "678a.11(c)(2)"})
def ante_of_a_folded_hand_placed_elsewhere_and_never_put_right(broken):
    told = Told().ready_for_all()
    script = told.script(FULL)
    taken = script.place("wager_settled", seat=3, wager="ante")
    placed = [chips_placed("ante", [3], "elsewhere"), chips_placed("ante", [3], "table_inventory")]
    script.lines[taken + 1 : taken + 1] = placed[:1] if broken else placed
    return told.plays(script=script)


@breaks("P15", {"663a": "663a.11(c)", "679a": "679a.11(c)"})
def collected_before_all_had_decided(broken):
    def change(_chapter, script):
        taken = script.place("wager_settled", seat=3, wager="ante")
        script.move(taken, to=script.place("decision_made", seat=5))

    return told_with(broken, change)


@breaks("W07", {chapter: f"{chapter}.7(b)" for chapter in WON})
def left_behind_and_paid(broken):
    """Seat 3 leaves instead of giving up the hand."""
    told = Told().ready_for_all()
    script = told.script(FULL)
    wagers = FULL[told.chapter].boxes[3].wagers
    left = [("player_left", {"player": "P-3", "seat": 3})]
    for wager, dollars in wagers.items():
        left.append(("wager_abandoned", {"seat": 3, "wager": wager, "amount_mc": dollars * DOLLAR}))
    action = "fold" if script.find("decision_made", seat=3, action="fold") else "forfeit"
    script.before("decision_made", *left, seat=3, action=action).without(
        "decision_made", seat=3, action=action
    )
    if broken:
        script.change("wager_settled", paid_even(10), seat=3, wager="ante")
    return told.plays(script=script)


FOLDED = {
    "647a": FULL["647a"]._replace(
        boxes={
            **FULL["647a"].boxes,
            3: FULL["647a"].boxes[3]._replace(wagers={"ante": 10, "progressive": 1}),
        }
    )
}


@breaks("S27", "647a.11(b)(2)(i)(B)")
def progressive_of_a_folded_hand(broken):
    told = Told("647a").ready_for_all()
    fields = {"seat": 3, "wager": "progressive", "stake_mc": DOLLAR, **NOT_PAID}
    lines = [("wager_settled", fields)]
    if broken:
        at = {"seat": 3, "wager": "progressive"}
        award = {"hand": "straight", "amount_mc": 3 * DOLLAR, "validated_by": FLOORPERSON}
        lines = [
            ("progressive_light_verified", {**at, "lit": True, "verified_by": DEALER}),
            ("fixed_award_validated", {**at, **award}),
            *lines,
        ]
        fields |= {"outcome": "win", "paid_mc": 3 * DOLLAR, "paid_from": "table_inventory"}
    script = told.script(FOLDED).before("hand_collected", *lines, hand="seat", seat=3)
    return told.plays(script=script)


@breaks("S36", dict.fromkeys(WON))
def paid_from_the_cage(broken):
    return told_with(
        broken,
        lambda chapter, script: script.change(
            "wager_settled", {"paid_from": "cage"}, seat=1, wager=WON[chapter]
        ),
    )

"""S01–S11, S25, S26, S32–S35: hands shown, wagers settled and cards collected out of their order."""

from __future__ import annotations

from tests.projections.examining.clean_rounds import DOLLAR, FULL, PLAIN
from tests.projections.examining.decision_scenarios import changed
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.told import Told

TURNED = {
    "647a": "647a.11(h)",
    "663a": "663a.11(e)",
    "677a": "677a.11(g)",
    "678a": "678a.11(d)",
    "679a": "679a.11(c)",
}
SHOWN = {
    "647a": "647a.11(h)(1)",
    "663a": "663a.11(f)",
    "677a": "677a.11(g)(1)",
    "678a": "678a.11(d)(2)(i)",
    "679a": "679a.11(c)(1)",
}
IN_TURN = {**TURNED, "663a": "663a.11(f)"}
CLEARED = {
    "647a": "647a.11(l)",
    "663a": "663a.11(l)",
    "677a": "677a.11(j)",
    "678a": "678a.11(f)",
    "679a": "679a.11(e)",
}


@changed("S01", TURNED, PLAIN)
def dealer_turned_before_the_last_decision(script, _chapter):
    last = max(script.find("decision_made"))
    script.move(script.place("hand_revealed", hand="dealer"), to=last)


@changed("S02", TURNED, PLAIN)
def dealer_never_turned(script, chapter):
    script.without("hand_revealed", hand="dealer")
    if chapter == "663a":
        script.without("hand_set", hand="dealer")


@changed("S03", SHOWN, PLAIN)
def hand_not_turned(script, _chapter):
    """Nobody can judge the money then."""
    script.without("hand_revealed", seat=1)


@changed("S04", SHOWN, PLAIN)
def hand_turned_before_the_dealers(script, _chapter):
    script.move(script.place("hand_revealed", seat=1), to=script.place("hand_revealed", hand="dealer"))


def _box(script, seat):
    """Where the lines of a box at the showdown begin and end."""
    return script.place("hand_revealed", seat=seat), script.place("hand_collected", seat=seat)


@changed("S05", IN_TURN)
def lowest_seat_first(script, chapter):
    """647a settles the Six Card Bonus last in seat 5, whose cards are then turned up later."""
    first, last = _box(script, 1)
    to = script.place("hand_revealed", seat=5)
    lines = script.lines[first : last + 1]
    del script.lines[first : last + 1]
    script.lines[to:to] = lines


@changed("S06", {"647a": "647a.11(h)(2)", "677a": "677a.11(g)(2)"})
def two_boxes_at_a_time(script, chapter):
    """The Ante of seat 5 is settled behind that of seat 1."""
    if chapter == "647a":
        for wager in ("progressive", "six_card_bonus"):
            script.move(
                script.place("wager_settled", seat=5, wager=wager), to=script.place("hand_collected", seat=1)
            )
        script.move(
            script.place("community_cards_revealed", street="six_card_bonus"),
            to=script.place("wager_settled", wager="six_card_bonus"),
        )
        script.move(
            script.place("wager_settled", seat=5, wager="flop"),
            to=script.place("wager_settled", seat=1, wager="flop"),
        )
    else:
        for wager in ("odds", "trips_plus"):
            script.move(
                script.place("wager_settled", seat=5, wager=wager), to=script.place("hand_collected", seat=1)
            )
    script.move(script.place("hand_collected", seat=5), to=script.place("hand_collected", seat=1))


def _chips(dollars):
    return {"amount_mc": dollars * DOLLAR, "instrument": "value_chip"}


def _unqualified(broken, change, also=None):
    """678a: no three cards of a suit: Antes win, Raises are returned, then come the bonuses."""
    told = Told("678a").ready_for_all()
    script = told.script(FULL)
    if also is not None:
        also(script)
    script.change("hand_revealed", {"cards": ["Kd", "8d", "2s", "3c", "4h", "6c", "Ks"]}, hand="dealer")
    for seat, dollars in ((1, 10), (5, 20)):
        won = {"outcome": "win", "returned_mc": dollars * DOLLAR, "paid_mc": dollars * DOLLAR}
        script.change("wager_settled", {**won, "paid_from": "table_inventory"}, seat=seat, wager="ante")
        pushed = {"outcome": "push", "returned_mc": dollars * DOLLAR, "paid_mc": 0, "paid_from": None}
        script.change("wager_settled", pushed, seat=seat, wager="raise")
    at = script.place("hand_revealed", seat=5)
    for seat, wager in ((1, "raise"), (1, "ante"), (5, "raise"), (5, "ante")):
        script.move(script.place("wager_settled", seat=seat, wager=wager), to=at)
    if broken:
        change(script)
    return told.plays(script=script)


@breaks("S03", "678a.11(d)(1)(i)")
def bonus_box_not_turned_though_the_dealer_fails(broken):
    return _unqualified(broken, lambda script: script.without("hand_revealed", seat=1))


@breaks("S05", "678a.11(d)")
def second_pass_begins_on_the_left(broken):
    return _unqualified(broken, lambda script: lowest_seat_first(script, "678a"))


@breaks("S07", "678a.11(d)(1)")
def bonus_before_the_last_ante(broken):
    return _unqualified(broken, _contests_of_seat_1_last)


def _contests_of_seat_1_last(script):
    late = script.place("hand_collected", seat=5) + 1
    for wager in ("ante", "raise"):
        script.move(script.place("wager_settled", seat=1, wager=wager), to=late)


@breaks("S07", "678a.11(d)(1)")
def bonus_before_the_last_ante_and_one_left_behind(broken):
    """Seat 3 left: what lay on its box was taken before any hand was turned, which is no settlement."""

    def leave(script):
        lost = {"outcome": "lose", "returned_mc": 0, "paid_mc": 0, "paid_from": None}
        left = {"seat": 3, "wager": "flush_bonus"}
        script.after("wager_placed", ("wager_placed", {**left, **_chips(5)}), seat=3, wager="ante")
        leaves = [("player_left", {"player": "P-3", "seat": 3})]
        for wager, dollars in (("ante", 10), ("flush_bonus", 5)):
            leaves.append(("wager_abandoned", {"seat": 3, "wager": wager, "amount_mc": dollars * DOLLAR}))
        script.before("decision_made", *leaves, seat=3).without("decision_made", seat=3)
        taken = ("wager_settled", {**left, "stake_mc": 5 * DOLLAR, **lost})
        script.after("wager_settled", taken, seat=3, wager="ante")

    return _unqualified(broken, _contests_of_seat_1_last, leave)


@changed("S08", "678a.11(d)(2)")
def bonuses_in_a_second_pass(script, _chapter):
    """Seat 5 gets its bonuses when seat 1 has its Ante and Raise."""
    first, last = (
        script.place("wager_settled", wager="straight_flush_bonus"),
        script.place("hand_collected", seat=5),
    )
    lines = script.lines[first : last + 1]
    del script.lines[first : last + 1]
    to = script.place("hand_collected", seat=1) + 1
    script.lines[to:to] = lines


@changed("S09", "678a.11(e)")
def progressive_before_the_flush_bonus(script, _chapter):
    script.swap(*(script.place("wager_settled", seat=1, wager=w) for w in ("flush_bonus", "progressive")))


@changed("S10", "647a.11(h)(3)")
def bonus_before_the_contest(script, _chapter):
    script.move(
        script.place("wager_settled", wager="bonus"), to=script.place("wager_settled", seat=1, wager="ante")
    )


@changed("S10", "647a.11(k)")
def six_card_before_the_progressive(script, _chapter):
    progressive = script.place("wager_settled", seat=5, wager="progressive")
    script.move(progressive, to=script.place("hand_collected", seat=5))


@changed("S11", {"663a": "663a.11(j)", "677a": "677a.11(i)", "679a": "679a.11(d)"})
def optional_wager_before_the_ante(script, chapter):
    wager = {"663a": "poker_bonus", "677a": "pocket_bonus", "679a": "prime"}[chapter]
    script.move(
        script.place("wager_settled", seat=1, wager=wager),
        to=script.place("wager_settled", seat=1, wager="ante"),
    )


@breaks("S25", "679a.11(d)(2)(ii)")
def fourth_card_not_turned(broken):
    """Seat 5 has a pair of tens: 1 to 1 with a six. Its All-Six hand is a pair of tens too, and loses."""
    told = Told("679a").ready_for_all()
    script = told.script(FULL)
    cards = ["Ts", "Td", "2c"]
    script.change("hand_revealed", {"cards": cards}, seat=5)
    paid = {"outcome": "win", "stake_mc": 5 * DOLLAR, "returned_mc": 5 * DOLLAR, "paid_mc": 5 * DOLLAR}
    script.change("wager_settled", {**paid, "paid_from": "table_inventory"}, wager="pair_bonus")
    lost = {"outcome": "lose", "returned_mc": 0, "paid_mc": 0, "paid_from": None}
    script.change("wager_settled", lost, wager="all_six")
    for wager in ("ante", "play"):
        won = {**paid, **dict.fromkeys(("stake_mc", "returned_mc", "paid_mc"), 20 * DOLLAR)}
        script.change("wager_settled", {**won, "paid_from": "table_inventory"}, seat=5, wager=wager)
    if not broken:
        shown = {"hand": "seat", "seat": 5, "cards": [*cards, "6s"]}
        script.before("wager_settled", ("hand_revealed", shown), wager="pair_bonus")
    return told.plays(script=script)


@changed("S26", "647a.11(k)")
def six_cards_not_turned(script, _chapter):
    six = script.place("community_cards_revealed", street="six_card_bonus")
    script.move(six, to=script.place("hand_collected", seat=5))


@breaks("S32", "647a.1")
def magic_card_drawn_twice(broken):
    told = Told("647a").ready()
    drawn = [("magic_card_drawn", {"card": card, "device": "EW-1"}) for card in ("2c", "5d")]
    script = told.script().after("bets_closed", *drawn[: 2 if broken else 1])
    return told.plays(script=script)


@breaks("S32", "647a.1")
def lucky_position_drawn_twice(broken):
    told = Told("647a").ready()
    drawn = [("lucky_seat_drawn", {"hand": "seat", "seat": seat, "device": "EW-1"}) for seat in (1, 2)]
    script = told.script().after("bets_closed", *drawn[: 2 if broken else 1])
    return told.plays(script=script)


@changed("S33", {**CLEARED, "663a": "663a.11(k)"})
def cards_gone_before_the_last_wager(script, _chapter):
    last = script.find("wager_settled", seat=5)[-1]
    script.move(script.place("hand_collected", seat=5), to=last)


@changed("S33", "663a.11(i)", PLAIN)
def cards_gone_before_the_play_wager(script, _chapter):
    script.move(script.place("hand_collected", seat=1), to=script.place("wager_settled", wager="play"))


@changed("S34", CLEARED, PLAIN)
def cards_of_the_dealer_left(script, _chapter):
    script.without("hand_collected", hand="dealer")


@changed("S34", CLEARED, PLAIN)
def fifty_one_in_the_rack(script, _chapter):
    script.change("round_closed", {"rack_cards": 51})


@changed("S34", "678a.11(f)", PLAIN)
def one_card_too_few_collected(script, _chapter):
    script.change("hand_collected", {"cards": 6}, seat=1)


@breaks("S35", {chapter: f"{chapter}.11" for chapter in TURNED})
def next_round_before_the_last_is_closed(broken):
    told = Told(shuffling="counting_device", dealing="automated_shoe").ready("red-1", "blue-1")
    script = told.script()
    if broken:
        script.without("round_closed")
    return told.plays(script=script).begins("blue-1").shuffles("red-1").ends()

"""W01–W31: wagers by other means, too late, on a wrong box; "no more bets" with what belongs to it."""

from __future__ import annotations

from typing import Any

from tests.projections.examining.changes import by_procedure, changed, placed
from tests.projections.examining.clean_rounds import ALWAYS, DOLLAR, FULL, PLAIN, selections
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.told import BOOKS, Told


def every(letters: str) -> dict[str, str]:
    """The same letters in every chapter."""
    return {chapter: f"{chapter}.{letters}" for chapter in BOOKS}


OPTIONAL = {
    "647a": "bonus",
    "663a": "poker_bonus",
    "677a": "pocket_bonus",
    "678a": "flush_bonus",
    "679a": "prime",
}
"""A wager that seat 1 makes beside those of every round."""
PROGRESSIVE = {"647a": "647a.7(d)(3)", "678a": "678a.7(d)(4)"}
NO_MORE_BETS = {
    "647a": ("8(b)", "9(b)", "10(a)(2)"),
    "663a": ("8(b)", "9(a)(3)", "10(a)(2)"),
    "677a": ("8(b)", "9(b)", "10(a)(2)"),
    "678a": ("8(b)", "9(b)", "10(a)(2)"),
    "679a": ("8(b)", "9(a)(3)", "10(a)(2)"),
}
CHIPS = {chapter: NO_MORE_BETS[chapter] for chapter in ("647a", "678a")}


# --- with what --------------------------------------------------------------------------------------------


@changed("W01", every("7(a)"))
def ante_in_cash(script, _chapter):
    script.change("wager_placed", {"instrument": "other"}, seat=3, wager="ante")


@changed("W02", every("7(a)"))
def decision_in_cash(script, _chapter):
    script.change("decision_made", {"instrument": "other"}, seat=1)


def _refused(id_, section, code, wager="progressive", after="wager_placed"):
    """The system refused a wager; its twin was refused for something that breaks no rule of the table."""

    def tell(broken):
        told = Told().ready_for_all()
        fields: dict[str, Any] = {
            "amount_mc": 5 * DOLLAR,
            "instrument": "plaque",
            "reason": "as the code says",
        }
        line = {"seat": 5, "wager": wager, **fields, "code": code if broken else "link_not_live"}
        return told.plays(script=told.script(FULL).after(after, ("wager_refused", line)))

    breaks(id_, section)(tell)


_refused("W03", PROGRESSIVE, "not_value_chip")
_refused("W04", "647a.7(d)(4)", "not_electronic", "fchb_player")
_refused("W17", {"647a": "647a.2(c)(2)", "678a": "678a.2(c)(2)"}, "lock_out", after="lock_out_engaged")
_refused("W17", "647a.2(d)", "lock_out", "fchb_dealer", after="lock_out_engaged")
_refused("W29", {"647a": None, "678a": None}, "other_unit")
_refused("W30", PROGRESSIVE, "duplicate")
_refused("W30", "647a.7(d)(4)", "duplicate", "fchb_player")


# --- by whom ----------------------------------------------------------------------------------------------


@breaks("W05", every("7(b)"))
def box_of_somebody_who_has_left(broken):
    told = Told().ready_for_all()
    if broken:
        told.says("player_left", player="P-5", seat=5)
    return told.plays(script=told.script(FULL))


@changed("W06", every("7(b)"))
def left_in_the_round(script, _chapter):
    """Everything else goes on as if the player were there."""
    last = max(script.find("decision_made", seat=5))
    script.insert(("player_left", {"player": "P-5", "seat": 5}), before=last + 1)


@breaks("W06", "678a.7(b)")
def left_two_boxes(broken):
    """The player of boxes 4 and 5 leaves before the dealer's hand is shown: one player, so one finding."""
    boxes = FULL["678a"].boxes
    three = FULL["678a"]._replace(boxes={1: boxes[3], 4: boxes[1], 5: boxes[5]})
    told = Told().ready(**selections("678a"), boxes_per_player=2)
    told.says("player_seated", player="P-4", seat=4, boxes=[4, 5])
    script = told.script({"678a": three})
    left = []
    for seat in (4, 5):
        for place in [*script.find("wager_placed", seat=seat), *script.find("decision_made", wager="raise")]:
            made = script.lines[place][1]
            if made["seat"] == seat:
                fields = {name: made[name] for name in ("seat", "wager", "amount_mc")}
                left.append(("wager_abandoned", {**fields, "ruled_by": "F-1"}))
        script.without("wager_settled", seat=seat)
    leaves = ("player_left", {"player": "P-4", "seat": 4})
    script.before("hand_revealed", leaves, *([] if broken else left), hand="dealer")
    return told.plays(script=script)


# --- when -------------------------------------------------------------------------------------------------


@changed("W08", every("7(c)"))
def after_no_more_bets(script, chapter):
    wager = script.place("wager_placed", seat=1, wager=OPTIONAL[chapter])
    script.move(wager, to=script.place("bets_closed") + 1)


@changed("W09", every("7(c)"))
def made_larger_after_no_more_bets(script, chapter):
    wager = OPTIONAL[chapter]
    script.change("wager_placed", {"amount_mc": 2 * DOLLAR}, seat=1, wager=wager)
    script.after("bets_closed", placed(wager, 1, 3))


@breaks("W10", every("7(c)"))
def taken_back_after_no_more_bets(broken):
    told = Told().ready_for_all()
    wager = OPTIONAL[told.chapter]
    script = told.script(FULL).change("wager_placed", {"amount_mc": 7 * DOLLAR}, seat=1, wager=wager)
    back = ("wager_withdrawn", {"seat": 1, "wager": wager, "amount_mc": 2 * DOLLAR})
    script.after("bets_closed", back) if broken else script.before("bets_closed", back)
    return told.plays(script=script)


@changed("W11", {chapter: f"{chapter}.7(c)" for chapter in ("663a", "678a", "679a")}, rounds=PLAIN)
def wager_before_the_dealer_has_all_cards(script, _chapter):
    card = max(script.find("card_dealt", to="dealer"))
    script.move(script.place("decision_made"), to=card)


@changed("W11", "647a.7(c)", rounds=PLAIN)
def turn_wager_before_the_flop(script, _chapter):
    script.move(script.place("decision_made", at="flop"), to=script.place("card_burned"))


@breaks("W11", "677a.7(c)")
def raise_before_the_flop_that_it_follows(broken):
    """A Raise of twice the Ante, which is for after the Flop."""
    told = Told().ready()
    script = told.script()
    check = {"seat": 1, "action": "check", "at": "preflop", "wager": None, "amount_mc": 0}
    twenty = dict.fromkeys(("stake_mc", "returned_mc", "paid_mc"), 20 * DOLLAR)
    script.before("decision_made", ("decision_made", check))
    script.change("decision_made", {"at": "flop", "amount_mc": 20 * DOLLAR}, action="raise")
    script.change("wager_settled", twenty, wager="raise")
    if not broken:
        flop = script.place("community_cards_revealed", street="flop")
        script.move(script.place("decision_made", action="raise"), to=flop + 1)
    return told.plays(script=script)


# --- "no more bets" ---------------------------------------------------------------------------------------


@by_procedure("W12", NO_MORE_BETS, rounds=PLAIN)
def not_announced(script, _chapter):
    script.without("bets_closed")


@by_procedure("W13", NO_MORE_BETS, rounds=PLAIN)
def announced_after_the_first_card(script, _chapter):
    script.move(script.place("bets_closed"), to=script.first_card() + 1)


LOCK_OUT = {"647a": "647a.2(c)(2)", "678a": "678a.2(c)(2)"}


@changed("W14", LOCK_OUT)
def not_locked(script, _chapter):
    script.without("lock_out_engaged")


@changed("W15", LOCK_OUT)
def locked_after_the_first_card(script, _chapter):
    script.move(script.place("lock_out_engaged"), to=script.first_card() + 1)


@changed("W15", {"647a": None, "678a": None})
def locked_before_no_more_bets(script, _chapter):
    script.swap(script.place("lock_out_engaged"), script.place("bets_closed"))


def _electronic(broken, change):
    """A table that offers the Five Card Hand Bonus on the player's hand."""
    told = Told().ready(
        wagers=[*ALWAYS["647a"], "fchb_player"],
        approvals=(*selections("647a")["approvals"], "electronic_wagering"),
    )
    script = told.script()
    if broken:
        change(script)
    return told.plays(script=script)


@breaks("W16", "647a.2(d)")
def electronic_wagering_not_locked(broken):
    return _electronic(broken, lambda script: script.without("lock_out_engaged"))


@breaks("W16", "647a.2(d)")
def electronic_wagering_locked_late(broken):
    return _electronic(
        broken, lambda script: script.move(script.place("lock_out_engaged"), to=script.first_card() + 1)
    )


@by_procedure("W18", CHIPS)
def a_chip_too_many(script, _chapter):
    (_, fields) = script.lines[script.place("progressive_chips_counted")]
    script.change("progressive_chips_counted", {"chips": fields["chips"] + 1})


@by_procedure("W18", CHIPS)
def another_number_than_was_accepted(script, _chapter):
    (_, fields) = script.lines[script.place("progressive_chips_counted")]
    more = fields["chips"] + 1
    script.change("progressive_chips_counted", {"chips": more, "accepted": more})


@by_procedure("W19", CHIPS)
def chips_not_counted(script, _chapter):
    script.without("progressive_chips_counted")


@by_procedure("W20", CHIPS)
def chips_counted_late(script, _chapter):
    script.move(script.place("progressive_chips_counted"), to=script.first_card() + 1)


def _places_chips(script, after, to="table_inventory"):
    """The chips of the Progressive Wagers are put away, after so many lines."""
    (_, lit) = script.lines[script.place("progressive_lights_lit")]
    script.lines.insert(after, ("chips_placed", {"wager": lit["wager"], "seats": lit["seats"], "to": to}))


@by_procedure("W32", CHIPS)
def chips_placed_elsewhere(script, _chapter):
    _places_chips(script, script.place("progressive_chips_counted") + 1, "elsewhere")


@by_procedure("W32", CHIPS)
def chips_placed_when_a_card_was_dealt(script, _chapter):
    _places_chips(script, script.first_card() + 1)


@by_procedure("W32", CHIPS)
def chips_placed_before_they_were_counted(script, _chapter):
    _places_chips(script, script.place("progressive_chips_counted"))


@breaks("W32", "678a.8(b)")
def chips_placed_elsewhere_and_put_right(broken):
    told = Told().ready_for_all()
    script = told.script(FULL)
    after = script.place("progressive_chips_counted") + 1
    if not broken:
        _places_chips(script, after)
    _places_chips(script, after, "elsewhere")
    return told.plays(script=script)


@breaks("W20", "678a.8(b)")
def chips_counted_and_placed_late(broken):
    """One finding: who counts late places late."""
    told = Told().ready_for_all()
    script = told.script(FULL)
    if broken:
        script.move(script.place("progressive_chips_counted"), to=script.first_card() + 1)
    _places_chips(script, script.place("progressive_chips_counted") + 1)
    return told.plays(script=script)


LIGHTS = {"647a": "647a.2(c)(1)", "678a": "678a.2(c)(1)"}


@changed("W21", LIGHTS)
def a_light_where_nobody_wagered(script, _chapter):
    (_, fields) = script.lines[script.place("progressive_lights_lit")]
    script.change("progressive_lights_lit", {"seats": [*fields["seats"], 3]})


@changed("W21", LIGHTS)
def no_lights(script, _chapter):
    script.without("progressive_lights_lit")


# --- what lies on a box -----------------------------------------------------------------------------------


def _alone(wager_of, section):
    """Seat 2 makes an optional wager without an Ante. In its turn it is given back."""

    def tell(broken):
        told = Told().ready_for_all().seats(2, "P-2")
        script = told.script(FULL)
        if broken:
            wager = wager_of[told.chapter]
            script.before("bets_closed", placed(wager, 2, 5))
            back = {"outcome": "void", "stake_mc": 5 * DOLLAR, "returned_mc": 5 * DOLLAR, "paid_mc": 0}
            script.before("hand_revealed", ("wager_settled", {"seat": 2, "wager": wager, **back}), seat=1)
        return told.plays(script=script)

    breaks("W22", section)(tell)


_alone(
    OPTIONAL,
    {
        "647a": "647a.7(d)(1)",
        "663a": "663a.7(e)",
        "677a": "677a.7(d)(1)",
        "678a": "678a.7(d)(1)",
        "679a": "679a.7(d)(1)",
    },
)
_alone({"647a": "six_card_bonus"}, "647a.7(d)(5)")


@changed("W23", PROGRESSIVE)
def progressive_before_the_ante(script, _chapter):
    ante = script.place("wager_placed", seat=5, wager="ante")
    script.move(script.place("wager_placed", seat=5, wager="progressive"), to=ante)


@breaks("W24", dict.fromkeys(BOOKS))
def ante_below_the_minimum(broken):
    """The Ante is ten dollars."""
    return Told().ready(minimum_wager_mc=(15 if broken else 10) * DOLLAR).plays()


@breaks("W25", dict.fromkeys(BOOKS))
def ante_above_the_maximum(broken):
    return Told().ready(maximum_wager_mc=(5 if broken else 10) * DOLLAR).plays()


@changed("W26", "677a.7(d)(1)")
def odds_of_twice_the_ante(script, _chapter):
    script.change("wager_placed", {"amount_mc": 20 * DOLLAR}, seat=1, wager="odds")
    twenty = {"stake_mc": 20 * DOLLAR, "returned_mc": 20 * DOLLAR}
    script.change("wager_settled", twenty, seat=1, wager="odds")


# --- boxes ------------------------------------------------------------------------------------------------

BOXES = {
    "647a": "647a.7(e)",
    "663a": "663a.7(f)",
    "677a": "677a.7(e)",
    "678a": "678a.7(e)",
    "679a": "679a.7(e)",
}


@breaks("W27", BOXES)
def a_box_too_many(broken):
    told = Told().ready_for_all()
    told.says("boxes_changed", player="P-5", boxes=[5, 6] if broken else [5])
    return told.plays(script=told.script(FULL))


@breaks("W28", {chapter: section for chapter, section in BOXES.items() if chapter != "677a"})
def boxes_that_are_not_adjacent(broken):
    told = Told().ready_for_all(boxes_per_player=2)
    if broken:
        told.says("player_left", player="P-3", seat=3)
        told.says("boxes_changed", player="P-1", boxes=[1, 3])
    return told.plays(script=told.script(FULL))


@breaks("W31", every("7(b)"))
def two_players_on_a_box(broken):
    told = Told().ready_for_all()
    if broken:
        told.seats(5, "P-6")
    return told.plays(script=told.script(FULL))

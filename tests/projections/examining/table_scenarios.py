"""T01–T31: a table that lacks, shows or offers something otherwise than its chapter has it."""

from __future__ import annotations

from tests.projections.examining.clean_rounds import ALWAYS, DOLLAR
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.told import BOOKS, LIMIT_MC, Told


def _of_all(part):
    """What has the same letters in every chapter."""
    return {chapter: f"{chapter}.{part}" for chapter in BOOKS}


@breaks("T01", _of_all("2(a)"))
def seven_positions(broken):
    return Told().ready(positions=7 if broken else 6).plays()


@breaks("T01", _of_all("2(a)"), None)
def a_seventh_seat(broken):
    return Told().ready().seats(7 if broken else 6, "P-2").plays()


@breaks("T02", _of_all("2(b)"))
def layout_not_approved(broken):
    return Told().ready(approvals=["shoe_location"] + ["layout"] * (not broken)).plays()


def _sign(id_, chapter, section, missing, **opened):
    def tell(broken):
        told = Told(chapter)
        needed = {"647a": ("payout_odds", "ante_returned", "payout_limit")}
        shown = (
            needed.get(chapter)
            or {
                "663a": ("payout_odds",),
                "677a": ("payout_odds", "ante_returned", "payout_limit"),
                "678a": ("payout_odds", "dealer_qualifies", "raise_limits", "payout_limit"),
                "679a": ("payout_odds", "dealer_qualifies", "player_wins_ties", "payout_limit"),
            }[chapter]
        )
        return told.ready(
            signs=[each for each in shown if not (broken and each == missing)], **opened
        ).plays()

    breaks(id_, section)(tell)


_sign("T03", "647a", "647a.2(b)(9)", "payout_odds")
_sign("T03", "663a", "663a.2(b)(7)", "payout_odds")
_sign("T03", "677a", "677a.2(b)(7)", "payout_odds")
_sign("T03", "678a", "678a.2(b)(7)(i)", "payout_odds")
_sign("T03", "679a", "679a.2(b)(4)", "payout_odds")
_sign("T04", "647a", "647a.2(b)(10)(i)", "ante_returned")
_sign("T04", "677a", "677a.2(b)(8)(i)", "ante_returned")
_sign("T05", "678a", "678a.2(b)(7)(ii)", "dealer_qualifies")
_sign("T06", "678a", "678a.2(b)(7)(iii)", "raise_limits")
_sign("T07", "679a", "679a.2(b)(4)", "player_wins_ties")
_sign("T08", "647a", "647a.2(b)(10)(ii)", "payout_limit")
_sign("T08", "677a", "677a.2(b)(8)(ii)", "payout_limit", payout_limit_mc=LIMIT_MC)
_sign("T08", "678a", "678a.2(b)(7)(iv)", "payout_limit", payout_limit_mc=LIMIT_MC)
_sign("T08", "679a", "679a.2(b)(5)", "payout_limit", payout_limit_mc=LIMIT_MC)


@breaks("T05", "679a.2(b)(4)")
def qualifying_on_a_sign_and_not_on_the_layout(broken):
    place = "sign" if broken else "layout"
    signs = ["payout_odds", ("dealer_qualifies", place), "player_wins_ties"]
    return Told("679a").ready(signs=signs).plays()


@breaks("T09", "678a.2(b)(7)(iii)", "T-1-2")
def sign_taken_away(broken):
    told = Told().ready().plays().stacks()
    told.says("sign_removed", sign={"subject": "raise_limits", "place": "layout"})
    return (told if broken else told.posts("raise_limits")).plays()


@breaks("T10", "678a.2(b)(7)(iv)", "T-1-2")
def payout_limit_set_and_not_shown(broken):
    told = Told().ready().plays().stacks().reselects(payout_limit_mc=LIMIT_MC)
    return (told if broken else told.posts("payout_limit")).plays()


@breaks("T10", "678a.2(b)(7)(i)", "T-1-2")
def paytable_changed_and_not_shown(broken):
    offered = {"wagers": [*ALWAYS["678a"], "flush_bonus"]}
    told = Told().ready(**offered, paytables=[{"wager": "flush_bonus", "paytable": "A"}]).plays().stacks()
    told.reselects(**offered, paytables=[{"wager": "flush_bonus", "paytable": "B"}])
    return (told if broken else told.posts("payout_odds")).plays()


def _progressive(chapter, paytable, unit_mc, system):
    return Told(chapter).ready(
        wagers=[*ALWAYS[chapter], "progressive"],
        paytables=[{"wager": "progressive", "paytable": paytable}],
        progressives=[{"wager": "progressive", "link": "L-1", "unit_wager_mc": unit_mc}],
        approvals=["layout", "shoe_location"] + ["progressive_system"] * system,
    )


@breaks("T11", "678a.2(c)")
def progressive_system_not_approved(broken):
    return _progressive("678a", "A", 100_000, not broken).plays()


@breaks("T11", "647a.2(c)")
def progressive_system_not_approved_647a(broken):
    return _progressive("647a", "A", 100_000, not broken).plays()


@breaks("T12", "647a.2(d)")
def electronic_wagering_not_approved(broken):
    """The approval of the progressive system does not pass for it."""
    approvals = ["layout", "shoe_location", "progressive_system"] + ["electronic_wagering"] * (not broken)
    return Told("647a").ready(wagers=[*ALWAYS["647a"], "fchb_player"], approvals=approvals).plays()


@breaks("T13", _of_all("8(a)"))
def place_of_the_shoe_not_approved(broken):
    return Told().ready(approvals=["layout"] + ["shoe_location"] * (not broken)).plays()


@breaks("T13", "678a.8(a)", "T-1-2")
def another_dealing_in_a_round(broken):
    told = Told(dealing="automated_shoe", shuffling="device").ready(approvals=["layout"]).plays().stacks()
    return told.plays(dealing="manual_shoe" if broken else None)


@breaks("T14", _of_all("5(g)"))
def reshuffling_device_not_approved(broken):
    told = Told(None, "automated_shoe", "reshuffling_device")
    return told.ready(approvals=["layout"] + ["reshuffling_device"] * (not broken)).plays()


def _placed(wager, seat=1):
    return "wager_placed", {"seat": seat, "wager": wager, "amount_mc": 5 * DOLLAR, "instrument": "value_chip"}


def _won(wager, seat=1):
    """Five dollars at 1 to 1."""
    paid = {"stake_mc": 5 * DOLLAR, "returned_mc": 5 * DOLLAR, "paid_mc": 5 * DOLLAR}
    return (
        "wager_settled",
        {"seat": seat, "wager": wager, "outcome": "win", **paid, "paid_from": "table_inventory"},
    )


@breaks("T16", "678a.7(d)(2)")
def wager_that_is_not_offered(broken):
    """Flush Bonus A pays a four-card flush 1 to 1."""
    paytables = [{"wager": "flush_bonus", "paytable": "A"}]
    wagers = [*ALWAYS["678a"], *["flush_bonus"] * (not broken)]
    told = Told().ready(wagers=wagers, paytables=paytables)
    script = told.script().before("bets_closed", _placed("flush_bonus"))
    return told.plays(script=script.after("wager_settled", _won("flush_bonus"), wager="raise"))


@breaks("T17", "678a.12(b)")
def wager_without_paytable(broken):
    chosen = [] if broken else [{"wager": "flush_bonus", "paytable": "A"}]
    return Told().ready(wagers=[*ALWAYS["678a"], "flush_bonus"], paytables=chosen).plays()


@breaks("T17", "679a.12(f)")
def paytable_that_the_chapter_lacks(broken):
    chosen = [{"wager": "pair_bonus", "paytable": "Z" if broken else "A"}]
    return Told("679a").ready(wagers=[*ALWAYS["679a"], "pair_bonus"], paytables=chosen).plays()


def _refused(code, section):
    def tell(broken):
        told = Told()
        fields = {"reason": "as it says", "section": section, "attempted_sha256": "0" * 64}
        code_ = code if broken else "already_open"
        return told.says("table_refused", attempted="open", rulebook="678a@2019-11-02", code=code_, **fields)

    return tell


breaks("T18", "678a.12(e)", None)(_refused("payout_limit_below_floor", "678a.12(e)"))
breaks("T19", None, None)(_refused("payout_limit_not_allowed", ""))


@breaks("T20", "647a.12(c)")
def no_limit_named(broken):
    return Told("647a").ready(payout_limit_mc=None if broken else LIMIT_MC).plays()


@breaks("T21", "663a.7(f)")
def three_boxes(broken):
    return Told("663a").ready(boxes_per_player=3 if broken else 2).plays()


@breaks("T21", "677a.7(e)")
def two_boxes(broken):
    return Told("677a").ready(boxes_per_player=2 if broken else 1).plays()


@breaks("T23", "647a.12(d)(5)")
def unit_without_envy(broken):
    return _progressive("647a", "A", 200_000 if broken else 500_000, True).plays()


@breaks("T25", "678a.9(a)(1)")
def hand_and_manual(broken):
    return Told(dealing="hand" if broken else "manual_shoe").ready().plays()


@breaks("T26", "647a.10(g)")
def board_first_selected(broken):
    told = Told("647a", "automated_shoe", "counting_device" if broken else "reshuffling_device")
    return told.ready(options=[{"option": "community_first", "value": True}]).plays()


@breaks("T26", "677a.10(g)")
def board_first_done(broken):
    told = Told("677a", "automated_shoe", "counting_device" if broken else "reshuffling_device").ready()
    script = told.script()
    first = script.place("stack_delivered")
    for card in script.find("card_dealt", to="community"):
        script.move(card, to=first)
        first += 1
    return told.plays(script=script)


@breaks("T26", "679a.10(g)")
def stacks_of_four(broken):
    """The top card of a box without Pair Bonus and of the dealer goes into the rack."""
    told = Told("679a", "automated_shoe", "device" if broken else "reshuffling_device").ready()
    script = told.script()
    for at in ({"to": "seat", "seat": 1}, {"to": "dealer"}):
        hand = {"hand": at["to"], "seat": at.get("seat"), "cards": 1}
        script.change("stack_delivered", {"cards": [None] * 4}, **at)
        script.after("stack_delivered", ("hand_collected", hand), **at)
    if broken:
        script.change("stub_counted", {"stub_cards": 52 - 8})
    return told.plays(script=script)


def _pair_bonus(elected, *dealt, shown):
    """A pair of aces, 1 to 1 where the further card is not a two."""
    told = Told("679a").ready(
        wagers=[*ALWAYS["679a"], "pair_bonus"],
        paytables=[{"wager": "pair_bonus", "paytable": "A"}],
        options=[{"option": "pair_bonus_community", "value": elected}],
    )
    script = told.script().before("bets_closed", _placed("pair_bonus"))
    script.before("stub_counted", dealt).change("stub_counted", {"stub_cards": 52 - 7})
    script.after("wager_settled", shown, _won("pair_bonus"), wager="play")
    if shown[0] == "hand_revealed":
        return told.plays(script=script.change("hand_collected", {"cards": 4}))
    collected = ("hand_collected", {"hand": "pair_bonus", "seat": None, "cards": 1})
    return told.plays(script=script.before("hand_collected", collected, hand="dealer"))


@breaks("T27", "679a.8(h)")
def one_card_for_all_not_elected(broken):
    dealt = {"to": "pair_bonus", "seat": None, "position": 1}
    shown = {"street": "pair_bonus", "cards": ["6s"]}
    return _pair_bonus(not broken, "card_dealt", dealt, shown=("community_cards_revealed", shown))


@breaks("T27", "679a.8(h)")
def fourth_cards_though_one_is_elected(broken):
    dealt = {"to": "seat", "seat": 1, "position": 4}
    shown = {"hand": "seat", "seat": 1, "cards": ["Ah", "Ad", "4c", "6s"]}
    return _pair_bonus(broken, "card_dealt", dealt, shown=("hand_revealed", shown))


@breaks("T28", "678a.3(b)")
def two_decks_by_hand(broken):
    decks = ("red-1", "blue-1") if broken else ("red-1",)
    return Told().ready(*decks).plays()


@breaks("T29", None)
def rulebook_that_nobody_has(broken):
    return Told().ready().plays(rulebook="678a@2017-01-01" if broken else "678a@2019-11-02")


@breaks("T29", None)
def another_text_of_it(broken):
    told = Told().ready()
    return told.plays(rulebook_sha256="0" * 64 if broken else told.book.sha256)


@breaks("T30", None)
def selections_changed_in_a_round(broken):
    told = Told().ready().begins()
    return (told if broken else told.deals().ends()).reselects()


@breaks("T31", "678a.7(b)")
def closed_in_a_round(broken):
    told = Told().ready().begins().deals()
    return (told if broken else told.ends()).says(
        "table_closed", closed_by="F-1", seats_occupied=[], reason="-"
    )

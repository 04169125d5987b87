"""S21–S24, S28–S31: payout limits, hands that are paid for themselves, envy, Magic Card and Lucky Bonus.

Amounts are worked out by hand from x.12.
"""

from __future__ import annotations

from tests.projections.examining.clean_rounds import DOLLAR, FULL, PLAIN, Box, Paid, Round, selections
from tests.projections.examining.money_scenarios import (
    NOT_PAID,
    WON,
    one_box,
    paid_even,
    settled_line,
    told_with,
)
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.told import LIMIT_MC, SIGNS, Told

# --- payout limit, strong hands ---------------------------------------------------------------------------


def _large(chapter, ante, made, cut):
    """A winner of more than $50,000, whose payouts are cut pro rata to $50,000 in all (x.12)."""
    plain = PLAIN[chapter]
    box = plain.boxes[1]
    decisions = tuple((at, action, wager, made[wager]) for at, action, wager, _ in box.decisions)
    stakes = dict.fromkeys(box.wagers, ante) | made
    settled = tuple(
        Paid(each.wager, each.outcome, stakes[each.wager], cut.get(each.wager, 0)) for each in box.settled
    )
    return plain._replace(boxes={1: Box(box.cards, dict.fromkeys(box.wagers, ante), decisions, settled)})


# 678a, 679a: twice $30,000 at even money. 677a: the Raise alone. 647a: 40, 20 and 20 thousand, of 80.
LARGE = {
    "678a": _large("678a", 30_000, {"raise": 30_000}, {"ante": 25_000, "raise": 25_000}),
    "679a": _large("679a", 30_000, {"play": 30_000}, {"ante": 25_000, "play": 25_000}),
    "677a": _large("677a", 20_000, {"raise": 60_000}, {"raise": 50_000}),
    "647a": _large(
        "647a",
        20_000,
        {"flop": 40_000, "turn": 20_000, "river": 20_000},
        {"flop": 25_000, "turn": 12_500, "river": 12_500},
    ),
}
LIMITS = {"678a": "678a.12(e)", "679a": "679a.12(h)", "677a": "677a.12(f)", "647a": "647a.12(c)"}


def _limited(broken, paid_dollars):
    told = Told()
    signs = dict.fromkeys((*SIGNS[told.chapter], "payout_limit"))
    told.ready(payout_limit_mc=LIMIT_MC, signs=[*signs])
    script = told.script(LARGE)
    if broken:
        line = settled_line(script, 1, WON[told.chapter])
        line["paid_mc"] = paid_dollars(line) * DOLLAR
    return told.plays(script=script)


@breaks("S21", LIMITS)
def paid_above_the_limit(broken):
    return _limited(broken, lambda line: line["stake_mc"] // DOLLAR)


@breaks("S21", LIMITS)
def cut_below_the_limit(broken):
    return _limited(broken, lambda line: line["paid_mc"] // DOLLAR - 1_000)


STRAIGHT = {
    # King to nine with the board against king high: the Ante is paid too where a straight is enough.
    "647a": PLAIN["647a"]._replace(
        boxes={
            1: PLAIN["647a"]
            .boxes[1]
            ._replace(
                cards="Jd Ts",
                settled=tuple(
                    Paid(wager, "win", stake, stake)
                    for wager, stake in (("ante", 10), ("flop", 20), ("turn", 10), ("river", 10))
                ),
            )
        }
    )
}
FROM_A_STRAIGHT = [{"option": "ante_pays_on", "value": "straight"}]


@breaks("S22", "647a.11(h)(2)(ii)")
def ante_paid_on_a_pair(broken):
    told = Told("647a").ready_for_all(options=FROM_A_STRAIGHT)
    script = told.script(FULL)
    if broken:
        script.change("wager_settled", paid_even(10), seat=1, wager="ante")
    return told.plays(script=script)


@breaks("S22", "647a.11(h)(2)(ii)")
def ante_of_a_straight_returned(broken):
    told = Told("647a").ready(options=FROM_A_STRAIGHT)
    script = told.script(STRAIGHT)
    if broken:
        says = {"outcome": "push", "paid_mc": 0, "paid_from": None}
        script.change("wager_settled", says, seat=1, wager="ante")
    return told.plays(script=script)


BEATEN = {
    # A king-high straight under a flush: Ante and Raise lose, Odds are 4 to 1 (677a.12(c)).
    "677a": Round(
        "677a",
        {
            1: Box(
                "Jc Th",
                {"ante": 10, "odds": 10},
                (("preflop", "raise", "raise", 30),),
                (Paid("ante", "lose"), Paid("raise", "lose"), Paid("odds", "win", 10, 40)),
            )
        },
        "Ad 2d",
        "Kd Qd 9d 5s 3c",
    ),
    # A straight under three kings: the Ante loses, Play is 4 to 1 by A (679a.12(c)).
    "679a": Round(
        "679a",
        {
            1: Box(
                "4h 5d 6c",
                {"ante": 10},
                (("deal", "play", "play", 10),),
                (Paid("ante", "lose"), Paid("play", "win", 10, 40)),
            )
        },
        "Kc Kd Kh",
    ),
}
BAD_BEATS = {"677a": "677a.11(h)(2)(iii)(B)", "679a": "679a.11(c)(3)(iv)"}
BEATEN_ON = {"677a": "odds", "679a": "play"}


@breaks("S23", BAD_BEATS)
def bad_beat_taken(broken):
    return told_with(
        broken,
        lambda chapter, script: script.change("wager_settled", NOT_PAID, seat=1, wager=BEATEN_ON[chapter]),
        BEATEN,
    )


@breaks("S23", BAD_BEATS)
def bad_beat_on_the_ante(broken):
    """Two wagers differ, by one mistake."""

    def change(chapter, script):
        script.change("wager_settled", NOT_PAID, seat=1, wager=BEATEN_ON[chapter])
        says = {**paid_even(10), "paid_mc": 40 * DOLLAR}
        script.change("wager_settled", says, seat=1, wager="ante")

    return told_with(broken, change, BEATEN)


ACES = one_box("663a", [Paid("ante", "win", 10, 10), Paid("play", "win", 10, 10)], cards="Ah As Ad 3c 2s")
"""33 high and 5 low against 29 and 15; three aces are 10 for 1 by A (663a.12(b))."""


def _ace_bonus(dollars):
    fields = {"seat": 1, "wager": "ante_bonus", "outcome": "win", "stake_mc": 0, "returned_mc": 0}
    return "wager_settled", {**fields, "paid_mc": dollars * DOLLAR, "paid_from": "table_inventory"}


@breaks("S24", "663a.11(h)")
def three_aces_not_paid(broken):
    told = Told("663a").ready_for_all()
    script = told.script(ACES)
    if not broken:
        script.after("wager_settled", _ace_bonus(100), seat=1, wager="play")
    return told.plays(script=script)


@breaks("S24", "663a.11(h)")
def three_aces_paid_by_another_table(broken):
    told = Told("663a").ready_for_all()
    script = told.script(ACES).after("wager_settled", _ace_bonus(50 if broken else 100), seat=1, wager="play")
    return told.plays(script=script)


# --- envy, Magic Card, Lucky Bonus ------------------------------------------------------------------------

STRAIGHT_FLUSH = {
    # Seat 1 has nine to five of hearts with the Flop and no progressive wager; seat 5 has one of a dollar and
    # is due $300 for that hand (647a.12(d)(5)). The dealer has nine high; seat 5 has a pair of sixes.
    "647a": FULL["647a"]._replace(
        boxes={
            1: FULL["647a"]
            .boxes[1]
            ._replace(
                cards="6h 5h",
                settled=(
                    Paid("ante", "win", 10, 10),
                    Paid("flop", "win", 20, 20),
                    Paid("turn", "win", 10, 10),
                    Paid("river", "win", 10, 10),
                    Paid("bonus", "lose"),
                ),
            ),
            3: FULL["647a"].boxes[3],
            5: FULL["647a"].boxes[5]._replace(cards="6s 6d"),
        },
        dealer="Jc 2d",
        board="9h 8h 7h 4s 3c",
        six_card="Tc 2s Ah Jd",
    )
}


def envy(seat, holder, dollars):
    fields = {"seat": seat, "holder_seat": holder, "hand": "straight_flush", "amount_mc": dollars * DOLLAR}
    return "envy_paid", fields


def _envious(broken, paid, *more):
    told = Told("647a").ready_for_all(options=FROM_A_STRAIGHT)
    script = told.script(STRAIGHT_FLUSH)
    lines = [envy(5, 1, paid if broken else 300)] if paid or not broken else []
    lines += list(more) if broken else []
    script.after("wager_settled", *lines, seat=5, wager="progressive")
    folded = STRAIGHT_FLUSH["647a"].boxes[3].cards.split()
    shown = ("hand_revealed", {"hand": "seat", "seat": 3, "cards": folded})
    script.before("hand_collected", shown, hand="seat", seat=3)
    return told.plays(script=script)


@breaks("S28", "647a.11(i)(5)")
def envy_left_out(broken):
    return _envious(broken, 0)


@breaks("S29", "647a.12(d)(5)")
def envy_by_another_wager(broken):
    """$1,500 goes with a wager of five dollars."""
    return _envious(broken, 1_500)


@breaks("S30", "647a.11(i)(5)")
def envy_for_ones_own_hand(broken):
    return _envious(broken, 300, envy(1, 1, 300))


@breaks("S30", "647a.11(i)(5)")
def envy_without_a_wager(broken):
    return _envious(broken, 300, envy(3, 1, 300))


FIVE_CARD = {
    # A pair of aces with the Flop wins no Five Card Hand Bonus; the Magic Card is the ace of hearts: 20 for 1
    # (647a.12(e)(3)), whatever became of the wager.
    "647a": PLAIN["647a"]._replace(
        boxes={
            1: PLAIN["647a"]
            .boxes[1]
            ._replace(
                wagers={"ante": 10, "fchb_player": 1},
                settled=(*PLAIN["647a"].boxes[1].settled, Paid("fchb_player", "lose")),
            )
        }
    )
}


def _five_card(magic, *paid):
    """The system drew a Magic Card, and seat 6 as the lucky position."""
    told = Told("647a")
    chosen = selections("647a")
    told.ready(
        **{
            **chosen,
            "wagers": [*chosen["wagers"], "fchb_player"],
            "approvals": (*chosen["approvals"], "electronic_wagering"),
            "progressives": [
                *chosen["progressives"],
                {"wager": "fchb_player", "link": "L-2", "unit_wager_mc": DOLLAR},
            ],
        }
    )
    script = told.script(FIVE_CARD)
    script.change("wager_placed", {"instrument": "electronic"}, wager="fchb_player")
    script.after(
        "bets_closed",
        ("magic_card_drawn", {"card": magic, "device": "EW-1"}),
        ("lucky_seat_drawn", {"hand": "seat", "seat": 6, "device": "EW-1"}),
    )
    for wager, dollars in paid:
        fields = {"seat": 1, "wager": wager, "outcome": "win", "stake_mc": 0, "returned_mc": 0}
        line = ("wager_settled", {**fields, "paid_mc": dollars * DOLLAR, "paid_from": "game_account"})
        script.after("wager_settled", line, seat=1, wager="fchb_player")
    return told.plays(script=script)


@breaks("S31", "647a.11(j)")
def magic_card_not_paid(broken):
    return _five_card("Ah") if broken else _five_card("Ah", ("fchb_player_magic", 20))


@breaks("S31", "647a.11(j)")
def lucky_bonus_of_another_seat(broken):
    return _five_card("2c", *[("fchb_player_lucky", 5)] * broken)

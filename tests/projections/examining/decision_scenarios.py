"""P01–P25: decisions out of turn, wagers of a wrong size, cards of folded hands, hands set wrong."""

from __future__ import annotations

from collections.abc import Callable

from tests.projections.examining.clean_rounds import DOLLAR, FULL, PLAIN
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.script import Script
from tests.projections.examining.told import Told

ASKED = {
    "647a": "647a.11(b)",
    "663a": "663a.11(b)",
    "677a": "677a.11(b)",
    "678a": "678a.11(b)",
    "679a": "679a.11(b)",
}
FIRST = {"647a": "preflop", "677a": "preflop"}


def played(broken: bool, change: Callable[[Script, str], object], rounds=FULL) -> Told:
    """A round with three players (or one), and what is changed in it."""
    told = Told().ready_for_all() if rounds is FULL else Told().ready()
    script = told.script(rounds)
    if broken:
        change(script, told.chapter)
    return told.plays(script=script)


def changed(id_, section, rounds=FULL):
    """A scenario that is one change of a script."""

    def of(change):
        breaks(id_, section)(lambda broken: played(broken, change, rounds))
        return change

    return of


@changed("P01", ASKED)
def seat_five_decides_before_seat_one(script, chapter):
    at = FIRST.get(chapter, "deal")
    script.move(script.place("decision_made", seat=5, at=at), to=script.place("decision_made", seat=1, at=at))


@changed("P01", {"647a": "647a.11(d)"})
def out_of_turn_before_the_turn(script, _chapter):
    script.swap(*(script.place("decision_made", seat=seat, at="flop") for seat in (1, 5)))


@changed("P01", {"677a": "677a.11(d)"})
def out_of_turn_before_the_last_cards(script, _chapter):
    script.swap(*(script.place("decision_made", seat=seat, at="flop") for seat in (3, 5)))


@changed("P02", ASKED)
def seat_one_is_not_asked(script, _chapter):
    """It made no wager by decision, so none of these is settled either."""
    for place in reversed(script.find("decision_made", seat=1)):
        del script.lines[place]
    for wager in ("raise", "play", "flop", "turn", "river"):
        if script.find("wager_settled", seat=1, wager=wager):
            script.without("wager_settled", seat=1, wager=wager)


@breaks("P02", ASKED)
def seat_one_is_not_asked_where_another_has_left(broken):
    told = Told().ready_for_all()
    script = told.script(FULL)
    script.before("round_closed", ("player_left", {"player": "P-5", "seat": 5}))
    if broken:
        seat_one_is_not_asked(script, told.chapter)
    return told.plays(script=script)


@changed("P03", {**ASKED, "677a": "677a.11(f)"})
def a_fold_is_said_again(script, chapter):
    at = {"677a": "river"}.get(chapter, FIRST.get(chapter, "deal"))
    action = "forfeit" if chapter in ("663a", "679a") else "fold"
    again = {"seat": 3, "action": action, "at": at, "wager": None, "amount_mc": 0}
    type_ = "hand_tucked" if chapter == "647a" else "hand_collected"
    if action == "fold":
        script.after(type_, ("decision_made", again), seat=3)
    else:
        script.after("decision_made", ("decision_made", again), seat=3)


def _raised(seat, dollars, **at):
    """A wager of a decision, made and settled so: what it wins is as much."""

    def change(script, _chapter):
        (wager,) = {
            script.lines[place][1]["wager"] for place in script.find("decision_made", seat=seat, **at)
        } - {None}
        script.change("decision_made", {"amount_mc": dollars * DOLLAR}, seat=seat, wager=wager)
        place = script.place("wager_settled", seat=seat, wager=wager)
        fields = script.lines[place][1]
        for name in ("stake_mc", "returned_mc", "paid_mc"):
            if fields[name]:
                fields[name] = dollars * DOLLAR

    return change


changed("P04", "678a.11(b)(1)", PLAIN)(_raised(1, 20))
changed("P13", "678a.11(b)", PLAIN)(_raised(1, 5))
changed("P06", "677a.11(b)", PLAIN)(_raised(1, 31))
changed("P07", "677a.11(d)")(_raised(5, 41))
changed("P10", "647a.11(b)", PLAIN)(_raised(1, 21, at="preflop"))
changed("P11", "647a.11(d)", PLAIN)(_raised(1, 11, at="flop"))
changed("P11", "647a.11(f)", PLAIN)(_raised(1, 9, at="turn"))
changed("P12", {"663a": "663a.11(b)", "679a": "679a.11(b)"}, PLAIN)(_raised(1, 20))


def _flush_of(cards, dollars):
    """The Raise that a longer flush allows, and more than that."""

    def tell(broken):
        told = Told("678a").ready()
        script = told.script()
        script.change("hand_revealed", {"cards": cards.split()}, seat=1)
        _raised(1, dollars + (1 if broken else 0))(script, "678a")
        return told.plays(script=script)

    return tell


breaks("P05", "678a.11(b)(2)")(_flush_of("Ah Jh 9h 7h 2h 3d 4s", 20))
breaks("P05", "678a.11(b)(3)")(_flush_of("Ah Jh 9h 7h 2h 3h 4s", 30))


@breaks("P08", "677a.11(f)")
def raise_at_the_river_is_the_ante(broken):
    """Two aces, checked twice."""
    told = Told("677a").ready()
    script = told.script()
    dollars = 20 if broken else 10
    _raised(1, dollars)(script, "677a")
    script.change("decision_made", {"at": "river"}, seat=1)
    script.move(script.place("decision_made"), to=script.place("hand_revealed", hand="dealer"))
    check = {"seat": 1, "action": "check", "wager": None, "amount_mc": 0}
    script.before("community_cards_revealed", ("decision_made", {**check, "at": "preflop"}), street="flop")
    script.before(
        "community_cards_revealed", ("decision_made", {**check, "at": "flop"}), street="turn_and_river"
    )
    return told.plays(script=script)


@changed("P09", "677a.11(d)")
def fold_before_the_river(script, _chapter):
    """Seat 3 folds at the Flop; then it is not asked again."""
    script.change("decision_made", {"action": "fold"}, seat=3, at="flop")
    script.without("decision_made", seat=3, at="river")
    for wager in ("ante", "odds"):
        script.move(
            script.place("wager_settled", seat=3, wager=wager),
            to=script.place("decision_made", seat=5, at="flop"),
        )
    script.move(script.place("hand_collected", seat=3), to=script.place("decision_made", seat=5, at="flop"))


@changed("P09", "677a.11(f)")
def check_at_the_river(script, _chapter):
    """Seat 3 stays without a Raise, and loses at its turn: eight high against the dealer's king and queen."""
    script.change("decision_made", {"action": "check"}, seat=3, at="river")
    shown = {"hand": "seat", "seat": 3, "cards": ["4h", "8d"]}
    script.before("hand_revealed", ("hand_revealed", shown), seat=1)
    for wager in ("ante", "odds"):
        script.move(
            script.place("wager_settled", seat=3, wager=wager), to=script.place("hand_revealed", seat=1)
        )
    script.move(script.place("hand_collected", seat=3), to=script.place("hand_revealed", seat=1))


def folds_with(wager, instrument="value_chip"):
    """Seat 3 has an optional wager too, and loses it at the showdown: its cards are tucked until then."""

    def change(script, chapter):
        amount = {"progressive": 5 if chapter == "678a" else 1}.get(wager, 5) * DOLLAR
        placed = {"seat": 3, "wager": wager, "amount_mc": amount, "instrument": instrument}
        script.before("bets_closed", ("wager_placed", placed))
        collected = script.place("hand_collected", seat=3)
        script.move(collected, to=script.place("hand_collected", hand="dealer"))
        cards = FULL[chapter].boxes[3].cards.split()
        lost = {"stake_mc": amount, "returned_mc": 0, "paid_mc": 0, "outcome": "lose"}
        script.before(
            "hand_collected",
            ("hand_revealed", {"hand": "seat", "seat": 3, "cards": cards}),
            ("wager_settled", {"seat": 3, "wager": wager, **lost}),
            seat=3,
        )
        return script

    return change


def _tucked(wager, early):
    """Twins that fold with a wager: the cards wait for it, or are collected before."""

    def tell(broken):
        told = Told().ready_for_all()
        script = folds_with(wager)(told.script(FULL), told.chapter)
        if told.chapter in ("677a", "678a"):
            script.after("wager_settled", ("hand_tucked", {"seat": 3}), seat=3)
        if broken:
            script.move(script.place("hand_collected", seat=3), to=script.place(*early))
        return told.plays(script=script)

    return tell


breaks("P16", {"678a": "678a.11(c)(2)(i)"})(_tucked("flush_bonus", ("hand_revealed",)))
breaks("P16", {"677a": "677a.11(f)"})(_tucked("trips_plus", ("hand_revealed",)))
breaks("P16", {"647a": "647a.11(b)(2)(i)(A)"})(_tucked("bonus", ("card_burned",)))
breaks("P20", {"663a": "663a.11(c)"})(_tucked("poker_bonus", ("hand_revealed",)))
breaks("P20", {"679a": "679a.11(c)"})(_tucked("prime", ("hand_revealed",)))


@changed("P17", {"678a": "678a.11(c)(2)(ii)", "677a": "677a.11(f)"})
def folded_cards_stay_where_they_are(script, _chapter):
    script.move(script.place("hand_collected", seat=3), to=script.place("hand_collected", hand="dealer"))


def _nobody_has_a_progressive(script):
    """647a: then the cards of seat 3 are collected at once."""
    for type_ in ("wager_placed", "wager_settled"):
        script.without(type_, wager="progressive")
    script.without("progressive_lights_lit").without("progressive_chips_counted").without("hand_tucked")
    place = script.place("bets_closed")
    script.lines[place][1]["legs"][0]["wagers"] = []
    return script


@breaks("P17", "647a.11(b)(2)(ii)")
def folded_cards_stay_and_nobody_has_a_progressive(broken):
    told = Told("647a").ready_for_all()
    script = _nobody_has_a_progressive(told.script(FULL))
    if not broken:
        script.move(script.place("hand_collected", seat=3), to=script.place("card_burned"))
        script.move(script.place("hand_collected", seat=3), to=script.place("decision_made", seat=5))
    return told.plays(script=script)


@changed("P19", "647a.11(b)(2)(ii)")
def folded_cards_gone_before_the_progressive_of_another(script, _chapter):
    script.without("hand_tucked")
    script.move(script.place("hand_collected", seat=3), to=script.place("decision_made", seat=5))


@breaks("P18", "647a.11(b)(2)(i)(B)")
def folded_cards_gone_before_the_own_progressive(broken):
    told = Told("647a").ready_for_all()
    script = folds_with("progressive")(told.script(FULL), "647a").without("hand_revealed", seat=3)
    script.change("progressive_lights_lit", {"seats": [3, 5]})
    script.change("progressive_chips_counted", {"chips": 2, "accepted": 2})
    accepted = {"seat": 3, "wager": "progressive", "amount_mc": DOLLAR}
    script.lines[script.place("bets_closed")][1]["legs"][0]["wagers"].insert(0, accepted)
    if broken:
        script.move(script.place("hand_collected", seat=3), to=script.place("card_burned"))
    return told.plays(script=script)


@changed("P20", {"663a": "663a.11(c)", "679a": "679a.11(c)"})
def forfeited_cards_stay(script, _chapter):
    script.move(script.place("hand_collected", seat=3), to=script.place("hand_collected", hand="dealer"))


# --- 663a: two hands ----------------------------------------------------------------------------------------


@breaks("P21", "663a.7(f)")
def smaller_wager_set_first(broken):
    """Boxes 5 and 6 are of one player; 6 has the Ante of ten dollars, 5 that of twenty."""
    told = Told("663a").ready_for_all(boxes_per_player=2)
    script = told.script(FULL)
    told.says("boxes_changed", player="P-5", boxes=[5, 6])
    six = []
    for type_, fields in told.script(PLAIN).lines:
        if fields.get("seat") == 1:
            six.append((type_, {**fields, "seat": 6}))
    cards = ["Ad", "Kc", "Kh", "3h", "2d"]  # 31 and 5
    by_type = {}
    for line in six:
        by_type.setdefault(line[0], []).append(line)
    script.before("bets_closed", *by_type["wager_placed"])
    for position, card in enumerate(by_type["card_dealt"], 1):
        script.before("card_dealt", card, to="dealer", position=position)
    script.change("stub_counted", {"stub_cards": 52 - 25})
    script.after("decision_made", *by_type["decision_made"], seat=5)
    unknown, known = by_type["hand_set"]
    own = ("hand_set", {**unknown[1]})
    if broken:
        script.before("hand_set", own, seat=5)
    else:
        script.after("hand_set", own, seat=5)
    shown = ("hand_revealed", {"hand": "seat", "seat": 6, "cards": cards})
    set_ = ("hand_set", {**known[1], "high": cards[:3], "low": cards[3:]})
    script.before(
        "hand_revealed",
        shown,
        set_,
        *by_type["wager_settled"],
        *by_type["hand_collected"],
        hand="seat",
        seat=5,
    )
    return told.plays(script=script)


@changed("P22", "663a.11(a)(3)", PLAIN)
def set_otherwise_after_the_reveal(script, _chapter):
    """What lay face down had the king low: with ace, queen and three 24 points high."""
    script.change("hand_set", {"high": ["Ah", "Qd", "3c"], "low": ["Ks", "2s"]}, seat=1)


@changed("P23", "663a.11(d)", PLAIN)
def queen_in_the_low_hand(script, _chapter):
    """Not judged as money: a house ruling is required."""
    script.change("hand_set", {"high": ["Ah", "Ks", "3c"], "low": ["Qd", "2s"]}, high=["Ah", "Ks", "Qd"])


@changed("P24", "663a.11(e)", PLAIN)
def dealer_sets_a_jack_low(script, _chapter):
    """10 + 9 + 8 = 27 and 10 + 7 = 17: the player still wins both."""
    script.change("hand_set", {"high": ["Td", "9h", "8s"], "low": ["Jc", "7c"]}, hand="dealer")


@changed("P25", "663a.11(e)", PLAIN)
def dealer_turns_before_the_player_has_set(script, _chapter):
    script.move(script.place("hand_set", seat=1), to=script.place("hand_set", hand="dealer"))


@changed("P25", "663a.11(d)", PLAIN)
def hand_never_set(script, _chapter):
    script.without("hand_set", seat=1)

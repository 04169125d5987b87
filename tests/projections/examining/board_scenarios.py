"""C11–C27: burns, streets, and the cards that belong to bonus wagers."""

from __future__ import annotations

from tests.projections.examining.changes import by_procedure, changed, unused
from tests.projections.examining.clean_rounds import BOARD, FULL, PLAIN
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.told import Told

SIX_CARD = {"647a": ("8(d)", "9(d)", "10(c)")}
FIVE_DOWN = {"677a": ("8(d)", "9(c)", "10(c)")}
FOURTH = {"679a": ("8(c)", "9(b)", "10(c)")}
ONE_FOR_ALL = {"679a": ("8(h)", "9(g)", "10(h)")}


# --- the Six Card Bonus -----------------------------------------------------------------------------------


def _six_cards_to(script, place):
    """Say the four cards before the line at a place, as the lines are counted now."""
    cards = script.find("card_dealt", to="six_card_bonus")
    moved = [script.lines[card] for card in cards]
    script.lines[place:place] = moved
    shift = len(cards) if place <= cards[0] else 0
    del script.lines[cards[0] + shift : cards[0] + shift + len(cards)]


@by_procedure("C12", SIX_CARD, ways=(0, 1))
def six_cards_behind_the_hands(script, _chapter):
    _six_cards_to(script, script.place("card_dealt", to="dealer", position=2) + 1)


@by_procedure("C13", SIX_CARD, ways=(2,))
def six_cards_before_the_stacks(script, _chapter):
    _six_cards_to(script, script.place("stack_delivered"))


@by_procedure("C13", SIX_CARD, ways=(2,))
def six_cards_from_the_shoe(script, _chapter):
    stack = ("stack_delivered", {"to": "six_card_bonus", "seat": None, "cards": [None] * 4})
    place = script.place("card_dealt", to="six_card_bonus")
    script.without("card_dealt", to="six_card_bonus").insert(stack, before=place)


@by_procedure("C14", SIX_CARD)
def three_six_card_cards(script, _chapter):
    script.without("card_dealt", to="six_card_bonus", position=4).in_stub(1)
    script.change("hand_collected", {"cards": 3}, hand="six_card_bonus")


@by_procedure("C14", SIX_CARD)
def a_six_card_card_face_up(script, _chapter):
    script.change("card_dealt", {"face": "up"}, to="six_card_bonus", position=2)


@by_procedure("C14", SIX_CARD, rounds=PLAIN)
def six_card_cards_for_nobody(script, _chapter):
    cards = [("card_dealt", {"to": "six_card_bonus", "seat": None, "position": n}) for n in range(1, 5)]
    last = script.find("stack_delivered", to="dealer")
    place = last[0] + 1 if last else script.first_card()
    script.lines[place:place] = cards
    script.in_stub(-4)
    collected = ("hand_collected", {"hand": "six_card_bonus", "seat": None, "cards": 4})
    script.before("hand_collected", collected, hand="community")


# --- the board of 647a ------------------------------------------------------------------------------------


def _without_burn(id_, letter, number):
    @changed(id_, f"647a.{letter}")
    def no_burn(script, _chapter):
        del script.lines[script.find("card_burned")[number]]
        script.in_stub(1)


_without_burn("C15", "11(c)", 0)
_without_burn("C16", "11(e)", 1)
_without_burn("C17", "11(g)", 2)


@changed("C18", "647a.1")
def burned_card_seen(script, _chapter):
    script.change("card_burned", {"exposed": True})


def _community(position, card):
    return "card_dealt", {"to": "community", "seat": None, "position": position, "card": card, "face": "up"}


def _with_six(script, behind):
    """One card more lies on the board, behind that of a position."""
    more = _community(behind + 1, unused("647a"))
    script.after("card_dealt", more, to="community", position=behind).in_stub(-1)
    script.change("hand_collected", {"cards": 6}, hand="community")


@changed("C19", "647a.11(c)")
def four_cards_for_the_flop(script, _chapter):
    _with_six(script, 3)


@changed("C19", "647a.11(g)")
def two_cards_for_the_river(script, _chapter):
    _with_six(script, 5)


@changed("C19", "647a.11(c)")
def two_cards_for_the_flop_and_two_for_the_turn(script, _chapter):
    third = script.place("card_dealt", to="community", position=3)
    script.move(third, to=script.place("card_dealt", to="community", position=4))


def _late(id_, section, at, shown):
    """Seat 5 decides once the next cards are there."""

    @changed(id_, section)
    def late(script, _chapter):
        script.move(script.place("decision_made", seat=5, at=at), to=script.place(*shown[:1], **shown[1]) + 1)


_late("C20", "647a.11(c)", "preflop", ("card_dealt", {"to": "community", "position": 3}))
_late("C20", "647a.11(c)", "preflop", ("card_dealt", {"to": "community", "position": 1}))
_late("C20", "647a.11(e)", "flop", ("card_dealt", {"to": "community", "position": 4}))
_late("C20", "647a.11(g)", "turn", ("card_dealt", {"to": "community", "position": 5}))


@changed("C11", "647a.11(h)")
def dealer_shown_before_the_river(script, _chapter):
    shown = script.place("hand_revealed", hand="dealer")
    script.move(shown, to=script.place("card_dealt", to="community", position=5))


# --- the board of 677a ------------------------------------------------------------------------------------


@by_procedure("C21", FIVE_DOWN)
def a_board_card_face_up(script, _chapter):
    script.change("card_dealt", {"face": "up"}, to="community", position=5)


@by_procedure("C21", FIVE_DOWN)
def asked_before_the_board_is_there(script, _chapter):
    last = script.place("card_dealt", to="community", position=5)
    script.move(script.place("decision_made"), to=last)


@by_procedure("C21", FIVE_DOWN)
def four_cards_on_the_board(script, _chapter):
    script.without("card_dealt", to="community", position=5).in_stub(1)
    script.change("hand_collected", {"cards": 4}, hand="community")


@by_procedure("C21", FIVE_DOWN, ways=(2,))
def board_as_a_stack(script, _chapter):
    place = script.place("card_dealt", to="community")
    stack = ("stack_delivered", {"to": "community", "seat": None, "cards": [None] * 5})
    script.without("card_dealt", to="community").insert(stack, before=place)


@by_procedure("C21", FIVE_DOWN)
def board_before_the_dealers_last_card(script, _chapter):
    dealers = script.find("card_dealt", to="dealer") + script.find("stack_delivered", to="dealer")
    script.move(script.place("card_dealt", to="community", position=1), to=max(dealers))


_late("C22", "677a.11(c)", "preflop", ("community_cards_revealed", {"street": "flop"}))
_late("C23", "677a.11(e)", "flop", ("community_cards_revealed", {"street": "turn_and_river"}))


@changed("C22", "677a.11(c)")
def flop_of_two_cards(script, _chapter):
    script.change("community_cards_revealed", {"cards": BOARD.split()[:2]}, street="flop")


@changed("C23", "677a.11(e)")
def turn_and_river_one_by_one(script, _chapter):
    *_, turn, river = BOARD.split()
    place = script.place("community_cards_revealed", street="turn_and_river")
    script.lines[place : place + 1] = [
        ("community_cards_revealed", {"street": street, "cards": [card]})
        for street, card in (("turn", turn), ("river", river))
    ]


# --- the board first --------------------------------------------------------------------------------------


def _board_first(change, broken):
    """A reshuffling shoe dispenses the board before the hands; each street is turned up where it lies."""
    told = Told(None, "automated_shoe", "reshuffling_device")
    told.ready_for_all(options=[{"option": "community_first", "value": True}])
    script = told.script(FULL)
    if told.chapter == "647a":
        for street, first, last in (("flop", 0, 3), ("turn", 3, 4), ("river", 4, 5)):
            shown = {"street": street, "cards": BOARD.split()[first:last]}
            script.before(
                "card_dealt", ("community_cards_revealed", shown), to="community", position=first + 1
            )
        script.without("card_burned")
    stack = ("stack_delivered", {"to": "community", "seat": None, "cards": [None] * 5})
    script.without("card_dealt", to="community").insert(stack, before=script.place("stack_delivered"))
    if broken:
        change(script)
    return told.plays(script=script)


@breaks("C24", {"647a": "647a.10(g)", "677a": "677a.10(g)"})
def flop_shown_before_the_last_has_decided(broken):
    def change(script):
        shown = script.place("community_cards_revealed", street="flop")
        script.move(script.place("decision_made", seat=5, at="preflop"), to=shown + 1)

    return _board_first(change, broken)


@breaks("C24", {"647a": "647a.10(g)", "677a": "677a.10(g)"})
def board_dispensed_face_up(broken):
    return _board_first(
        lambda script: script.change("stack_delivered", {"face": "up"}, to="community"), broken
    )


@breaks("C24", {"647a": "647a.10(g)", "677a": "677a.10(g)"})
def a_board_card_is_exposed(broken):
    seen = ("card_exposed", {"hand": "community", "seat": None, "position": 1, "card": BOARD.split()[0]})
    return _board_first(lambda script: script.before("decision_made", seen), broken)


@breaks("C19", "647a.11(e)")
def two_cards_shown_for_the_turn(broken):
    """Turn and River together, which is for Heads-Up Hold 'Em."""

    def change(script):
        script.change("community_cards_revealed", {"cards": BOARD.split()[3:]}, street="turn")
        script.without("community_cards_revealed", street="river")

    return _board_first(change, broken)


# --- 679a -------------------------------------------------------------------------------------------------


@by_procedure("C25", FOURTH)
def no_fourth_card(script, _chapter):
    script.without("card_dealt", seat=5, position=4).in_stub(1).change("hand_collected", {"cards": 3}, seat=5)


@by_procedure("C25", FOURTH)
def fourth_card_for_a_box_without_the_wager(script, _chapter):
    more = ("card_dealt", {"to": "seat", "seat": 1, "position": 4})
    script.before("card_dealt", more, seat=5, position=4).in_stub(-1)
    script.change("hand_collected", {"cards": 4}, seat=1)


@by_procedure("C25", FOURTH)
def fourth_card_before_the_dealers_third(script, _chapter):
    dealers = script.find("card_dealt", to="dealer") + script.find("stack_delivered", to="dealer")
    script.move(script.place("card_dealt", seat=5, position=4), to=max(dealers))


def _one_for_all(way, broken, change):
    told = Told(None, *way).ready_for_all(options=[{"option": "pair_bonus_community", "value": True}])
    script = told.script(FULL)
    card = ("card_dealt", {"to": "pair_bonus", "seat": None, "position": 1})
    script.after("card_dealt", card, seat=5, position=4).without("card_dealt", seat=5, position=4)
    script.change("hand_collected", {"cards": 3}, seat=5)
    collected = ("hand_collected", {"hand": "pair_bonus", "seat": None, "cards": 1})
    script.before("hand_collected", collected, hand="dealer")
    if broken:
        change(script)
    return told.plays(script=script)


def _shared(change):
    for way, letter in (
        (("manual_shoe", "manual"), "8(h)"),
        (("hand", "device"), "9(g)"),
        (("automated_shoe", "device"), "10(h)"),
    ):
        breaks("C26", f"679a.{letter}")(lambda broken, way=way: _one_for_all(way, broken, change))
    return change


@_shared
def two_cards_for_all(script):
    more = ("card_dealt", {"to": "pair_bonus", "seat": None, "position": 2})
    script.after("card_dealt", more, to="pair_bonus").in_stub(-1)
    script.change("hand_collected", {"cards": 2}, hand="pair_bonus")


@_shared
def no_card_for_all(script):
    script.without("card_dealt", to="pair_bonus").in_stub(1).without("hand_collected", hand="pair_bonus")


@_shared
def card_for_all_before_the_dealers_third(script):
    dealers = script.find("card_dealt", to="dealer") + script.find("stack_delivered", to="dealer")
    script.move(script.place("card_dealt", to="pair_bonus"), to=max(dealers))


def _by_fours(broken, rack, change):
    told = Told("679a", "automated_shoe", "reshuffling_device")
    told.ready(options=[{"option": "four_card_stacks", "value": True}])
    script = told.script()
    for at in ({"to": "seat", "seat": 1}, {"to": "dealer"}):
        rack(script, at)
    if broken:
        change(script)
    return told.plays(script=script)


def _collected(script, at):
    """Four are delivered, and the top one is collected."""
    hand = {"hand": at["to"], "seat": at.get("seat"), "cards": 1}
    script.change("stack_delivered", {"cards": [None] * 4}, **at)
    script.after("stack_delivered", ("hand_collected", hand), **at)


def _burned(script, at):
    """The top one goes to the rack, the other three are delivered."""
    script.before("stack_delivered", ("card_burned", {}), **at)


@breaks("C27", "679a.10(g)(2)")
def top_card_stays_before_a_box(broken):
    def change(script):
        script.without("hand_collected", hand="seat", cards=1)
        script.change("hand_collected", {"cards": 4}, hand="seat")

    return _by_fours(broken, _collected, change)


@breaks("C27", "679a.10(g)(2)")
def top_card_of_the_dealer_does_not_go_to_the_rack(broken):
    def change(script):
        del script.lines[script.find("card_burned")[1]]

    return _by_fours(broken, _burned, change)


@breaks("C08", "679a.10(b)")
def dealer_with_four_beside_the_top_card(broken):
    def change(script):
        script.change("stack_delivered", {"cards": [None] * 4}, to="dealer")
        shown = script.fields("hand_revealed", hand="dealer")["cards"]
        script.change("hand_revealed", {"cards": [*shown, unused("679a")]}, hand="dealer")
        script.change("hand_collected", {"cards": 4}, hand="dealer")

    return _by_fours(broken, _burned, change)

"""C01–C10, C28: cards dealt out of turn, too few, too many, face up, in stacks or not."""

from __future__ import annotations

from tests.projections.examining.changes import WAYS, by_procedure, changed, unused
from tests.projections.examining.clean_rounds import FULL, PLAIN
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.told import BOOKS, Told

HANDS = {
    "647a": ("8(d)", "9(d)", "10(b)"),
    "663a": ("8(d)", "9(b)", "10(b)"),
    "677a": ("8(c)", "9(b)", "10(b)"),
    "678a": ("8(d)", "9(b)", "10(b)"),
    "679a": ("8(c)", "9(b)", "10(b)"),
}
NUMBER = dict.fromkeys(BOOKS, ("13(c)", "13(c)", "13(c)"))
HAND = {"647a": 2, "663a": 5, "677a": 2, "678a": 7, "679a": 3}
"""Cards of a hand."""


def first(script, **to):
    """The first card, or the stack, that goes somewhere."""
    return min(script.find("card_dealt", **to) + script.find("stack_delivered", **to))


# --- order ------------------------------------------------------------------------------------------------


@by_procedure("C01", HANDS)
def seat_three_before_seat_one(script, _chapter):
    script.swap(first(script, seat=1), first(script, seat=3))


@by_procedure("C01", HANDS, ways=(0, 1))
def two_cards_to_each_at_a_time(script, _chapter):
    """One hand after the other: each box gets its second card right behind its first."""
    for seat in (1, 3, 5):
        card = script.place("card_dealt", seat=seat, position=2)
        script.move(card, to=script.place("card_dealt", seat=seat, position=1) + 1)


@by_procedure("C02", HANDS)
def dealer_before_seat_five(script, _chapter):
    script.swap(first(script, seat=5), first(script, to="dealer"))


@by_procedure("C02", HANDS, rounds=PLAIN, ways=(0, 1))
def dealer_after_the_next_turn(script, _chapter):
    script.swap(
        script.place("card_dealt", to="dealer", position=1), script.place("card_dealt", seat=1, position=2)
    )


# --- number -----------------------------------------------------------------------------------------------


@by_procedure("C03", HANDS)
def box_two_is_dealt_to(script, chapter):
    """Nobody wagers there; what was dealt lies there to the end."""
    if script.find("stack_delivered"):
        cards = HAND[chapter]
        script.before(
            "stack_delivered", ("stack_delivered", {"to": "seat", "seat": 2, "cards": [None] * cards}), seat=3
        )
    else:
        cards = 1
        last = ("card_dealt", {"to": "seat", "seat": 2, "position": 1})
        script.after("card_dealt", last, to="dealer", position=HAND[chapter])
    script.in_stub(-cards)
    script.before(
        "hand_collected", ("hand_collected", {"hand": "seat", "seat": 2, "cards": cards}), hand="dealer"
    )


@by_procedure("C04", NUMBER, ways=(0, 1))
def a_card_too_few(script, chapter):
    script.without("card_dealt", seat=3, position=HAND[chapter]).in_stub(1)
    script.change("hand_collected", {"cards": HAND[chapter] - 1}, seat=3)


@by_procedure("C04", {"679a": NUMBER["679a"]}, ways=(0, 1))
def a_fourth_card_and_no_third(script, _chapter):
    """Seat 5 has a Pair Bonus Wager."""
    script.without("card_dealt", seat=5, position=3).in_stub(1)
    script.change("hand_revealed", {"cards": ["Js", "Td"]}, seat=5)
    script.change("hand_collected", {"cards": 3}, seat=5)


@by_procedure("C05", NUMBER)
def a_card_too_many(script, chapter):
    """A second one behind the Pair Bonus fourth card in 679a, where one more is another matter."""
    more = 2 if chapter == "679a" else 1
    cards = [
        ("card_dealt", {"to": "seat", "seat": 3, "position": HAND[chapter] + n}) for n in range(1, more + 1)
    ]
    place = max(script.find("card_dealt", to="dealer") + script.find("stack_delivered", to="dealer"))
    script.lines[place + 1 : place + 1] = cards
    script.in_stub(-more)
    script.change("hand_collected", {"cards": HAND[chapter] + more}, seat=3)


@by_procedure("C06", NUMBER, ways=(0, 1))
def dealer_with_a_card_too_many(script, chapter):
    card = ("card_dealt", {"to": "dealer", "seat": None, "position": HAND[chapter] + 1})
    script.after("card_dealt", card, to="dealer", position=HAND[chapter]).in_stub(-1)
    _one_more_is_shown(script, chapter)


@by_procedure("C06", NUMBER, ways=(0, 1))
def dealer_with_a_card_too_few(script, chapter):
    script.without("card_dealt", to="dealer", position=HAND[chapter]).in_stub(1)
    script.change("hand_collected", {"cards": HAND[chapter] - 1}, hand="dealer")


def _one_more_is_shown(script, chapter):
    shown = script.fields("hand_revealed", hand="dealer")["cards"]
    script.change("hand_revealed", {"cards": [*shown, unused(chapter)]}, hand="dealer")
    script.change("hand_collected", {"cards": HAND[chapter] + 1}, hand="dealer")


@by_procedure("C08", dict.fromkeys(BOOKS, ("", "", "10(b)")), ways=(2,))
def dealers_stack_too_large(script, chapter):
    script.change("stack_delivered", {"cards": [None] * (HAND[chapter] + 1)}, to="dealer").in_stub(-1)
    _one_more_is_shown(script, chapter)


@by_procedure("C08", dict.fromkeys(BOOKS, ("", "", "10(b)")), ways=(2,))
def stack_of_a_box_too_small(script, chapter):
    script.change("stack_delivered", {"cards": [None] * (HAND[chapter] - 1)}, seat=3).in_stub(1)
    script.change("hand_collected", {"cards": HAND[chapter] - 1}, seat=3)


# --- how they come and lie --------------------------------------------------------------------------------


def _other_way(way, other):
    """Cards that come by another way of dealing than the table's."""
    letters = {chapter: f"{chapter}.{listed[way]}" for chapter, listed in HANDS.items()}

    @breaks("C07", letters)
    def tell(broken):
        told = Told(None, *WAYS[way]).ready()
        script = told.script(PLAIN, dealing=other if broken else None)
        if told.chapter == "647a" and not script.find("cover_card_placed"):
            script.before("decision_made", ("cover_card_placed", {"over": "dealer"}))
        return told.plays(script=script)


_other_way(0, "automated_shoe")
_other_way(1, "automated_shoe")
_other_way(2, "hand")


@by_procedure("C09", {**HANDS, "647a": ("8(d)", "9(c)", "10(b)"), "663a": (None, "9(b)", "10(b)")})
def a_card_face_up(script, _chapter):
    type_ = "stack_delivered" if script.find("stack_delivered") else "card_dealt"
    script.change(type_, {"face": "up"}, seat=3)


@by_procedure("C10", {"678a": HANDS["678a"]})
def no_cover_card(script, _chapter):
    script.without("cover_card_placed")


@by_procedure("C10", {"647a": HANDS["647a"]}, ways=(2,))
def no_cover_card_over_a_stack(script, _chapter):
    script.without("cover_card_placed")


# --- faces ------------------------------------------------------------------------------------------------


@changed("C28", {chapter: f"{chapter}.3(a)" for chapter in BOOKS})
def a_card_of_the_dealer_is_read_elsewhere_too(script, chapter):
    """Seat 3 folds or forfeits, so that its cards decide nothing."""
    card = FULL[chapter].dealer.split()[-1]
    script.change("card_dealt", {"card": card}, seat=3, position=1)


@changed("C28", {"647a": "647a.3(a)"})
def a_burned_card_lies_on_the_board_too(script, _chapter):
    script.change("card_burned", {"card": FULL["647a"].board.split()[0]})

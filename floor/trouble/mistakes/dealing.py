"""Mistakes with the cards of a round: order, number, faces, the cover card, the stub (C01–C10, C25–C36:
x.8–x.10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from floor.steps import Fact
from floor.table.deck import LOST, RACK
from floor.trouble.mistake import mistake
from floor.trouble.spot import Spot, beside, changed
from games.cards import NAMES, rank, suit
from games.procedure.dealing import DECK_SIZE

DELIVERIES: Final = ("card_dealt", "stack_delivered")
DEAL: Final = {
    "647a": ("8(d)", "9(d)", "10(b)"),
    "663a": ("8(d)", "9(b)", "10(b)"),
    "677a": ("8(c)", "9(b)", "10(b)"),
    "678a": ("8(d)", "9(b)", "10(b)"),
    "679a": ("8(c)", "9(b)", "10(b)"),
}
"""To whom and in which order cards are dealt."""
STUB_AWAY: Final = {
    "647a": ("8(e)", "9(e)", "10(c)"),
    "663a": ("8(e)", "9(c)", "10(c)"),
    "677a": ("8(d)", "9(c)", "10(c)"),
    "678a": ("8(e)", "9(c)", "10(c)"),
    "679a": ("8(d)", "9(c)", "10(c)"),
}
"""The stub goes to the rack, and no card of it is exposed."""
STUB_DUE: Final = {
    "647a": ("8(f)", "9(f)", "10(d)"),
    "663a": ("8(f)", "9(d)", "10(d)"),
    "677a": ("8(e)", "9(d)", "10(d)"),
    "678a": ("8(f)", "9(d)", "10(d)"),
    "679a": ("8(e)", "9(d)", "10(d)"),
}
"""It is counted every five rounds."""
STUB_WRONG: Final = {
    "647a": ("8(h)", "9(h)", "10(f)"),
    "663a": ("8(h)", "9(f)", "10(f)"),
    "677a": ("8(g)", "9(f)", "10(f)"),
    "678a": ("8(h)", "9(f)", "10(f)"),
    "679a": ("8(g)", "9(f)", "10(f)"),
}
"""What follows where the count is wrong."""


# --- order ------------------------------------------------------------------------------------------------


@mistake(*DELIVERIES, check="C01", section=DEAL)
def wrong_order_of_deal(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A box is dealt to before its neighbour, who should have been first."""
    movements = spot.movements
    if len(movements) < 2 or not all(isinstance(deal.to, int) for deal in movements):
        return None
    if fact.fields.get("position", 0) > spot.table.game.shape.seat_cards:
        return None  # of the cards beyond a hand (679a.8(c)) no check asks for the order
    return _swapped(spot, fact, f"box {movements[1].to} dealt to before box {movements[0].to}")


@mistake(*DELIVERIES, check="C02", section=DEAL)
def dealer_not_last(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer's card comes before that of the last box."""
    movements = spot.movements
    if len(movements) < 2 or not isinstance(movements[0].to, int) or movements[1].to != "dealer":
        return None
    return _swapped(spot, fact, f"the dealer dealt to before box {movements[0].to}")


def _swapped(spot: Spot, fact: Fact, text: str) -> Sequence[Fact] | None:
    """Two movements in a row the other way round."""
    first, second = spot.movements
    if first.to == second.to or first.cards != second.cards:
        return None
    if fact.type == "card_dealt" and first.cards > 1:
        return None

    def later(following: Fact) -> Sequence[Fact]:
        spot.later = None
        if following.type != fact.type:
            return (fact, following)
        spot.plant(fact, text)
        return (following._replace(at_us=fact.at_us), fact._replace(at_us=following.at_us))

    spot.later = later
    return ()


# --- number -----------------------------------------------------------------------------------------------


@mistake(*DELIVERIES, check="C03", section=DEAL)
def card_to_an_empty_box(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A box on which nobody wagered is dealt a card, which lies there to the end."""
    free = spot.table.seating.free()
    if not free or not spot.completes("dealer", fact) or spot.table.submission.dealing == "automated_shoe":
        return None
    (card,) = spot.one_card_more(fact, free[0])
    spot.plant(card, "nobody wagered there")
    return (fact, card)


@mistake(*DELIVERIES, check="C04", section="x.13(c)")
def card_too_few(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A box has a card too few, and the round is played on with it."""
    seat, deck = fact.fields["seat"], spot.table.deck
    assert deck is not None
    if seat is None or not spot.completes(seat, fact) or fact.type == "stack_delivered":
        return None
    if (seat, "pair_bonus") in spot.wagers or spot.chapter in ("647a", "677a"):
        return None  # a fourth card would stand for the third; x.13(a) asks whether everybody has two

    def change(following: Fact) -> Fact:
        shown = following.fields
        ours = (shown.get("hand"), shown.get("seat")) == ("seat", seat)
        if following.type == "hand_revealed" and ours:
            return changed(following, cards=shown["cards"][:-1])
        if following.type == "hand_collected" and ours:
            return changed(following, cards=shown["cards"] - 1)
        if following.type == "stub_counted":
            return changed(following, stub_cards=shown["stub_cards"] + 1)
        return following

    spot.to_the_end(change)
    spot.plant(fact, "a card too few, and played on")
    return ()


@mistake(*DELIVERIES, check="C05", section="x.13(c)")
def card_too_many_for_a_box(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A box has a card too many, and the round is played on with it."""
    seat = fact.fields["seat"]
    if seat is None or not spot.completes(seat, fact) or fact.type == "stack_delivered":
        return None
    if spot.chapter == "679a":
        return None  # a fourth card is one for a wager there
    spot.plant(fact, "a card too many, and played on")
    return (fact, *spot.one_card_more(fact, seat))


@mistake(*DELIVERIES, check=("C06", "C08"), section="x.13(c)")
def card_too_many(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer's hand has a card too many, and the round is played on with it."""
    if not spot.completes("dealer", fact):
        return None
    if spot.chapter == "678a" and not spot.dealer_qualifies:
        return None  # nobody could say whether players' hands had to be shown
    (card,) = spot.one_card_more(fact, "dealer")
    whole = spot.table.game.shape.dealer_cards
    if fact.type == "card_dealt":
        spot.plant(fact, f"{whole + 1} cards to the dealer, and played on")
        return (fact, card)
    section = f"{spot.chapter}.10(b)"
    spot.plant(fact, f"a stack of {whole + 1} to the dealer, and played on", check="C08", section=section)
    return (changed(fact, cards=[*fact.fields["cards"], card.fields["card"]]),)


@mistake("card_dealt", check="C25", section={"679a": ("8(c)", "9(b)", "10(c)")})
def fourth_card_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A box with a Pair Bonus Wager gets no fourth card."""
    seat = fact.fields["seat"]
    deck = spot.table.deck
    assert deck is not None
    if seat is None or fact.fields["position"] != 4 or not _nothing_in(deck.lying(seat)):
        return None  # what wins has its fourth card turned up

    def change(following: Fact) -> Fact | None:
        shown = following.fields
        ours = (shown.get("hand"), shown.get("seat")) == ("seat", seat)
        if following.type == "hand_revealed" and ours and len(shown["cards"]) == 4:
            return None
        if following.type == "hand_collected" and ours:
            return changed(following, cards=shown["cards"] - 1)
        if following.type == "stub_counted":
            return changed(following, stub_cards=shown["stub_cards"] + 1)
        return following

    spot.to_the_end(change)
    spot.plant(fact, "no fourth card")
    return ()


def _nothing_in(cards: Sequence[int]) -> bool:
    """Whether four cards have no pair and are far from a straight and a flush."""
    ranks = sorted({rank(card) for card in cards})
    return len(ranks) == 4 and ranks[2] - ranks[0] > 4 and len({suit(card) for card in cards}) > 2


@mistake("card_dealt", check="C26", section={"679a": ("8(h)", "9(g)", "10(h)")})
def second_shared_card(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Two cards lie for all Pair Bonus Wagers."""
    if fact.fields["to"] != "pair_bonus":
        return None
    spot.plant(fact, "two cards for all")
    return (fact, *spot.one_card_more(fact, "pair_bonus"))


@mistake("stack_delivered", check="C07", section=dict.fromkeys(DEAL, "10(b)"))
def stack_dealt_singly(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A box gets its cards one by one from a shoe that dispenses stacks."""
    seat = fact.fields["seat"]
    if seat is None or len(fact.fields["cards"]) != spot.table.game.shape.seat_cards:
        return None
    spot.plant(fact, "dealt singly")
    return [
        beside(fact, "card_dealt", to="seat", seat=seat, position=position, card=card, face="down")
        for position, card in enumerate(fact.fields["cards"], 1)
    ]


# --- faces and the cover card -----------------------------------------------------------------------------


FACE_DOWN: Final = {c: p for c, p in DEAL.items() if c != "663a"} | {"647a": ("8(d)", "9(c)", "10(b)")}


@mistake("card_dealt", check="C09", section=FACE_DOWN)
def card_dealt_face_up(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A card of a player's hand is dealt face up."""
    seat, deck = fact.fields["seat"], spot.table.deck
    if seat is None:
        return None
    assert deck is not None
    name = NAMES[deck.lying(seat)[fact.fields["position"] - 1]]
    spot.plant(fact, "dealt face up")
    return (changed(fact, face="up", card=name),)


COVERED: Final = {"647a": ("8(d)", "9(d)", "10(b)"), "678a": ("8(d)", "9(b)", "10(b)")}


@mistake(
    "cover_card_placed",
    check="C10",
    section=COVERED,
    happens_at=lambda t: t.book.chapter == "678a" or t.submission.dealing == "automated_shoe",
)
def missing_cover_card(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer's cards lie under no cover card."""
    if spot.chapter == "647a" and spot.table.submission.dealing != "automated_shoe":
        return None  # only 647a.10(b) knows one over the dealer's hand
    spot.plant(fact, "no cover card")
    return ()


@mistake("card_burned", check="C28", section="x.3(a)")
def one_face_twice(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A card that is burned has the face of one that was dealt: the deck has two of them."""
    dealt = [each.fields["card"] for each in spot.facts if each.type == "card_dealt" and each.fields["card"]]
    if fact.fields["card"] is None or not dealt:
        return None
    spot.plant(fact, f"the {dealt[0]} twice")
    return (changed(fact, card=dealt[0]),)


# --- the stub ---------------------------------------------------------------------------------------------


@mistake("stub_discarded", check="C29", section=STUB_AWAY)
def stub_not_put_away(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The stub is not put into the rack."""
    if spot.said("irregularity_called"):
        return None
    spot.plant(fact, "the stub not put away")
    return ()


@mistake("stub_discarded", check="C30", section=STUB_AWAY)
def stub_exposed(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A card of the stub is seen on its way to the rack."""
    deck = spot.table.deck
    assert deck is not None
    if spot.said("stub_counted"):
        section = spot.table.book.cards.stub_right[spot.table.submission.dealing]
        spot.plant(fact, "a card of the stub was seen", section=section)
    else:
        spot.plant(fact, "a card of the stub was seen")
    return (changed(fact, exposed=[NAMES[deck.lying(RACK)[-1]]]),)


@mistake("stub_counted", check="C31", section=STUB_DUE)
def stub_not_counted(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The stub goes to the rack uncounted, although it is due; it is counted in the next round."""
    if fact.fields["deck_cards"] != DECK_SIZE or fact.fields["misdealt"]:
        return None

    def later(following: Fact) -> Sequence[Fact]:
        if following.type == "table_closed":
            spot.later = None
        if following.type != "stub_discarded" or following.round == fact.round:
            return (following,)
        spot.later = None
        deck = next(each for each in spot.table.decks if each.name == following.fields["deck"])
        left = deck.count(RACK) - sum(
            1 if each.type == "card_burned" else each.fields["cards"]
            for each in spot.facts
            if each.type in ("card_burned", "hand_collected")
        )
        left -= sum(each.type == "card_found_face_up" for each in spot.facts)
        left += deck.count(LOST)  # nobody notices in this round that a card is gone
        spot.table.rounds_since_count = 0  # five rounds from here
        counted = {"deck": deck.name, "stub_cards": left, "deck_cards": DECK_SIZE, "misdealt": None}
        return (beside(following, "stub_counted", **counted), following)

    spot.later, spot.lasting = later, True
    spot.plant(fact, "stub not counted")
    return ()


@mistake("stub_counted", check="C32", section=STUB_DUE)
def stub_count_does_not_add_up(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A card fewer is counted in the stub than 52 less those on the layout; nobody notices."""
    if fact.fields["deck_cards"] != DECK_SIZE or fact.fields["misdealt"]:
        return None
    spot.plant(fact, "a card fewer, and 52 in all")
    return (changed(fact, stub_cards=fact.fields["stub_cards"] - 1),)


@mistake("stub_counted", check="C36", section=STUB_WRONG)
def misdeal_not_determined(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The count is wrong, and nobody determines whether the cards were misdealt."""
    if fact.fields["misdealt"] is None or fact.fields["deck_cards"] == DECK_SIZE:
        return None
    spot.plant(fact, "misdealt or not: nobody said")
    return (changed(fact, misdealt=None),)


MISTAKES: Final = (
    wrong_order_of_deal,
    dealer_not_last,
    card_to_an_empty_box,
    card_too_few,
    card_too_many_for_a_box,
    card_too_many,
    stack_dealt_singly,
    card_dealt_face_up,
    missing_cover_card,
    fourth_card_missing,
    second_shared_card,
    one_face_twice,
    stub_not_put_away,
    stub_exposed,
    stub_not_counted,
    stub_count_does_not_add_up,
    misdeal_not_determined,
)

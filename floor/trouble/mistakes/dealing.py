"""Mistakes with the cards of a round: order, number, burns, the stub, what is shown (x.8–x.11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from floor.steps import Fact
from floor.table.deck import RACK, STUB
from floor.trouble.planting import Spot, changed, mistake
from games.cards import NAMES
from games.procedure.dealing import DECK_SIZE

DELIVERIES: Final = ("card_dealt", "stack_delivered")


@mistake(*DELIVERIES)
def wrong_order_of_deal(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A box is dealt to before its neighbour, who should have been first."""
    movements = spot.movements
    if len(movements) < 2 or not all(isinstance(deal.to, int) for deal in movements):
        return None
    first, second = movements
    if first.to == second.to or first.cards != second.cards:
        return None
    if fact.type == "card_dealt" and first.cards > 1:
        return None

    def later(following: Fact) -> Sequence[Fact]:
        spot.later = None
        if following.type != fact.type:
            return (fact, following)
        spot.plant(fact, spot.dealing_section(), f"box {second.to} dealt to before box {first.to}")
        return (following._replace(at_us=fact.at_us), fact._replace(at_us=following.at_us))

    spot.later = later
    return ()


@mistake(*DELIVERIES)
def card_too_many(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer's hand has a card too many, and the round is played on with it."""
    deck, fields = spot.table.deck, fact.fields
    assert deck is not None
    whole = spot.table.game.shape.dealer_cards
    if fields["to"] != "dealer" or deck.count("dealer") != whole:
        return None
    # The bottom of the stub: nobody will be dealt it in this round.
    extra = NAMES[deck.lying(STUB)[0]]
    read = extra if spot.table.submission.reads_cards else None
    if fact.type == "stack_delivered":
        facts = [changed(fact, cards=[*fields["cards"], read])]
    elif fields["position"] == whole:
        facts = [fact, changed(fact, position=whole + 1, card=read)]
    else:
        return None

    def later(following: Fact) -> Sequence[Fact]:
        shown = following.fields
        if following.type == "hand_revealed" and shown["hand"] == "dealer":
            return (changed(following, cards=[*shown["cards"], extra]),)
        if following.type == "hand_collected" and shown["hand"] == "dealer":
            return (changed(following, cards=shown["cards"] + 1),)
        if following.type == "stub_counted":
            return (changed(following, stub_cards=shown["stub_cards"] - 1),)
        return (following,)

    spot.later = later
    spot.plant(fact, f"{spot.chapter}.13(c)", f"{whole + 1} cards to the dealer, and played on")
    return facts


@mistake("card_burned")
def missing_burn(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A card that should be burned stays in the stub."""

    def later(following: Fact) -> Sequence[Fact]:
        if following.type != "stub_counted":
            return (following,)
        return (changed(following, stub_cards=following.fields["stub_cards"] + 1),)

    spot.later = later
    spot.plant(fact, f"{spot.chapter}.11", "no card burned")
    return ()


@mistake("cover_card_placed")
def missing_cover_card(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer's cards lie under no cover card."""
    spot.plant(fact, spot.dealing_section(), "no cover card")
    return ()


@mistake("stub_counted")
def stub_not_counted(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The stub goes to the rack uncounted, although it is due."""
    if fact.fields["deck_cards"] != DECK_SIZE or fact.fields["misdealt"]:
        return None
    spot.plant(fact, spot.table.book.cards.stub_due[spot.table.submission.dealing], "stub not counted")
    return ()


@mistake("stub_discarded")
def stub_exposed(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A card of the stub is seen on its way to the rack."""
    deck = spot.table.deck
    assert deck is not None
    section = spot.table.book.cards.stub_right[spot.table.submission.dealing]
    spot.plant(fact, section, "a card of the stub was seen")
    return (changed(fact, exposed=[NAMES[deck.lying(RACK)[-1]]]),)


@mistake("hand_revealed")
def hand_not_revealed(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A hand is settled and collected without having been shown."""
    if fact.fields["hand"] != "seat":
        return None
    spot.plant(fact, f"{spot.chapter}.11", "hand not shown")
    return ()


@mistake("irregularity_ruled")
def irregularity_not_ruled(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer decides alone what becomes of an irregularity."""
    spot.plant(fact, fact.fields["section"], "nobody ruled")
    return ()

"""Mistakes with what a house need not record, and the floor otherwise does not: designs of decks, where chips
went and where a card that was found face up (D04, W32, P14, I01: x.3, x.8(b), x.11, x.13(a)).

They are made where they are asked for, and are not among those that chance draws from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from floor.steps import Fact
from floor.trouble.mistake import mistake
from floor.trouble.mistakes.decks import one_deck, two_decks
from floor.trouble.mistakes.no_more_bets import CHIPS
from floor.trouble.spot import ENDS, Spot, beside, with_the_next_round

DESIGNS: Final = ("Diamond Back", "Bee")
FOLDED_ANTE: Final = {"647a": "11(b)(2)", "678a": "11(c)(2)"}
"""Where the Ante of a folded hand goes into the table inventory container."""


@mistake("decks_received", check="D04", section="x.3(b)(1)", happens_at=two_decks)
def decks_of_two_designs(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Two decks that take turns are not of one design."""
    decks = fact.fields["decks"]
    if len(decks) != 2 or spot.once("D04", ""):
        return None
    spot.plant_when(with_the_next_round, fact, "two designs", type="deck_described")
    told = [
        beside(fact, "deck_described", deck=deck["deck"], designs=[design])
        for deck, design in zip(decks, DESIGNS, strict=True)
    ]
    return (fact, *told)


@mistake("decks_received", check="D04", section="x.3(a)", happens_at=one_deck)
def cards_of_two_designs(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The cards of a deck are not alike."""
    if spot.once("D04", ""):
        return None
    spot.plant_when(with_the_next_round, fact, "two designs in a deck", type="deck_described")
    (deck,) = fact.fields["decks"]
    return (fact, beside(fact, "deck_described", deck=deck["deck"], designs=[*DESIGNS]))


@mistake("progressive_chips_counted", check="W32", section=CHIPS)
def chips_not_in_inventory(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The chips of progressive wagers are counted, and not placed in the table inventory container."""
    wager = fact.fields["wager"]
    seats = sorted(seat for seat, placed in spot.wagers if placed == wager)
    if not seats or not fact.fields["accepted"]:
        return None
    spot.plant(fact, "the chips go elsewhere", type="chips_placed")
    return (fact, beside(fact, "chips_placed", wager=wager, seats=seats, to="elsewhere"))


@mistake("wager_settled", check="P14", section=FOLDED_ANTE)
def folded_ante_not_in_inventory(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The Ante of a folded hand is collected, and not placed in the table inventory container."""
    fields = fact.fields
    if fields["outcome"] != "lose" or fields["seat"] not in spot.folded or fields["wager"] != "ante":
        return None
    spot.plant_when(spot.when_played_out, fact, "a folded Ante goes elsewhere", type="chips_placed")
    return (fact, beside(fact, "chips_placed", wager="ante", seats=[fields["seat"]], to="elsewhere"))


@mistake("card_found_face_up", check="I01", section="x.13(a)")
def face_up_card_not_in_rack(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A card that was found face up is put elsewhere than in the discard rack."""

    def alone(following: Fact) -> bool | None:
        """When the round ends, if no other card was found so."""
        if following.type not in ENDS:
            return None
        return sum(each.type == fact.type for each in spot.facts) == 1

    def then(kept: list[Fact]) -> Sequence[Fact] | None:
        found, *others = kept
        if len(others) != 1:
            return None
        spot.plant_when(alone, fact, "not placed in the rack", type="face_up_card_placed")
        return [
            found,
            beside(found, "face_up_card_placed", card=found.fields["card"], to="elsewhere"),
            *others,
        ]

    return spot.hold(fact, lambda following: following.type == "irregularity_called", then)


MISTAKES: Final = (
    decks_of_two_designs,
    cards_of_two_designs,
    chips_not_in_inventory,
    folded_ante_not_in_inventory,
    face_up_card_not_in_rack,
)

"""Decks and what is done to them before a card is dealt: receipt, inspection, spreading, shuffle and cut.

Sections x.3 to x.5 of every chapter. A deck is named, so that one of two in turn (x.3(b)) can be named.
"""

from __future__ import annotations

from typing import Annotated, Literal

from events.body import Body, event_types_on
from events.facts import Part
from events.kinds import Badge, Card, Count, Seat, Several, Text
from events.vocabulary.terms import Deck, Device, Face, MaybeCard, Reason, Stamps

event_type = event_types_on("table")

_Counted = Annotated[Count | None, "How many cards were counted; null if nobody counted."]


class DeckReceived(Part):
    """One deck as it came to the table."""

    deck: Deck
    back_colour: Annotated[Text, "Colour of the backs: two decks in turn differ in it (x.3(b)(1))."]
    preinspected: Annotated[bool, "Inspected elsewhere under § 603a.16(u) or (v) (x.4(e))."]
    preshuffled: Annotated[bool, "Shuffled elsewhere under § 603a.16(u) or (v): it still needs a cut (x.5)."]


@event_type("decks_received")
class DecksReceived(Body):
    """One or more decks were received at the table; some may come preinspected or preshuffled (x.4(a),
    (e))."""

    decks: Annotated[Several[DeckReceived], "The decks."]
    cover_cards: Annotated[Count, "Cover cards that came with them (x.3(a))."]
    received_by: Badge
    stamps: Stamps = ()


class Defect(Part):
    """Something wrong with a card or a deck."""

    card: MaybeCard
    defect: Annotated[Text, "What is wrong."]


@event_type("deck_inspected")
class DeckInspected(Body):
    """The dealer inspected a deck for defects (x.4(a))."""

    deck: Deck
    counted: _Counted
    defects: Annotated[Several[Defect], "What was found; empty if nothing."]
    inspected_by: Badge
    stamps: Stamps = ()


@event_type("deck_described")
class DeckDescribed(Body):
    """Somebody noted the design of a deck's cards, as it was received or inspected (x.3(a), (b)(1)).

    A house need not record it: where it is not recorded, nothing is said of designs.
    """

    deck: Deck
    designs: Annotated[
        Several[Text],
        "The design of its cards, apart from the colour of the backs; one, unless the cards are not alike.",
    ]


@event_type("inspection_verified")
class InspectionVerified(Body):
    """The floorperson assigned to the table verified the dealer's inspection (x.4(a))."""

    deck: Deck
    verified_by: Badge
    stamps: Stamps = ()


@event_type("deck_spread")
class DeckSpread(Body):
    """A deck was spread on the table: face up at the opening (x.4(b)), or again while the table is idle
    (x.5(f))."""

    deck: Deck
    occasion: Annotated[Literal["opening", "idle"], "Before the first player, or with no gaming activity."]
    face: Annotated[Face, "Face up or down; down while idle unless a player asks (x.5(f))."]
    asked_by_player: Annotated[bool, "Whether a player asked for it to be face up."]


@event_type("deck_washed")
class DeckWashed(Body):
    """A deck was turned face down, washed and stacked, after the first player had a look at it (x.4(c))."""

    deck: Deck
    viewed_by_seat: Annotated[
        Seat | None, "The first player's seat, who was given the chance to look; null if nobody was."
    ] = None


@event_type("cards_shuffled")
class CardsShuffled(Body):
    """A deck was shuffled: by hand, by a device, by one that counts (x.5(b)) or one that reshuffles (x.5(g)).

    A count other than 52 means that the deck must leave the table (x.5(b)).
    """

    deck: Deck
    method: Annotated[
        Literal["manual", "device", "counting_device", "reshuffling_device"],
        "By hand, a device, one that counts (x.5(b)), one that reshuffles and counts (x.5(g)).",
    ]
    device: Annotated[Device | None, "The device's asset number; null by hand or unknown."] = None
    counted: _Counted = None
    ordered_by: Annotated[
        Badge | None, "Badge of a floorperson or above who directed it (x.5(a)); null for the routine one."
    ] = None
    stamps: Stamps = ()


@event_type("cards_cut")
class CardsCut(Body):
    """The dealer cut the stack with a cover card, which goes in at least ten cards from the top (x.5(d))."""

    deck: Deck
    depth: Annotated[Count, "Cards above the cover card."]
    cover_cards: Annotated[Count, "Cover cards in use: one in 663a and 679a, two elsewhere (x.3(a))."]


@event_type("recut_ordered")
class RecutOrdered(Body):
    """A floorperson or above required the cards to be cut again before any was dealt (x.5(e))."""

    deck: Deck
    ordered_by: Badge
    reason: Reason
    stamps: Stamps = ()


@event_type("deck_changed")
class DeckChanged(Body):
    """A deck was replaced by another: every four hours by hand, every eight from a shoe (x.3(c))."""

    removed: Annotated[Deck, "The deck that left play."]
    introduced: Annotated[Deck, "The deck that took its place."]
    reason: Reason


@event_type("deck_removed")
class DeckRemoved(Body):
    """A deck was taken from the table, for instance because it had not 52 cards (x.5(b), x.8(h))."""

    deck: Deck
    counted: _Counted
    missing: Annotated[Several[Card], "Cards found missing, where known."]
    removed_by: Badge
    reason: Reason
    stamps: Stamps = ()

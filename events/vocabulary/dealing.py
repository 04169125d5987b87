"""Cards on their way: dealt one at a time or as a stack, burned, exposed, revealed, counted in the stub.

Sections x.8 to x.10. A card may be unknown when it is dealt and become known at the reveal. What was dealt
is recorded as it was dealt: a card twice or an eighth card is a finding, never an error of the record.
"""

from __future__ import annotations

from typing import Annotated, Literal

from events.body import Body, event_types_on
from events.kinds import Card, Count, Several
from events.vocabulary.terms import Area, Deck, Delivery, Face, Holding, MaybeCard

event_type = event_types_on("table")

_Cards = Annotated[Several[MaybeCard], "The cards in their order; null for one that nobody has read."]
_Position = Annotated[
    Count,
    "The card's place in that area, from 1; a Pair Bonus fourth card is the seat's 4.",
]


@event_type("card_dealt")
class CardDealt(Delivery):
    """One card was dealt from the shoe or the hand to an area of the layout (x.8, x.9)."""

    position: _Position
    card: MaybeCard = None
    face: Annotated[Face, "How it lay when it was dealt."] = "down"


@event_type("stack_delivered")
class StackDelivered(Delivery):
    """A stack dispensed by the automated dealing shoe was delivered to an area of the layout (x.10(b))."""

    cards: _Cards
    face: Annotated[Face, "How the stack lay when it was delivered."] = "down"


@event_type("cover_card_placed")
class CoverCardPlaced(Body):
    """A cover card was laid over cards on the layout: the dealer's hand lies under one (678a.8(d),
    647a.10(b))."""

    over: Annotated[Area, "The area whose cards it covers."]


@event_type("card_burned")
class CardBurned(Body):
    """The next card was burned: face down into the discard rack, unseen (647a.1, .11(c), (e), (g))."""

    card: MaybeCard = None
    exposed: Annotated[bool, "Whether anybody saw its face."] = False


@event_type("card_exposed")
class CardExposed(Holding):
    """A card on the layout was exposed before its time (x.13(d) for the dealer's)."""

    position: _Position
    card: MaybeCard = None


@event_type("card_found_face_up")
class CardFoundFaceUp(Body):
    """A card was found face up in the shoe or the deck: it is not used in that round (x.13(a))."""

    card: MaybeCard = None
    place: Annotated[Literal["shoe", "deck"], "Where it lay."]


@event_type("face_up_card_placed")
class FaceUpCardPlaced(Body):
    """A card that had been found face up was placed: in the discard rack, as it should be (x.13(a)), or not.

    A house need not record it: where it is not recorded, nothing is said of where the card went.
    """

    card: MaybeCard = None
    to: Annotated[
        Literal["discard_rack", "elsewhere"],
        "Where it went; `elsewhere` is anywhere else, be it back into the shoe or the deck.",
    ]


@event_type("card_drawn_in_error")
class CardDrawnInError(Body):
    """A card was drawn in error; unexposed it is used as the next card (x.13(b))."""

    card: MaybeCard = None
    exposed: Annotated[bool, "Whether its face was seen."]


@event_type("community_cards_revealed")
class CommunityCardsRevealed(Body):
    """Shared cards were dealt or turned face up (647a.11, 677a.11, 679a.11(d)(2))."""

    street: Annotated[
        Literal["flop", "turn", "river", "turn_and_river", "six_card_bonus", "pair_bonus"],
        "Which of them: Turn and River come together in 677a.11(e).",
    ]
    cards: _Cards


@event_type("stub_counted")
class StubCounted(Body):
    """The dealer counted the stub face down, at least once every five rounds without a counting device
    (x.8–x.10)."""

    deck: Deck
    stub_cards: Annotated[Count, "Cards in the stub."]
    deck_cards: Annotated[Count, "Cards in the whole deck by that count; 52 is right."]
    misdealt: Annotated[
        bool | None, "Whether the dealer found the cards misdealt; null where the count was right."
    ] = None


@event_type("stub_discarded")
class StubDiscarded(Body):
    """The stub went into the discard rack, unexposed if all was well (x.8–x.10)."""

    deck: Deck
    exposed: Annotated[Several[Card], "Cards of the stub whose faces were seen; empty if none."]

"""Cards on their way: dealt one at a time or as a stack, burned, exposed, revealed, counted in the stub.

Sections x.8 to x.10. A card may be unknown when it is dealt and become known at the reveal. What was dealt
is recorded as it was dealt: a card twice or an eighth card is a finding, never an error of the record.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from events.body import Body, Card, Count, Several, event_type
from events.vocabulary.terms import Area, Deck, Delivery, Face, Holding, MaybeCard

_Cards = Annotated[
    Several[MaybeCard], Field(description="The cards in their order; null for one that nobody has read.")
]
_Position = Annotated[
    Count,
    Field(description="The card's place in that area, from 1; a Pair Bonus fourth card is the seat's 4."),
]


@event_type("card_dealt")
class CardDealt(Delivery):
    """One card was dealt from the shoe or the hand to an area of the layout (x.8, x.9)."""

    position: _Position
    card: MaybeCard = None
    face: Face = Field(default="down", description="How it lay when it was dealt.")


@event_type("stack_delivered")
class StackDelivered(Delivery):
    """A stack dispensed by the automated dealing shoe was delivered to an area of the layout (x.10(b))."""

    cards: _Cards
    face: Face = Field(default="down", description="How the stack lay when it was delivered.")


@event_type("cover_card_placed")
class CoverCardPlaced(Body):
    """A cover card was laid over cards on the layout: the dealer's hand lies under one (678a.8(d),
    647a.10(b))."""

    over: Area = Field(description="The area whose cards it covers.")


@event_type("card_burned")
class CardBurned(Body):
    """The next card was burned: face down into the discard rack, unseen (647a.1, .11(c), (e), (g))."""

    card: MaybeCard = None
    exposed: bool = Field(default=False, description="Whether anybody saw its face.")


@event_type("card_exposed")
class CardExposed(Holding):
    """A card on the layout was exposed before its time (x.13(d) for the dealer's)."""

    position: _Position
    card: MaybeCard = None


@event_type("card_found_face_up")
class CardFoundFaceUp(Body):
    """A card was found face up in the shoe or the deck: it is not used in that round (x.13(a))."""

    card: MaybeCard = None
    place: Literal["shoe", "deck"] = Field(description="Where it lay.")


@event_type("card_drawn_in_error")
class CardDrawnInError(Body):
    """A card was drawn in error; unexposed it is used as the next card (x.13(b))."""

    card: MaybeCard = None
    exposed: bool = Field(description="Whether its face was seen.")


@event_type("community_cards_revealed")
class CommunityCardsRevealed(Body):
    """Shared cards were dealt or turned face up (647a.11, 677a.11, 679a.11(d)(2))."""

    street: Literal["flop", "turn", "river", "turn_and_river", "six_card_bonus", "pair_bonus"] = Field(
        description="Which of them: Turn and River come together in 677a.11(e)."
    )
    cards: _Cards


@event_type("stub_counted")
class StubCounted(Body):
    """The dealer counted the stub face down, at least once every five rounds without a counting device
    (x.8–x.10)."""

    deck: Deck
    stub_cards: Count = Field(description="Cards in the stub.")
    deck_cards: Count = Field(description="Cards in the whole deck by that count; 52 is right.")
    misdealt: bool | None = Field(
        default=None,
        description="Whether the dealer found the cards misdealt; null where the count was right.",
    )


@event_type("stub_discarded")
class StubDiscarded(Body):
    """The stub went into the discard rack, unexposed if all was well (x.8–x.10)."""

    deck: Deck
    exposed: Several[Card] = Field(description="Cards of the stub whose faces were seen; empty if none.")

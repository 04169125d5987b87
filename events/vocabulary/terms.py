"""Terms that several themes of the vocabulary share: areas of the layout, decks, devices, reasons.

No event type stands here. A term is a type with its description, so that every field of every event is
documented where its kind is defined, once.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from events.body import Body, Card, Count, Name, Seat, Text
from events.envelope import KINDS
from events.times import is_day

Area = Literal["seat", "dealer", "community", "six_card_bonus", "pair_bonus"]
"""Areas of the layout that take cards: a betting position, the dealer's, the community cards, the four Six
Card Bonus cards (647a.2(b)(8)) and the Pair Bonus community card (679a.8(h))."""

Procedure = Literal["manual_shoe", "hand", "automated_shoe"]
"""How cards are dealt: x.8, x.9 or x.10."""

Instrument = Literal["value_chip", "plaque", "electronic", "other_approved", "other"]
"""What a wager was made with (x.7(a)); `other` is something that the Board did not approve, such as cash."""

PaidFrom = Literal["cage", "hand_pay", "table_inventory", "game_account"]
"""Where a payment came from."""

Face = Literal["up", "down"]


def _day(value: str) -> str:
    if not is_day(value):
        raise ValueError("is no date of the form YYYY-MM-DD")
    return value


Day = Annotated[
    str,
    AfterValidator(_day),
    Field(description="Gaming day, `YYYY-MM-DD`.", json_schema_extra={"format": "date"}),
]
StreamName = Annotated[
    str,
    Field(
        pattern=rf"^({'|'.join(KINDS)}):[A-Za-z0-9][A-Za-z0-9._-]{{0,63}}$",
        description="A stream: its kind, a colon, its owner, e.g. `table:HCF-01`.",
    ),
]
Seq = Annotated[int, Field(ge=1, le=2**63 - 1, description="A number in a stream, from 1.")]
MaybeCard = Annotated[
    Card | None, Field(description="Rank and suit, e.g. `As`, `Td`; null while nobody has read it.")
]
Deck = Annotated[Name, Field(description="The deck, by the number on its box or its colour.")]
Device = Annotated[Name, Field(description="The device, by its asset number.")]
DeviceKind = Annotated[
    Literal[
        "shuffler", "automated_shoe", "reshuffling_shoe", "progressive_system", "electronic_wagering", "other"
    ],
    Field(description="What the device is for."),
]
Player = Annotated[
    str,
    Field(
        min_length=1, max_length=64, description="The player, as the facility calls them: no name is needed."
    ),
]
Wager = Annotated[Name, Field(description="The wager, e.g. `ante`, `raise`, `progressive`.")]
Rulebook = Annotated[Text, Field(description="Chapter and version, e.g. `678a@2019-11-02`.")]
Reason = Annotated[Text, Field(description="Why, in words.")]
Section = Annotated[
    Text, Field(description="The section it rests on, e.g. `678a.13(d)`; empty if none was named.")
]
Number = Annotated[Count, Field(description="How many.")]


def seat_of_area(seat: int | None, info: ValidationInfo) -> int | None:
    """A seat is named for a betting position and for nothing else: anything different is ambiguous."""
    area = info.data.get("to", info.data.get("hand"))
    if area == "seat" and seat is None:
        raise ValueError("a betting position needs its seat")
    if area != "seat" and area is not None and seat is not None:
        raise ValueError(f"the area {area} has no seat")
    return seat


_SeatOfArea = Annotated[
    Seat | None,
    Field(
        validate_default=True, description="The betting position where the area is `seat`, otherwise null."
    ),
]


class Delivery(Body):
    """Facts about where cards went on the layout."""

    to: Area = Field(description="The area of the layout that took the cards.")
    seat: _SeatOfArea = None

    _seat_fits = field_validator("seat", mode="after")(seat_of_area)


class Holding(Body):
    """Facts about cards that already lie on the layout."""

    hand: Area = Field(description="Whose cards: a betting position's, the dealer's, or a shared area's.")
    seat: _SeatOfArea = None

    _seat_fits = field_validator("seat", mode="after")(seat_of_area)

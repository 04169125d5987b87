"""Terms that several themes of the vocabulary share: areas of the layout, decks, devices, ranks, reasons.

No event type is defined here. A term is a type with its description, so that every field of every event is
documented where its kind is defined, once.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, get_args

from msgspec import Meta

from events.body import Body
from events.envelope import STREAM_PATTERN
from events.facts import Check, Part, Pattern, Refers, Rule
from events.kinds import Badge, Card, Department, Name, Seat, Several, Sha256, Text
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


Day = Annotated[
    str, Check(is_day, "is not a date of the form YYYY-MM-DD", "date"), "Gaming day, `YYYY-MM-DD`."
]
StreamName = Annotated[
    str,
    Pattern(rf"^{STREAM_PATTERN}$"),
    "A stream: its kind, a colon, its owner, e.g. `table:HCF-01`.",
]
Seq = Annotated[int, Meta(ge=1, le=2**63 - 1), "A number in a stream, from 1."]
MaybeCard = Annotated[Card | None, "Rank and suit, e.g. `As`, `Td`; null while nobody has read it."]
Deck = Annotated[Name, "The deck, by the number on its box or its colour."]
Device = Annotated[Name, "The device, by its asset number."]
DeviceKind = Annotated[
    Literal[
        "shuffler", "automated_shoe", "reshuffling_shoe", "progressive_system", "electronic_wagering", "other"
    ],
    "What the device is for.",
]
Player = Annotated[
    str,
    Meta(min_length=1, max_length=64),
    Refers("player"),
    "The player: a reference in place of the facility's own label, which the vault keeps.",
]
Wager = Annotated[Name, "The wager, e.g. `ante`, `raise`, `progressive`."]
Rulebook = Annotated[str, Meta(max_length=64), "Chapter and version, e.g. `678a@2019-11-02`."]
Reason = Annotated[Text, "Why, in words."]
Section = Annotated[Text, "The section it rests on, e.g. `678a.13(d)`; empty if none was named."]

Rank = Literal["staff", "dealer", "floorperson", "pit_manager", "shift_manager", "games_manager"]
RANKS: Final[tuple[Rank, ...]] = get_args(Rank)
"""From the lowest to the highest. Departments other than table games use `staff`, or what they like."""


class Stamp(Part):
    """What the register of badges had about a person when the event was recorded."""

    badge: Annotated[Badge, "The badge, as the event names it."]
    department: Annotated[Department | None, "The department; null for a badge that is not in the register."]
    rank: Annotated[Rank | None, "The rank; null for a badge that is not in the register."]
    register_seq: Annotated[Seq, "The last event of the register that was read."]


Stamps = Annotated[
    Several[Stamp],
    "For each badge that the event names, what the recorder found in the register of badges; "
    "empty where no register was in force. What a client sends here is replaced.",
]


def seat_problem(seat: int | None, area: str) -> str:
    """A seat is named for a betting position and for nothing else: anything different is ambiguous."""
    if area == "seat" and seat is None:
        return "a betting position needs its seat"
    if area != "seat" and seat is not None:
        return f"the area {area} has no seat"
    return ""


_SeatOfArea = Annotated[Seat | None, "The betting position where the area is `seat`, otherwise null."]


class Delivery(Body):
    """Facts about where cards went on the layout."""

    RULES: ClassVar[tuple[Rule, ...]] = (Rule("seat", "to", seat_problem),)

    to: Annotated[Area, "The area of the layout that took the cards."]
    seat: _SeatOfArea = None


class Holding(Body):
    """Facts about cards that already lie on the layout."""

    RULES: ClassVar[tuple[Rule, ...]] = (Rule("seat", "hand", seat_problem),)

    hand: Annotated[Area, "Whose cards: a betting position's, the dealer's, or a shared area's."]
    seat: _SeatOfArea = None


AttemptHash = Annotated[
    Sha256,
    "SHA-256 of what was refused, 64 hex digits: its type, time, round, actor, mode and body as a "
    "msgpack array.",
]

"""Kinds of field that all themes share: a type, its bounds and its description, each written once."""

from __future__ import annotations

from typing import Annotated, TypeVar

from msgspec import Meta

from events.bounds import MAX_AMOUNT_MC
from events.facts import Check, Pattern
from events.money import MAX_MC
from events.naming import is_name, steers_nothing

T = TypeVar("T")
Several = tuple[T, ...]
"""A list in JSON and msgpack, a tuple in Python."""

Money = Annotated[int, Meta(ge=0, le=MAX_AMOUNT_MC), "Millicents (1/1000 of a cent)."]
SignedMoney = Annotated[int, Meta(ge=-MAX_AMOUNT_MC, le=MAX_AMOUNT_MC), "Millicents, may be negative."]
Total = Annotated[int, Meta(ge=0, le=MAX_MC), "Millicents that the system worked out."]
SignedTotal = Annotated[int, Meta(ge=-MAX_MC, le=MAX_MC), "As `Total`, may be negative."]
RateBp = Annotated[int, Meta(ge=0, le=10_000), "Basis points: 10,000 is 100 %."]
Seat = Annotated[int, Meta(ge=1, le=255), "Betting position; 1 is farthest to the dealer's left."]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Card = Annotated[str, Pattern(r"^[23456789TJQKA][cdhs]$"), "Rank and suit, e.g. `As`, `Td`."]
_Named = Annotated[
    str,
    Meta(min_length=1, max_length=64),
    Check(
        is_name,
        "has no letter or digit that can be seen, or a control character: write the name",
        "name",
    ),
]
Badge = Annotated[_Named, "Badge of a person."]
Department = Annotated[_Named, "The department of a person."]
Name = Annotated[str, Pattern(r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
Slip = Annotated[
    str,
    Meta(max_length=64),
    Check(steers_nothing, "has a control character: write the number as it is on the slip", "slip"),
    "The number of a slip, as it is written there.",
]
TEXT_AT_MOST = 2_000
Text = Annotated[str, Meta(max_length=TEXT_AT_MOST)]
Sha256 = Annotated[str, Pattern(r"^[0-9a-f]{64}$"), "SHA-256, 64 hex digits."]

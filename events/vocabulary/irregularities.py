"""What went wrong at a table and how it was ruled; devices that jam, fail and come back (x.13).

The kinds are named as `pitledger settle` names them where the two meet.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from events.body import Badge, Body, Card, Count, Seat, Several, Text, event_type
from events.vocabulary.terms import Device, DeviceKind, Reason, Section

IrregularityKind = Annotated[
    Literal[
        "face_up_single",
        "face_up_multiple",
        "face_up_multiple_early",
        "face_up_multiple_after_initial_two",
        "drawn_in_error",
        "incorrect_number",
        "dealer_card_exposed",
        "player_card_exposed",
        "shuffler_jam",
        "shoe_jam",
        "stub_count_wrong",
        "hand_set_wrong",
        "other",
    ],
    Field(description="What kind of irregularity, by x.13 and x.8(h)."),
]


@event_type("irregularity_called")
class IrregularityCalled(Body):
    """Somebody called an irregularity (x.13)."""

    kind: IrregularityKind
    seats: Several[Seat] = Field(
        description="Betting positions concerned; empty for the dealer or the whole table."
    )
    cards: Several[Card] = Field(description="Cards concerned, where known.")
    called_by: Badge
    text: Text = Field(description="What was seen.")


@event_type("irregularity_ruled")
class IrregularityRuled(Body):
    """A floorperson or above ruled on an irregularity; the ruling is recorded as it was given, right or
    wrong."""

    kind: IrregularityKind
    ruling: Literal[
        "play_on",
        "card_not_used",
        "card_used_as_next",
        "hands_void",
        "round_void",
        "reshuffle",
        "deck_removed",
        "other",
    ] = Field(description="What follows; `hands_void` leaves optional wagers to be settled (678a.13(d)).")
    section: Section
    ruled_by: Badge
    reason: Reason


@event_type("device_jammed")
class DeviceJammed(Body):
    """A device jammed, stopped or did not finish its cycle (x.13(e), (f))."""

    device: Device
    kind: DeviceKind
    during: Literal["shuffle", "deal", "idle"] = Field(description="What it was doing.")
    cards_inside: Count | None = Field(default=None, description="Cards left in it, where counted.")


@event_type("device_failed")
class DeviceFailed(Body):
    """A device malfunctioned and cannot be used (x.13(g))."""

    device: Device
    kind: DeviceKind
    problem: Text = Field(description="What is wrong with it.")


@event_type("device_marked_out_of_order")
class DeviceMarkedOutOfOrder(Body):
    """A device that cannot be used was covered, or a sign was put on it, before another method is used
    (x.13(g))."""

    device: Device
    kind: DeviceKind
    marked: Literal["covered", "sign"] = Field(description="How.")


@event_type("device_returned_to_service")
class DeviceReturnedToService(Body):
    """A device marked out of order is in use again."""

    device: Device
    kind: DeviceKind
    returned_by: Badge

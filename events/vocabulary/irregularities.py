"""What went wrong at a table and how it was ruled; devices that jam, fail and come back (x.13).

The kinds are named as `pitledger settle` names them where the two meet.
"""

from __future__ import annotations

from typing import Annotated, Literal

from events.body import Body, event_types_on
from events.kinds import Badge, Card, Count, Seat, Several, Text
from events.vocabulary.terms import Device, DeviceKind, Reason, Section, Stamps

event_type = event_types_on("table")

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
    "What kind of irregularity, by x.13 and x.8(h).",
]


@event_type("irregularity_called")
class IrregularityCalled(Body):
    """Somebody called an irregularity (x.13)."""

    kind: IrregularityKind
    seats: Annotated[Several[Seat], "Betting positions concerned; empty for the dealer or the whole table."]
    cards: Annotated[Several[Card], "Cards concerned, where known."]
    called_by: Badge
    text: Annotated[Text, "What was seen."]
    stamps: Stamps = ()


@event_type("irregularity_ruled")
class IrregularityRuled(Body):
    """A floorperson or above ruled on an irregularity; the ruling is recorded as it was given, right or
    wrong."""

    kind: IrregularityKind
    ruling: Annotated[
        Literal[
            "play_on",
            "card_not_used",
            "card_used_as_next",
            "hands_void",
            "round_void",
            "reshuffle",
            "deck_removed",
            "other",
        ],
        "What follows; `hands_void` leaves optional wagers to be settled (678a.13(d)).",
    ]
    section: Section
    ruled_by: Badge
    reason: Reason
    stamps: Stamps = ()


@event_type("device_jammed")
class DeviceJammed(Body):
    """A device jammed, stopped or did not finish its cycle (x.13(e), (f))."""

    device: Device
    kind: DeviceKind
    during: Annotated[Literal["shuffle", "deal", "idle"], "What it was doing."]
    cards_inside: Annotated[Count | None, "Cards left in it, where counted."] = None


@event_type("device_failed")
class DeviceFailed(Body):
    """A device malfunctioned and cannot be used (x.13(g))."""

    device: Device
    kind: DeviceKind
    problem: Annotated[Text, "What is wrong with it."]


@event_type("device_marked_out_of_order")
class DeviceMarkedOutOfOrder(Body):
    """A device that cannot be used was covered, or a sign was put on it, before another method is used
    (x.13(g))."""

    device: Device
    kind: DeviceKind
    marked: Annotated[Literal["covered", "sign"], "How."]


@event_type("device_returned_to_service")
class DeviceReturnedToService(Body):
    """A device marked out of order is in use again."""

    device: Device
    kind: DeviceKind
    returned_by: Badge
    stamps: Stamps = ()

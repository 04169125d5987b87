"""What a table sends to its links: legs, numbered densely per (table, link) by the recorder.

By its number the keeper of a link sees that one is missing. A number of 0 means "not numbered yet".
"""

from __future__ import annotations

from typing import Annotated

from events.facts import Part
from events.kinds import Count, Money, Name, Seat, Several, Text

LegNumber = Annotated[
    Count,
    "The leg's dense number per (table, link), from 1. 0: not numbered yet; of what was recorded, that the "
    "table never fed the link, and nobody is sent it.",
]
ControlSeq = Annotated[
    Count, "The link's `control_seq` as `round_opened` has it; 0 where the link was not found."
]
SelectionsSeq = Annotated[Count, "The `selections_seq` of `round_opened`: what the round was opened under."]


class PlainLeg(Part):
    """A leg with nothing but its link and its number."""

    link: Annotated[Name, "The link that receives it."]
    leg: LegNumber


Legs = Annotated[
    Several[PlainLeg],
    "One leg for each link of the table; the recorder fills them in.",
]


class AcceptedWager(Part):
    """A progressive wager that the system accepted before "no more bets"."""

    seat: Seat
    wager: Annotated[Name, "The wager, as the table offers it."]
    amount_mc: Annotated[Money, "The stake in millicents."]


class WagerLeg(Part):
    """The wagers of one round that feed one link. A round without any sends an empty leg, so that a silent
    table is noticed."""

    link: Annotated[Name, "The link that the wagers feed."]
    leg: LegNumber
    wagers: Annotated[Several[AcceptedWager], "The wagers accepted, in seat order."]
    control_seq: ControlSeq = 0
    selections_seq: SelectionsSeq = 0


class UnsentLeg(WagerLeg):
    """The wagers of a round that is over and whose "no more bets" has not been recorded: accepted is
    accepted, so they feed their link all the same."""

    round: Annotated[Text | None, "The round that the wagers are of; null where it had no id."] = None


UnsentLegs = Annotated[
    Several[UnsentLeg],
    "Wagers that the system accepted and nothing has sent to their link yet; the recorder fills them in.",
]


class VoidedLeg(Part):
    """The progressive wagers of a voided round whose stakes were returned."""

    link: Annotated[Name, "The link that the wagers had fed."]
    leg: LegNumber
    seats: Annotated[Several[Seat], "Seats whose progressive stakes were returned."]
    unfed: Annotated[
        Several[Seat],
        "Those of them whose wagers had not been sent to the link: nothing is reversed for these. The "
        "recorder fills it in.",
    ] = ()
    control_seq: ControlSeq = 0
    selections_seq: SelectionsSeq = 0

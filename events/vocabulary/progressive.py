"""Progressive wagers as a table records them: accepted, claimed, validated, paid, voided.

What a table sends to a link is a leg. Legs are numbered densely per (table, link) by the recorder, so that
the keeper of the link sees a missing one. A leg number of 0 in a body means "not numbered yet".
"""

from __future__ import annotations

from typing import Annotated, Literal

from events.body import Body, event_types_on
from events.facts import Part
from events.kinds import Badge, Card, Count, Money, Name, Seat, Several, Slip, Text
from events.vocabulary.legs import ControlSeq, LegNumber, SelectionsSeq, VoidedLeg, WagerLeg
from events.vocabulary.terms import MaybeCard, Stamps

event_type = event_types_on("table")


@event_type("bets_closed")
class BetsClosed(Body):
    """The dealer announced "no more bets"; the progressive wagers accepted are final (x.8–x.10)."""

    legs: Annotated[Several[WagerLeg], "One leg for each link of the round; the recorder fills them in."]


class HandReading(Part):
    """The hand that cards make under one reading of what the rule text leaves open."""

    switches: Annotated[Text, "The reading, e.g. `progressive_hand = seven`; empty where no switch matters."]
    hand: Annotated[Name | None, "The hand, as the paytable names it; null where the cards name none."]


class HandMade(Part):
    """The hand that cards make, by the rulebook that the round was opened under."""

    hand: Annotated[
        Name | None,
        "The hand under the table's own selections, as the paytable names it; null where its cards are not "
        "known, or cannot be such a hand.",
    ]
    readings: Annotated[Several[HandReading], "The hand under every reading of the switches it depends on."]


_Cards = Annotated[Several[MaybeCard], "Cards in the order of their places; null for one that nobody read."]


class RoundShown(HandMade):
    """What the round's own events show about a hand when it is claimed or validated."""

    round_found: Annotated[
        bool,
        "Whether the round is the last one of the table, or shortly before. Of an earlier one a validation "
        "has what was shown at the claim, a claim nothing.",
    ]
    folded: Annotated[bool, "Whether the seat folded."]
    seat_cards: Annotated[_Cards, "The seat's cards, as far as anybody or a reader has read them."]
    dealer_cards: Annotated[_Cards, "The dealer's cards, likewise."]
    community: Annotated[_Cards, "The community cards, likewise."]
    wagered: Annotated[bool, "Whether the seat has the claim's wager in that round."] = True


_Shown = Annotated[
    RoundShown | None,
    "What the round's events show; the recorder adds it, and replaces what a client sends. Null in test and "
    "training.",
]


@event_type("progressive_claimed")
class ProgressiveClaimed(Body):
    """A hand that wins a percentage of a meter was shown at its turn (x.11): the link is asked for the
    amount."""

    seat: Seat
    wager: Annotated[Name, "The wager that won."]
    hand: Annotated[Name, "The winning hand, as the paytable names it."]
    cards: Annotated[Several[Card], "The cards shown."]
    made: Annotated[
        HandMade | None, "What `cards` make; the recorder adds it. Null where no cards are given."
    ] = None
    link: Annotated[Name, "The link that is asked."]
    leg: LegNumber
    sharing_seats: Annotated[
        Several[Seat],
        "For a dealer's hand that wins: one seat for each player who shares the award equally, "
        "`seat` among them (647a.12(e)(2)). Empty where it is one player's alone.",
    ] = ()
    other_boxes: Annotated[
        Several[Seat],
        "For a dealer's hand: further seats with that wager, without a share: of players who share by "
        "another of their boxes, or who left (x.7(b)). With `sharing_seats`, or `seat` where that is empty, "
        "they are every seat with that wager.",
    ] = ()
    control_seq: ControlSeq = 0
    selections_seq: SelectionsSeq = 0
    shown: _Shown = None
    claimed_by: Annotated[
        Several[Badge],
        "Who claims, and so does not validate: the actor, or the round's dealer where that is a device; both "
        "where no register of badges tells them apart. The recorder adds it. Empty in test and training.",
    ] = ()


@event_type("progressive_validated")
class ProgressiveValidated(Body):
    """A floorperson or above, who did not claim it, validated a locked award (x.11)."""

    link: Annotated[Name, "The link that owes it."]
    leg: LegNumber
    claim_seq: Annotated[Count, "The claim's number in the table's stream."]
    seat: Seat
    validated_by: Badge
    stamps: Stamps = ()
    cards: Annotated[
        Several[Card],
        "The cards that the floorperson saw: those of the hand first, then community cards. Empty where only "
        "the round's events show them.",
    ] = ()
    seen: Annotated[
        HandMade | None, "What `cards` make; the recorder adds it. Null where no cards are given."
    ] = None
    shown: _Shown = None


@event_type("progressive_rejected")
class ProgressiveRejected(Body):
    """A floorperson or above rejected a locked award; the amount goes back to the meter it came from."""

    link: Annotated[Name, "The link that owes it."]
    leg: LegNumber
    claim_seq: Annotated[Count, "The claim's number in the table's stream."]
    seat: Seat
    rejected_by: Badge
    reason: Annotated[Text, "Why, in words."]
    stamps: Stamps = ()


@event_type("progressive_paid")
class ProgressivePaid(Body):
    """Cash was paid to a player for an award, whatever it was for: it settles the seat's share as far as that
    goes, and the rest stands beyond entitlement.

    A percentage of a meter is never paid from the table inventory (678a.11(e)(3)(iv), 647a.11(i)(4)).
    """

    link: Annotated[Name, "The link that owes it."]
    leg: LegNumber
    claim_seq: Annotated[Count, "The claim's number in the table's stream."]
    seat: Seat
    amount_mc: Annotated[Money, "What was paid, in millicents."]
    paid_from: Annotated[
        Literal["cage", "hand_pay", "table_inventory", "game_account"], "Where the money came from."
    ]
    paid_by: Badge
    slip: Annotated[
        Slip,
        "The number of the payment's slip: the same slip again is the same cash. Empty where there is none.",
    ] = ""
    stamps: Stamps = ()


@event_type("round_voided")
class RoundVoided(Body):
    """A round was declared void; `legs` names the progressive wagers that were returned (x.13, x.8–x.10)."""

    reason: Annotated[Text, "Why, in words."]
    section: Annotated[Text, "The section it rests on, e.g. `678a.13(c)`."]
    ruled_by: Badge
    legs: Annotated[Several[VoidedLeg], "One leg for each link of the table; no seats where the wagers stay."]
    stamps: Stamps = ()


LegToOneLink = ProgressiveClaimed | ProgressiveValidated | ProgressiveRejected | ProgressivePaid
"""Bodies of a table that are themselves a leg, to their `link`."""

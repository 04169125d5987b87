"""A round of play: wagers, decisions, hands and their settlement (x.7, x.11).

A wager that a decision makes (Raise, Play, Flop, Turn, River) is in `decision_made` alone; every other wager
is a `wager_placed`. So each stake is recorded once.
"""

from __future__ import annotations

from typing import Annotated, Literal

from events.body import Body, event_types_on
from events.facts import Part
from events.kinds import Badge, Count, Money, Name, Seat, Several, Text
from events.vocabulary.legs import UnsentLegs
from events.vocabulary.terms import (
    Deck,
    Device,
    Holding,
    Instrument,
    MaybeCard,
    PaidFrom,
    Procedure,
    Reason,
    Stamps,
    Wager,
)

event_type = event_types_on("table")
_answer = event_types_on("table", by_system=True)

_Instrument = Annotated[
    Instrument,
    "What it was made with (x.7(a)); `other` was not approved by the Board, such as cash.",
]
_Stake = Annotated[Money, "The stake in millicents."]


class LinkFound(Part):
    """A link as its own stream had it when the recorder looked, at the opening of a round."""

    control_seq: Annotated[
        Count,
        "The number, in the link's stream, of what last opened, closed or retired it or changed its terms.",
    ]
    open: Annotated[bool, "Whether it was in play."]
    unit_wager_mc: Annotated[Money, "The one amount that the link takes, in millicents."]
    rulebook: Annotated[Text, "The chapter and version that it plays by."]
    paytable: Annotated[Text, "The letter of its progressive paytable."]
    wager: Annotated[Text, "The wager that it was opened for."]
    wagers: Annotated[Several[Name], "Every wager that feeds it."] = ()


class ProgressiveOpen(Part):
    """A progressive wager on offer in a round, how many legs its link has been sent before it, and what the
    link was then: by that alone the round's wagers are taken or refused."""

    wager: Wager
    link: Annotated[Name, "The link that the wager feeds."]
    unit_wager_mc: Annotated[Money, "The one amount that the table takes for the link."]
    paytable: Annotated[
        Text, "The paytable that the table selected for the wager; empty where it named none."
    ] = ""
    legs_sent: Annotated[Count, "The number of the last leg that this table sent to the link."]
    found: Annotated[
        LinkFound | None, "The link as it was found; null where nobody has opened it, and outside live play."
    ] = None


class LinkLeft(Part):
    """A link that the table feeds no more, and that is still to be sent an end-of-day marker."""

    link: Annotated[Name, "The link."]
    legs_sent: Annotated[Count, "The number of the last leg that this table sent to the link."]


@event_type("round_opened")
class RoundOpened(Body):
    """A round of play began; its id is the `round` of the envelope.

    The recorder adds what the round is played under, so that a crashed one finds its way from here on.
    """

    rulebook: Annotated[Text, "The rulebook that the round is judged by; empty before any table opened."] = ""
    rulebook_sha256: Annotated[Text, "SHA-256 of that rulebook's file; empty likewise."] = ""
    selections_seq: Annotated[
        Count,
        "The number of the `table_opened` or `selections_changed` that it was opened under; 0 before any.",
    ] = 0
    progressives: Annotated[Several[ProgressiveOpen], "Progressive wagers on offer, with their links."] = ()
    deck: Annotated[Deck | None, "The deck in use; null where only one is at the table."] = None
    dealing: Annotated[Procedure | None, "How cards are dealt, if not as the table opened."] = None
    dealer: Badge
    legs: UnsentLegs = ()
    left: Annotated[
        Several[LinkLeft],
        "Links that the table has left and owes an end-of-day marker; the recorder fills them in.",
    ] = ()
    stamps: Stamps = ()


@event_type("wager_placed")
class WagerPlaced(Body):
    """A wager was placed on the layout or a wagering device (x.7); a second one on the same spot adds to it.

    A progressive wager that the system took is also in `bets_closed`, which is what feeds its link.
    """

    seat: Seat
    wager: Wager
    amount_mc: _Stake
    instrument: _Instrument


WagerRefusalCode = Literal[
    "lock_out",
    "not_value_chip",
    "not_electronic",
    "other_unit",
    "duplicate",
    "not_offered",
    "link_unknown",
    "link_not_live",
    "other_terms",
    "no_round",
    "table_closed",
    "other",
]


@_answer("wager_refused")
class WagerRefused(Body):
    """The system refused a wager, for instance a progressive one after "no more bets" (x.2(c)(2)).

    Nothing is staked: the fields hold what was attempted.
    """

    seat: Seat
    wager: Wager
    amount_mc: Annotated[Money, "The stake that was offered, in millicents."]
    instrument: _Instrument
    code: Annotated[WagerRefusalCode, "The rule that the system enforced."]
    reason: Reason


@event_type("wager_withdrawn")
class WagerWithdrawn(Body):
    """A player took a wager back, or part of it; after "no more bets" that is not allowed (x.7(c))."""

    seat: Seat
    wager: Wager
    amount_mc: Annotated[Money, "What was taken back, in millicents."]


@event_type("wager_abandoned")
class WagerAbandoned(Body):
    """A wager was left behind by a player who left during the round; it may be treated as losing (x.7(b))."""

    seat: Seat
    wager: Wager
    amount_mc: _Stake
    ruled_by: Annotated[Badge | None, "Badge of who ruled it abandoned; null if nobody yet."] = None
    stamps: Stamps = ()


@event_type("lock_out_engaged")
class LockOutEngaged(Body):
    """The dealer used the system to stop further progressive or electronic wagers (x.2(c)(2), x.8–x.10)."""

    system: Annotated[Literal["progressive", "electronic_wagering"], "Which system."]
    device: Annotated[Device | None, "The device's asset number, where known."] = None


@event_type("progressive_chips_counted")
class ProgressiveChipsCounted(Body):
    """The dealer compared the value chips collected with the wagers that the system accepted (x.8(b))."""

    wager: Wager
    chips: Annotated[Count, "Value chips on the layout."]
    accepted: Annotated[Count, "Wagers that the system shows as accepted."]


@event_type("chips_placed")
class ChipsPlaced(Body):
    """Chips that the dealer had collected were put away: those of a progressive wager once they were counted
    (x.8(b), x.9(b), x.10(a)(2)), an Ante whose player folded (647a.11(b)(2), 678a.11(c)(2)).

    A house need not record it: where it is not recorded, nothing is said of where chips went.
    """

    wager: Wager
    seats: Annotated[Several[Seat], "Betting positions whose wagers they were."]
    to: Annotated[
        Literal["table_inventory", "elsewhere"],
        "Into the table inventory container, or not: `elsewhere` is anywhere else.",
    ]


@event_type("progressive_lights_lit")
class ProgressiveLightsLit(Body):
    """The wagering devices acknowledged the progressive wagers of these seats (x.2(c)(1))."""

    wager: Wager
    seats: Annotated[Several[Seat], "Betting positions whose light is on."]


@event_type("decision_made")
class DecisionMade(Body):
    """A player decided: to fold, check, raise, play or forfeit (x.11). The wager that it makes is recorded
    here alone."""

    seat: Seat
    action: Annotated[Literal["fold", "check", "raise", "play", "forfeit"], "What the player chose."]
    at: Annotated[
        Literal["deal", "preflop", "flop", "turn", "river"],
        "The last cards seen: `deal` in games without community cards.",
    ]
    wager: Annotated[Wager | None, "The wager made: raise, play, flop, turn, river; or null."] = None
    amount_mc: Annotated[Money, "Its stake in millicents; 0 where none is made."] = 0
    instrument: Annotated[_Instrument | None, "What it was made with, where recorded."] = None


@event_type("hand_set")
class HandSet(Holding):
    """A player or the dealer arranged five cards into a high and a low hand (663a.11(d), (e))."""

    high: Annotated[Several[MaybeCard], "The high hand, three cards; null for one that nobody has read."]
    low: Annotated[Several[MaybeCard], "The low hand, two cards; null for one that nobody has read."]


@event_type("hand_revealed")
class HandRevealed(Holding):
    """A hand was turned face up: from here on its cards are known (x.11)."""

    cards: Annotated[Several[MaybeCard], "Its cards in the order of their positions; null if not legible."]


@event_type("hand_tucked")
class HandTucked(Body):
    """Folded cards stayed on the table, face down under the optional wagers (678a.11(c)(2)(i),
    647a.11(b)(2))."""

    seat: Seat


@event_type("hand_collected")
class HandCollected(Holding):
    """Cards were collected into the discard rack, in a way that lets the hand be rebuilt (x.11)."""

    cards: Annotated[Count, "How many cards were collected."]


@event_type("wager_settled")
class WagerSettled(Body):
    """The dealer settled a wager; what was done is recorded here, what was due is worked out elsewhere
    (x.11, x.12).

    A bonus without a stake of its own (`ante_bonus`) is settled with a stake of 0.
    """

    seat: Seat
    wager: Wager
    outcome: Annotated[Literal["win", "lose", "push", "void"], "As the dealer treated it."]
    stake_mc: Annotated[Money, "The stake that was settled, in millicents."]
    returned_mc: Annotated[Money, "What of the stake was given back, in millicents."]
    paid_mc: Annotated[Money, "What was paid beside it (the whole amount where odds are `for 1`)."]
    paid_from: Annotated[PaidFrom | None, "Where it was paid from; null if nothing was."] = None


@event_type("round_closed")
class RoundClosed(Body):
    """Every wager was settled and all cards are in the discard rack: the round is complete (x.11)."""

    rack_cards: Annotated[Count | None, "Cards in the discard rack, where counted."] = None
    legs: UnsentLegs = ()

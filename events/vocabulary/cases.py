"""Cases: a player's claim at a table, what was looked at, what is kept, and how it was decided.

A case is a desk's stream of its own, `desk:case-NAME`. What is paid by its decision is cash at a table,
and an event of that table. Who claims is a reference (`events.references`); free words should hold no name.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from events.body import Body, event_types_on
from events.kinds import Badge, Money, Name, Seat, Several, Slip, Text
from events.times import MAX_TIME_US
from events.vocabulary.links import Signature
from events.vocabulary.terms import Day, PaidFrom, Player, Reason, Seq, Stamps, Wager

CASES: Final = "desk:case-"
"""How the stream of a case begins."""

_at_desk = event_types_on("desk")
_of_commands = event_types_on("table", by_system=True)

CaseName = Annotated[
    Name, Meta(max_length=59), "The case, as its stream is called: `1` is that of `desk:case-1`."
]
_Round = Annotated[Text, "The round."]
_Moment = Annotated[int, Meta(ge=0, le=MAX_TIME_US), "A moment, in microseconds UTC."]
_Entry = Annotated[Seq, "The number of an entry in this stream."]
Deciders = Annotated[
    Several[Signature],
    "Who signed, and for which departments: two people of two departments where the claim or the payment is "
    "over the amount that the opening names, otherwise one or two.",
]


@_at_desk("case_opened")
class CaseOpened(Body):
    """A player's claim was taken down: where, when, what is said to be wrong, and by how much.

    It begins the stream of the case. A reply is due by a day; above an amount two people decide.
    """

    table: Annotated[Name, "The table of the claim."]
    seat: Seat
    disputed_at_us: Annotated[_Moment, "When it happened by what the player says, in microseconds UTC."]
    claim: Annotated[Text, "What the player claims, in words; no name of a person."]
    claimed_mc: Annotated[Money, "How much the player says is missing, in millicents."]
    player: Annotated[Player | None, "Who claims: a reference as in `player_seated`; null if not known."]
    reply_by: Annotated[Day, "The day by which the player is to have a reply, `YYYY-MM-DD`."]
    two_sign_over_mc: Annotated[
        Money, "Where the claim or the payment is over this, in millicents, two people decide."
    ]
    opened_by: Badge
    stamps: Stamps = ()


@_at_desk("case_viewed")
class CaseViewed(Body):
    """Somebody looked at a case, or at a round for it."""

    viewed_by: Badge
    table: Annotated[Name | None, "The table of the round; null where the case itself was looked at."] = None
    round: Annotated[Text | None, "The round; null where the case itself was looked at."] = None
    stamps: Stamps = ()


@_at_desk("case_noted")
class CaseNoted(Body):
    """Somebody noted something about a case. Notes are taken after its decision, too."""

    text: Annotated[Text, "The note; no name of a person."]
    noted_by: Badge
    stamps: Stamps = ()


@_at_desk("case_round_ruled_out")
class CaseRoundRuledOut(Body):
    """A round was looked at and is not the one that the claim is about, or shows nothing wrong."""

    table: Annotated[Name, "The table of the round."]
    round: _Round
    reason: Reason
    ruled_out_by: Badge
    stamps: Stamps = ()


@_at_desk("case_hold_placed")
class CaseHoldPlaced(Body):
    """Something is to be kept until the hold is lifted: video, cards, papers. Events are kept anyway."""

    keep: Annotated[Text, "What is to be kept: which cameras from when to when, which deck, which paper."]
    placed_by: Badge
    stamps: Stamps = ()


@_at_desk("case_hold_lifted")
class CaseHoldLifted(Body):
    """A hold was lifted: what it named need not be kept for this case any longer."""

    hold_seq: Annotated[_Entry, "The number of the hold in this stream."]
    reason: Reason
    lifted_by: Badge
    stamps: Stamps = ()


@_at_desk("case_decided")
class CaseDecided(Body):
    """A case was decided: a correcting payment is due to the player, or none is, and why.

    The cash itself is a `dispute_paid` of the table. After a decision a case takes notes, views and the
    lifting of holds; anything else once it was opened again.
    """

    outcome: Annotated[
        Literal["payment", "no_payment"], "Whether a correcting payment is due to the player, or none."
    ]
    amount_mc: Annotated[Money, "What is due, in millicents; 0 where no payment is."]
    round: Annotated[Text | None, "The round that the payment mends; null where there is none."] = None
    seat: Annotated[Seat | None, "The betting position that is paid; null where none is."] = None
    wager: Annotated[Wager | None, "The wager that was paid short; null where no payment is due."] = None
    reason: Reason
    signed_by: Deciders
    stamps: Stamps = ()


@_at_desk("case_reopened")
class CaseReopened(Body):
    """A case that was decided is looked at again. What was decided and paid before stays as it is."""

    reason: Reason
    reply_by: Annotated[Day, "The day by which the player is to have the new reply, `YYYY-MM-DD`."]
    reopened_by: Badge
    stamps: Stamps = ()


@_of_commands("dispute_paid")
class DisputePaid(Body):
    """A player was paid by the decision of a case: cash of the house, in the table's own book.

    What the decision does not cover stands beyond entitlement. The same slip again is the same cash.
    """

    case: CaseName
    decision_seq: Annotated[Seq, "The number of the decision in the stream of the case."]
    decided_mc: Annotated[Money, "What the decision awards in all, in millicents."]
    round: Annotated[_Round, "The round that it mends."]
    seat: Seat
    wager: Wager
    amount_mc: Annotated[Money, "What was paid, in millicents."]
    slip: Slip
    paid_from: Annotated[PaidFrom, "Where the cash came from."]
    paid_by: Badge
    stamps: Stamps = ()


AfterDecision = CaseNoted | CaseViewed | CaseHoldLifted
"""What a case takes although it is decided."""
CaseStep = CaseRoundRuledOut | CaseHoldPlaced | CaseDecided | CaseReopened | AfterDecision
CaseEvent = CaseOpened | CaseStep
"""Everything on the stream of a case but refusals."""


def case_stream(case: str) -> str:
    """The stream of a case."""
    return f"{CASES}{case}"


def case_of(stream: str) -> str:
    """The case that a stream is of; empty where it is of none."""
    return stream.removeprefix(CASES) if stream.startswith(CASES) else ""

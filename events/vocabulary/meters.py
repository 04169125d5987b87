"""What the keeper of a link decided: facts on the stream `meter:LINK`, numbered densely by `seq`.

Each record holds the balances that it leaves, so a read model needs the last one only. A later fix of the
keeper never changes what is written here: the version that decided stands in every record.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from events.body import (
    Body,
    Count,
    Money,
    Name,
    Part,
    RateBp,
    Seat,
    Several,
    SignedMoney,
    Text,
    event_type,
)
from events.vocabulary.links import Account, AwardTerms, MeterName, MeterTerms, Signature
from events.vocabulary.terms import Day, Reason

_Table = Annotated[Name, Field(description="The table.")]
_Claimant = Annotated[Name, Field(description="The table that claimed.")]
_ClaimSeq = Annotated[Count, Field(description="The claim's number in the table's stream.")]
_Unit = Annotated[Money, Field(description="The one amount that the link takes, in millicents.")]
_Rulebook = Annotated[Text, Field(description="Chapter and version.")]
_Paytable = Annotated[Text, Field(description="The letter of the progressive paytable.")]
_Wager = Annotated[Text, Field(description="The wager that feeds the link.")]
_MeterTerms = Annotated[Several[MeterTerms], Field(description="The terms of every meter.")]
_AwardTerms = Annotated[
    Several[AwardTerms], Field(description="The hands that win a percentage, and of which meter.")
]
_Guard = Annotated[
    Money,
    Field(description="The most that one round of a table may add up to, in millicents; 0 for no guard."),
]
SignedFor = Annotated[Several[Signature], Field(description="Who signed for it.")]


class Balance(Part):
    """A meter after the decision. `residual` is what divisions left over, in 1/10,000 of a millicent.

    What exceeds the limit of a meter stands on a meter of its own, `METER.overflow`, as its primary.
    """

    meter: MeterName
    primary_mc: Money = Field(description="The amount on display, in millicents.")
    reserve_mc: Money = Field(description="The reserve, in millicents.")
    primary_residual: Count = Field(
        description="What divisions left over for the primary, in 1/10,000 of a millicent."
    )
    reserve_residual: Count = Field(description="The same for the reserve.")


class Decision(Body):
    """A record of the keeper."""

    decider: Count = Field(description="Version of the code that decided.")
    source_stream: Text = Field(description="The stream of the event that it answers.")
    source_seq: Count = Field(description="That event's number in its stream.")
    balances: Several[Balance] = Field(description="Every meter of the link after the decision.")


@event_type("meter_opened")
class MeterOpened(Decision):
    """The meters of a link were put into play, funded with their seeds by the house."""

    unit_wager_mc: _Unit
    funded_mc: Money = Field(description="What the house put on all meters, in millicents.")
    rulebook: _Rulebook
    paytable: _Paytable
    wager: _Wager
    meters: _MeterTerms
    awards: _AwardTerms
    guard_mc: _Guard


@event_type("meter_terms_changed")
class MeterTermsChanged(Decision):
    """A link that is out of play got another parameter set; amounts on its meters stay."""

    rulebook: _Rulebook
    paytable: _Paytable
    wager: _Wager
    meters: _MeterTerms
    awards: _AwardTerms
    guard_mc: _Guard
    unit_wager_mc: _Unit
    funded_mc: Money = Field(description="What the house put on meters that are new, in millicents.")


@event_type("table_joined")
class TableJoined(Decision):
    """A link heard by which parameters a table plays; where they are not its own, the table's wagers are
    refused."""

    table: _Table
    rulebook: Text = Field(description="Chapter and version.")
    paytable: Text = Field(description="The letter of the table's progressive paytable; empty for none.")
    unit_wager_mc: Money = Field(description="The amount that the table takes for this link, in millicents.")


@event_type("meter_closed")
class MeterClosed(Decision):
    """The meters of a link were taken out of play; they keep their amounts."""


@event_type("meter_contributed")
class MeterContributed(Decision):
    """Accepted wagers of one round at one table went to the meters by the incrementation rates."""

    table: Name = Field(description="The table.")
    wagers: Count = Field(description="How many wagers.")
    wagered_mc: Money = Field(description="Their stakes together, in millicents.")
    primary_mc: Money = Field(description="What went to the primaries, in millicents.")
    reserve_mc: Money = Field(description="What went to the reserves, in millicents.")


class Share(Part):
    """What one seat gets of an award."""

    seat: Seat
    amount_mc: Money = Field(description="Whole cents, in millicents.")


@event_type("award_locked")
class AwardLocked(Decision):
    """An award was fixed at the amount on the meter at the player's turn: from here on a liability."""

    table: _Claimant
    claim_seq: _ClaimSeq
    seat: Seat
    hand: Name = Field(description="The winning hand, as the paytable names it.")
    meter: Name = Field(description="The meter that pays.")
    percent_bp: RateBp = Field(description="The hand's share of the meter, in basis points.")
    meter_before_mc: Money = Field(description="The amount on the meter at the player's turn, in millicents.")
    amount_mc: Money = Field(description="The award: whole cents, in millicents.")
    reseed_mc: Money = Field(description="What the house added as the reseed, in millicents.")
    reserve_moved_mc: Money = Field(description="What moved from the reserve to the primary, in millicents.")
    wager: Text = Field(description="The wager that won.")
    shares: Several[Share] = Field(
        description="Who gets how much: one seat, or all who share a dealer's hand (647a.12(e)(2))."
    )
    overflow_moved_mc: Money = Field(
        description="What moved from the overflow to the primary, in millicents."
    )


@event_type("leg_refused")
class LegRefused(Decision):
    """The keeper refused what a table sent, a claim or a payment for instance; the reason says why."""

    table: Name = Field(description="The table that asked.")
    claim_seq: Count = Field(description="The claim's number in the table's stream; 0 where it is no claim.")
    attempted: Literal[
        "claim",
        "validation",
        "rejection",
        "payment",
        "reversal",
        "contribution",
        "control",
        "join",
        "adjustment",
        "transfer",
        "retirement",
        "terms",
        "day_close",
    ] = Field(description="What was asked for.")
    reason: Text = Field(description="Why it was refused, and what to do.")


@event_type("award_validated")
class AwardValidated(Decision):
    """A locked award was validated by a floorperson and may be paid."""

    table: Name = Field(description="The table that claimed.")
    claim_seq: Count = Field(description="The claim's number in the table's stream.")
    validated_by: Text = Field(description="Badge of the floorperson or above.")


@event_type("award_returned")
class AwardReturned(Decision):
    """A locked award was rejected by a floorperson: the meter is as if it had never been won.

    Awards locked since on the same meter are decided again; an `award_corrected` for each that changed
    follows. The balances here are those after all of it.
    """

    table: _Claimant
    claim_seq: _ClaimSeq
    meter: Name = Field(description="The meter that got it back.")
    amount_mc: Money = Field(description="What went back, in millicents.")
    rejected_by: Text = Field(description="Badge of the floorperson or above.")
    reseed_back_mc: Money = Field(description="The reseed that the house takes back, in millicents.")
    corrected_mc: SignedMoney = Field(
        description="What all later awards together are owed more than before, in millicents."
    )
    house_mc: SignedMoney = Field(
        description="What the house puts on the meter because a later award was paid too high, in mc; "
        "negative where it gets back what it had put there."
    )
    reason: Reason


@event_type("award_corrected")
class AwardCorrected(Decision):
    """An award was decided again after an earlier one of its meter was returned; it moves no money itself.

    An award that was paid already stays as it was paid: what is missing to the right amount is owed.
    """

    table: _Claimant
    claim_seq: _ClaimSeq
    meter: MeterName
    before_mc: Money = Field(description="The amount that was locked, in millicents.")
    amount_mc: Money = Field(description="The amount that is right, in millicents.")
    shares: Several[Share] = Field(description="What each seat is owed now: all of it, or what is missing.")
    paid_mc: Money = Field(description="What had been paid of it already, in millicents.")
    because_table: Name = Field(description="The table whose award was returned.")
    because_claim_seq: Count = Field(description="That claim's number in its stream.")


@event_type("award_paid")
class AwardPaid(Decision):
    """A validated award, or one player's share of it, was paid: that liability is settled."""

    table: _Claimant
    claim_seq: _ClaimSeq
    amount_mc: Money = Field(description="What was paid, in millicents.")
    paid_by: Text = Field(description="Badge of who paid.")
    seat: Seat = Field(description="The seat that was paid.")
    paid_from: Text = Field(description="Where the money came from.")


@event_type("meter_adjusted")
class MeterAdjusted(Decision):
    """A documented adjustment moved a meter; the house bears it or gains it."""

    meter: MeterName
    account: Account
    amount_mc: SignedMoney = Field(description="What was added, or taken where negative, in millicents.")
    document: Text = Field(description="The paper that it rests on.")
    signed_by: SignedFor
    reason: Reason


@event_type("meter_retired")
class MeterRetired(Decision):
    """A link was given up: its meters are empty and nothing moves them again."""

    signed_by: SignedFor
    reason: Reason


@event_type("meter_day_closed")
class MeterDayClosed(Decision):
    """A gaming day of the link is closed: what comes later of it posts to the next day.

    Every table had sent its end-of-day marker, or two people signed for those that had not.
    """

    day: Day
    missing_tables: Several[Name] = Field(description="Tables whose marker had not come.")
    signed_by: Several[Signature] = Field(
        description="Who signed; empty where every table had sent its marker."
    )


@event_type("contribution_reversed")
class ContributionReversed(Decision):
    """Contributions of returned wagers left the meters; what a meter could not give back the house bears."""

    table: Name = Field(description="The table.")
    wagers: Count = Field(description="How many wagers were returned.")
    returned_mc: Money = Field(description="What they amounted to, in millicents.")
    primary_mc: SignedMoney = Field(description="What left the primaries, in millicents.")
    reserve_mc: SignedMoney = Field(description="What left the reserves, in millicents.")
    house_mc: Money = Field(description="What the house bears, in millicents.")
    reason: Text = Field(description="Why, in words.")


@event_type("table_incomplete")
class TableIncomplete(Decision):
    """From this number on nothing was heard of a table: its links go on, marked incomplete."""

    table: Name = Field(description="The table.")
    what: Literal["stream", "legs"] = Field(
        description="Whether events of its stream or legs to this link are missing."
    )
    from_number: Count = Field(description="The first number that was not heard.")


@event_type("table_complete")
class TableComplete(Decision):
    """A table marked incomplete is heard in full again."""

    table: Name = Field(description="The table.")

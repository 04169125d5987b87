"""What the keeper of a link decided: facts on the stream `meter:LINK`, numbered densely by `seq`.

Each record holds the balances that it leaves, so a read model needs the last one only. A later fix of the
keeper never changes what is written here: the version that decided stands in every record.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from events.body import Body, Count, Money, Name, Part, RateBp, Seat, Several, SignedMoney, Text, event_type


class Balance(Part):
    """A meter after the decision. `residual` is what divisions left over, in 1/10,000 of a millicent."""

    meter: Name = Field(description="The meter's name within its link.")
    primary_mc: Money = Field(description="The amount on display, in millicents.")
    reserve_mc: Money = Field(description="The reserve, in millicents.")
    primary_residual: Count = Field(
        description="What divisions left over for the primary, in 1/10,000 of a millicent."
    )
    reserve_residual: Count = Field(description="The same for the reserve.")


class Decision(Body):
    """What all records of the keeper share."""

    decider: Count = Field(description="Version of the code that decided.")
    source_stream: Text = Field(description="The stream of the event that it answers.")
    source_seq: Count = Field(description="That event's number in its stream.")
    balances: Several[Balance] = Field(description="Every meter of the link after the decision.")


@event_type("meter_opened")
class MeterOpened(Decision):
    """The meters of a link were funded with their seeds by the house."""

    unit_wager_mc: Money = Field(description="The one amount that the link takes, in millicents.")
    funded_mc: Money = Field(description="What the house put on all meters, in millicents.")


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


@event_type("award_locked")
class AwardLocked(Decision):
    """An award was fixed at the amount on the meter at the player's turn: from here on a liability."""

    table: Name = Field(description="The table that claimed.")
    claim_seq: Count = Field(description="The claim's number in the table's stream.")
    seat: Seat
    hand: Name = Field(description="The winning hand, as the paytable names it.")
    meter: Name = Field(description="The meter that pays.")
    percent_bp: RateBp = Field(description="The hand's share of the meter, in basis points.")
    meter_before_mc: Money = Field(description="The amount on the meter at the player's turn, in millicents.")
    amount_mc: Money = Field(description="The award: whole cents, in millicents.")
    reseed_mc: Money = Field(description="What the house added as the reseed, in millicents.")
    reserve_moved_mc: Money = Field(description="What moved from the reserve to the primary, in millicents.")


@event_type("leg_refused")
class LegRefused(Decision):
    """The keeper refused what a table sent, a claim or a payment for instance; the reason says why."""

    table: Name = Field(description="The table that asked.")
    claim_seq: Count = Field(description="The claim's number in the table's stream; 0 where it is no claim.")
    attempted: Literal[
        "claim", "validation", "rejection", "payment", "reversal", "contribution", "control"
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
    """A locked award was rejected by a floorperson; its amount went back to the meter."""

    table: Name = Field(description="The table that claimed.")
    claim_seq: Count = Field(description="The claim's number in the table's stream.")
    meter: Name = Field(description="The meter that got it back.")
    amount_mc: Money = Field(description="What went back, in millicents.")
    rejected_by: Text = Field(description="Badge of the floorperson or above.")


@event_type("award_paid")
class AwardPaid(Decision):
    """A validated award was paid: the liability is settled."""

    table: Name = Field(description="The table that claimed.")
    claim_seq: Count = Field(description="The claim's number in the table's stream.")
    amount_mc: Money = Field(description="What was paid, in millicents.")
    paid_by: Text = Field(description="Badge of who paid.")


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

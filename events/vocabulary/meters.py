"""What the keeper of a link decided: facts on the stream `meter:LINK`, numbered densely by `seq`.

Each record holds the balances that it leaves, so a read model needs the last one only. A later fix of the
keeper never changes what is written here: the version that decided stands in every record.
"""

from __future__ import annotations

from typing import Literal

from events.body import Body, Count, Money, Name, Part, RateBp, Seat, Several, SignedMoney, Text, event_type


class Balance(Part):
    """A meter after the decision. `residual` is what divisions left over, in 1/10,000 of a millicent."""

    meter: Name
    primary_mc: Money
    reserve_mc: Money
    primary_residual: Count
    reserve_residual: Count


class Decision(Body):
    """What all records of the keeper share."""

    decider: Count
    source_stream: Text
    source_seq: Count
    balances: Several[Balance]


@event_type("meter_opened")
class MeterOpened(Decision):
    """The meters of a link were funded with their seeds by the house."""

    unit_wager_mc: Money
    funded_mc: Money


@event_type("meter_closed")
class MeterClosed(Decision):
    """The meters of a link were taken out of play; they keep their amounts."""


@event_type("meter_contributed")
class MeterContributed(Decision):
    """Accepted wagers of one round at one table went to the meters by the incrementation rates."""

    table: Name
    wagers: Count
    wagered_mc: Money
    primary_mc: Money
    reserve_mc: Money


@event_type("award_locked")
class AwardLocked(Decision):
    """An award was fixed at the amount on the meter at the player's turn: from here on a liability."""

    table: Name
    claim_seq: Count
    seat: Seat
    hand: Name
    meter: Name
    percent_bp: RateBp
    meter_before_mc: Money
    amount_mc: Money
    reseed_mc: Money
    reserve_moved_mc: Money


@event_type("leg_refused")
class LegRefused(Decision):
    """The keeper refused what a table sent, a claim or a payment for instance; the reason says why."""

    table: Name
    claim_seq: Count
    attempted: Literal["claim", "validation", "rejection", "payment", "reversal", "contribution", "control"]
    reason: Text


@event_type("award_validated")
class AwardValidated(Decision):
    """A locked award was validated by a floorperson and may be paid."""

    table: Name
    claim_seq: Count
    validated_by: Text


@event_type("award_returned")
class AwardReturned(Decision):
    """A locked award was rejected by a floorperson; its amount went back to the meter."""

    table: Name
    claim_seq: Count
    meter: Name
    amount_mc: Money
    rejected_by: Text


@event_type("award_paid")
class AwardPaid(Decision):
    """A validated award was paid: the liability is settled."""

    table: Name
    claim_seq: Count
    amount_mc: Money
    paid_by: Text


@event_type("contribution_reversed")
class ContributionReversed(Decision):
    """Contributions of returned wagers left the meters; what a meter could not give back the house bears."""

    table: Name
    wagers: Count
    primary_mc: SignedMoney
    reserve_mc: SignedMoney
    house_mc: Money
    reason: Text


@event_type("table_incomplete")
class TableIncomplete(Decision):
    """From this number on nothing was heard of a table: its links go on, marked incomplete."""

    table: Name
    what: Literal["stream", "legs"]
    from_number: Count


@event_type("table_complete")
class TableComplete(Decision):
    """A table marked incomplete is heard in full again."""

    table: Name

"""What every record of a link's keeper holds: who decided, what it answers, and every balance that it leaves.

No event type is defined here: records of meters, awards and transfers stand on it.
"""

from __future__ import annotations

from typing import Annotated

from events.body import Body
from events.facts import Part
from events.kinds import Count, Several, Text, Total
from events.vocabulary.links import MeterName, Signature

SignedFor = Annotated[Several[Signature], "Who signed for it."]


class Balance(Part):
    """A meter after the decision. `residual` is what divisions left over, in 1/10,000 of a millicent.

    What exceeds the limit of a meter goes to a meter of its own, `METER.overflow`, as its primary.
    """

    meter: MeterName
    primary_mc: Annotated[Total, "The amount on display, in millicents."]
    reserve_mc: Annotated[Total, "The reserve, in millicents."]
    primary_residual: Annotated[
        Count, "What divisions left over for the primary, in 1/10,000 of a millicent."
    ]
    reserve_residual: Annotated[Count, "The same for the reserve."]


class KeeperFact(Body):
    """A record of the keeper."""

    decider: Annotated[Count, "Version of the code that decided."]
    source_stream: Annotated[Text, "The stream of the event that it answers."]
    source_seq: Annotated[Count, "That event's number in its stream."]
    balances: Annotated[Several[Balance], "Every meter of the link after the decision."]

"""What every record of a link's keeper holds: who decided, what it answers, and every balance that it leaves.

No event type is defined here: records of meters, awards and transfers stand on it.
"""

from __future__ import annotations

from typing import Annotated, Literal

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


ShortBecause = Literal[
    "won_since", "below_start", "reserve_spent", "below_zero", "later_paid", "part_paid", "behind_locks"
]
"""Why a meter cannot give back, by itself, what a void or a rejection undoes."""


class Shortfall(Part):
    """What the house bears of a meter, and why the meter could not."""

    meter: MeterName
    amount_mc: Annotated[Total, "What the house bears, in millicents."]
    because: Annotated[
        ShortBecause,
        "Contributions: a 100 % award was locked on it since (`won_since`), it would fall below what it "
        "started from (`below_start`), its reserve no longer has it (`reserve_spent`). An award that goes "
        "back: a later one was paid more than is right now (`later_paid`), the meter would fall below zero "
        "(`below_zero`), or it lacks the reseed that goes back and later awards stand, since the award was "
        "paid, all or in part (`part_paid`), or lies behind 64 locks (`behind_locks`).",
    ]


class KeeperFact(Body):
    """A record of the keeper."""

    decider: Annotated[Count, "Version of the code that decided."]
    source_stream: Annotated[Text, "The stream of the event that it answers."]
    source_seq: Annotated[Count, "That event's number in its stream."]
    balances: Annotated[Several[Balance], "Every meter of the link after the decision."]

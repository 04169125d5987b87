"""Money between links: what the keepers of both decided, on `meter:LINK` like all their records.

The record of one side is what the other hears; what goes from one link to another is numbered densely.
"""

from __future__ import annotations

from pydantic import Field

from events.body import Count, Money, Name, event_type
from events.vocabulary.links import Account, MeterName
from events.vocabulary.meters import Decision, SignedFor
from events.vocabulary.terms import Reason


@event_type("transfer_sent")
class TransferSent(Decision):
    """Money left a meter for a meter of another link; until that one answers it is in transit.

    The same bytes are what the other link hears.
    """

    meter: MeterName
    account: Account
    to_link: Name = Field(description="The link that it goes to.")
    to_meter: Name = Field(description="The meter that it goes to.")
    amount_mc: Money = Field(description="In millicents.")
    leg: Count = Field(description="Dense number per (this link, the other link), from 1.")
    signed_by: SignedFor
    reason: Reason


@event_type("transfer_received")
class TransferReceived(Decision):
    """Money from another link arrived on a meter; the same bytes tell the sender so."""

    meter: MeterName
    account: Account
    from_link: Name = Field(description="The link that it came from.")
    number: Count = Field(description="The `leg` of the `transfer_sent`.")
    amount_mc: Money = Field(description="In millicents.")
    leg: Count = Field(
        description="Dense number per (this link, the sender), from 1, counted with transfers."
    )


@event_type("transfer_refused")
class TransferRefused(Decision):
    """A link could not take what another sent; the same bytes tell the sender to take it back."""

    from_link: Name = Field(description="The link that it came from.")
    number: Count = Field(description="The `leg` of the `transfer_sent`.")
    meter: MeterName
    account: Account
    from_meter: Name = Field(description="The meter that it left.")
    amount_mc: Money = Field(description="In millicents.")
    leg: Count = Field(
        description="Dense number per (this link, the sender), from 1, counted with transfers."
    )
    reason: Reason


@event_type("transfer_returned")
class TransferReturned(Decision):
    """What another link refused is back on the meter that it left."""

    meter: MeterName
    account: Account
    to_link: Name = Field(description="The link that refused it.")
    number: Count = Field(description="The `leg` of the `transfer_sent`.")
    amount_mc: Money = Field(description="In millicents.")
    reason: Reason

"""Money between links: what the keepers of both decided, on `meter:LINK` like all their records.

The record of one side is a leg to the other; what goes from one link to another is numbered densely.
"""

from __future__ import annotations

from typing import Annotated

from events.body import event_types_on
from events.kinds import Count, Name, Total
from events.vocabulary.keeper_facts import KeeperFact, SignedFor
from events.vocabulary.links import Account, MeterName
from events.vocabulary.terms import Reason

event_type = event_types_on("meter", by_system=True)


@event_type("transfer_sent")
class TransferSent(KeeperFact):
    """Money left a meter for a meter of another link; until that one answers it is in transit.

    The same bytes are the leg to the other link.
    """

    meter: MeterName
    account: Account
    to_link: Annotated[Name, "The link that it goes to."]
    to_meter: Annotated[Name, "The meter that it goes to."]
    amount_mc: Annotated[Total, "In millicents."]
    leg: Annotated[Count, "Dense number per (this link, the other link), from 1."]
    signed_by: SignedFor
    reason: Reason


@event_type("transfer_received")
class TransferReceived(KeeperFact):
    """Money from another link arrived on a meter; the same bytes confirm it to the sender."""

    meter: MeterName
    account: Account
    from_link: Annotated[Name, "The link that it came from."]
    number: Annotated[Count, "The `leg` of the `transfer_sent`."]
    amount_mc: Annotated[Total, "In millicents."]
    leg: Annotated[Count, "Dense number per (this link, the sender), from 1, counted with transfers."]


@event_type("transfer_refused")
class TransferRefused(KeeperFact):
    """A link could not take what another sent; the same bytes make the sender take it back."""

    from_link: Annotated[Name, "The link that it came from."]
    number: Annotated[Count, "The `leg` of the `transfer_sent`."]
    meter: MeterName
    account: Account
    from_meter: Annotated[Name, "The meter that it left."]
    amount_mc: Annotated[Total, "In millicents."]
    leg: Annotated[Count, "Dense number per (this link, the sender), from 1, counted with transfers."]
    reason: Reason


@event_type("transfer_returned")
class TransferReturned(KeeperFact):
    """What another link refused is back on the meter that it left."""

    meter: MeterName
    account: Account
    to_link: Annotated[Name, "The link that refused it."]
    number: Annotated[Count, "The `leg` of the `transfer_sent`."]
    amount_mc: Annotated[Total, "In millicents."]
    reason: Reason


TransferLeg = TransferSent | TransferReceived | TransferRefused
"""Records of one link's keeper that are legs to another link."""

TransferRecord = TransferLeg | TransferReturned
"""Everything that a keeper records of transfers."""

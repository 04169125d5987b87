"""The steps of an award beside its amount: light, floorperson, documents, envy, Magic Card and Lucky Bonus.

What a link owes and pays is in `progressive` and `meters`; fixed awards and envy are house money (x.12).
"""

from __future__ import annotations

from typing import Annotated

from events.body import Body, event_types_on
from events.kinds import Badge, Card, Count, Money, Name, Seat, Text
from events.vocabulary.terms import Device, Holding, Stamps, Wager

event_type = event_types_on("table")


@event_type("progressive_light_verified")
class ProgressiveLightVerified(Body):
    """The dealer looked whether the light of a winning progressive wager is on (678a.11(e)(3)(ii),
    647a.11(i)(2))."""

    seat: Seat
    wager: Wager
    lit: Annotated[bool, "Whether it was on."]
    verified_by: Badge
    stamps: Stamps = ()


@event_type("fixed_award_validated")
class FixedAwardValidated(Body):
    """A floorperson or above validated a fixed award of a progressive or Five Card Hand Bonus Wager
    (x.11)."""

    seat: Seat
    wager: Wager
    hand: Annotated[Name, "The winning hand, as the paytable names it."]
    amount_mc: Money
    validated_by: Badge
    stamps: Stamps = ()


@event_type("award_documented")
class AwardDocumented(Body):
    """The papers of an award that is not paid from the table inventory were completed (678a.11(e)(3)(iv))."""

    seat: Seat
    wager: Wager
    claim_seq: Annotated[Count, "The claim's number in this table's stream; 0 for a fixed award."]
    document: Annotated[Text, "The document's own number."]
    cards_remained: Annotated[bool, "Whether the cards lay on the table until then."]
    documented_by: Badge
    stamps: Stamps = ()


@event_type("envy_paid")
class EnvyPaid(Body):
    """An Envy Bonus was paid for another player's hand (647a.11(i)(5), .12(d)(5))."""

    seat: Annotated[Seat, "The seat that was paid."]
    holder_seat: Annotated[Seat, "The seat whose hand qualified."]
    hand: Annotated[Name, "That hand, as the paytable names it."]
    amount_mc: Money


@event_type("magic_card_drawn")
class MagicCardDrawn(Body):
    """The table game system drew the Magic Card (647a.1, .12(e)(3))."""

    card: Card
    device: Device


@event_type("lucky_seat_drawn")
class LuckySeatDrawn(Holding):
    """The table game system drew the position of the Lucky Bonus: a seat or the dealer (647a.1,
    .12(e)(3))."""

    device: Device

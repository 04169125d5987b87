"""What the keeper of a link decided about awards and the cash that was paid for them, on `meter:LINK`.

An award is locked, validated, paid; corrected where an earlier one of its meter went back; returned where it
was rejected or its wager was returned. A payment settles a share, or stands beyond entitlement until two
people mend it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from events.body import event_types_on
from events.facts import Part
from events.kinds import Count, Name, RateBp, Seat, Several, SignedTotal, Text, Total
from events.vocabulary.keeper_facts import KeeperFact, Shortfall, SignedFor
from events.vocabulary.links import MeterName, PaymentOutcome
from events.vocabulary.terms import Reason

event_type = event_types_on("meter", by_system=True)

_Claimant = Annotated[Name, "The table that claimed."]
_ClaimSeq = Annotated[Count, "The claim's number in the table's stream."]


class Share(Part):
    """What one seat gets of an award."""

    seat: Seat
    amount_mc: Annotated[Total, "Whole cents, in millicents."]


BeyondReason = Literal["", "too_much", "no_award", "not_validated", "wrong_source", "award_returned"]
"""Why cash stands beyond entitlement; empty where none of a payment does."""


class PaymentMoved(Part):
    """A payment of the award's table of which something changed sides: from beyond entitlement to a share
    that it settles now, or back where the award was returned."""

    payment_seq: Annotated[Count, "The payment's number in the table's stream."]
    seat: Annotated[Seat, "The seat that was paid."]
    amount_mc: Annotated[Total, "What changed sides, in millicents; 0 where only the reason did."]
    reason: Annotated[BeyondReason, "Why the rest stands beyond entitlement now; empty where nothing does."]


@event_type("award_locked")
class AwardLocked(KeeperFact):
    """An award was fixed at the amount on the meter at the player's turn: from here on a liability."""

    table: _Claimant
    claim_seq: _ClaimSeq
    seat: Seat
    hand: Annotated[Name, "The winning hand, as the paytable names it."]
    meter: Annotated[Name, "The meter that pays."]
    percent_bp: Annotated[RateBp, "The hand's share of the meter, in basis points."]
    meter_before_mc: Annotated[Total, "The amount on the meter at the player's turn, in millicents."]
    amount_mc: Annotated[Total, "The award: whole cents, in millicents."]
    reseed_mc: Annotated[Total, "What the house added as the reseed, in millicents."]
    reserve_moved_mc: Annotated[Total, "What moved from the reserve to the primary, in millicents."]
    wager: Annotated[Text, "The wager that won."]
    shares: Annotated[
        Several[Share], "Who gets how much: one seat, or all who share a dealer's hand (647a.12(e)(2))."
    ]
    overflow_moved_mc: Annotated[Total, "What moved from the overflow to the primary, in millicents."]


@event_type("award_validated")
class AwardValidated(KeeperFact):
    """A locked award was validated by a floorperson and may be paid."""

    table: Annotated[Name, "The table that claimed."]
    claim_seq: Annotated[Count, "The claim's number in the table's stream."]
    validated_by: Annotated[Text, "Badge of the floorperson or above."]
    settled: Annotated[
        Several[PaymentMoved], "What had been paid before it was validated, and settles shares now."
    ] = ()


@event_type("award_returned")
class AwardReturned(KeeperFact):
    """A locked award was rejected by a floorperson, or its wager was returned by a void.

    Where nothing of it was paid and it can still be drawn again (`redrawn`), the meter is as if it had never
    been won: awards locked since on the same meter are decided again, and an `award_corrected` for each that
    changed follows. Otherwise later awards stand, and the meter gets the award less its reseed. What was paid
    of it stands beyond entitlement. The balances here are those after all of it: the meter has more by what
    was unpaid, what stands beyond entitlement and what the house puts there, less the reseed that goes back
    and what later awards are owed more.
    """

    table: _Claimant
    claim_seq: _ClaimSeq
    meter: Annotated[Name, "The meter that got it back."]
    amount_mc: Annotated[Total, "What went back, in millicents."]
    rejected_by: Annotated[Text, "Badge of the floorperson or above, or of who ruled the round void."]
    reseed_back_mc: Annotated[Total, "The reseed that the house takes back, in millicents."]
    corrected_mc: Annotated[
        SignedTotal, "What all later awards together are owed more than before, in millicents."
    ]
    house_mc: Annotated[
        SignedTotal,
        "What the house puts on the meter because a later award was paid too high, or so that it does not "
        "fall below zero, in mc; negative where it gets back what it had put there.",
    ]
    reason: Reason
    because: Annotated[Literal["rejection", "void"], "What returned it."] = "rejection"
    redrawn: Annotated[bool, "Whether later awards of the meter were decided again."] = True
    unpaid_mc: Annotated[Total, "What was still owed of it and no longer is, in millicents."] = 0
    beyond_mc: Annotated[
        Total, "What had been paid of it and stands beyond entitlement now, in millicents."
    ] = 0
    payments: Annotated[
        Several[PaymentMoved],
        "The payments that this is about, as far as the link remembers them one by one; with 0 those that "
        "had settled nothing.",
    ] = ()
    shortfalls: Annotated[Several[Shortfall], "What the house puts on the meter, and why."] = ()


@event_type("award_corrected")
class AwardCorrected(KeeperFact):
    """An award was decided again after an earlier one of its meter was returned; it moves no money itself.

    An award that was paid already stays as it was paid: what is missing to the right amount is owed.
    """

    table: _Claimant
    claim_seq: _ClaimSeq
    meter: MeterName
    before_mc: Annotated[Total, "The amount that was locked, in millicents."]
    amount_mc: Annotated[Total, "The amount that is right, in millicents."]
    shares: Annotated[Several[Share], "What each seat is owed now: all of it, or what is missing."]
    paid_mc: Annotated[Total, "What is paid of it already, `set_against` among it, in millicents."]
    because_table: Annotated[Name, "The table whose award was returned."]
    because_claim_seq: Annotated[Count, "That claim's number in its stream."]
    set_against: Annotated[
        Several[PaymentMoved],
        "What stood beyond entitlement as too much and settles shares now; `shares` are what is owed after "
        "it.",
    ] = ()


@event_type("award_paid")
class AwardPaid(KeeperFact):
    """Cash was paid for an award: it settles the seat's share as far as that goes, the rest stands beyond
    entitlement. The payment's number in the table's stream is `source_seq`."""

    table: _Claimant
    claim_seq: _ClaimSeq
    amount_mc: Annotated[Total, "What was paid, in millicents."]
    paid_by: Annotated[Text, "Badge of who paid."]
    seat: Annotated[Seat, "The seat that was paid."]
    paid_from: Annotated[Text, "Where the money came from."]
    settled_mc: Annotated[Total, "What of it settles the seat's share, in millicents."] = 0
    beyond_mc: Annotated[Total, "What of it stands beyond entitlement, in millicents."] = 0
    beyond_reason: Annotated[
        BeyondReason, "Why that stands beyond entitlement; empty where nothing does."
    ] = ""
    meter: Annotated[Text, "The meter of the award; empty where the link knows no such award."] = ""
    slip: Annotated[Text, "The number of the payment's slip; empty where none was written."] = ""


@event_type("payment_mended")
class PaymentMended(KeeperFact):
    """A payment was corrected by two people: it never happened, came back, or was written off.

    One that never happened is undone whole: the share that it had settled is owed again, unless another
    payment to that seat stands beyond entitlement as too much: then that one settles it (`set_against`).
    """

    table: Annotated[Name, "The table that recorded the payment."]
    payment_seq: Annotated[
        Count,
        "The payment's number in the table's stream; 0 where it is about payments that the link no longer "
        "remembers one by one.",
    ]
    claim_seq: Annotated[Count, "The number of the claim that the payment names; 0 where `payment_seq` is."]
    seat: Annotated[Count, "The seat that the payment names; 0 where `payment_seq` is."]
    meter: Annotated[Text, "The meter of the award; empty where the link knew no such award."]
    outcome: PaymentOutcome
    beyond_mc: Annotated[Total, "What no longer stands beyond entitlement, in millicents."]
    beyond_reason: Annotated[
        BeyondReason, "Why it stood there; empty where nothing did, or where `payment_seq` is 0."
    ]
    unsettled_mc: Annotated[
        Total, "What had settled the seat's share, in millicents: only where the payment never happened."
    ]
    house_mc: Annotated[
        Total,
        "What of that the house gets back, in millicents: it had put it on the meter because a correction "
        "made the award less than was paid.",
    ]
    award_mc: Annotated[Total, "The amount of the award; 0 where the link does not know it."]
    validated: Annotated[bool, "Whether what is owed of the award may be paid."]
    paid_mc: Annotated[Total, "What is paid of the award now, in millicents."]
    shares: Annotated[Several[Share], "What each seat is owed of the award now."]
    set_against: Annotated[
        Several[PaymentMoved], "Other payments that stood beyond entitlement and settle the share now."
    ]
    document: Annotated[Text, "The paper that it rests on."]
    signed_by: SignedFor
    reason: Reason


AwardRecord = AwardLocked | AwardValidated | AwardReturned | AwardPaid | AwardCorrected | PaymentMended
"""Records that move an award on."""

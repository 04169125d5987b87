"""What the keeper of a link decided: facts on the stream `meter:LINK`, numbered densely by `seq`.

Each record holds the balances that it leaves, so a read model needs the last one only. A later fix of the
keeper never changes what is written here: every record names the version that decided.
"""

from __future__ import annotations

from typing import Annotated, Literal

from events.body import Body, event_types_on
from events.facts import Part
from events.kinds import Count, Name, RateBp, Seat, Several, SignedTotal, Text, Total
from events.vocabulary.links import (
    Account,
    AwardTerms,
    LinkWagers,
    MeterName,
    MeterTerms,
    PaymentOutcome,
    Signature,
)
from events.vocabulary.terms import Day, Reason

event_type = event_types_on("meter", by_system=True)

_Table = Annotated[Name, "The table."]
_Claimant = Annotated[Name, "The table that claimed."]
_ClaimSeq = Annotated[Count, "The claim's number in the table's stream."]
_Unit = Annotated[Total, "The one amount that the link takes, in millicents."]
_Rulebook = Annotated[Text, "Chapter and version."]
_Paytable = Annotated[Text, "The letter of the progressive paytable."]
_Wager = Annotated[Text, "The wager that feeds the link."]
_MeterTerms = Annotated[Several[MeterTerms], "The terms of every meter."]
_AwardTerms = Annotated[Several[AwardTerms], "The hands that win a percentage, and of which meter."]
_Guard = Annotated[
    Total,
    "The most that one round of a table may add up to, in millicents; 0 for no guard.",
]
SignedFor = Annotated[Several[Signature], "Who signed for it."]


Attempt = Literal[
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
    "set_aside",
    "payment_correction",
]
"""What was asked for when the keeper refuses a leg."""


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


@event_type("meter_opened")
class MeterOpened(KeeperFact):
    """The meters of a link were put into play, funded with their seeds by the house."""

    unit_wager_mc: _Unit
    funded_mc: Annotated[Total, "What the house put on all meters, in millicents."]
    rulebook: _Rulebook
    paytable: _Paytable
    wager: _Wager
    meters: _MeterTerms
    awards: _AwardTerms
    guard_mc: _Guard
    wagers: LinkWagers = ()


@event_type("meter_terms_changed")
class MeterTermsChanged(KeeperFact):
    """A link that is out of play got another parameter set; amounts on its meters stay."""

    rulebook: _Rulebook
    paytable: _Paytable
    wager: _Wager
    meters: _MeterTerms
    awards: _AwardTerms
    guard_mc: _Guard
    unit_wager_mc: _Unit
    funded_mc: Annotated[Total, "What the house put on meters that are new, in millicents."]
    wagers: LinkWagers = ()


@event_type("table_joined")
class TableJoined(KeeperFact):
    """A link learned by which parameters a table plays; where they are not its own, the table's wagers are
    refused."""

    table: _Table
    rulebook: Annotated[Text, "Chapter and version."]
    paytable: Annotated[Text, "The letter of the table's progressive paytable; empty for none."]
    unit_wager_mc: Annotated[Total, "The amount that the table takes for this link, in millicents."]
    selections_seq: Annotated[
        Count,
        "The number of the selections in the table's stream: rounds opened under them are of this table.",
    ] = 0


@event_type("table_left")
class TableLeft(KeeperFact):
    """A table's new selections feed the link no more; a round that was opened before still does."""

    table: _Table
    selections_seq: Annotated[Count, "The number of the selections in the table's stream."]


@event_type("meter_closed")
class MeterClosed(KeeperFact):
    """The meters of a link were taken out of play; they keep their amounts."""


@event_type("meter_contributed")
class MeterContributed(KeeperFact):
    """Accepted wagers of one round at one table went to the meters by the incrementation rates."""

    table: Annotated[Name, "The table."]
    wagers: Annotated[Count, "How many wagers."]
    wagered_mc: Annotated[Total, "Their stakes together, in millicents."]
    primary_mc: Annotated[Total, "What went to the primaries, in millicents."]
    reserve_mc: Annotated[Total, "What went to the reserves, in millicents."]


class StakeSetAside(Part):
    """A wager that feeds no meter and wins nothing, although the system took it."""

    seat: Seat
    wager: Annotated[Name, "The wager, as the table offers it."]
    amount_mc: Annotated[Total, "The stake, in millicents."]
    reason: Reason


@event_type("stake_due_back")
class StakeDueBack(KeeperFact):
    """Wagers of a round were set aside, seat by seat: they feed no meter and win nothing, so each stake is
    due back to its player. The other wagers of the round feed and win."""

    table: _Table
    round: Annotated[Text, "The round that the wagers are of; empty where it had no id."]
    stakes: Annotated[Several[StakeSetAside], "The wagers that were set aside, in seat order."]


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


@event_type("leg_refused")
class LegRefused(KeeperFact):
    """The keeper refused what a table sent, a claim or a payment for instance, with the reason."""

    table: Annotated[Name, "The table that asked."]
    claim_seq: Annotated[Count, "The claim's number in the table's stream; 0 where it is not a claim."]
    attempted: Annotated[Attempt, "What was asked for."]
    reason: Annotated[Text, "Why it was refused, and what to do."]


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


@event_type("meter_adjusted")
class MeterAdjusted(KeeperFact):
    """A documented adjustment moved a meter; the house bears it or gains it."""

    meter: MeterName
    account: Account
    amount_mc: Annotated[SignedTotal, "What was added, or taken where negative, in millicents."]
    document: Annotated[Text, "The paper that it rests on."]
    signed_by: SignedFor
    reason: Reason


@event_type("meter_retired")
class MeterRetired(KeeperFact):
    """A link was given up: its meters are empty and nothing moves them again."""

    signed_by: SignedFor
    reason: Reason


@event_type("meter_day_closed")
class MeterDayClosed(KeeperFact):
    """A gaming day of the link is closed: what comes later of it posts to the next day.

    Every table had sent its end-of-day marker, or two people signed for those that had not.
    """

    day: Day
    missing_tables: Annotated[Several[Name], "Tables whose marker had not come."]
    signed_by: Annotated[Several[Signature], "Who signed; empty where every table had sent its marker."]


@event_type("contribution_reversed")
class ContributionReversed(KeeperFact):
    """Contributions of returned wagers left the meters; what a meter could not give back the house bears."""

    table: Annotated[Name, "The table."]
    wagers: Annotated[Count, "How many wagers were returned."]
    returned_mc: Annotated[Total, "What they amounted to, in millicents."]
    primary_mc: Annotated[SignedTotal, "What left the primaries, in millicents."]
    reserve_mc: Annotated[SignedTotal, "What left the reserves, in millicents."]
    house_mc: Annotated[Total, "What the house bears, in millicents."]
    reason: Annotated[Text, "Why, in words."]


@event_type("table_incomplete")
class TableIncomplete(KeeperFact):
    """From this number on something of a table is missing: its links go on, marked incomplete."""

    table: Annotated[Name, "The table."]
    what: Annotated[
        Literal["stream", "legs", "control"],
        "Whether events of its stream or legs to this link are missing, or a control of the link that its "
        "wagers were taken at.",
    ]
    from_number: Annotated[Count, "The first number that is missing."]


@event_type("table_complete")
class TableComplete(KeeperFact):
    """A table marked incomplete is complete again."""

    table: Annotated[Name, "The table."]


@event_type("leg_set_aside")
class LegSetAside(KeeperFact):
    """A leg that could not be read is not waited for any longer; what was held behind it is decided next."""

    table: Annotated[Name, "The table whose legs were held."]
    leg: Annotated[Count, "The number of the missing leg, or of the first of several."]
    last_leg: Annotated[Count, "The number of the last of them; that of `leg` where it is one."]
    signed_by: SignedFor
    reason: Reason


TermsRecord = MeterOpened | MeterTermsChanged
"""Records that hold the terms of the link from then on."""

AwardRecord = AwardLocked | AwardValidated | AwardReturned | AwardPaid | AwardCorrected | PaymentMended
"""Records that move an award on."""

BalanceRecord = MeterContributed | ContributionReversed | MeterAdjusted | MeterDayClosed
"""Records of a link in play whose balances show all that they changed on it."""

Notice = LegRefused | TableIncomplete | TableComplete | LegSetAside | StakeDueBack
"""Records for people to read: they change nothing on the link."""

Membership = TableJoined | TableLeft
"""Records of which tables feed the link, and under which selections."""

MeterRecord = BalanceRecord | AwardRecord | TermsRecord | MeterClosed | MeterRetired | Membership | Notice
"""Everything that a keeper records, but for transfers to and from other links."""

RecordWithoutMoney = MeterClosed | MeterRetired | MeterDayClosed | Membership | Notice
"""Records with which no money moves."""

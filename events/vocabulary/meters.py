"""What the keeper of a link decided: facts on the stream `meter:LINK`, numbered densely by `seq`.

Each record holds the balances that it leaves, so a read model needs the last one only. A later fix of the
keeper never changes what is written here: every record names the version that decided.
"""

from __future__ import annotations

from typing import Annotated, Literal

from events.body import event_types_on
from events.facts import Part
from events.kinds import Count, Name, Seat, Several, SignedTotal, Text, Total
from events.vocabulary.award_records import AwardRecord
from events.vocabulary.keeper_facts import KeeperFact, Shortfall, SignedFor
from events.vocabulary.links import (
    Account,
    AwardTerms,
    LinkWagers,
    MeterName,
    MeterTerms,
    Signature,
)
from events.vocabulary.terms import Day, Reason

event_type = event_types_on("meter", by_system=True)

_Table = Annotated[Name, "The table."]
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


@event_type("leg_refused")
class LegRefused(KeeperFact):
    """The keeper refused what a table sent, a claim or a payment for instance, with the reason."""

    table: Annotated[Name, "The table that asked."]
    claim_seq: Annotated[Count, "The claim's number in the table's stream; 0 where it is not a claim."]
    attempted: Annotated[Attempt, "What was asked for."]
    reason: Annotated[Text, "Why it was refused, and what to do."]


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
    shortfalls: Annotated[Several[Shortfall], "What the house bears, meter by meter, and why."] = ()


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

"""Control of a link, on the link's own stream: its terms, documented changes of its meters, the day's end.

Whoever moves a meter by hand signs: two badges from different departments, with a reason. What wagers and
awards do to a meter is in `progressive` and `meters`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from events.body import Body, event_types_on
from events.bounds import AWARDS_A_LINK, METERS_A_LINK, WAGERS_A_LINK
from events.facts import Part
from events.kinds import Badge, Count, Department, Money, Name, RateBp, Several, Sha256, SignedMoney, Text
from events.vocabulary.terms import AttemptHash, Day, Reason, Rulebook, Stamps

event_type = event_types_on("link")
_answer = event_types_on("link", by_system=True)
_of_a_book = event_types_on("link", "table")


class Signature(Part):
    """Who signed, and for which department."""

    badge: Badge
    department: Annotated[Department, "The signer's department."]


Signatures = Annotated[Several[Signature], "Who signed: two, of different departments, where two must."]
Account = Annotated[Literal["primary", "reserve"], "The amount on display, or the meter's reserve."]
MeterName = Annotated[Name, "The meter's name within its link."]
PaymentOutcome = Annotated[
    Literal["never_happened", "recovered", "written_off"],
    "What became of the payment: no cash had moved, the cash came back, or the house bears it.",
]
_Link = Annotated[Name, "The link."]


class LinkWager(Part):
    """A wager that feeds a link, and whose hand wins with it."""

    wager: Annotated[Name, "The wager, as the chapter names it."]
    hand: Annotated[
        Literal["player", "dealer"],
        "Whose hand wins: each player's own, or the dealer's for all (647a.12(e)(2)).",
    ]


LinkWagers = Annotated[
    Several[LinkWager],
    Meta(max_length=WAGERS_A_LINK),
    "Every wager that feeds the link. The recorder adds them from the rulebook; empty where that names none.",
]


class MeterTerms(Part):
    """One meter of a link: what it starts with, what it falls back to, what share of a wager it takes."""

    meter: MeterName
    seed_mc: Annotated[Money, "What the house puts on it at the opening, in millicents."]
    reseed_mc: Annotated[Money, "What it falls back to after a 100 % award, in millicents."]
    primary_bp: Annotated[RateBp, "Share of a wager that goes to the amount on display, in basis points."]
    reserve_bp: Annotated[RateBp, "Share of a wager that goes to the reserve, in basis points."]
    limit_mc: Annotated[
        Money,
        "The most that may be on display, in millicents; what exceeds it goes to the meter "
        "`METER.overflow`. 0 for no limit.",
    ] = 0


class AwardTerms(Part):
    """A hand that wins a percentage of a meter."""

    hand: Annotated[Name, "The winning hand, as the paytable names it."]
    meter: Annotated[Name, "The meter that pays it."]
    percent_bp: Annotated[RateBp, "Its share of the meter in basis points: 10,000 is all of it."]


_RulebookHash = Annotated[Sha256, "SHA-256 of the rulebook's file, 64 hex digits."]
_Paytable = Annotated[Name, "The letter of the progressive paytable."]
_Wager = Annotated[Name, "The wager that feeds the link."]
_Unit = Annotated[Money, "The one amount that the link takes, in millicents."]
_Awards = Annotated[
    Several[AwardTerms],
    Meta(max_length=AWARDS_A_LINK),
    "The hands that win a percentage, and of which meter.",
]


class LinkTerms(Body):
    """What a link plays by: one parameter set for all its tables (x.12, § 605a.8)."""

    rulebook: Rulebook
    rulebook_sha256: _RulebookHash
    paytable: _Paytable
    wager: _Wager
    unit_wager_mc: _Unit
    meters: Annotated[Several[MeterTerms], Meta(max_length=METERS_A_LINK), "The link's meters (tiers)."]
    awards: _Awards
    guard_mc: Annotated[
        Money,
        "The most that the wagers of one round at one table can add up to, in millicents: "
        "more is unreasonable and feeds no meter. 0 for no guard.",
    ] = 0
    wagers: LinkWagers = ()
    signed_by: Signatures
    reason: Reason
    stamps: Stamps = ()


@event_type("link_opened")
class LinkOpened(LinkTerms):
    """A link of tables was put into play with its meters, on the link's own stream (x.12(d)(3), § 605a.8)."""


@event_type("link_terms_changed")
class LinkTermsChanged(LinkTerms):
    """The terms of a link that is out of play were replaced; amounts on its meters stay."""


class Signed(Body):
    """A documented change: who signed, and why."""

    signed_by: Signatures
    reason: Reason
    stamps: Stamps = ()


@event_type("link_closed")
class LinkClosed(Signed):
    """A link was taken out of play; its meters keep their amounts."""


@event_type("link_retired")
class LinkRetired(Signed):
    """A link that is out of play and empty was given up for good; it is never opened again."""


@event_type("link_adjusted")
class LinkAdjusted(Signed):
    """Two people of different departments corrected the amount on a meter, at the house's cost or gain."""

    meter: MeterName
    account: Account
    amount_mc: Annotated[SignedMoney, "What is added, or taken where negative, in millicents."]
    document: Annotated[Text, "The paper that it rests on: a slip's number, a round, a case."]


@event_type("link_transferred")
class LinkTransferred(Signed):
    """Money was sent from a meter of this link to a meter of another."""

    meter: MeterName
    account: Account
    to_link: _Link
    to_meter: MeterName
    amount_mc: Annotated[Money, "What is sent, in millicents."]


@event_type("link_day_closed")
class LinkDayClosed(Signed):
    """Two people closed a gaming day of a link although tables had not sent their end-of-day marker."""

    day: Day
    missing_tables: Annotated[Several[Name], "Tables whose marker they did without."]


@event_type("link_leg_set_aside")
class LinkLegSetAside(Signed):
    """Two people decided that a leg which cannot be read is not waited for any longer.

    What came after it at that table is then decided in order. What the leg itself carried feeds no meter.
    """

    table: Annotated[Name, "The table whose legs are held."]
    leg: Annotated[Count, "The number of the missing leg, or of the first of several."]
    last_leg: Annotated[Count, "The number of the last of them; that of `leg` where it is one."]


class PaymentFound(Part):
    """A payment in a table's own book, as it stood before it was corrected."""

    kind: Annotated[
        Literal["fixed_award", "envy", "payment", "dispute"],
        "What it was: a fixed award, an Envy Bonus, a payment for a link that the table never fed, or one by "
        "the decision of a case.",
    ]
    wager: Annotated[Text, "The wager of a fixed award or of a dispute; empty otherwise."]
    link: Annotated[Text, "The link that the payment names; empty for house money."]
    left_mc: Annotated[Money, "What of it had not been corrected, in millicents."]
    decision: Annotated[
        Text, "The case and the number of its decision that a dispute was paid by, `14#9`; empty otherwise."
    ] = ""
    covered_mc: Annotated[
        Money, "What of `left_mc` that decision covered, in millicents: it is owed again; 0 otherwise."
    ] = 0


@_of_a_book("payment_corrected")
class PaymentCorrected(Signed):
    """Two people mended a payment: it never happened, came back, or is written off by the house.

    On a link's stream it is about a payment that the link has posted; on a table's about one in the table's
    own book.
    """

    table: Annotated[Name, "The table that recorded the payment."]
    payment_seq: Annotated[Count, "The payment's number in the table's stream."]
    outcome: PaymentOutcome
    amount_mc: Annotated[
        Money | None,
        "How much of what stands beyond entitlement came back or is written off, in millicents; null for all "
        "of it. A payment that never happened is undone whole.",
    ] = None
    document: Annotated[Text, "The paper that it rests on."]
    found: Annotated[
        PaymentFound | None,
        "On a table's stream the payment as its book has it; the recorder adds it. Null on a link's.",
    ] = None


@_answer("link_change_refused")
class LinkChangeRefused(Body):
    """The system refused a change to a link, for instance of its terms while it is live."""

    attempted: Annotated[Name, "The event type that was attempted."]
    reason: Annotated[Text, "Why it was refused, and what to do."]
    attempted_by: Annotated[Several[Badge], "Badges of those who asked."]
    attempted_sha256: AttemptHash
    section: Annotated[
        Text | None,
        "The section that fixes a link's seeds, reseeds and rates, where others were asked for; else null.",
    ] = None


LinkChange = (
    LinkOpened
    | LinkTermsChanged
    | LinkClosed
    | LinkRetired
    | LinkAdjusted
    | LinkTransferred
    | LinkDayClosed
    | LinkLegSetAside
    | PaymentCorrected
)
"""What people ask of a link: a change that they sign for."""

LinkControl = LinkChange | LinkChangeRefused
"""What people do to a link, and what was refused to them, on the link's own stream."""

"""A gaming table opens and closes: its rulebook, the selections of its rules submission, its approvals.

These events hold what the certificate holder filed or did. Whether a chapter allows it is judged elsewhere.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from events.body import Body, event_types_on
from events.facts import Part
from events.kinds import Badge, Count, Money, Name, Seat, Several, Sha256, Text
from events.vocabulary.legs import Legs, UnsentLegs
from events.vocabulary.terms import AttemptHash, Procedure, Reason, Rulebook, Section, Stamps, Wager

event_type = event_types_on("table")
_answer = event_types_on("table", by_system=True)

_RulebookHash = Annotated[
    Sha256, "SHA-256 of the rulebook's file, 64 hex digits: what the rounds are judged by."
]
_Submission = Annotated[Text, "The rules submission's own reference (§ 601a.2)."]
_PayoutLimit = Annotated[
    Money | None,
    "Aggregate payout limit in millicents (x.12); null where the table names none.",
]
_Boxes = Annotated[Count, "Number of adjacent boxes on which one player may wager in a round (x.7)."]
Shuffling = Annotated[
    Literal["manual", "device", "counting_device", "reshuffling_device"],
    "How cards are shuffled: x.5(a), a device that counts x.5(b), one that reshuffles x.5(g).",
]


class ChapterLimit(Part):
    """The payout limit that a chapter gives a table which names none."""

    limit_mc: Annotated[Money, "The limit in millicents."]
    section: Annotated[Text, "The section that gives it, e.g. `647a.12(c)`."]


_ChapterLimit = Annotated[
    ChapterLimit | None,
    "The payout limit that holds although the table names none; the recorder adds it. Null where the table "
    "names one, or its chapter demands none.",
]


class PaytableSelected(Part):
    """Which paytable of the chapter a wager is paid by (x.12)."""

    wager: Wager
    paytable: Annotated[Name, "The letter of the paytable, e.g. `A`."]


class OptionSelected(Part):
    """A choice that the chapter leaves to the certificate holder, or a switch of the rulebook."""

    option: Annotated[Name, "The option's name in the rulebook, e.g. `ante_pays_on`."]
    value: Annotated[bool | Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)] | Text, "What was chosen."]


class ProgressiveOffered(Part):
    """A progressive wager that the table offers, and the link whose meters it feeds (x.2(c), § 605a.8)."""

    wager: Wager
    link: Annotated[Name, "The link."]
    unit_wager_mc: Annotated[Money, "The one amount that the link takes, in millicents."]


class Approval(Part):
    """An approval that the table works under (§ 601a.10, § 461a.4)."""

    subject: Annotated[
        Literal[
            "layout",
            "shoe_location",
            "reshuffling_device",
            "tip_box_location",
            "progressive_system",
            "electronic_wagering",
            "other",
        ],
        "What was approved.",
    ]
    reference: Annotated[Text, "The approval's own number, or what identifies it."]
    approved_by: Annotated[Text, "The bureau or person that approved."]


class Sign(Part):
    """What patrons can read, on the layout or on a sign (x.2(b))."""

    subject: Annotated[
        Literal[
            "payout_odds",
            "payout_limit",
            "dealer_qualifies",
            "raise_limits",
            "ante_returned",
            "player_wins_ties",
            "other",
        ],
        "What it is about.",
    ]
    place: Annotated[Literal["layout", "sign"], "Inscribed on the layout, or on a sign at the table."]


@event_type("table_opened")
class TableOpened(Body):
    """A table was opened for gaming under a rulebook and the selections of its rules submission
    (x.2–x.5, x.12).

    Every later round is judged by this, until `selections_changed`; its links learn by which
    parameters it plays.
    """

    game: Annotated[Name, "The game, e.g. `high_card_flush`."]
    rulebook: Rulebook
    rulebook_sha256: _RulebookHash
    submission: _Submission
    paytables: Annotated[Several[PaytableSelected], "The paytable of every wager that has a choice of them."]
    options: Annotated[Several[OptionSelected], "Options and switches that differ from the default."]
    wagers: Annotated[Several[Wager], "Every wager that the table offers, required and optional."]
    progressives: Annotated[Several[ProgressiveOffered], "Progressive wagers and their links."]
    payout_limit_mc: _PayoutLimit
    minimum_wager_mc: Annotated[Money, "The smallest Ante Wager taken, in millicents."]
    maximum_wager_mc: Annotated[Money | None, "The largest Ante Wager; null for none."] = None
    betting_positions: Annotated[Count, "Betting positions on the layout (x.2(a))."]
    boxes_per_player: _Boxes
    dealing: Annotated[Procedure, "How cards are dealt: x.8, x.9 or x.10."]
    shuffling: Shuffling
    approvals: Annotated[Several[Approval], "Approvals of layout, shoe's place, reshuffling device."]
    signs: Annotated[Several[Sign], "What the layout or a sign shows patrons."]
    dealer: Badge
    floorperson: Badge
    chapter_limit: _ChapterLimit = None
    legs: Legs = ()
    stamps: Stamps = ()


@_answer("table_refused")
class TableRefused(Body):
    """The system refused to open a table, or to change its selections; nothing was opened or changed."""

    attempted: Annotated[Literal["open", "change"], "What was asked for."]
    rulebook: Rulebook
    code: Annotated[
        Literal[
            "payout_limit_below_floor",
            "payout_limit_not_allowed",
            "payout_limit_missing",
            "no_rulebook",
            "rulebook_differs",
            "unknown_link",
            "link_not_live",
            "link_terms_differ",
            "already_open",
            "round_open",
            "other",
        ],
        "The rule that the system enforced.",
    ]
    reason: Reason
    section: Section
    attempted_sha256: AttemptHash


@event_type("selections_changed")
class SelectionsChanged(Body):
    """An updated rules submission took effect at an open table (§ 601a.2): it replaces the selections in
    full."""

    rulebook: Rulebook
    rulebook_sha256: _RulebookHash
    submission: _Submission
    paytables: Annotated[Several[PaytableSelected], "The paytable of every wager that has a choice of them."]
    options: Annotated[Several[OptionSelected], "Options and switches that differ from the default."]
    wagers: Annotated[Several[Wager], "Every wager that the table offers from now on."]
    progressives: Annotated[Several[ProgressiveOffered], "Progressive wagers and their links."]
    payout_limit_mc: _PayoutLimit
    minimum_wager_mc: Annotated[Money, "The smallest Ante Wager taken, in millicents."]
    maximum_wager_mc: Annotated[Money | None, "The largest Ante Wager; null for none."] = None
    boxes_per_player: _Boxes
    authorised_by: Badge
    reason: Reason
    chapter_limit: _ChapterLimit = None
    legs: Legs = ()
    stamps: Stamps = ()


@event_type("sign_posted")
class SignPosted(Body):
    """A sign was posted at an open table (x.2(b))."""

    sign: Annotated[Sign, "What it is about, and where it is."]
    text: Annotated[Text, "What is written on it."]


@event_type("sign_removed")
class SignRemoved(Body):
    """A sign was taken away from an open table (x.2(b))."""

    sign: Annotated[Sign, "What it was about, and where it was."]


@event_type("dealer_changed")
class DealerChanged(Body):
    """Another dealer took over the table; a floorperson may have changed with them."""

    dealer: Badge
    floorperson: Badge
    stamps: Stamps = ()


@event_type("dealing_changed")
class DealingChanged(Body):
    """Cards are dealt or shuffled by another method from now on, for instance after a device failed
    (x.13)."""

    dealing: Annotated[Procedure, "How cards are dealt from now on: x.8, x.9 or x.10."]
    shuffling: Shuffling
    reason: Reason


@event_type("table_closed")
class TableClosed(Body):
    """A table was closed; until it is opened again no wager is taken there."""

    closed_by: Badge
    seats_occupied: Annotated[Several[Seat], "Betting positions still occupied."]
    reason: Reason
    legs: UnsentLegs = ()
    stamps: Stamps = ()

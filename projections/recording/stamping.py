"""Stamps: what the register of badges has about the people that an event names, written into the event.

Processors see other partitions than the register's; by the stamps they need not look. A type is stamped by
a line of `BADGES` and its field `stamps`. The actor of an event is not: it may be a device, and nobody could
tell that from a badge which was never issued.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final, get_args

from msgspec.structs import replace

from events.body import Body, read_body
from events.jsonform import Draft
from events.vocabulary.awards import AwardDocumented, FixedAwardValidated, ProgressiveLightVerified
from events.vocabulary.badges import BadgeChanged, BadgeIssued, BadgeWithdrawn
from events.vocabulary.cards import (
    CardsShuffled,
    DeckInspected,
    DeckRemoved,
    DecksReceived,
    InspectionVerified,
    RecutOrdered,
)
from events.vocabulary.cases import CaseEvent, DisputePaid
from events.vocabulary.desk import (
    FindingsAccepted,
    GamingDayClosed,
    ReadingEntered,
    ReadingWithdrawn,
    ReadModelAccepted,
    RestoreSigned,
    StreamResumed,
    VarianceExplained,
)
from events.vocabulary.irregularities import (
    DeviceReturnedToService,
    IrregularityCalled,
    IrregularityRuled,
)
from events.vocabulary.links import (
    LinkAdjusted,
    LinkClosed,
    LinkDayClosed,
    LinkLegSetAside,
    LinkOpened,
    LinkRetired,
    LinkTermsChanged,
    LinkTransferred,
    PaymentCorrected,
)
from events.vocabulary.play import RoundOpened, WagerAbandoned
from events.vocabulary.progressive import (
    ProgressivePaid,
    ProgressiveRejected,
    ProgressiveValidated,
    RoundVoided,
)
from events.vocabulary.table import DealerChanged, SelectionsChanged, TableClosed, TableOpened
from events.vocabulary.terms import Stamp
from events.vocabulary.vault import OpeningsDisclosed, OpeningsForgotten
from projections.recording.badges import Register
from projections.recording.cases import people_of
from projections.recording.drafts import with_body

Named = Callable[[Any], tuple[str, ...]]
"""The badges that a body names."""
ReadRegister = Callable[[], Register]


def _one(field: str) -> Named:
    badge = attrgetter(field)
    return lambda body: (badge(body),)


def _one_or_nobody(field: str) -> Named:
    badge = attrgetter(field)
    return lambda body: () if badge(body) is None else (badge(body),)


def _crew(body: Any) -> tuple[str, ...]:
    return body.dealer, body.floorperson


def _signers(body: Any) -> tuple[str, ...]:
    return tuple(signature.badge for signature in body.signed_by)


def _authorising(body: Any) -> tuple[str, ...]:
    return tuple(body.authorised_by)


AT_TABLES: Final[dict[str, Named]] = {
    TableOpened.TYPE: _crew,
    SelectionsChanged.TYPE: _one("authorised_by"),
    DealerChanged.TYPE: _crew,
    TableClosed.TYPE: _one("closed_by"),
    DecksReceived.TYPE: _one("received_by"),
    DeckInspected.TYPE: _one("inspected_by"),
    InspectionVerified.TYPE: _one("verified_by"),
    CardsShuffled.TYPE: _one_or_nobody("ordered_by"),
    RecutOrdered.TYPE: _one("ordered_by"),
    DeckRemoved.TYPE: _one("removed_by"),
    RoundOpened.TYPE: _one("dealer"),
    WagerAbandoned.TYPE: _one_or_nobody("ruled_by"),
    ProgressiveLightVerified.TYPE: _one("verified_by"),
    IrregularityCalled.TYPE: _one("called_by"),
    IrregularityRuled.TYPE: _one("ruled_by"),
    RoundVoided.TYPE: _one("ruled_by"),
    DeviceReturnedToService.TYPE: _one("returned_by"),
}
"""Facts of a table that nothing is decided by: of these the register of a moment ago is good enough."""

BADGES: Final[dict[str, Named]] = {
    **AT_TABLES,
    LinkOpened.TYPE: _signers,
    LinkTermsChanged.TYPE: _signers,
    LinkClosed.TYPE: _signers,
    LinkRetired.TYPE: _signers,
    LinkAdjusted.TYPE: _signers,
    LinkTransferred.TYPE: _signers,
    LinkDayClosed.TYPE: _signers,
    LinkLegSetAside.TYPE: _signers,
    PaymentCorrected.TYPE: _signers,
    BadgeIssued.TYPE: _signers,
    BadgeChanged.TYPE: _signers,
    BadgeWithdrawn.TYPE: _signers,
    RestoreSigned.TYPE: _signers,
    GamingDayClosed.TYPE: _signers,
    ReadingEntered.TYPE: _one("read_by"),
    ReadModelAccepted.TYPE: _one("accepted_by"),
    FindingsAccepted.TYPE: _one("accepted_by"),
    ReadingWithdrawn.TYPE: _signers,
    VarianceExplained.TYPE: _signers,
    StreamResumed.TYPE: _authorising,
    ProgressiveValidated.TYPE: _one("validated_by"),
    ProgressiveRejected.TYPE: _one("rejected_by"),
    ProgressivePaid.TYPE: _one("paid_by"),
    FixedAwardValidated.TYPE: _one("validated_by"),
    AwardDocumented.TYPE: _one("documented_by"),
    DisputePaid.TYPE: _one("paid_by"),
    OpeningsDisclosed.TYPE: _one("disclosed_by"),
    OpeningsForgotten.TYPE: _one("forgotten_by"),
    **{kind.TYPE: people_of for kind in get_args(CaseEvent)},
}
"""The types that are stamped, and where each names its people."""


def stamped(draft: Draft, register: ReadRegister, recent: ReadRegister | None = None) -> Draft:
    """The draft with what the register has; the register is asked for only where a type names somebody.

    `recent` is the register of a moment ago, for what nothing is decided by. Whom that one does not know may
    have been issued a badge since, so it never says so: then the register is read to its end. Where it cannot
    be, nobody is said to be missing from it.
    """
    named = BADGES.get(draft.type)
    if named is None:
        return draft
    body: Any = read_body(draft)
    badges = named(body)
    stamps: tuple[Stamp, ...] = ()
    if badges:
        quick = recent if draft.type in AT_TABLES else None
        known = register() if quick is None else quick()
        if quick is not None and known.in_force and None in map(known.holder, badges):
            known = register()
        stamps = known.stamps(badges) if quick is None or not known.unreadable else ()
    return draft if stamps == body.stamps else with_body(draft, replace(body, stamps=stamps))


def unstamped(body: Body) -> Body:
    """A body without stamps, to be compared with what a client sent."""
    return replace(body, stamps=()) if body.TYPE in BADGES else body

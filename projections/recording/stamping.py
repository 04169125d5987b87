"""Stamps: what the register of badges has about the people that an event names, written into the event.

Processors see other partitions than the register's; by the stamps they need not look. A type is stamped by
a line of `BADGES` and its field `stamps`.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final, get_args

from msgspec.structs import replace

from events.body import Body, read_body
from events.jsonform import Draft
from events.vocabulary.awards import AwardDocumented, FixedAwardValidated
from events.vocabulary.badges import BadgeChanged, BadgeIssued, BadgeWithdrawn
from events.vocabulary.cases import CaseEvent, DisputePaid
from events.vocabulary.desk import (
    GamingDayClosed,
    ReadingEntered,
    ReadingWithdrawn,
    RestoreSigned,
    StreamResumed,
    VarianceExplained,
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
from events.vocabulary.progressive import ProgressivePaid, ProgressiveRejected, ProgressiveValidated
from projections.recording.badges import Register
from projections.recording.cases import people_of
from projections.recording.drafts import with_body

Named = Callable[[Any], tuple[str, ...]]
"""The badges that a body names."""


def _one(field: str) -> Named:
    badge = attrgetter(field)
    return lambda body: (badge(body),)


def _signers(body: Any) -> tuple[str, ...]:
    return tuple(signature.badge for signature in body.signed_by)


def _authorising(body: Any) -> tuple[str, ...]:
    return tuple(body.authorised_by)


BADGES: Final[dict[str, Named]] = {
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
    ReadingWithdrawn.TYPE: _signers,
    VarianceExplained.TYPE: _signers,
    StreamResumed.TYPE: _authorising,
    ProgressiveValidated.TYPE: _one("validated_by"),
    ProgressiveRejected.TYPE: _one("rejected_by"),
    ProgressivePaid.TYPE: _one("paid_by"),
    FixedAwardValidated.TYPE: _one("validated_by"),
    AwardDocumented.TYPE: _one("documented_by"),
    DisputePaid.TYPE: _one("paid_by"),
    **{kind.TYPE: people_of for kind in get_args(CaseEvent)},
}
"""The types that are stamped, and where each names its people."""


def stamped(draft: Draft, register: Callable[[], Register]) -> Draft:
    """The draft with what the register has; the register is asked for only where a type is stamped."""
    named = BADGES.get(draft.type)
    if named is None:
        return draft
    body: Any = read_body(draft)
    stamps = register().stamps(named(body))
    return draft if stamps == body.stamps else with_body(draft, replace(body, stamps=stamps))


def unstamped(body: Body) -> Body:
    """A body without stamps, to be compared with what a client sent."""
    return replace(body, stamps=()) if body.TYPE in BADGES else body

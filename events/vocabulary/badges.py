"""The register of badges, on the desk stream `desk:badges`: who holds a badge, of which department and rank.

It is in force once it holds two people of two departments. From then on two of them, of two departments,
sign each change, and none may leave it with fewer.
"""

from __future__ import annotations

from typing import Annotated, Final

from events.body import Body, event_types_on
from events.kinds import Badge, Department, Name, Several, Text
from events.vocabulary.links import Signatures
from events.vocabulary.terms import AttemptHash, Rank, Reason, Stamps

REGISTER: Final = "desk:badges"
"""The stream of the register."""
event_type = event_types_on(REGISTER)
_answer = event_types_on(REGISTER, by_system=True)

_Rank = Annotated[Rank, "The rank, from the lowest (`staff`) to the highest (`games_manager`)."]


@event_type("badge_issued")
class BadgeIssued(Body):
    """A person was given a badge, for a department and with a rank."""

    badge: Badge
    department: Department
    rank: _Rank
    signed_by: Signatures
    reason: Reason
    stamps: Stamps = ()


@event_type("badge_changed")
class BadgeChanged(Body):
    """The holder of a badge has another department or rank from now on."""

    badge: Badge
    department: Department
    rank: _Rank
    signed_by: Signatures
    reason: Reason
    stamps: Stamps = ()


@event_type("badge_withdrawn")
class BadgeWithdrawn(Body):
    """A badge was taken back; `department` and `rank` are what its holder had."""

    badge: Badge
    department: Annotated[
        Department | None, "The department that the holder had; filled in by the recorder."
    ] = None
    rank: Annotated[Rank | None, "The rank that the holder had; filled in by the recorder."] = None
    signed_by: Signatures
    reason: Reason
    stamps: Stamps = ()


@_answer("badge_refused")
class BadgeRefused(Body):
    """The system refused a change of the register."""

    attempted: Annotated[Name, "The event type that was attempted."]
    badge: Badge
    reason: Annotated[Text, "Why it was refused, and what to do."]
    attempted_by: Annotated[Several[Badge], "Badges of those who signed."]
    attempted_sha256: AttemptHash


BadgeChange = BadgeIssued | BadgeChanged | BadgeWithdrawn
"""What people ask of the register."""

RegisterEvent = BadgeChange | BadgeRefused
"""Everything on the stream of the register."""

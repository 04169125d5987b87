"""The register of badges as the recorder keeps it: who is in it, whether it is in force, what may change.

It is in force while it holds people of two departments, which no change may undo. From then on two people who
are in it, of two departments, sign each change; the first entries need no signature.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, assert_never, get_args

import msgspec
from msgspec.structs import replace

from events.body import read_body
from events.envelope import Event
from events.jsonform import Draft
from events.naming import comparable
from events.vocabulary.badges import (
    BadgeChange,
    BadgeChanged,
    BadgeIssued,
    BadgeRefused,
    BadgeWithdrawn,
)
from events.vocabulary.links import Signature
from events.vocabulary.terms import Rank, Stamp
from projections.recording.drafts import attempt_sha256, refused, with_body
from projections.signatures import signing_problem, two_departments_problem, two_people_problem

CHANGES: Final = frozenset(kind.TYPE for kind in get_args(BadgeChange))


class Holder(NamedTuple):
    """A person of the register: the badge as it was issued, and since when department and rank are these."""

    badge: str
    department: str
    rank: Rank
    since_us: int
    withdrawn_at_us: int | None = None


class Register(msgspec.Struct, frozen=True):
    """Everybody who holds a badge or held one, by the badge as it is compared.

    `seq` is the last event of the register that was read; `departments` counts who holds a badge in each.
    `unreadable` is why it could not be read to its end, and what to do: then nobody is known or signs.
    """

    seq: int = 0
    everybody: Mapping[str, Holder] = msgspec.field(default_factory=dict)
    departments: Mapping[str, int] = msgspec.field(default_factory=dict)
    unreadable: str = ""

    @property
    def in_force(self) -> bool:
        """Whether it holds two people of two departments."""
        return len(self.departments) > 1

    @property
    def why_not_in_force(self) -> str:
        """Why it is not in force, and what to do; empty where it is."""
        if self.in_force:
            return ""
        if not self.departments:
            return "nobody is in it: issue badges to two people of two departments"
        return f"it has nobody outside {self.holders[0].department}: issue a badge of another department"

    @property
    def holders(self) -> list[Holder]:
        """Those who hold a badge now."""
        return [holder for holder in self.everybody.values() if holder.withdrawn_at_us is None]

    def holder(self, badge: str) -> Holder | None:
        """Who holds a badge now; None for one that was never issued, or was withdrawn."""
        found = self.everybody.get(comparable(badge))
        return None if found is None or found.withdrawn_at_us is not None else found

    def stamps(self, badges: Sequence[str]) -> tuple[Stamp, ...]:
        """What is known of these people; nothing where the register is not in force.

        Of one that could not be read it is that nothing is known: whoever validates is not believed.
        """
        if not self.in_force and not self.unreadable:
            return ()
        return tuple(self._stamp(badge) for badge in dict.fromkeys(badges))

    def _stamp(self, badge: str) -> Stamp:
        found = self.holder(badge)
        department, rank = (None, None) if found is None else (found.department, found.rank)
        return Stamp(badge=badge, department=department, rank=rank, register_seq=max(self.seq, 1))


# --- who may sign -----------------------------------------------------------------------------------------


def signature_problem(register: Register, signed_by: Sequence[Signature]) -> str:
    """Why the register does not let these people sign for these departments; empty where it does."""
    for badge, department in ((signature.badge, signature.department) for signature in signed_by):
        problem = unknown_problem(register, (badge,))
        if problem:
            return problem
        found = register.holder(badge)
        if register.in_force and found is not None and comparable(found.department) != comparable(department):
            return (
                f"{badge} signs for {department!r}, but is of {found.department!r} by the register: "
                "sign for that department, or have the badge changed"
            )
    return ""


def authorising_problem(register: Register, badges: Sequence[str]) -> str:
    """Why two people who sign by their badges alone may not; their departments are the register's."""
    problem = two_people_problem(badges) or unknown_problem(register, badges)
    if problem or not register.in_force:
        return problem
    found = (register.holder(badge) for badge in badges)
    return two_departments_problem([holder.department for holder in found if holder is not None])


def unknown_problem(register: Register, badges: Sequence[str]) -> str:
    """Which of these badges the register does not know, if it is in force; none where it is unreadable."""
    if register.unreadable and badges:
        return f"the register of badges cannot be read: {register.unreadable}"
    if register.in_force:
        for badge in badges:
            if register.holder(badge) is None:
                was = "was withdrawn" if comparable(badge) in register.everybody else "is not in the register"
                return f"badge {badge} {was}: have somebody sign who is in it (`pitledger badge list`)"
    return ""


# --- changes of the register ------------------------------------------------------------------------------


def decide(register: Register, draft: Draft) -> Draft:
    """A change of the register as it will be recorded; tests and training change nothing."""
    if draft.mode != "live" or draft.type not in CHANGES:
        return draft
    change = read_body(draft)
    assert isinstance(change, BadgeChange)
    badges = tuple(signature.badge for signature in change.signed_by)
    problem = _problem(register, change)
    if problem:
        refusal = BadgeRefused(
            attempted=draft.type,
            badge=change.badge,
            reason=problem,
            attempted_by=badges,
            attempted_sha256=attempt_sha256(draft),
        )
        return refused(draft, refusal)
    found = register.holder(change.badge)
    if isinstance(change, BadgeWithdrawn) and found is not None:
        return with_body(draft, replace(change, department=found.department, rank=found.rank))
    return draft


def evolve(register: Register, event: Event) -> Register:
    """The register after an event of its stream."""
    read = replace(register, seq=event.seq)
    if event.mode != "live" or event.type not in CHANGES:
        return read
    change = read_body(event)
    assert isinstance(change, BadgeChange)
    return _changed(read, change, event.recorded_at_us)


def _changed(register: Register, change: BadgeChange, at_us: int) -> Register:
    key = comparable(change.badge)
    before = register.holder(change.badge)
    departments = dict(register.departments)
    if before is not None:
        _count(departments, before.department, -1)
    match change:
        case BadgeIssued() | BadgeChanged():
            badge = change.badge.strip() if before is None else before.badge
            after = Holder(badge, change.department.strip(), change.rank, at_us)
            _count(departments, change.department, 1)
        case BadgeWithdrawn():
            if before is None:
                return register
            after = before._replace(withdrawn_at_us=at_us)
        case _:
            assert_never(change)
    return replace(register, everybody={**register.everybody, key: after}, departments=departments)


def _count(departments: dict[str, int], department: str, by: int) -> None:
    key = comparable(department)
    departments[key] = departments.get(key, 0) + by
    if not departments[key]:
        del departments[key]


def _problem(register: Register, change: BadgeChange) -> str:
    """Why the register may not be changed like this; empty where it may."""
    problem = _entry_problem(register, change)
    if problem or not register.in_force:
        return problem
    problem = signing_problem(change.signed_by, change.reason) or signature_problem(
        register, change.signed_by
    )
    if not problem and not _changed(register, change, 0).in_force:
        return (
            "the register would be left with one department, and nobody could sign any more: "
            "issue a badge of another department first"
        )
    return problem


def _entry_problem(register: Register, change: BadgeChange) -> str:
    held = register.holder(change.badge)
    match change:
        case BadgeIssued() if ":" in change.badge:
            return (
                f"badge {change.badge} has a colon, and who signs is named BADGE:DEPARTMENT: "
                "issue it without one"
            )
        case BadgeIssued() if held is not None:
            return (
                f"badge {held.badge} is issued already ({held.department}): change it, or withdraw it first"
            )
        case BadgeChanged() | BadgeWithdrawn() if held is None:
            return f"badge {change.badge} is not in the register: `pitledger badge list` has who is"
    return ""

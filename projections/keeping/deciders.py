"""Versions of the decider: what each writes, and which of them decided each record of a link.

A later version never changes what an earlier one decided. So `check` decides again with the version that
stands in the records, and a version's ways are kept as lines in tables here and in
`projections.keeping.meter`.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from events.body import body_class
from events.envelope import Event
from projections.keeping.legs import Decision

DECIDER: Final = 2
"""Raised with every change that decides anything differently; stands in every record."""

SCHEMAS: Final[dict[int, dict[str, int]]] = {
    1: {},
    2: {"meter_opened": 2, "award_locked": 2, "award_returned": 2, "award_paid": 2},
}
"""By decider: the version of each record's body, 1 where none is given."""

ACTOR: Final = "keeper/"


def as_written_by(decider: int, decision: Decision) -> Decision:
    """A decision with the fields that this version of the decider records."""
    written = SCHEMAS[decider].get(decision.type, 1)
    model = body_class(decision.type)
    if written == model.SCHEMA:
        return decision
    known = model.OLD_VERSIONS[written].model_fields
    fields: dict[str, Any] = {name: value for name, value in decision.fields.items() if name in known}
    return Decision(decision.type, fields)


class _Change(NamedTuple):
    """From which record on a link had another decider, and what that record answers."""

    number: int
    source_id: str
    decider: int


class Deciders:
    """Which version decided each record of each link, learned from the records in their order."""

    def __init__(self) -> None:
        self._changes: dict[str, list[_Change]] = {}

    def learn(self, link: str, event: Event) -> None:
        """Take a record of `meters`; its header suffices."""
        decider = decider_of(event)
        changes = self._changes.setdefault(link, [])
        if not changes or (changes[-1].decider != decider and event.seq > changes[-1].number):
            changes.append(_Change(event.seq, event.source_id, decider))

    def deciding(self, link: str, number: int, source_id: str) -> int:
        """The version that heard an event, given the number of the next record.

        A version takes over with the first record that it wrote: what was heard before and led to no record
        is the earlier one's.
        """
        changes = self._changes.get(link)
        if not changes:
            return DECIDER
        decider = changes[0].decider
        for change in changes[1:]:
            if number > change.number or (number == change.number and source_id == change.source_id):
                decider = change.decider
        return decider


def decider_of(event: Event) -> int:
    """The version that wrote a record, as its header says; 0 where no keeper wrote it."""
    version = event.actor.removeprefix(ACTOR)
    return int(version) if event.actor.startswith(ACTOR) and version.isdecimal() else 0

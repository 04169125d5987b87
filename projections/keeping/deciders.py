"""Versions of the decider: which of them decided each record of a link.

A later version never changes what an earlier one decided. So `check` decides again with the version that is
named in the records; each version is an entry of `DECIDERS` in `projections.keeping.meter`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from events.envelope import Event

DECIDER: Final = 1
"""The newest version, named in every record; raised with every change that decides anything differently."""

ACTOR: Final = "keeper/"


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
        """The version that decided on an event, given the number of the next record.

        A version takes over with the first record that it wrote: what came before and led to no record is
        the earlier one's.
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
    """The version that wrote a record, by its header; 0 where no keeper wrote it."""
    version = event.actor.removeprefix(ACTOR)
    return int(version) if event.actor.startswith(ACTOR) and version.isdecimal() else 0

"""The examiner's fold of a partition of `meters`: every link by itself, by the numbers of its records.

A number that came before is dropped, and one that is early too: the keeper sends again from the one that is
missing. A record that a check cannot bear is said to be so, as a finding: the other links go on.
"""

from __future__ import annotations

from typing import Final

import msgspec

from events.envelope import Event, decode
from events.errors import MalformedEvent
from projections.examining.finding import VERSION
from projections.examining.issuing import not_examined
from projections.examining.links.link_examiner import take
from projections.examining.links.link_state import KnownLink
from projections.records import Output, Record
from projections.state_versions import StateFormat

_OF_METERS: Final = "meter:"


class _Stored(msgspec.Struct, array_like=True):
    """A partition as it is stored, and the list of checks that it was examined by."""

    version: int
    next_offset: int
    links: dict[str, KnownLink]


STATE: Final = StateFormat(1, _Stored)


class LinksExaminer:
    """The state of one partition of `meters` and the step that moves it on."""

    __slots__ = ("_links", "next_offset")

    def __init__(self, next_offset: int = 0, links: dict[str, KnownLink] | None = None) -> None:
        self.next_offset = next_offset
        self._links: dict[str, KnownLink] = {} if links is None else links

    def step(self, record: Record) -> list[Output]:
        """Judge one record, in the order of the partition; what no keeper wrote is nobody's."""
        self.next_offset = record.offset + 1
        try:
            event = decode(record.value)
        except MalformedEvent:
            return []
        if event.stream != _OF_METERS + record.key:
            return []
        link = self._links.get(record.key)
        if link is None:
            link = self._links[record.key] = KnownLink()
        if event.seq != link.seq + 1:
            return []
        link.seq = event.seq
        return self._examined(link, event)

    def _examined(self, link: KnownLink, event: Event) -> list[Output]:
        try:
            found = take(link, event)
        except Exception as error:  # noqa: BLE001 - a defect of a check, or a body that cannot be read
            found = [not_examined(event, error, VERSION)]
        return [link.series.issue(event, finding) for finding in found]

    def dump(self) -> bytes:
        """The state as one value to store."""
        return STATE.dump(_Stored(VERSION, self.next_offset, self._links))

    @classmethod
    def load(cls, dumped: bytes | None) -> LinksExaminer:
        """The state of `dump`; None is the beginning. `MalformedEvent` for that of another list of checks."""
        if dumped is None:
            return cls()
        stored = STATE.load(dumped)
        if stored.version != VERSION:
            raise MalformedEvent("state", "it is of another list of checks: fold the log again")
        return cls(stored.next_offset, stored.links)


def links_examined_to(dumped: bytes | None) -> int:
    """The offset up to which a stored state has examined; 0 for none, and for that of another list."""
    try:
        return LinksExaminer.load(dumped).next_offset
    except MalformedEvent:
        return 0

"""Every leg that is due is in `links` exactly once in effect, and in its source's order.

What is due follows from `events` (and from what one link sends another), what was sent is in `links`. Counts
and digests are kept instead of records, so a log of any length is compared in little memory, and each side
may be read in a process of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from events.envelope import event_hash, read_header
from events.errors import MalformedEvent
from events.topics import LINKS
from projections.checking.problems import Problem
from projections.checking.ranges import RangeCheck
from projections.keeping.legs import leg_of
from projections.read_model.bulk import join
from projections.records import Output, Record
from projections.routing.router import Router, Step


class Way(NamedTuple):
    """From a stream to a link."""

    link: str
    stream: str


@dataclass(slots=True)
class Tally:
    """How many legs went one way, and a digest over their hashes in order."""

    count: int = 0
    digest: bytes = b""

    def add(self, leg_hash: bytes) -> None:
        """Count one more."""
        self.count += 1
        self.digest = sha256(self.digest + leg_hash).digest()


class LegsDue:
    """What router and keepers must have sent."""

    def __init__(self) -> None:
        self._routers: dict[int, Router] = {}
        self.tallies: dict[Way, Tally] = {}

    def event(self, record: Record) -> Step:
        """Take a record of `events`, partition by partition in order."""
        step = self._router(record.partition).step(record)
        self.expect(step.outputs)
        return step

    def replay(self, record: Record) -> Step:
        """Take again a record of a stream that is being resumed."""
        step = self._router(record.partition).replay(record)
        self.expect(step.outputs)
        return step

    def take(self, partition: int, checked: RangeCheck) -> bool:
        """Take a clean range of `events`; False, and nothing taken, if it does not follow."""
        if not join(self._router(partition).chains, checked.fold):
            return False
        for link, stream, leg_hash in checked.legs:
            self._add(link, stream, leg_hash)
        return True

    def expect(self, outputs: Iterable[Output]) -> None:
        """Take what a router or a keeper sends: whatever of it is a leg for `links` is due there."""
        for output in outputs:
            if output.topic == LINKS:
                stream = read_header(output.value).stream
                if not stream.startswith("router:"):
                    self._add(output.key, stream, event_hash(output.value))

    def _add(self, link: str, stream: str, leg_hash: bytes) -> None:
        self.tallies.setdefault(Way(link, stream), Tally()).add(leg_hash)

    def _router(self, partition: int) -> Router:
        return self._routers.setdefault(partition, Router())


class LegsSent:
    """What is in `links`; repeats have no effect."""

    def __init__(self) -> None:
        self._last: dict[Way, int] = {}
        self.tallies: dict[Way, Tally] = {}

    def link(self, record: Record) -> None:
        """Take a record of `links`, partition by partition in order."""
        try:
            leg = leg_of(record.value, record.key)
        except MalformedEvent:
            return  # the keeper quarantines it
        if leg.event.kind == "router":
            return
        way = Way(record.key, leg.event.stream)
        if leg.number > self._last.get(way, 0):
            self._last[way] = leg.number
            self.tallies.setdefault(way, Tally()).add(event_hash(record.value))


def differences(due: dict[Way, Tally], sent: dict[Way, Tally]) -> Iterator[Problem]:
    """What is missing, doubled or out of order."""
    for way in sorted({*due, *sent}):
        wanted, found = due.get(way, Tally()), sent.get(way, Tally())
        if wanted != found:
            detail = f"{wanted.count} legs are due, {found.count} are in links, or their order differs"
            yield Problem("links", f"{way.stream} → {way.link}", detail)

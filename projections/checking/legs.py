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

from events.envelope import event_hash, read_header, stream_name
from events.errors import MalformedEvent
from events.topics import LINKS
from events.vocabulary.links import LinkLegSetAside
from events.vocabulary.marks import StreamContinued
from projections.checking.problems import Problem
from projections.checking.ranges import RangeCheck
from projections.keeping.legs import leg_of
from projections.read_model.bulk import join
from projections.records import Output, Record
from projections.routing.chain import ChainHead
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

    def counts(self, record: Record) -> bool:
        """Whether a record that was just taken is its stream's last event; a repeat of that is too."""
        head = self._router(record.partition).chains.heads.get(record.key)
        return head is not None and not head.halted and head.hash == event_hash(record.value)

    def heads(self) -> dict[str, ChainHead]:
        """The last event of each stream."""
        return {
            stream: head for router in self._routers.values() for stream, head in router.chains.heads.items()
        }

    def resumed_from(self, partition: int, stream: str) -> int:
        """The number from which two people have resumed a stream, the last time; 0 where they have not."""
        resumed = self._router(partition).state.resumed.get(stream)
        return 0 if resumed is None else resumed.from_seq

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


class _Missing(NamedTuple):
    """Legs that are not there: from a number up to another (exclusive), which is that of an event."""

    first: int
    stop: int
    source: str


class LegsSent:
    """What is in `links`; repeats have no effect.

    Numbers that are left out are a problem of their own, unless two people have signed for them: they
    resumed the stream behind a gap, or set those very legs aside.
    """

    def __init__(self) -> None:
        self._last: dict[Way, int] = {}
        self._missing: dict[Way, list[_Missing]] = {}
        self._resumed: set[Way] = set()
        self._set_aside: dict[Way, list[range]] = {}
        self.tallies: dict[Way, Tally] = {}

    def link(self, record: Record) -> None:
        """Take a record of `links`, partition by partition in order."""
        try:
            leg = leg_of(record.value, record.key)
        except MalformedEvent:
            return  # the keeper quarantines it
        if isinstance(leg.body, StreamContinued):
            self._resumed.add(Way(record.key, leg.body.stream))
        if leg.event.kind == "router":
            return
        if isinstance(leg.body, LinkLegSetAside):
            way = Way(record.key, stream_name("table", leg.body.table))
            self._set_aside.setdefault(way, []).append(range(leg.body.leg, leg.body.last_leg + 1))
        way = Way(record.key, leg.event.stream)
        last = self._last.get(way, 0)
        if leg.number > last:
            if leg.number > last + 1 and way not in self._resumed:
                self._missing.setdefault(way, []).append(_Missing(last + 1, leg.number, leg.source_id))
            self._resumed.discard(way)
            self._last[way] = leg.number
            self.tallies.setdefault(way, Tally()).add(event_hash(record.value))

    def problems(self) -> Iterator[Problem]:
        """The numbers that are missing between two legs."""
        for way, several in sorted(self._missing.items()):
            for first, stop, source in several:
                for legs in sorted(self._set_aside.get(way, []), key=lambda legs: legs.start):
                    first = legs.stop if first in legs else first  # noqa: PLW2901 - those are accounted for
                if first < stop:
                    legs_missing = (
                        f"leg {first} is" if first == stop - 1 else f"legs {first} to {stop - 1} are"
                    )
                    detail = f"{legs_missing} missing before leg {stop}, which is {source}"
                    yield Problem("links", f"{way.stream} → {way.link}", detail)


def differences(due: dict[Way, Tally], sent: dict[Way, Tally]) -> Iterator[Problem]:
    """What is missing, doubled or out of order."""
    for way in sorted({*due, *sent}):
        wanted, found = due.get(way, Tally()), sent.get(way, Tally())
        if wanted != found:
            detail = f"{wanted.count} legs are due, {found.count} are in links, or their order differs"
            yield Problem("links", f"{way.stream} → {way.link}", detail)

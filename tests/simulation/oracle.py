"""What must come of the records of `events`, worked out a second time: with all of them in memory.

The oracle shares no code with `projections.routing.chain` or `projections.routing.router`. It says for
every record whether it is applied, which legs and marks it sends, and whether it is to be put aside; the
checks compare.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from events.body import unpack_body
from events.envelope import NO_PREV, Event, event_hash, read_header
from projections.records import Record

SEVERAL_LEGS = ("table_opened", "selections_changed", "table_day_ended", "bets_closed", "round_voided")
REMEMBERED = 16
"""So many events back a repeat is still known as one, and so many lost forks as lost."""


@dataclass(slots=True)
class Truth:
    """What follows from all records so far."""

    applied: list[tuple[Record, Event]] = field(default_factory=list)
    asides: set[tuple[str, int, int, str]] = field(default_factory=set)
    marks: set[tuple[str, str, str, int]] = field(default_factory=set)
    """Link, type, stream, seq."""
    legs: dict[str, list[tuple[Event, bytes]]] = field(default_factory=dict)
    """By link, in the order of each stream."""
    halts: dict[str, int] = field(default_factory=dict)
    """By stream the number that is missing; 0: it goes on."""


class Stream:
    """One stream of `events`."""

    def __init__(self, name: str, truth: Truth, bad_bodies: set[bytes]) -> None:
        self.name = name
        self.kind, _, self.owner = name.partition(":")
        self.truth = truth
        self.bad_bodies = bad_bodies
        self.seq = 0
        self.hash = NO_PREV
        self.known: list[bytes] = []
        self.losers: list[bytes] = []
        self.halted = False
        self.resumed = False
        self.since_halt: list[tuple[Record, Event, bytes]] = []
        self.fed: list[str] = []

    def take(self, record: Record) -> None:
        """The next record under the stream's key."""
        item = (record, read_header(record.value), event_hash(record.value))
        asked = self._judge(*item)
        if asked:
            self._resume(item)
        elif self.halted:
            self.since_halt.append(item)

    def _judge(self, record: Record, event: Event, digest: bytes) -> bool:
        """Judge one record; true if it asks for the halted stream to be resumed."""
        if not self.halted and event.seq == self.seq + 1 and event.prev == self.hash:
            self._apply(record, event, digest)
        elif event.seq <= self.seq:
            back = self.seq - event.seq
            if back >= len(self.known[-REMEMBERED:]):
                self._aside(record, "stale")
            elif self.known[-1 - back] != digest:
                self._lost(record, digest)
        elif event.prev in self.losers[-REMEMBERED:]:
            self._lost(record, digest)
        elif self.halted:
            if event.type == "stream_resumed":
                if len(set(unpack_body(event)["authorised_by"])) == 2:
                    return True
                self._aside(record, "unresumed")
            else:
                self._unheard(event)
        elif event.seq == self.seq + 1:
            self._lost(record, digest)
        else:
            self.halted = True
            self.since_halt = []
            self.truth.halts[self.name] = self.seq + 1
            self._aside(record, "gap")
            self._mark("stream_halted", event)
            self._unheard(event)
        return False

    def _resume(self, asking: tuple[Record, Event, bytes]) -> None:
        body = unpack_body(asking[1])
        again, self.since_halt = [*self.since_halt, asking], []
        for item in again:
            record, event, digest = item
            if not self.halted:
                self._judge(*item)
            elif (event.seq, digest.hex()) == (body["from_seq"], body["from_hash"]) and event.seq > self.seq:
                self.halted, self.resumed = False, True
                self.known, self.since_halt = [], []
                self.truth.halts[self.name] = 0
                self._mark("stream_continued", event)
                self._apply(record, event, digest)
            elif item is asking:
                self._aside(record, "unresumed")
            if self.halted:
                self.since_halt.append(item)

    def _apply(self, record: Record, event: Event, digest: bytes) -> None:
        self.seq, self.hash = event.seq, digest
        self.known.append(digest)
        self.truth.applied.append((record, event))
        if self.kind == "link":
            self._leg(self.owner, event, record.value)
        elif event.mode != "live":
            return
        elif digest in self.bad_bodies:
            self._aside(record, "malformed")
        elif event.type in SEVERAL_LEGS:
            for part in unpack_body(event)["legs"]:
                self._leg(part["link"], event, record.value)
        elif event.type.startswith("progressive_"):
            self._leg(unpack_body(event)["link"], event, record.value)

    def _leg(self, link: str, event: Event, value: bytes) -> None:
        if link not in self.fed:
            self.fed.append(link)
            if self.resumed and self.kind == "table":
                self.truth.marks.add((link, "stream_continued", self.name, event.seq))
        self.truth.legs.setdefault(link, []).append((event, value))

    def _mark(self, type_: str, event: Event) -> None:
        for link in [self.owner] if self.kind == "link" else self.fed:
            self.truth.marks.add((link, type_, self.name, event.seq))

    def _unheard(self, event: Event) -> None:
        if event.type == "progressive_claimed" and event.mode == "live":
            link = unpack_body(event)["link"]
            self.truth.marks.add((link, "claim_while_halted", self.name, event.seq))

    def _lost(self, record: Record, digest: bytes) -> None:
        self.losers.append(digest)
        self._aside(record, "fork")

    def _aside(self, record: Record, reason: str) -> None:
        self.truth.asides.add((record.topic, record.partition, record.offset, reason))


class Oracle:
    """All streams, and the bad records that were planted."""

    def __init__(self) -> None:
        self.truth = Truth()
        self.bad_bodies: set[bytes] = set()
        self.streams: dict[str, Stream] = {}

    def stream(self, name: str) -> Stream:
        """The stream of a name, from its beginning on."""
        if name not in self.streams:
            self.streams[name] = Stream(name, self.truth, self.bad_bodies)
        return self.streams[name]

    def malformed(self, record: Record) -> None:
        """A record that is no event of its stream, wherever it was planted."""
        self.truth.asides.add((record.topic, record.partition, record.offset, "malformed"))

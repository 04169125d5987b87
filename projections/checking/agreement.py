"""What must hold between `events`, `links` and `meters`, whatever crashed on the way.

Every leg in `events`, and whatever one link sends another, is in `links` exactly once in effect and in its
source's order; the records of `meters` are the pure fold of `links` as it is, by the decider that wrote them;
and each of them posts to nought. Digests are kept instead of records, so a log of any length is checked in
little memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from events.envelope import NO_PREV, Event, decode, event_hash, read_header
from events.errors import MalformedEvent
from events.topics import LINKS, METERS
from projections.keeping.deciders import Deciders, decider_of
from projections.keeping.keeper import Keeper
from projections.keeping.legs import leg_of
from projections.keeping.meter import DECIDERS
from projections.ledger.link_books import Postings
from projections.records import Output, Record
from projections.routing.router import Router, Step


class Problem(NamedTuple):
    """Something that does not hold, and where."""

    check: str
    place: str
    detail: str


class _Tally:
    """How many records a key has and a digest over them in order."""

    __slots__ = ("_digest", "count")

    def __init__(self) -> None:
        self.count = 0
        self._digest = sha256()

    def add(self, value: bytes) -> None:
        self.count += 1
        self._digest.update(len(value).to_bytes(4, "big") + value)

    def summary(self) -> tuple[int, bytes]:
        return self.count, self._digest.digest()


class LinksAgreement:
    """Compares what router and keepers must send with what is in `links`, per link and source."""

    def __init__(self) -> None:
        self._routers: dict[int, Router] = {}
        self._due: dict[tuple[str, str], _Tally] = {}
        self._sent: dict[tuple[str, str], _Tally] = {}
        self._last_legs: dict[tuple[str, str], int] = {}

    def event(self, record: Record) -> Step:
        """Take a record of `events`, partition by partition in order."""
        router = self._routers.setdefault(record.partition, Router())
        step = router.step(record)
        self.expect(step.outputs)
        return step

    def replay(self, record: Record) -> Step:
        """Take again a record of a stream that is being resumed."""
        step = self._routers[record.partition].replay(record)
        self.expect(step.outputs)
        return step

    def expect(self, outputs: Iterable[Output]) -> None:
        """What a router or a keeper must have sent: whatever of it is for `links` is looked for there."""
        for output in outputs:
            if output.topic == LINKS:
                stream = read_header(output.value).stream
                if not stream.startswith("router:"):
                    self._due.setdefault((output.key, stream), _Tally()).add(output.value)

    def link(self, record: Record) -> None:
        """Take a record of `links`, partition by partition in order; repeats have no effect."""
        try:
            leg = leg_of(record.value, record.key)
        except MalformedEvent:
            return  # the keeper quarantines it
        if leg.event.kind == "router":
            return
        link_and_source = (record.key, leg.event.stream)
        if leg.number > self._last_legs.get(link_and_source, 0):
            self._last_legs[link_and_source] = leg.number
            self._sent.setdefault(link_and_source, _Tally()).add(record.value)

    def problems(self) -> Iterator[Problem]:
        """What is missing, doubled or out of order."""
        for link, stream in sorted({*self._due, *self._sent}):
            due = self._due.get((link, stream), _Tally())
            sent = self._sent.get((link, stream), _Tally())
            if due.summary() != sent.summary():
                detail = f"{due.count} legs are due, {sent.count} are in links, or their order differs"
                yield Problem("links", f"{stream} → {link}", detail)


class MetersAgreement:
    """Decides again and compares with what is in `meters`, byte for byte.

    Records are decided by the version that wrote them, so these are learned from `meters` first.
    """

    def __init__(self) -> None:
        self.keepers: dict[int, Keeper] = {}
        self._deciders = Deciders()
        self._due: dict[str, list[bytes]] = {}
        self._found: list[Problem] = []
        self._numbers: dict[str, int] = {}
        self._prev: dict[str, bytes] = {}

    def learn(self, record: Record) -> None:
        """Take a record of `meters` for the version that wrote it, before anything else."""
        event = _event_of_keeper(record)
        if event is not None and decider_of(event) in DECIDERS:
            self._deciders.learn(record.key, event)

    def link(self, record: Record) -> list[Output]:
        """Take a record of `links`, partition by partition in order; gives back what follows from it."""
        keeper = self.keepers.setdefault(record.partition, Keeper(self._deciders))
        outputs = keeper.step(record)
        for output in outputs:
            if output.topic == METERS:
                self._due.setdefault(output.key, []).append(event_hash(output.value))
        return outputs

    def meter(self, record: Record) -> None:
        """Take a record of `meters`; a number seen before is a repeat."""
        event = _event_of_keeper(record)
        if event is None:
            place = f"{METERS} {record.partition}:{record.offset} ({record.key})"
            self._found.append(Problem("meters", place, "it is not a record of a keeper"))
            return
        seen = self._numbers.get(record.key, 0)
        if event.seq <= seen:
            return
        place = f"{event.stream}#{event.seq}"
        due = self._due.get(record.key, [])
        expected = due[event.seq - 1] if event.seq <= len(due) else b""
        if event.seq != seen + 1:
            self._found.append(Problem("meters", event.stream, f"record {seen + 1} is missing"))
        elif decider_of(event) not in DECIDERS:
            detail = f"{event.actor} wrote it, which this release does not know: update Pitledger"
            self._found.append(Problem("meters", place, detail))
        elif event_hash(record.value) != expected:
            self._found.append(Problem("meters", place, "it would be decided otherwise"))
        elif event.prev != self._prev.get(record.key, NO_PREV):
            self._found.append(Problem("meters", place, "it does not follow its chain"))
        self._numbers[record.key] = event.seq
        self._prev[record.key] = event_hash(record.value)

    def problems(self) -> Iterator[Problem]:
        """What was decided otherwise, or is missing at the end."""
        yield from self._found
        for link, due in sorted(self._due.items()):
            if self._numbers.get(link, 0) < len(due):
                yield Problem(
                    "meters", f"meter:{link}", f"record {self._numbers.get(link, 0) + 1} is missing"
                )


def _event_of_keeper(record: Record) -> Event | None:
    """A record of `meters` by its header; None for bytes that no keeper wrote there."""
    try:
        event = decode(record.value)
    except MalformedEvent:
        return None
    return event if event.stream == f"meter:{record.key}" else None


class MoneyAgreement:
    """Posts the records of `meters`, link by link: each adds up by itself, or it is named."""

    def __init__(self) -> None:
        self._postings = Postings()

    def meter(self, record: Record) -> None:
        """Take a record of `meters`, in the order of its link."""
        if _event_of_keeper(record) is not None:
            self._postings.meter(record)

    def problems(self) -> Iterator[Problem]:
        """Records whose fields and balances do not agree."""
        for unposted in self._postings.problems():
            yield Problem("money", f"meter:{unposted.link}#{unposted.seq}", unposted.detail)

"""What must hold between `events`, `links` and `meters`, whatever crashed on the way.

Every leg in `events` stands in `links` exactly once in effect and in its table's order; the records of
`meters` are the pure fold of `links` as it stands. Digests are kept instead of records, so a log of any
length is checked in little memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from events.body import newest_fields
from events.envelope import NO_PREV, event_hash, read_header
from events.money import RATE_UNIT
from events.topics import LINKS, METERS
from projections.keeping import Keeper, leg_number, leg_of
from projections.outputs import Source
from projections.routing import Router, Step
from projections.terms import Meter


class Problem(NamedTuple):
    """Something that does not hold, and where."""

    check: str
    place: str
    detail: str


@dataclass(slots=True)
class _Tally:
    """How many records a key has and a digest over them in order."""

    count: int = 0
    digest: Any = field(default_factory=sha256)

    def add(self, value: bytes) -> None:
        self.count += 1
        self.digest.update(len(value).to_bytes(4, "big") + value)


class LinksAgreement:
    """Compares what the router must send with what stands in `links`, per link and source."""

    def __init__(self) -> None:
        self._routers: dict[int, Router] = {}
        self._due: dict[tuple[str, str], _Tally] = {}
        self._sent: dict[tuple[str, str], _Tally] = {}
        self._heard: dict[tuple[str, str], int] = {}

    def event(self, source: Source) -> Step:
        """Take a record of `events`, partition by partition in order."""
        router = self._routers.setdefault(source.partition, Router())
        step = router.step(source)
        self._expect(step)
        return step

    def replay(self, source: Source) -> Step:
        """Take again a record of a stream that is being resumed."""
        step = self._routers[source.partition].replay(source)
        self._expect(step)
        return step

    def _expect(self, step: Step) -> None:
        for output in step.outputs:
            if output.topic == LINKS:
                stream = read_header(output.value).stream
                if not stream.startswith("router:"):
                    self._due.setdefault((output.key, stream), _Tally()).add(output.value)

    def link(self, source: Source) -> None:
        """Take a record of `links`, partition by partition in order; repeats have no effect."""
        leg = leg_of(source.value, source.key)
        if leg.event.kind == "router":
            return
        place = (source.key, leg.event.stream)
        number = leg_number(leg)
        if number > self._heard.get(place, 0):
            self._heard[place] = number
            self._sent.setdefault(place, _Tally()).add(source.value)

    def problems(self) -> Iterator[Problem]:
        """What is missing, doubled or out of order."""
        for link, stream in sorted({*self._due, *self._sent}):
            due = self._due.get((link, stream), _Tally())
            sent = self._sent.get((link, stream), _Tally())
            if (due.count, due.digest.digest()) != (sent.count, sent.digest.digest()):
                detail = f"{due.count} legs are due, {sent.count} stand in links, or their order differs"
                yield Problem("links", f"{stream} → {link}", detail)


class MetersAgreement:
    """Decides again and compares with what stands in `meters`, byte for byte."""

    def __init__(self) -> None:
        self.keepers: dict[int, Keeper] = {}
        self._due: dict[str, list[bytes]] = {}
        self._found: list[Problem] = []
        self._numbers: dict[str, int] = {}
        self._prev: dict[str, bytes] = {}

    def link(self, source: Source) -> None:
        """Take a record of `links`, partition by partition in order."""
        keeper = self.keepers.setdefault(source.partition, Keeper())
        for output in keeper.step(source):
            if output.topic == METERS:
                self._due.setdefault(output.key, []).append(event_hash(output.value))

    def meter(self, source: Source) -> None:
        """Take a record of `meters`; a number seen before is a repeat."""
        event = read_header(source.value)
        seen = self._numbers.get(source.key, 0)
        if event.seq <= seen:
            return
        due = self._due.get(source.key, [])
        expected = due[event.seq - 1] if event.seq <= len(due) else b""
        if event.seq != seen + 1:
            self._found.append(Problem("meters", event.stream, f"record {seen + 1} is missing"))
        elif event_hash(source.value) != expected:
            self._found.append(
                Problem("meters", f"{event.stream}#{event.seq}", "it would be decided otherwise")
            )
        elif event.prev != self._prev.get(source.key, NO_PREV):
            self._found.append(
                Problem("meters", f"{event.stream}#{event.seq}", "it does not follow its chain")
            )
        self._numbers[source.key] = event.seq
        self._prev[source.key] = event_hash(source.value)

    def problems(self) -> Iterator[Problem]:
        """What was decided otherwise, or is missing at the end."""
        yield from self._found
        for link, due in sorted(self._due.items()):
            if self._numbers.get(link, 0) < len(due):
                yield Problem(
                    "meters", f"meter:{link}", f"record {self._numbers.get(link, 0) + 1} is missing"
                )


class MoneyAgreement:
    """Adds up what the records of `meters` say, link by link: money in is on the meters or went out."""

    def __init__(self) -> None:
        self._in: dict[str, int] = {}
        self._out: dict[str, int] = {}
        self._balance: dict[str, int] = {}
        self._numbers: dict[str, int] = {}
        self._terms: dict[str, list[dict[str, Any]]] = {}

    def control(self, source: Source) -> None:
        """Take a record of `links`: the terms that contributions are made by."""
        leg = leg_of(source.value, source.key)
        if leg.event.type == "link_opened":
            self._terms[source.key] = leg.fields["meters"]

    def meter(self, source: Source) -> None:
        """Take a record of `meters`; amounts are counted in 1/10,000 of a millicent."""
        event = read_header(source.value)
        link = source.key
        if event.seq <= self._numbers.get(link, 0):
            return
        self._numbers[link] = event.seq
        body = newest_fields(event)
        rates = sum(t["primary_bp"] + t["reserve_bp"] for t in self._terms.get(link, ()))
        moved_in = moved_out = 0
        match event.type:
            case "meter_opened":
                moved_in = body["funded_mc"] * RATE_UNIT
            case "meter_contributed":
                moved_in = body["wagered_mc"] * rates
            case "award_locked":
                moved_out = body["amount_mc"] * RATE_UNIT
                moved_in = body["reseed_mc"] * RATE_UNIT
            case "award_returned":
                moved_in = body["amount_mc"] * RATE_UNIT
            case "contribution_reversed":
                moved_out = body["returned_mc"] * rates
                moved_in = body["house_mc"] * RATE_UNIT
        self._in[link] = self._in.get(link, 0) + moved_in
        self._out[link] = self._out.get(link, 0) + moved_out
        self._balance[link] = sum(
            Meter(b["primary_mc"], b["reserve_mc"], b["primary_residual"], b["reserve_residual"], 0, 0).units
            for b in body["balances"]
        )

    def problems(self) -> Iterator[Problem]:
        """Links whose money does not add up."""
        for link, balance in sorted(self._balance.items()):
            expected = self._in[link] - self._out[link]
            if balance != expected:
                detail = f"{expected} of 1/10,000 mc should stand on its meters, {balance} do"
                yield Problem("money", link, detail)

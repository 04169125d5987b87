"""A small casino floor that records as it goes: tables, links, and everything a recorder can get wrong.

Each actor is a generator that appends one record at a turn. What was appended is told to the oracle, so the
checks know which events count and which were planted to be put aside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import msgpack

from events.body import unpack_body
from events.envelope import event_hash, read_header
from events.topics import EVENTS, LINKS, METERS
from events.vocabulary.links import MeterTerms
from events.vocabulary.progressive import BetsClosed, WagerLeg
from streams.log import Record
from tests.scenario import SEVEN_CARDS, SIX_CARDS, Clock, Desk, LinkDesk, TableDesk
from tests.simulation.memory import MemoryLog
from tests.simulation.oracle import Oracle

Actor = Iterator[None]

HANDS = (SIX_CARDS, SIX_CARDS, SEVEN_CARDS, "three_card_straight_flush")
"""The last one wins no percentage: its claim is refused."""


class Floor:
    """The actors of one history."""

    def __init__(self, rng: Random, log: MemoryLog, oracle: Oracle, trace: Callable[[str], None]) -> None:
        self._rng = rng
        self._log = log
        self._oracle = oracle
        self._trace = trace
        self._locked: dict[tuple[str, str, int], int] = {}
        log.watchers[METERS] = self._watch
        self._mishaps = rng.choice((0.0, 0.05, 0.2))
        clock = Clock()
        links = [f"L{n}" for n in range(rng.randint(1, 3))]
        self._desks: list[Desk] = [TableDesk(f"T{n}", clock) for n in range(rng.randint(2, 4))]
        self._twins: list[tuple[Desk, Desk]] = []
        self._actors: list[Actor] = [self._link(LinkDesk(link, clock)) for link in links]
        self._actors += [self._table(desk, links) for desk in self._desks if isinstance(desk, TableDesk)]
        if self._mishaps:
            self._actors.append(self._vandal(Desk("desk", "pit", clock), links))
        self._late_opening = rng.random() < 0.2
        self._opened: set[str] = set()

    def act(self) -> bool:
        """One turn of one actor; false when the day is over."""
        while self._actors:
            actor = self._rng.choice(self._actors)
            try:
                next(actor)
            except StopIteration:
                self._actors.remove(actor)
            else:
                return True
        return False

    def _watch(self, record: Record) -> None:
        if b"award_locked" in record.value:
            event = read_header(record.value)
            body = unpack_body(event)
            self._locked[record.key, body["table"], body["claim_seq"]] = body["amount_mc"]

    def _put(self, desk: Desk, value: bytes) -> None:
        """Append what a desk has recorded; now and then it is lost on the way, or comes twice."""
        rng = self._rng
        if desk.seq > 1 and rng.random() < self._mishaps * 0.6:
            self._trace(f"floor: lost {desk.stream} {desk.seq}")
            return
        self._append(desk.stream, value)
        if rng.random() < self._mishaps:
            again = rng.choice(desk.recorded[-24:]) if rng.random() < 0.5 else value
            if self._oracle.stream(desk.stream).seq:
                self._append(desk.stream, again)
        if rng.random() < self._mishaps / 2:
            self._twins.append((desk.twin(), desk))

    def _append(self, key: str, value: bytes) -> None:
        record = self._log.append(EVENTS, key, value)
        if self._trace is not _silent:
            event = read_header(value)
            self._trace(
                f"floor: {key} {event.seq} {event.type} at {record.topic} {record.partition}/{record.offset}"
            )
        self._oracle.stream(key).take(record)

    # --- actors --------------------------------------------------------------------------------------------

    def _link(self, desk: LinkDesk) -> Actor:
        rng = self._rng
        if self._late_opening:
            for _ in range(rng.randrange(12)):
                yield
        meters = tuple(
            MeterTerms(
                meter=name,
                seed_mc=rng.randrange(10_000_000),
                reseed_mc=rng.choice((0, rng.randrange(1_000_000))),
                primary_bp=rng.randrange(1, 2_500),
                reserve_bp=rng.choice((0, rng.randrange(1, 900))),
            )
            for name in ("major", "minor")[: rng.randint(1, 2)]
        )
        awards = ((SEVEN_CARDS, meters[0].meter, 10_000), (SIX_CARDS, meters[-1].meter, 1_000))
        self._append(desk.stream, desk.opens(meters, awards))
        self._opened.add(desk.owner)
        yield
        while rng.random() < 0.4:
            for _ in range(rng.randrange(8)):
                yield
            if rng.random() < self._mishaps:
                self._put(desk, desk.records_raw("link_opened", 1, msgpack.packb({"meters": 1})))
                yield
            self._put(desk, desk.closes())
            yield
            self._put(desk, desk.opens(meters, awards))
            yield
            yield from self._resume(desk)

    def _table(self, desk: TableDesk, links: list[str]) -> Actor:
        rng = self._rng
        own = rng.sample(links, rng.randint(1, len(links)))
        while not self._late_opening and not self._opened.issuperset(own):
            yield
        claims: list[bytes] = []
        for _ in range(rng.randint(1, 4)):
            desk.mode = "test" if rng.random() < 0.08 else "live"
            self._put(desk, desk.opens_round())
            yield
            if rng.random() < 0.4:
                self._put(desk, desk.takes_wager(1))
                yield
            wagers = {link: self._wagers() for link in own}
            self._put(desk, desk.closes_bets(wagers))
            yield
            yield from self._claims(desk, wagers, claims)
            yield from self._resume(desk)
            if rng.random() < 0.2:
                returned = {link: [s for s in seats if rng.random() < 0.8] for link, seats in wagers.items()}
                self._put(desk, desk.voids(returned))
                yield
            self._put(desk, desk.closes_round())
            yield
        desk.mode = "live"
        yield from self._resume(desk)
        for claim in claims:
            yield from self._settle(desk, claim)

    def _wagers(self) -> dict[int, int]:
        rng = self._rng
        seats = [seat for seat in range(1, 6) if rng.random() < 0.4]
        return {seat: rng.choice((500_000, 100_000, rng.randrange(1, 1_000_000))) for seat in seats}

    def _claims(self, desk: TableDesk, wagers: dict[str, dict[int, int]], claims: list[bytes]) -> Actor:
        rng = self._rng
        while rng.random() < 0.3:
            link = rng.choice(list(wagers))
            seats = list(wagers[link]) or [1]
            claim = desk.claims(rng.choice(seats), rng.choice(HANDS), link)
            self._put(desk, claim)
            claims.append(claim)
            yield
        for claim in claims[-2:]:
            yield from self._settle(desk, claim)

    def _settle(self, desk: TableDesk, claim: bytes) -> Actor:
        rng = self._rng
        if rng.random() < 0.5:
            step = desk.validates if rng.random() < 0.8 else desk.rejects
            self._put(desk, step(claim))
            yield
        if rng.random() < 0.5:
            event = read_header(claim)
            link = unpack_body(event)["link"]
            amount_mc = self._locked.get((link, desk.owner, event.seq), 1_000)
            self._put(desk, desk.pays(claim, amount_mc))
            yield

    def _resume(self, desk: Desk) -> Actor:
        """If the stream stands still, two badges may let it go on; some first try it wrongly."""
        rng = self._rng
        stream = self._oracle.stream(desk.stream)
        if not stream.halted or rng.random() < 0.2:
            return
        later = [record.value for record, event, _ in stream.since_halt if event.seq > stream.seq]
        if rng.random() < 0.2:
            self._append(desk.stream, desk.resumes(rng.choice(later), signed=("pit-1", "pit-1")))
            yield
        if rng.random() < 0.2:
            self._append(desk.stream, desk.resumes(desk.twin().notes("never appended")))
            yield
        self._append(desk.stream, desk.resumes(rng.choice(later)))
        yield

    def _vandal(self, desk: Desk, links: list[str]) -> Actor:
        """Stale recorders, and bytes that nobody of ours wrote."""
        rng = self._rng
        tricks = (self._fork, self._fork, self._poison, self._wrong_key, self._bad_body, self._off_table)
        for _ in range(rng.randint(1, 7)):
            for _ in range(rng.randrange(10)):
                yield
            rng.choice(tricks)(desk)
            yield
        for topic in (LINKS, METERS):
            if rng.random() < 0.3:
                self._oracle.malformed(self._log.append(topic, rng.choice(links), rng.randbytes(9)))
                self._trace(f"floor: poison on {topic}")

    def _fork(self, _desk: Desk) -> None:
        if not self._twins:
            return
        stale, _ = self._rng.choice(self._twins)
        stream = self._oracle.stream(stale.stream)
        if stream.halted or stale.seq >= stream.seq:
            return
        for _ in range(self._rng.randint(1, 4)):
            if isinstance(stale, TableDesk) and self._rng.random() < 0.6:
                self._append(stale.stream, stale.closes_bets({"L0": {1: 100_000}}))
            else:
                self._append(stale.stream, stale.notes("stale"))

    def _poison(self, _desk: Desk) -> None:
        key = self._rng.choice(self._desks).stream
        self._oracle.malformed(self._log.append(EVENTS, key, self._rng.randbytes(self._rng.randrange(40))))
        self._trace(f"floor: poison under {key}")

    def _wrong_key(self, desk: Desk) -> None:
        other = self._rng.choice(self._desks)
        if other.recorded:
            self._oracle.malformed(self._log.append(EVENTS, desk.stream, other.recorded[-1]))
            self._trace(f"floor: {other.stream} under the key {desk.stream}")

    def _bad_body(self, _desk: Desk) -> None:
        """A leg that no keeper could read: its event counts, its leg is put aside."""
        table = self._rng.choice(self._desks)
        if self._rng.random() < 0.5:
            value = table.records_raw("bets_closed", 1, msgpack.packb({"legs": 3}))
        else:
            value = table.records(BetsClosed(legs=(WagerLeg(link="L0", leg=0, wagers=()),)))
        self._oracle.bad_bodies.add(event_hash(value))
        self._put(table, value)

    def _off_table(self, desk: Desk) -> None:
        value = desk.records(BetsClosed(legs=(WagerLeg(link="L0", leg=1, wagers=()),)))
        self._oracle.bad_bodies.add(event_hash(value))
        self._put(desk, value)


def _silent(_line: str) -> None:
    pass


SILENT: Callable[[str], None] = _silent
"""What to trace with when nobody listens."""

"""A small casino floor that records as it goes: tables, links, and everything a recorder can get wrong.

Each actor is a generator that appends one record at a turn. The oracle gets what was appended, so the
checks know which events count and which were planted to be quarantined. Here tables play; who else acts on a
floor is put there by `history`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from events.body import body_fields, read_body, unpack_body
from events.envelope import read_header
from events.topics import EVENTS, METERS
from projections.records import Record
from tests.scenario import GAMING_DAY, SEVEN_CARDS, SIX_CARDS, UNIT_MC, Clock, Desk
from tests.scenario_table import TableDesk
from tests.simulation.memory import MemoryLog
from tests.simulation.oracle import Oracle

Actor = Iterator[None]

HANDS = (SIX_CARDS, SIX_CARDS, SEVEN_CARDS, SEVEN_CARDS, "three_card_straight_flush")
"""The last one wins no percentage: its claim is refused."""
_SHORTEST = 100
"""Fewer bytes are not a record of a keeper: planted ones have nine."""
SHOWING = ("link_opened", "link_terms_changed", "link_closed", "link_retired")
"""What shows a table whether a link is in play."""
DAYS = (GAMING_DAY, *(f"2026-03-{day}" for day in range(15, 32)))


class Floor:
    """The actors of one history, and the log that they record into."""

    def __init__(self, rng: Random, log: MemoryLog, oracle: Oracle, trace: Callable[[str], None]) -> None:
        self.rng = rng
        self.log = log
        self.oracle = oracle
        self.trace = trace
        self.mishaps = rng.choice((0.0, 0.05, 0.2))
        self.late_opening = rng.random() < 0.2
        self.opened: set[str] = set()
        self.balances: dict[str, dict[str, dict[str, int]]] = {}
        """By link and meter what its last record shows."""
        self.silent: dict[str, list[bytes]] = {}
        """Tables that are cut off, and what they have recorded meanwhile."""
        self._owed: dict[tuple[str, str, int], dict[int, int]] = {}
        log.watchers[METERS] = self._watch
        self.clock = Clock()
        self.links = [f"L{n}" for n in range(rng.randint(1, 3))]
        self.desks: list[TableDesk] = [TableDesk(f"T{n}", self.clock) for n in range(rng.randint(2, 4))]
        self.twins: list[Desk] = []
        self.actors: list[Actor] = []

    def act(self) -> bool:
        """One turn of one actor; false when the day is over."""
        while self.actors:
            actor = self.rng.choice(self.actors)
            try:
                next(actor)
            except StopIteration:
                self.actors.remove(actor)
            else:
                return True
        return False

    def _watch(self, record: Record) -> None:
        """What the floor sees of a keeper: the amounts on display, and what each award owes to whom."""
        if len(record.value) < _SHORTEST:
            return
        event = read_header(record.value)
        body = body_fields(read_body(event))
        self.balances[record.key] = {balance["meter"]: balance for balance in body["balances"]}
        if event.type in ("award_locked", "award_corrected"):
            shares = {share["seat"]: share["amount_mc"] for share in body["shares"]}
            self._owed[record.key, body["table"], body["claim_seq"]] = shares

    def put(self, desk: Desk, value: bytes) -> None:
        """Append what a desk has recorded; now and then it is lost on the way, or comes twice."""
        rng = self.rng
        if desk.stream in self.silent:
            self.silent[desk.stream].append(value)
            return
        if desk.seq > 1 and rng.random() < self.mishaps * 0.6:
            self.trace(f"floor: lost {desk.stream} {desk.seq}")
            self._look(desk.stream)
            return
        self.append(desk.stream, value)
        if rng.random() < self.mishaps:
            again = rng.choice(desk.recorded[-24:]) if rng.random() < 0.5 else value
            if self.oracle.stream(desk.stream).seq:
                self.append(desk.stream, again)
        if rng.random() < self.mishaps / 2:
            self.twins.append(desk.twin())

    def append(self, key: str, value: bytes) -> None:
        """Append a record of a desk, and give it to the oracle."""
        record = self.log.append(EVENTS, key, value)
        if self.trace is not _silent:
            event = read_header(value)
            self.trace(
                f"floor: {key} {event.seq} {event.type} at {record.topic} {record.partition}/{record.offset}"
            )
        self.oracle.stream(key).take(record)
        self._look(key)

    def _look(self, key: str) -> None:
        """What the recorders of tables find when they look at a link: the last control that counts."""
        kind, _, link = key.partition(":")
        if kind == "link":
            self.clock.controls.pop(link, None)
            for _, event in reversed(self.oracle.truth.applied):
                if event.stream == key and event.mode == "live" and event.type in SHOWING:
                    self.clock.controls[link] = event.seq
                    return

    def resume(self, desk: Desk) -> Actor:
        """If the stream is halted, two badges may let it go on; some first try it wrongly."""
        rng = self.rng
        stream = self.oracle.stream(desk.stream)
        if not stream.halted or rng.random() < 0.2:
            return
        later = [record.value for record, event, _ in stream.since_halt if event.seq > stream.seq]
        if rng.random() < 0.2:
            self.append(desk.stream, desk.resumes(rng.choice(later), signed=("pit-1", "pit-1")))
            yield
        if rng.random() < 0.2:
            self.append(desk.stream, desk.resumes(desk.twin().notes("never appended")))
            yield
        self.append(desk.stream, desk.resumes(rng.choice(later)))
        yield

    # --- tables --------------------------------------------------------------------------------------------

    def table(self, desk: TableDesk) -> Actor:
        """One table, from its opening on."""
        rng = self.rng
        own = rng.sample(self.links, rng.randint(1, len(self.links)))
        while not self.late_opening and not self.opened.issuperset(own):
            yield
        if rng.random() < 0.95:
            self.put(desk, desk.opens(own, paytable=rng.choice("AAAAAAAAAAAB")))
            yield
        claims: list[bytes] = []
        for number in range(rng.randint(1, 5)):
            if number and rng.random() < 0.4:
                yield from self._next_day(desk, own)
            if rng.random() < 0.15:
                desk.round = None
                self._selects(desk, own)
                yield
            yield from self._round(desk, own, claims)
        desk.mode = "live"
        yield from self._connected_again(desk)
        yield from self.resume(desk)
        for claim in claims:
            yield from self._settle(desk, claim)
        if rng.random() < 0.5:
            yield from self._next_day(desk, own)

    def _selects(self, desk: TableDesk, own: list[str]) -> None:
        """The table feeds some of its links from the next round on, perhaps by parameters not their own."""
        rng = self.rng
        desk.mode, mode = "live", desk.mode
        links = [link for link in own if rng.random() < 0.7]
        self.put(desk, desk.opens(links, paytable=rng.choice("AAAAAB"), sent_to=own))
        desk.mode = mode

    def _round(self, desk: TableDesk, own: list[str], claims: list[bytes]) -> Actor:
        rng = self.rng
        desk.mode = "test" if rng.random() < 0.08 else "live"
        self.put(desk, desk.opens_round())
        yield
        if rng.random() < 0.4:
            self.put(desk, desk.takes_wager(1))
            yield
        if rng.random() < 0.1:
            self._selects(desk, own)  # for the next round
            yield
        wagers = {link: self._wagers() for link in own}
        self.put(desk, desk.closes_bets(wagers))
        yield
        if rng.random() < 0.1:
            self.put(desk, desk.closes_bets({link: self._wagers() for link in own}))  # "no more bets" again
            yield
        yield from self._claims(desk, wagers, claims)
        yield from self.resume(desk)
        if rng.random() < 0.2:
            returned = {link: [s for s in seats if rng.random() < 0.8] for link, seats in wagers.items()}
            self.put(desk, desk.voids(returned))
            yield
        self.put(desk, desk.closes_round())
        yield

    def _next_day(self, desk: TableDesk, own: list[str]) -> Actor:
        """The day ends, with a marker or without; and a table may fall silent, or be connected again."""
        rng = self.rng
        desk.mode = "live"
        if rng.random() < 0.8:
            self.put(desk, desk.ends_day(own))
            yield
        desk.day = DAYS[DAYS.index(desk.day) + 1]
        if desk.stream in self.silent:
            yield from self._connected_again(desk)
        elif rng.random() < 0.3:
            self.trace(f"floor: {desk.stream} falls silent")
            self.silent[desk.stream] = []

    def _connected_again(self, desk: TableDesk) -> Actor:
        """All that a silent table has recorded arrives, in its order, perhaps days late."""
        for value in self.silent.pop(desk.stream, ()):
            self.append(desk.stream, value)
            yield

    def _wagers(self) -> dict[int, int]:
        rng = self.rng
        odd = rng.random() < 0.15
        seats = [seat for seat in range(1, 6) if rng.random() < 0.4]
        return {
            seat: rng.choice((UNIT_MC, rng.randrange(1, 1_000_000))) if odd else UNIT_MC for seat in seats
        }

    def _claims(self, desk: TableDesk, wagers: dict[str, dict[int, int]], claims: list[bytes]) -> Actor:
        rng = self.rng
        while rng.random() < 0.5:
            link = rng.choice([link for link in wagers if wagers[link]] or list(wagers))
            seats = list(wagers[link]) or [1]
            seat = rng.choice(seats)
            sharing = [s for s in seats if s == seat or rng.random() < 0.5] if rng.random() < 0.2 else []
            claim = desk.claims(seat, rng.choice(HANDS), link, sharing=sharing)
            self.put(desk, claim)
            claims.append(claim)
            yield
        for claim in claims[-2:]:
            yield from self._settle(desk, claim)

    def _settle(self, desk: TableDesk, claim: bytes) -> Actor:
        """Some steps of an award; they may be missing, wrong, too early, or come again another day."""
        rng = self.rng
        event = read_header(claim)
        fields = unpack_body(event)
        key = (fields["link"], desk.owner, event.seq)
        if rng.random() < 0.8:
            for _ in range(rng.randrange(30)):
                if key in self._owed:
                    break
                yield
        if key not in self._owed and rng.random() < 0.8:
            return
        if rng.random() < 0.7:
            step = desk.validates if rng.random() < 0.7 else desk.rejects
            self.put(desk, step(claim))
            yield
        if rng.random() < 0.6:
            owed = self._owed.get(key) or {fields["seat"]: 1_000}
            for seat in rng.sample(sorted(owed), rng.randint(1, len(owed))):
                self.put(desk, desk.pays(claim, owed[seat], seat=seat))
                yield


def _silent(_line: str) -> None:
    pass


SILENT: Callable[[str], None] = _silent
"""What to trace with when nobody reads it."""

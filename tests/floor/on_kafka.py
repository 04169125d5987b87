"""A floor on Kafka, and its judge: the same floor played again without Kafka, given what its links locked.

On Kafka tables of one link race for their places in `links`, so how much an award is may differ from run to
run (docs/explanation/same-across-engines.md). Nothing else may: a table's stream follows from the seed and
the amounts that were locked, byte for byte, recording times included, since these are the floor's own.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections import defaultdict, deque
from collections.abc import Sequence
from pathlib import Path

from console.commands.floor.pace import PacedHouse
from events.body import body_fields, read_body
from events.envelope import read_header
from events.jsonform import Draft
from events.topics import LINKS, METERS
from floor.casino import Casino, House
from floor.houses.folding import FoldingHouse
from floor.houses.instances import KafkaHouse
from floor.life import Stop
from floor.plan import START_US, lay_out
from floor.steps import Award, Outcome
from floor.table.deck import STUB, Deck
from games.cards import hand
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.log import Sealed
from streams.recorder.recorder import Recorder
from tests.floor.watched import FACILITY
from tests.rig import LIMIT_S, NotSettled, Rig

TABLES = 10
ONE_IN = 2
PAUSE_S = 0.02
SIX = hand("4h 5h 6h 7h 8h 9h")
Claim = tuple[str, int]
"""Table, and the number of the claim in its stream."""


class LuckyAtTimes(Deck):
    """Now and then the first box and the board get cards of a straight flush, so that there are awards."""

    __slots__ = ("_box", "_luck")

    def shuffle(self, rng: random.Random) -> None:
        super().shuffle(rng)
        self._luck = SIX if rng.randrange(ONE_IN) == 0 else ()
        self._box: int | str | None = None

    def deal(self, to: int | str, cards: int = 1) -> list[int]:
        stub = self.piles[STUB]
        if self._box is None and isinstance(to, int):
            self._box = to
        luck = [card for card in self._luck if card in stub] if to in (self._box, "community") else []
        for turn, card in enumerate(luck[:cards], 1):
            here = stub.index(card)
            stub[here], stub[-turn] = stub[-turn], stub[here]
        return super().deal(to, cards)


class ToldHouse(FoldingHouse):
    """Answers claims with the amounts that it is given; everything else as ever."""

    locked_mc: dict[Claim, int]

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        return Award(claim_seq, now_us, self.locked_mc[table, claim_seq])


class CountingHouse(KafkaHouse):
    """Says how far a floor has come."""

    recorded = 0

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        outcomes = super().record(drafts)
        self.recorded += len(outcomes)
        return outcomes


class KafkaFloor:
    """Two tables of each game on the topics of a rig, for an hour, at so many events a second at most."""

    def __init__(self, rig: Rig, seed: int, stop: Stop, rate: int) -> None:
        self.rig = rig
        self.seed = seed
        self.stop = stop
        self.rate = rate
        self.days = GamingDays()
        self.house = CountingHouse(rig.log, Recorder(rig.log, FACILITY, day_of=self.days), wait_for_keeper)
        self.failed: Exception | None = None

    def play(self) -> None:
        """Play to the end; to be run in a thread, so a failure is kept for `problems`."""
        try:
            self._casino(PacedHouse(self.house, self.rate)).run()
        except Exception as error:  # noqa: BLE001 - whatever it is, the judge tells of it
            self.failed = error

    def problems(self) -> list[str]:
        """What does not hold, once everything has come to rest."""
        if self.failed is not None:
            return [f"the floor stopped: {self.failed!r}"]
        locked = self._locked()
        found = [] if locked else ["nobody won an award: nothing was waited for"]
        streams = self._played_with(locked)
        for stream, events in streams.items():
            stored = [record.value for record in self.rig.log.read_stream(stream, 1)]
            if stored != [event.value for event in events]:
                found.append(f"{stream}: {len(stored)} events, and not the {len(events)} that were due")
        sent_back = _sent_back(streams)
        due = {claim: amount_mc for claim, amount_mc in locked.items() if claim not in sent_back}
        if (paid := _paid(streams)) != due:
            found.append(f"{paid} was paid, and {due} was due")
        return found + self._decided_otherwise(streams)

    def _played_with(self, locked: dict[Claim, int]) -> dict[str, list[Sealed]]:
        """The streams of this floor where links lock these amounts."""
        streams: dict[str, list[Sealed]] = defaultdict(list)

        def take(sealed: Sequence[Sealed]) -> None:
            for event in sealed:
                streams[event.stream].append(event)

        house = ToldHouse(FACILITY, self.days, take)
        house.locked_mc = locked
        self._casino(house).run()
        return streams

    def _decided_otherwise(self, streams: dict[str, list[Sealed]]) -> list[str]:
        """Links of which an embedded instance, given their order, has other records than Kafka.

        One instance a link: a table that feeds two links may stand in another order on each of them.
        """
        found = []
        on_kafka = self.rig.meters()
        for link, records in on_kafka.items():
            ordered = self._in_the_order_of(link, streams)
            with tempfile.TemporaryDirectory() as folder, Embedded(Path(folder)) as embedded:
                embedded.log.append(ordered)
                embedded.process()
                decided = [record.value for record in embedded.log.read(METERS, 0, 0) if record.key == link]
            if decided != records:
                found.append(f"{link}: {len(records)} records on Kafka, embedded {len(decided)} others")
        opened = {stream.removeprefix("link:") for stream in streams if stream.startswith("link:")}
        return found + [f"{link} has no meters" for link in opened - on_kafka.keys()]

    def _in_the_order_of(self, link: str, streams: dict[str, list[Sealed]]) -> list[Sealed]:
        """The events of all streams that a link hears, its legs as they stand in `links`."""
        waiting: dict[str, deque[Sealed]] = {}
        ordered = []
        source = self.rig.source
        for partition in range(self.rig.partitions):
            for record in source.records(LINKS, partition, 0, source.end(LINKS, partition)):
                if record.key == link:
                    leg = read_header(record.value)
                    of_stream = waiting.setdefault(leg.stream, deque(streams[leg.stream]))
                    while of_stream and of_stream[0].seq <= leg.seq:
                        ordered.append(of_stream.popleft())
        return ordered + [event for rest in waiting.values() for event in rest]

    def _casino(self, house: House) -> Casino:
        plan = lay_out(self.seed, TABLES)
        tables = plan.tables(START_US, self.days)
        for table in tables:
            table.make_deck = LuckyAtTimes
        return Casino(house, tables, plan.links, self.stop)

    def _locked(self) -> dict[Claim, int]:
        """What links locked, as it stands on `meters`."""
        locked: dict[Claim, int] = {}
        for values in self.rig.meters().values():
            for value in values:
                record = read_header(value)
                if record.type == "award_locked":
                    fields = body_fields(read_body(record))
                    locked[fields["table"], fields["claim_seq"]] = fields["amount_mc"]
        return locked


def _paid(streams: dict[str, list[Sealed]]) -> dict[Claim, int]:
    """What was paid of each claim, shares together."""
    paid: dict[Claim, int] = defaultdict(int)
    for events in streams.values():
        for sealed in events:
            if sealed.type == "progressive_paid":
                event = read_header(sealed.value)
                fields = body_fields(read_body(event))
                paid[event.owner, fields["claim_seq"]] += fields["amount_mc"]
    return dict(paid)


def _sent_back(streams: dict[str, list[Sealed]]) -> set[Claim]:
    """Claims that a floorperson sent back: they were entered again."""
    return {
        (event.owner, body_fields(read_body(event))["claim_seq"])
        for events in streams.values()
        for sealed in events
        if sealed.type == "progressive_rejected"
        for event in (read_header(sealed.value),)
    }


def wait_for_keeper(waited: int) -> None:
    """A keeper that was killed comes back: there is patience, though not for ever."""
    if waited * PAUSE_S > LIMIT_S:
        raise NotSettled(f"no keeper has answered a claim for {LIMIT_S} s")
    time.sleep(PAUSE_S)

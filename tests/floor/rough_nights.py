"""Floors behind a bad line, three ways: an instance in this process, in one that is killed, and on Kafka.

Each gives what went wrong on the way and the events of its streams; `rough.wrong_in` judges them against the
same floor by a good line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from events.envelope import Event, read_header
from events.topics import EVENTS
from floor.casino import Casino, House
from floor.houses.answers import Answers, Claim
from floor.houses.folding import FoldingHouse
from floor.houses.instances import EmbeddedHouse, KafkaHouse
from floor.houses.transport import Happened, RoughHouse, Trouble
from floor.life import Stop
from floor.plan import START_US, lay_out
from floor.steps import Award
from projections.checking.problems import Problem
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.kafka.log import KafkaLog
from streams.log import Sealed
from streams.read_model.queries.meters import link_meters
from streams.recorder.recorder import Recorder
from tests.floor.on_kafka import LuckyAtTimes, wait_for_keeper
from tests.floor.recorder_process import HouseProcess
from tests.floor.rough import streams_of
from tests.floor.watched import FACILITY, Played
from tests.rig import Rig

CALM = Trouble()
LATE = Trouble(repeated_ppm=150_000, late_ppm=150_000, crashed_ppm=600_000)
"""Late within a table, and never between tables: order changes no money."""
ALL_AT_ONCE = Trouble(
    repeated_ppm=100_000,
    late_ppm=100_000,
    late_ends_ppm=100_000,
    delayed_ppm=20_000,
    crashed_ppm=400_000,
    shifted_ppm=20_000,
)
TABLES = 5


class Floor(NamedTuple):
    """Which floor is played."""

    seed: int = 1
    rounds: int = 6
    start_us: int = START_US
    lucky: bool = False
    """Whether there are awards."""

    def play(self, house: House) -> None:
        """From its opening to its end."""
        plan = lay_out(self.seed, TABLES)
        tables = plan.tables(self.start_us, GamingDays())
        for table in tables if self.lucky else ():
            table.make_deck = LuckyAtTimes
        Casino(house, tables, plan.links, Stop(rounds=self.rounds)).run()


class Night(NamedTuple):
    """What a night left behind."""

    happened: Happened
    values: list[bytes]
    meters: dict[tuple[str, str], tuple[int, int, int]]
    problems: list[Problem]

    @property
    def streams(self) -> dict[str, list[Event]]:
        """The events of each stream."""
        return streams_of(self.values)


def in_this_process(data: Path, floor: Floor, trouble: Trouble) -> Night:
    """An embedded instance, whose recorder is lost now and then."""
    with Embedded(data) as embedded:
        house = RoughHouse(
            lambda: EmbeddedHouse(embedded, Recorder(embedded.log, FACILITY, day_of=GamingDays())),
            trouble,
            floor.seed,
        )
        floor.play(house)
        embedded.process()
        return _left_in(embedded, house.happened)


def in_two_processes(data: Path, floor: Floor, trouble: Trouble, kills: int) -> Night:
    """An embedded instance in a process that is killed so many times, at any moment of an append."""
    process = HouseProcess(data, floor.seed, kills)
    house = RoughHouse(lambda: process, trouble, floor.seed)
    floor.play(house)
    process.close()
    house.happened.crashed = process.killed
    with Embedded(data) as embedded:
        return _left_in(embedded, house.happened)


def _left_in(embedded: Embedded, happened: Happened) -> Night:
    values = [record.value for record in embedded.log.read(EVENTS, 0, 0)]
    meters = {
        (each.link, meter.meter): (meter.amount_mc, meter.reserve_mc, meter.residual_nano)
        for each in link_meters(embedded.store)
        for meter in each.meters
    }
    return Night(happened, values, meters, Played(embedded, [], "").problems())


def on_kafka(rig: Rig, floor: Floor, trouble: Trouble) -> tuple[Happened, dict[str, list[Event]]]:
    """The streams on Kafka. Each recorder has a log of its own, every other one an index that it finds."""
    logs: list[KafkaLog] = []

    def house() -> KafkaHouse:
        for log in logs[-1:]:
            log.close()
        index = rig.directory / "source_ids.sqlite" if len(logs) % 2 else None
        logs.append(KafkaLog(rig.bootstrap, prefix=rig.prefix, timeout=90, source_index=index))
        return KafkaHouse(logs[-1], Recorder(logs[-1], FACILITY, day_of=GamingDays()), wait_for_keeper)

    rough = RoughHouse(house, trouble, floor.seed)
    floor.play(rough)
    logs[-1].close()
    source = rig.source
    values = [
        record.value
        for partition in range(rig.partitions)
        for record in source.records(EVENTS, partition, 0, source.end(EVENTS, partition))
    ]
    return rough.happened, streams_of(values)


class ToldHouse(FoldingHouse):
    """Answers each claim as Kafka's keepers did, whatever its number was there."""

    def __init__(self, answers: Answers, claims: dict[str, Claim]) -> None:
        self.events: list[Event] = []
        super().__init__(FACILITY, GamingDays(), self._keep_events)
        self._given = answers
        self._claims = claims

    def _keep_events(self, sealed: Sequence[Sealed]) -> None:
        self.events += [read_header(one.value) for one in sealed]

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        stream = f"table:{table}"
        (claim,) = [event for event in self.events if (event.stream, event.seq) == (stream, claim_seq)]
        found = self._given.to(self._claims[claim.source_id]._replace(link=link), now_us)
        assert found is not None, f"{claim.source_id} was not answered"
        return replace(found, claim_seq=claim_seq)


def calm_given(rig: Rig, floor: Floor, streams: dict[str, list[Event]]) -> dict[str, list[Event]]:
    """The same floor by a good line and without Kafka, given what the keepers there answered."""
    claims = {
        event.source_id: Claim("", event.owner, event.seq)
        for events in streams.values()
        for event in events
        if event.type == "progressive_claimed"
    }
    house = ToldHouse(Answers(rig.log), claims)
    floor.play(RoughHouse(lambda: house, CALM, floor.seed))
    calm: dict[str, list[Event]] = defaultdict(list)
    for event in house.events:
        calm[event.stream].append(event)
    return dict(calm)

"""`pitledger floor`: the simulated casino floor, into an embedded instance, to Kafka, or to a file.

Same arguments, same bytes; after a crash the same call goes on where the log ends. At full speed an embedded
log and a file are written in bulk; by the clock, and on Kafka, everything goes through the recorder.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter

from console.arguments import number, one
from console.clerk import facility_of, new_recorder
from console.commands.floor import pace
from console.commands.floor.bulk import LogWriter, new_file, write_planted
from console.commands.floor.shape import NO_TROUBLE, TEN_TABLES, FloorShape, Trouble
from console.commands.floor.shape import hours as read_hours
from console.commands.meters import link_json
from console.instance import open_embedded, open_for_recording
from console.options import NO_OPTIONS, GlobalOptions, Location
from console.output import print_json, print_message, progress
from console.signing import WAIT_S, Wait
from console.wrong_call import WrongCall
from events.envelope import Event, read_header
from events.money import text
from events.topics import EVENTS
from floor.casino import House
from floor.houses.bulk import Row, made
from floor.houses.instances import EmbeddedHouse, KafkaHouse
from floor.houses.resuming import ResumingHouse, ResumingStreams
from floor.night import Night
from floor.trouble.planting import Planted
from streams.clock import GamingDays
from streams.engines.embedded import LOG_FILE
from streams.read_model.bulk_sources import SqliteSource
from streams.read_model.queries.meters import LinkMeters, link_meters
from streams.read_model.rebuild import all_of, build

FACILITY: Final = "FLOOR"
PROCESSED_EVERY_S: Final = 0.25
"""By the clock meters and rounds can be read as soon as this."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which night is played, where it goes, and how."""

    night: Night
    where: Location
    days: GamingDays
    speed: str | int
    facility: str
    processes: int
    wait_s: float


@dataclass(slots=True)
class Tally:
    """How far a floor has come."""

    rounds: int = 0
    events: int = 0
    recorded: int = 0
    links: list[LinkMeters] | None = None
    planted: list[Planted] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)
    made_s: float = 0.0
    """How long it took to make and record it all, without the read model."""


def floor(
    *,
    shape: FloorShape = TEN_TABLES,
    rounds: Annotated[int | None, number("so many rounds at each table")] = None,
    hours: Annotated[int | None, one(read_hours, "H", "so many hours, e.g. 24 or 0.5")] = None,
    speed: Annotated[
        str | int, one(pace.speed, "SPEED", "full (default), real, or events a second")
    ] = pace.FULL,
    out: Annotated[
        Path | None, Parameter(metavar="FILE", help="into this file, as JSON lines, instead of a log")
    ] = None,
    processes: Annotated[int, number("processes at full speed (default: one a core)")] = 0,
    trouble: Trouble = NO_TROUBLE,
    facility: Annotated[
        str | None, Parameter(metavar="NAME", help=f"whose floor it is (default: {FACILITY})")
    ] = None,
    wait: Wait = WAIT_S,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """The simulated floor into an instance, to Kafka or to a file: give either --rounds or --hours.

    Same arguments, same bytes. After a crash the same call goes on where the log ends.

    Examples:
        pitledger floor --rounds 50
        pitledger floor --tables 20 --hours 24 --seed 7 --out night.jsonl
        pitledger floor --rounds 500 --mistakes 0.01 --planted planted.jsonl
    """
    if (rounds is None) == (hours is None):
        raise WrongCall("give either --rounds N or --hours H")
    if processes < 0:
        raise WrongCall("--processes takes a number from 1 up, or 0 for one a core")
    if out is not None and speed != pace.FULL:
        raise WrongCall("--out: a file is written at full speed; leave --speed out")
    night = Night(shape.seed, shape.tables, rounds, hours, shape.game, rates=trouble.rates())
    where = options.location()
    plan = Plan(night, where, options.gaming_days(), speed, facility or FACILITY, processes, wait)
    tally = Tally()
    try:
        if out is not None:
            _to_file(plan, out, tally)
        elif where.kafka is not None:
            _to_kafka(plan, tally)
        elif speed == pace.FULL:
            _in_bulk(plan, tally)
        else:
            _by_the_clock(plan, tally)
    except KeyboardInterrupt:
        print_message("pitledger floor: interrupted; call again with the same arguments to go on")
        return 2
    if trouble.planted is not None:
        write_planted(trouble.planted, tally.planted)
    report = _report(night, str(out or where.kafka or where.data), tally)
    if options.json:
        print_json(report)
    else:
        _show(report, tally)
    return 0


# --- at full speed ----------------------------------------------------------------------------------------


def _to_file(plan: Plan, out: Path, tally: Tally) -> None:
    with new_file(out) as file:
        _write(plan, plan.facility, file.take, tally)
        tally.recorded = file.recorded


def _in_bulk(plan: Plan, tally: Tally) -> None:
    with open_embedded(plan.where.data) as embedded:
        writer = LogWriter(embedded.log, plan.night)
        facility = facility_of(embedded.log) or plan.facility
        _write(plan, facility, writer.take, tally)
        writer.finish()
        tally.recorded = writer.recorded
        print_message("floor: deciding what the meters make of it …")
        embedded.process(models=False)
        source = SqliteSource(plan.where.data / LOG_FILE)
        stops = all_of(source)
        with progress("read model", sum(stops.values()), "records") as bar:
            reached = 0

            def show(done: int, _total: int) -> None:
                nonlocal reached
                bar.advance(done - reached, done - reached)
                reached = done

            build(source, embedded.store, stops, show, plan.processes)
        tally.links = link_meters(embedded.store)


def _write(plan: Plan, facility: str, take: Callable[[list[Row]], None], tally: Tally) -> None:
    """Make the night and hand it on, window by window."""
    night, processes = plan.night, plan.processes or os.cpu_count() or 1
    with progress("floor", _length(night), "events") as bar:
        before = night.start_us
        for rows in made(night, facility, plan.days, processes, tally.planted.append):
            take(rows)
            rounds = sum(row[6] == "round_opened" for row in rows)
            tally.rounds += rounds
            tally.events += len(rows)
            now_us = rows[-1][0] if rows else before
            bar.advance(rounds if night.rounds is not None else now_us - before, len(rows))
            before = now_us
    tally.made_s = time.monotonic() - tally.started


def _length(night: Night) -> int:
    """What progress is measured against: rounds, or microseconds."""
    return night.rounds * night.tables if night.rounds is not None else night.span_us or 0


# --- by the clock, and on Kafka ---------------------------------------------------------------------------


def _by_the_clock(plan: Plan, tally: Tally) -> None:
    with open_embedded(plan.where.data) as embedded:
        log = embedded.log
        house = EmbeddedHouse(embedded, new_recorder(log, plan.facility, plan.days))
        end = log.end(EVENTS)
        stored = (read_header(record.value) for record in log.read(EVENTS, 0, 0, end))
        begin_us = max(
            (read_header(record.value).recorded_at_us for record in log.read(EVENTS, 0, end - 1, end)),
            default=plan.night.start_us,
        )
        paced = pace.PacedHouse(house, plan.speed) if isinstance(plan.speed, int) else house
        resuming = ResumingHouse(paced, stored)
        _play(plan, resuming, tally, begin_us=begin_us, process=embedded.process)
        tally.recorded = log.end(EVENTS) - end
        tally.links = link_meters(embedded.store)


def _to_kafka(plan: Plan, tally: Tally) -> None:
    with open_for_recording(plan.where) as opened:
        log = opened.log
        recorder = new_recorder(log, plan.facility, plan.days)
        house: House = KafkaHouse(log, recorder, pace.patience(plan.wait_s), at_once=plan.wait_s <= 0)
        if isinstance(plan.speed, int):
            house = pace.PacedHouse(house, plan.speed)

        def stored(stream: str) -> Iterator[Event]:
            if log.head(stream) is None:
                return iter(())
            return (read_header(record.value) for record in log.read_stream(stream, 1))

        counted = _Counted(house)
        resuming = ResumingStreams(counted, stored)
        _play(plan, resuming, tally, begin_us=plan.night.start_us, process=lambda: None)
        tally.recorded = counted.recorded


class _Counted:
    """Counts what is recorded."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.award = house.award
        self.recorded = 0

    def record(self, drafts: Any) -> Any:
        self.recorded += len(drafts)
        return self._house.record(drafts)


def _play(plan: Plan, house: House, tally: Tally, *, begin_us: int, process: Callable[[], None]) -> None:
    night = plan.night
    counted = _Counted(house)
    casino = night.casino(counted, plan.days, ledger=tally.planted.append)
    with progress("floor", _length(night), "events") as bar:
        before, looked = night.start_us, 0.0

        def meanwhile() -> None:
            nonlocal before, looked
            if time.monotonic() >= looked:
                process()
                looked = time.monotonic() + PROCESSED_EVERY_S
            rounds = sum(table.rounds for table in casino.tables)
            done = rounds - tally.rounds if night.rounds is not None else casino.now_us - before
            bar.advance(done, counted.recorded - tally.events)
            tally.rounds, tally.events, before = rounds, counted.recorded, casino.now_us

        pace.play(casino, plan.speed, begin_us, meanwhile)
        tally.made_s = time.monotonic() - tally.started
        process()


# --- what came of it --------------------------------------------------------------------------------------


def _report(night: Night, into: str, tally: Tally) -> dict[str, Any]:
    return {
        "into": into,
        "seed": night.seed,
        "tables": night.tables,
        "rounds": tally.rounds,
        "events": tally.events,
        "recorded": tally.recorded,
        "planted": len(tally.planted),
        "seconds": round(time.monotonic() - tally.started, 3),
        "events_per_second": round(tally.events / max(tally.made_s, 0.001)),
        "links": None if tally.links is None else [link_json(link) for link in tally.links],
    }


def _show(report: dict[str, Any], tally: Tally) -> None:
    print(f"{report['tables']} tables, {tally.rounds:,} rounds: {tally.events:,} events", end="")
    print(f" into {report['into']}, ", end="")
    before = tally.events - tally.recorded
    print(f"{before:,} of them recorded before, " if before else "", end="")
    print(f"in {report['seconds']:.1f} s.")
    if tally.planted:
        print(f"{len(tally.planted):,} mistakes were planted.")
    for found in tally.links or ():
        for meter in found.meters:
            print(f"  {found.link.link:<12} {meter.meter:<14} {text(meter.amount_mc):>18}")

"""`pitledger floor`: the simulated casino floor, into an embedded instance, to Kafka, or to a file.

Same arguments, same bytes; after a crash the same call goes on where the log ends. At full speed an embedded
log and a file are written in bulk; by the clock, and on Kafka, everything goes through the recorder.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from console import floor_live
from console.floor_bulk import LogWriter, new_file, write_planted
from console.gaming_days import add_day_options, gaming_days
from console.importing import facility_of
from console.instance import Place, open_for_recording, place
from console.meters import meters
from console.output import print_json, progress, say
from console.recording import add_wait_option
from events.envelope import Event, read_header
from events.money import text
from events.topics import EVENTS
from floor.bulk import Row, made
from floor.casino import House
from floor.erring import Rates, per_million
from floor.errors import FloorError
from floor.houses import EmbeddedHouse, KafkaHouse
from floor.night import HOUR_US, Night
from floor.planting import Planted
from floor.play import registry as plays
from floor.resuming import ResumingHouse, ResumingStreams
from streams.engines.embedded import LOG_FILE, Embedded
from streams.errors import LogError
from streams.log import Log
from streams.read_model.rebuild import SqliteSource, all_of, build
from streams.recorder.recorder import Recorder

FACILITY: Final = "FLOOR"
PROCESSED_EVERY_S: Final = 0.25
"""By the clock meters and rounds can be read as soon as this."""


def add_parser(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "floor",
        help="the simulated floor into an instance, to Kafka or to a file",
        description="Same arguments, same bytes. After a crash the same call goes on where the log ends.",
    )
    add_floor_options(parser, tables=10)
    length = parser.add_mutually_exclusive_group(required=True)
    length.add_argument("--rounds", type=int, metavar="N", help="so many rounds at each table")
    length.add_argument("--hours", type=hours, metavar="H", help="so many hours, e.g. 24 or 0.5")
    parser.add_argument(
        "--speed",
        type=floor_live.speed,
        default=floor_live.FULL,
        metavar="SPEED",
        help="full (default), real, or events a second",
    )
    parser.add_argument("--out", metavar="FILE", help="into this file, as JSON lines, instead of a log")
    parser.add_argument(
        "--processes", type=int, default=0, metavar="N", help="processes at full speed (default: one a core)"
    )
    add_trouble_options(parser)
    parser.add_argument("--facility", metavar="NAME", help=f"whose floor it is (default: {FACILITY})")
    add_wait_option(parser)
    add_day_options(parser)
    parser.set_defaults(run=run)


def add_floor_options(parser: argparse.ArgumentParser, tables: int) -> None:
    """What a floor is made of."""
    parser.add_argument(
        "--tables", type=int, default=tables, metavar="N", help="how many tables (default: %(default)s)"
    )
    parser.add_argument(
        "--game",
        action="append",
        dest="games",
        default=[],
        choices=list(plays.all_plays()),
        metavar="GAME",
        help=f"only this game, or these: {', '.join(plays.all_plays())}",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="same seed, same bytes (default: 1)")


def add_trouble_options(parser: argparse.ArgumentParser) -> None:
    """How often things go wrong, and where it is said which."""
    parser.add_argument(
        "--mistakes",
        type=rate,
        default=0,
        metavar="RATE",
        help="mistakes planted a round, e.g. 0.01 (default: none)",
    )
    parser.add_argument(
        "--irregularities",
        type=rate,
        default=0,
        metavar="RATE",
        help="irregularities (x.13, misdeals) a round, e.g. 0.01 (default: none)",
    )
    parser.add_argument("--planted", metavar="FILE", help="write the mistakes to this file, as JSON lines")


def rate(given: str) -> int:
    """Rounds of a million."""
    try:
        return per_million(given)
    except FloorError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def hours(given: str) -> int:
    """Microseconds of so many hours."""
    try:
        span_us = int(Fraction(given) * HOUR_US)
    except (ValueError, ZeroDivisionError):
        span_us = 0
    if span_us <= 0:
        raise argparse.ArgumentTypeError(f"{given!r} are no hours: write 24 or 0.5")
    return span_us


@dataclass(slots=True)
class Tally:
    """How far a floor has come."""

    rounds: int = 0
    events: int = 0
    recorded: int = 0
    links: list[dict[str, Any]] | None = None
    planted: list[Planted] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)
    made_s: float = 0.0
    """How long it took to make and record it all, without the read model."""


def run(args: argparse.Namespace) -> int:
    """Play the night, wherever it goes."""
    if args.processes < 0:
        raise LogError("--processes takes a number from 1 up, or 0 for one a core")
    rates = Rates(args.mistakes, args.irregularities)
    night = Night(args.seed, args.tables, args.rounds, args.hours, tuple(args.games), rates=rates)
    where, tally = place(args), Tally()
    try:
        if args.out is not None:
            if args.speed != floor_live.FULL:
                raise LogError("--out: a file is written at full speed; leave --speed out")
            _to_file(args, night, tally)
        elif where.kafka is not None:
            _to_kafka(args, night, where, tally)
        elif args.speed == floor_live.FULL:
            _in_bulk(args, night, where, tally)
        else:
            _by_the_clock(args, night, where, tally)
    except KeyboardInterrupt:
        say("pitledger floor: interrupted; call again with the same arguments to go on")
        return 2
    if args.planted is not None:
        write_planted(Path(args.planted), tally.planted)
    _report(args, night, where, tally)
    return 0


# --- at full speed ----------------------------------------------------------------------------------------


def _to_file(args: argparse.Namespace, night: Night, tally: Tally) -> None:
    with new_file(Path(args.out)) as file:
        _write(args, night, args.facility or FACILITY, file.take, tally)
        tally.recorded = file.recorded


def _in_bulk(args: argparse.Namespace, night: Night, where: Place, tally: Tally) -> None:
    with _embedded(where) as embedded:
        writer = LogWriter(embedded.log, night)
        facility = facility_of(embedded.log) or args.facility or FACILITY
        _write(args, night, facility, writer.take, tally)
        writer.finish()
        tally.recorded = writer.recorded
        say("floor: deciding what the meters make of it …")
        embedded.process(models=False)
        source = SqliteSource(where.data / LOG_FILE)
        stops = all_of(source)
        with progress("read model", sum(stops.values()), "records") as bar:
            reached = 0

            def show(done: int, _total: int) -> None:
                nonlocal reached
                bar.advance(done - reached, done - reached)
                reached = done

            build(source, embedded.store, stops, show, args.processes)
        tally.links = meters(embedded.store)


def _write(
    args: argparse.Namespace, night: Night, facility: str, take: Callable[[list[Row]], None], tally: Tally
) -> None:
    """Make the night and hand it on, window by window."""
    processes = args.processes or os.cpu_count() or 1
    with progress("floor", _length(night), "events") as bar:
        before = night.start_us
        for rows in made(night, facility, gaming_days(args), processes, tally.planted.append):
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


def _by_the_clock(args: argparse.Namespace, night: Night, where: Place, tally: Tally) -> None:
    with _embedded(where) as embedded:
        log = embedded.log
        house = EmbeddedHouse(embedded, _recorder(args, log))
        end = log.end(EVENTS)
        stored = (read_header(record.value) for record in log.read(EVENTS, 0, 0, end))
        begin_us = max(
            (read_header(record.value).recorded_at_us for record in log.read(EVENTS, 0, end - 1, end)),
            default=night.start_us,
        )
        paced = floor_live.PacedHouse(house, args.speed) if isinstance(args.speed, int) else house
        resuming = ResumingHouse(paced, stored)
        _play(args, night, resuming, tally, begin_us=begin_us, process=embedded.process)
        tally.recorded = log.end(EVENTS) - end
        tally.links = meters(embedded.store)


def _to_kafka(args: argparse.Namespace, night: Night, where: Place, tally: Tally) -> None:
    with open_for_recording(where) as opened:
        log = opened.log
        house: House = KafkaHouse(
            log, _recorder(args, log), floor_live.patience(args.wait), at_once=args.wait <= 0
        )
        if isinstance(args.speed, int):
            house = floor_live.PacedHouse(house, args.speed)

        def stored(stream: str) -> Iterator[Event]:
            if log.head(stream) is None:
                return iter(())
            return (read_header(record.value) for record in log.read_stream(stream, 1))

        counted = _Counted(house)
        resuming = ResumingStreams(counted, stored)
        _play(args, night, resuming, tally, begin_us=night.start_us, process=lambda: None)
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


def _play(
    args: argparse.Namespace,
    night: Night,
    house: House,
    tally: Tally,
    *,
    begin_us: int,
    process: Callable[[], None],
) -> None:
    counted = _Counted(house)
    casino = night.casino(counted, gaming_days(args), ledger=tally.planted.append)
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

        floor_live.play(casino, args.speed, begin_us, meanwhile)
        tally.made_s = time.monotonic() - tally.started
        process()


def _recorder(args: argparse.Namespace, log: Log) -> Recorder:
    return Recorder(log, facility_of(log) or args.facility or FACILITY, day_of=gaming_days(args))


def _embedded(where: Place) -> Embedded:
    try:
        return Embedded(where.data)
    except OSError as error:
        raise LogError(
            f"{where.data}: no instance can be made here ({error.strerror}). Name a directory that you may "
            "write in with --data."
        ) from error


# --- what came of it --------------------------------------------------------------------------------------


def _report(args: argparse.Namespace, night: Night, where: Place, tally: Tally) -> None:
    seconds = time.monotonic() - tally.started
    into = args.out or where.kafka or str(where.data)
    report = {
        "into": into,
        "seed": night.seed,
        "tables": night.tables,
        "rounds": tally.rounds,
        "events": tally.events,
        "recorded": tally.recorded,
        "planted": len(tally.planted),
        "seconds": round(seconds, 3),
        "events_per_second": round(tally.events / max(tally.made_s, 0.001)),
        "links": tally.links,
    }
    if args.json:
        print_json(report)
        return
    print(f"{night.tables} tables, {tally.rounds:,} rounds: {tally.events:,} events into {into}, ", end="")
    before = tally.events - tally.recorded
    print(f"{before:,} of them recorded before, " if before else "", end="")
    print(f"in {seconds:.1f} s.")
    if tally.planted:
        print(f"{len(tally.planted):,} mistakes were planted.")
    for link in tally.links or ():
        for meter in link["meters"]:
            print(f"  {link['link']:<12} {meter['meter']:<14} {text(meter['amount_mc']):>18}")

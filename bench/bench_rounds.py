"""Milliseconds to find and to rebuild a round among ten million events: in process, and as a command.

A floor of 200 tables plays until there are so many events. Then rounds are drawn at random: `rounds` is asked
for a table, a seat and the time of one, finds those within half an hour of it and judges as many as people
are shown; `round` rebuilds it with its verdict. In process the instance is open; a command starts Python too.
Beside the clock stands processor time, which suffers less from neighbours. The limit is bare sqlite3 that
fetches the bytes of the same events from where they are, and does nothing with them.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bench.bench_append import DISK
from bench.commands import ask, call
from bench.rows import Row, row
from console.calls.options import Location
from console.commands.rounds import PAGE
from console.instances.instance import open_log
from console.instances.read_model import open_read_model
from console.rounds.found import ABOUT_US
from console.rounds.gathered import gather_round
from console.rounds.judged import judged_rounds
from events.times import time_text
from streams.log import Log
from streams.read_model.queries.found_rounds import RoundsAsked
from streams.read_model.queries.rounds import RoundLocation
from streams.read_model.store import ReadStore
from streams.sqlite.file import LOG_FILE

TABLES: Final = 200
HOURS: Final = 14
"""Some ten million events."""
SEED: Final = 11
ASKED: Final = 300
COMMANDS: Final = 15
AIM: Final = "≤ 10 ms"
BARE: Final = "bare sqlite3: the bytes of the same events from where they are"


def drawn(store: ReadStore, count: int) -> Iterator[tuple[RoundLocation, int]]:
    """Rounds and a seat of each, at random."""
    rng = Random(SEED)
    located = RoundsAsked().found(store)
    for of in rng.choices(located, k=count):
        taken = store.rows("SELECT seats FROM rounds WHERE stream = ? AND round = ?", (of.stream, of.round))
        seats = [number for number in range(1, 9) if taken[0]["seats"] >> number & 1]
        yield of, rng.choice(seats or [1])


def around(of: RoundLocation, seat: int) -> RoundsAsked:
    """The question of `rounds --table --seat --around`."""
    return RoundsAsked(
        of.table, seat, of.first_at_us - ABOUT_US, of.first_at_us + ABOUT_US + 1, of.first_at_us
    )


def page(log: Log, store: ReadStore, asked: RoundsAsked) -> list[object]:
    """The rounds that the question finds, each judged, as many as people are shown."""
    return list(islice(judged_rounds(log, store, asked.found(store), asked.seat), PAGE))


class Taken(NamedTuple):
    """How long calls took, by the clock and in processor time, each the shortest first."""

    by_clock: list[float]
    of_processor: list[float]


def milliseconds(calls: Iterable[Callable[[], object]]) -> Taken:
    """How long each call took."""
    by_clock, of_processor = [], []
    for each in calls:
        started, spent = time.perf_counter(), time.process_time()
        each()
        of_processor.append((time.process_time() - spent) * 1_000)
        by_clock.append((time.perf_counter() - started) * 1_000)
    return Taken(sorted(by_clock), sorted(of_processor))


def _rows(
    name: str, taken: Sequence[float], goal: str | None = None, limit: Sequence[float] = ()
) -> list[Row]:
    return [
        row(
            f"rounds_{name}_p{each}",
            "ms",
            _percentile(taken, each),
            n=len(taken),
            goal=goal,
            limit=_percentile(limit, each) if limit else None,
            limit_name=BARE if limit else None,
        )
        for each in (50, 99)
    ]


def _percentile(taken: Sequence[float], each: int) -> float:
    return taken[(len(taken) - 1) * each // 100]


def _both(name: str, ours: Taken, bare: Taken | None = None) -> list[Row]:
    """The rows by the clock, which have an aim, and those of processor time."""
    return [
        *_rows(name, ours.by_clock, AIM, bare.by_clock if bare else ()),
        *_rows(f"{name}_processor", ours.of_processor, None, bare.of_processor if bare else ()),
    ]


def in_process(where: Location, chosen: Sequence[tuple[RoundLocation, int]]) -> list[Row]:
    """Rounds found, found and judged, and rebuilt, in an instance that is open."""
    asked = [around(*each) for each in chosen]
    bare = sqlite3.connect(f"{(where.data / LOG_FILE).absolute().as_uri()}?mode=ro", uri=True)
    with closing(bare), open_log(where) as log, open_read_model(where, as_it_is=True) as store:
        pages = [[place for of in each.found(store)[:PAGE] for place in of.places] for each in asked]
        found = milliseconds(partial(each.found, store) for each in asked)
        judged = milliseconds(partial(page, log, store, each) for each in asked)
        fetched = milliseconds(partial(_fetch, bare, places) for places in pages)
        rebuilt = milliseconds(partial(gather_round, log, store, of) for of, _ in chosen)
        fetched_one = milliseconds(partial(_fetch, bare, of.places) for of, _ in chosen)
    return [
        *_both("found", found),
        *_both("judged", judged, fetched),
        *_both("rebuilt", rebuilt, fetched_one),
    ]


def _fetch(bare: sqlite3.Connection, places: Sequence[int]) -> object:
    wanted = "SELECT value FROM events WHERE offset IN (SELECT value FROM json_each(?))"
    return bare.execute(wanted, (json.dumps(places),)).fetchall()


def as_commands(data: str, chosen: Sequence[tuple[RoundLocation, int]]) -> list[Row]:
    """The same as a user asks."""
    rounds = milliseconds(
        partial(ask, "--data", data, "rounds", "--table", of.table, "--seat", str(seat), "--around",
                time_text(of.first_at_us), "--limit", str(PAGE))
        for of, seat in chosen
    )  # fmt: skip
    round_ = milliseconds(
        partial(ask, "--data", data, "round", of.round, "--table", of.table) for of, _ in chosen
    )
    return [*_rows("command", rounds.by_clock), *_rows("round_command", round_.by_clock)]


def run(quick: bool = False) -> list[Row]:
    """In process and as commands."""
    tables, hours, count, commands = (3, "0.1", 5, 1) if quick else (TABLES, str(HOURS), ASKED, COMMANDS)
    with tempfile.TemporaryDirectory(dir=DISK) as data:
        report, _ = call("--data", data, "floor", "--tables", str(tables), "--hours", hours)
        print(f"rounds: {report['events']} events", file=sys.stderr, flush=True)
        call("--data", data, "findings")  # examined, so that no question has to wait for that
        where = Location(Path(data), None)
        with open_read_model(where) as store:
            chosen = list(drawn(store, count))
        return in_process(where, chosen) + as_commands(data, chosen[:commands])

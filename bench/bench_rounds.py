"""Milliseconds to find and to rebuild a round among ten million events: in process, and as a command.

A floor of 200 tables plays until there are so many events. Then rounds are drawn at random: `rounds` is asked
for a table, a seat and the time of one, finds those within half an hour of it and judges as many as people
are shown; `round` rebuilds it with its verdict. In process the instance is open; a command starts Python too.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from bench.bench_append import DISK
from bench.commands import call
from bench.rows import Row, row
from console.commands.rounds import ABOUT_US, PAGE
from console.instance import open_log
from console.options import Location
from console.read_model import open_read_model
from console.round_gathered import gather_round
from console.rounds_judged import judged_rounds
from events.times import time_text
from streams.log import Log
from streams.read_model.queries.found_rounds import RoundsAsked
from streams.read_model.queries.rounds import RoundLocation
from streams.read_model.store import ReadStore

TABLES: Final = 200
HOURS: Final = 14
"""Some ten million events."""
SEED: Final = 11
ASKED: Final = 300
COMMANDS: Final = 15
AIM: Final = "≤ 10 ms"


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


def milliseconds(calls: Iterable[Callable[[], object]]) -> list[float]:
    """How long each call took, the shortest first."""
    taken = []
    for each in calls:
        started = time.perf_counter()
        each()
        taken.append((time.perf_counter() - started) * 1_000)
    return sorted(taken)


def _rows(name: str, taken: Sequence[float], goal: str | None = None) -> list[Row]:
    return [
        row(f"rounds_{name}_p{each}", "ms", taken[(len(taken) - 1) * each // 100], n=len(taken), goal=goal)
        for each in (50, 99)
    ]


def in_process(where: Location, chosen: Sequence[tuple[RoundLocation, int]]) -> list[Row]:
    """Rounds found, found and judged, and rebuilt, in an instance that is open."""
    asked = [around(*each) for each in chosen]
    with open_log(where) as log, open_read_model(where, as_it_is=True) as store:
        found = milliseconds(partial(each.found, store) for each in asked)
        judged = milliseconds(partial(page, log, store, each) for each in asked)
        rebuilt = milliseconds(partial(gather_round, log, store, of) for of, _ in chosen)
    return [*_rows("found", found, AIM), *_rows("judged", judged, AIM), *_rows("rebuilt", rebuilt, AIM)]


def as_commands(data: str, chosen: Sequence[tuple[RoundLocation, int]]) -> list[Row]:
    """The same as a user asks."""
    rounds = milliseconds(
        partial(call, "--data", data, "rounds", "--table", of.table, "--seat", str(seat), "--around",
                time_text(of.first_at_us), "--limit", str(PAGE))
        for of, seat in chosen
    )  # fmt: skip
    round_ = milliseconds(
        partial(call, "--data", data, "round", of.round, "--table", of.table) for of, _ in chosen
    )
    return [*_rows("command", rounds), *_rows("round_command", round_)]


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

"""Rounds of a floor where things happen and nobody errs, put to the examiner: nothing may be found.

`make faults NAME=floor-findings-clean` takes them in full.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from events.envelope import Event, read_header
from floor.casino import Casino
from floor.houses.folding import FoldingHouse
from floor.life import Stop
from floor.plan import START_US, lay_out
from floor.table.submission import Submission
from floor.trouble.erring import Rates, conduct
from projections.examining.examiner import TableExaminer
from projections.examining.finding import Finding
from streams.clock import GamingDays
from tests.floor.examined_links import ExaminedLinks
from tests.floor.watched import FACILITY


class Examined(NamedTuple):
    """What was found on a floor, and what it was: its submissions, and how often each type was recorded."""

    found: list[Finding]
    submissions: list[Submission]
    types: dict[str, int]


def examined(
    game: str, *, seed: int, tables: int, rounds: int, irregularities_ppm: int = 100_000
) -> Examined:
    """A floor of one game, each table examined as it is played; memory stays flat."""
    days = GamingDays()
    plan = lay_out(seed, tables, (game,))
    done = Examined([], plan.submissions, {})
    examiners: dict[str, TableExaminer] = {}

    def take(events: Iterator[Event]) -> None:
        for event in events:
            done.types[event.type] = done.types.get(event.type, 0) + 1
            if event.kind == "table":
                done.found.extend(examiners.setdefault(event.stream, TableExaminer()).take(event))

    at = plan.tables(START_US, days)
    for table in at:
        table.conduct = conduct(table, seed, Rates(0, irregularities_ppm), lambda _planted: None)
    links = ExaminedLinks(done.found)
    house = FoldingHouse(
        FACILITY, days, lambda sealed: take(read_header(one.value) for one in sealed), links.take
    )
    Casino(house, at, plan.links, Stop(rounds=rounds), registered=True).run()
    return done

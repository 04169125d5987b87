"""Findings over many live rounds, by dealer, table, seat and shift, against what chance gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from projections.patterns.leads import CONFIDENCE, Line, compare
from projections.patterns.tally import PlayedRound, Tally, tally
from projections.rounds.index import seats_in
from streams.clock import GamingDays
from streams.read_model.findings import Wanted, find
from streams.read_model.store import ReadStore


@dataclass(frozen=True, slots=True)
class Patterns:
    """What was counted, and each group against the others of its sort, leads first."""

    counted: Tally
    lines: list[Line]
    confidence: Fraction


def find_patterns(
    store: ReadStore, wanted: Wanted, sorts: Sequence[str], days: GamingDays, version: int | None = None
) -> Patterns:
    """Compare how often the findings that are asked for fell on rounds of the tables and days asked for."""
    with store.at_one_moment():
        found = find(store, replace(wanted, mode="live"), version)
        counted = tally(rounds_played(store, days, wanted.table, wanted.day), found, sorts)
    return Patterns(counted, compare(counted.groups), CONFIDENCE)


def rounds_played(
    store: ReadStore, days: GamingDays, table: str | None = None, day: str | None = None
) -> Iterator[PlayedRound]:
    """Every live round that was opened, table by table: the rounds of one are in memory at a time."""
    for stream in store.select(str, "SELECT DISTINCT stream FROM rounds WHERE mode = 'live' ORDER BY stream"):
        if table is None or stream == f"table:{table}":
            rows = store.rows(
                """SELECT round, first_at_us, seats, (
                    SELECT dealer FROM crews WHERE crews.stream = rounds.stream AND crews.mode = rounds.mode
                    AND crews.seq < rounds.first_seq AND dealer <> '' ORDER BY seq DESC LIMIT 1
                ) AS dealer
                FROM rounds WHERE stream = :stream AND mode = 'live' AND opened > 0
                AND (:day IS NULL OR gaming_day = :day) ORDER BY first_seq""",
                {"stream": stream, "day": day},
            )
            for row in rows:
                yield PlayedRound(
                    stream=stream,
                    round=row["round"],
                    seats=tuple(seats_in(row["seats"])),
                    dealer=row["dealer"] or "",
                    shift=days.shift(row["first_at_us"]),
                )

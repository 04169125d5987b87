"""A gaming day of a table by the indexes of the read model: its rounds, and where in its stream it lies."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from projections.rounds.happenings import HappeningRow
from projections.rounds.index import seats_in
from streams.read_model.findings import shown_version
from streams.read_model.store import ReadStore

_SLACK_US: Final = 86_400_000_000
"""A device's clock may be so far from the day that its event was recorded on; the day itself decides."""
_LAST_SEQ: Final = 2**62
_HAPPENED: Final = ", ".join(each.name for each in fields(HappeningRow))


@dataclass(frozen=True, slots=True)
class RoundOfDay:
    """A live round of a table; `closed` and `voided` count the events that say so."""

    round: str
    first_seq: int
    last_seq: int
    first_at_us: int
    last_at_us: int
    seats: int
    closed: int
    voided: int

    @property
    def end(self) -> str:
        """How it ended; empty while it is open."""
        return "voided" if self.voided else "closed" if self.closed else ""

    @property
    def boxes(self) -> list[int]:
        """The seats that wagered."""
        return list(seats_in(self.seats))


def rounds_of_day(store: ReadStore, table: str, day: str, bounds: tuple[int, int]) -> list[RoundOfDay]:
    """The live rounds of a table on a gaming day, in the order of its stream."""
    return store.select(
        RoundOfDay,
        """SELECT round, first_seq, last_seq, first_at_us, last_at_us, seats, closed, voided FROM rounds
        WHERE stream = ? AND first_at_us >= ? AND first_at_us < ? AND gaming_day = ? AND mode = 'live'
        ORDER BY first_seq""",
        (f"table:{table}", bounds[0] - _SLACK_US, bounds[1] + _SLACK_US, day),
    )


def last_seq_before(store: ReadStore, table: str, at_us: int) -> int:
    """The last event of a round of a table that began before a moment; 0 where there is none."""
    query = """SELECT last_seq FROM rounds WHERE stream = ? AND first_at_us < ?
    ORDER BY first_at_us DESC LIMIT 1"""
    return next(iter(store.select(int, query, (f"table:{table}", at_us))), 0)


def first_seq_from(store: ReadStore, table: str, at_us: int) -> int:
    """The first event of a round of a table that began at a moment or later; 0 where there is none."""
    query = """SELECT first_seq FROM rounds WHERE stream = ? AND first_at_us >= ?
    ORDER BY first_at_us LIMIT 1"""
    return next(iter(store.select(int, query, (f"table:{table}", at_us))), 0)


def happenings_of(store: ReadStore, table: str, start_seq: int, stop_seq: int | None) -> list[HappeningRow]:
    """What happened at a table besides its hands, from an event up to another, in the order of its stream."""
    query = f"SELECT {_HAPPENED} FROM happenings WHERE stream = ? AND seq >= ? AND seq < ? ORDER BY seq"  # noqa: S608
    return store.select(HappeningRow, query, (f"table:{table}", start_seq, stop_seq or _LAST_SEQ))


def findings_by_round(store: ReadStore, table: str, day: str) -> dict[str, dict[str, int]]:
    """How much was found in each round of a table on a gaming day, by severity."""
    rows = store.rows(
        """SELECT round, severity, count(*) AS times FROM findings
        WHERE gaming_day = ? AND "table" = ? AND +version = ? AND mode = 'live' AND round IS NOT NULL
        GROUP BY 1, 2""",
        (day, table, shown_version(store)),
    )
    found: dict[str, dict[str, int]] = {}
    for row in rows:
        found.setdefault(row["round"], {})[row["severity"]] = row["times"]
    return found


def missing_at(store: ReadStore, table: str) -> int:
    """The event that the stream of a table waits for; 0 while it goes on."""
    query = "SELECT missing_seq FROM halts WHERE stream = ?"
    return next(iter(store.select(int, query, (f"table:{table}",))), 0)

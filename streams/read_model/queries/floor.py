"""Every table as it stands: what it plays, its last round, how fast it plays, who is there, what is wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, NamedTuple

from events.times import SECOND_US
from projections.rounds.index import seats_in
from projections.rounds.terms import game_of
from streams.read_model.findings import shown_version
from streams.read_model.store import ReadStore

RATE_OVER_US: Final = 3_600 * SECOND_US
"""The stretch before a moment over which rounds are counted."""
LAST_ROUNDS: Final = 3


class LastRound(NamedTuple):
    """A round of a table, as the index has it; its end is empty while it is open."""

    round: str
    at_us: int
    seats: tuple[int, ...]
    end: str


class FoundToday(NamedTuple):
    """How much was found at a table on a gaming day, by severity."""

    money: int
    procedure: int
    record: int


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table of live play as it stands at a moment.

    `halted_at` is the number that its stream waits for, 0 where it goes on; `incomplete` are the links that
    lack something of it.
    """

    table: str
    game: str
    rulebook: str
    dealer: str
    floorperson: str
    rounds_an_hour: int
    last: tuple[LastRound, ...]
    found: FoundToday
    halted_at: int
    incomplete: tuple[str, ...]

    @property
    def alarm(self) -> bool:
        """Whether somebody has to look."""
        return bool(self.halted_at or self.incomplete or self.found.money)


def floor_now(store: ReadStore, at_us: int, day: str) -> list[TableNow]:
    """The tables that have live selections, by name, as of a moment; findings are those of the gaming day."""
    looked = _Looked(store, at_us, _found_on(store, day), _halts(store), _gaps(store))
    return [looked.table(stream, rulebook) for stream, rulebook in _selections(store)]


class _Looked(NamedTuple):
    """What is looked up once for all tables."""

    store: ReadStore
    at_us: int
    found: Counter[tuple[str, str]]
    halts: dict[str, int]
    gaps: dict[str, tuple[str, ...]]

    def table(self, stream: str, rulebook: str) -> TableNow:
        """A table as it stands."""
        name = stream.partition(":")[2]
        return TableNow(
            name,
            game_of(rulebook),
            rulebook,
            _crew(self.store, stream, "dealer"),
            _crew(self.store, stream, "floorperson"),
            _rounds_since(self.store, stream, self.at_us - RATE_OVER_US),
            _last_rounds(self.store, stream),
            FoundToday(*(self.found[name, severity] for severity in FoundToday._fields)),
            self.halts.get(stream, 0),
            self.gaps.get(name, ()),
        )


def _selections(store: ReadStore) -> list[tuple[str, str]]:
    """Tables and the rulebook of their last selections."""
    query = """SELECT stream, rulebook FROM selections AS s
    WHERE seq = (SELECT max(seq) FROM selections AS l WHERE l.stream = s.stream) ORDER BY stream"""
    return store.select(lambda stream, rulebook: (str(stream), str(rulebook)), query)


def _halts(store: ReadStore) -> dict[str, int]:
    rows = store.rows("SELECT stream, missing_seq FROM halts WHERE missing_seq > 0")
    return {row["stream"]: row["missing_seq"] for row in rows}


def _gaps(store: ReadStore) -> dict[str, tuple[str, ...]]:
    gaps: dict[str, tuple[str, ...]] = {}
    for row in store.rows('SELECT link, "table" FROM gaps WHERE from_number > 0 ORDER BY link'):
        gaps[row["table"]] = (*gaps.get(row["table"], ()), row["link"])
    return gaps


def _found_on(store: ReadStore, day: str) -> Counter[tuple[str, str]]:
    query = """SELECT "table", severity, count(*) AS times FROM findings
    WHERE gaming_day = ? AND +version = ? AND mode = 'live' AND "table" IS NOT NULL GROUP BY 1, 2"""
    rows = store.rows(query, (day, shown_version(store)))
    return Counter({(row["table"], row["severity"]): row["times"] for row in rows})


def _crew(store: ReadStore, stream: str, field: str) -> str:
    query = (
        f"SELECT {field} FROM crews WHERE stream = ? AND mode = 'live' AND {field} <> '' "  # noqa: S608
        "ORDER BY seq DESC LIMIT 1"
    )
    return next(iter(store.select(str, query, (stream,))), "")


def _rounds_since(store: ReadStore, stream: str, from_us: int) -> int:
    query = "SELECT count(*) FROM rounds WHERE stream = ? AND first_at_us >= ? AND mode = 'live'"
    return store.select(int, query, (stream, from_us))[0]


def _last_rounds(store: ReadStore, stream: str) -> tuple[LastRound, ...]:
    rows = store.rows(
        """SELECT round, first_at_us, seats, closed, voided FROM rounds
        WHERE stream = ? AND mode = 'live' ORDER BY first_at_us DESC, round DESC LIMIT ?""",
        (stream, LAST_ROUNDS),
    )
    return tuple(
        LastRound(
            row["round"],
            row["first_at_us"],
            tuple(seats_in(row["seats"])),
            "voided" if row["voided"] else "closed" if row["closed"] else "",
        )
        for row in rows
    )

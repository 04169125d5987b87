"""Live rounds found by table, seat and time, by the indexes of the read model: the log is not looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from projections.rounds.index import seat_bit
from streams.read_model.queries.rounds import LOCATION, RoundLocation
from streams.read_model.store import ReadStore

_LAST_US: Final = 2**62
_ALL: Final = -1


@dataclass(frozen=True, slots=True)
class RoundsAsked:
    """What rounds are looked for: those that began between two moments (the second not included)."""

    table: str | None = None
    seat: int | None = None
    from_us: int = 0
    to_us: int = _LAST_US
    nearest_us: int | None = None
    """The moment that rounds are the first if they are near to; None: the latest come first."""
    earliest_first: bool = False

    def query(self) -> tuple[str, dict[str, str | int | None]]:
        """The question in SQL, and its values."""
        conditions, values = self._conditions()
        order = "first_at_us" if self.earliest_first else "first_at_us DESC"
        if self.nearest_us is not None:
            order = "abs(first_at_us - :nearest_us)"
            values["nearest_us"] = self.nearest_us
        query = f"SELECT {LOCATION} FROM rounds WHERE {conditions} ORDER BY {order}, stream, round"  # noqa: S608
        return query, values

    def _conditions(self) -> tuple[str, dict[str, str | int | None]]:
        which = ["mode = 'live'", "first_at_us >= :from_us", "first_at_us < :to_us"]
        values: dict[str, str | int | None] = {"from_us": self.from_us, "to_us": self.to_us}
        if self.table is not None:
            which.append("stream = :stream")
            values["stream"] = f"table:{self.table}"
        if self.seat is not None:
            which.append("seats & :seat")
            values["seat"] = seat_bit(self.seat)
        return " AND ".join(which), values

    def found(self, store: ReadStore, at_most: int = _ALL) -> list[RoundLocation]:
        """The rounds that are asked for, all or the first, in the order in which they are wanted."""
        query, values = self.query()
        return store.select(RoundLocation, f"{query} LIMIT :at_most", {**values, "at_most": at_most})

    def count(self, store: ReadStore) -> int:
        """How many rounds are asked for."""
        conditions, values = self._conditions()
        return store.select(int, f"SELECT count(*) FROM rounds WHERE {conditions}", values)[0]  # noqa: S608


def last_played_us(store: ReadStore, table: str | None = None) -> int | None:
    """When the latest live round began, at a table or anywhere; None where there was none."""
    at, values = ("", ()) if table is None else ("AND stream = ?", (f"table:{table}",))
    rows = store.rows(
        f"SELECT first_at_us FROM rounds WHERE mode = 'live' {at} ORDER BY first_at_us DESC LIMIT 1",  # noqa: S608
        values,
    )
    return rows[0]["first_at_us"] if rows else None

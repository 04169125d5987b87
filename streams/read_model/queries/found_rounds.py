"""Live rounds found by table, seat and time, by the indexes of the read model: the log is not looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from projections.rounds.index import seat_bit
from streams.read_model.queries.rounds import LOCATION, RoundLocation
from streams.read_model.store import ReadStore

_LAST_US: Final = 2**62


@dataclass(frozen=True, slots=True)
class RoundsAsked:
    """What rounds are looked for: those that began between two moments (the second not included)."""

    table: str | None = None
    seat: int | None = None
    from_us: int = 0
    to_us: int = _LAST_US
    nearest_us: int | None = None
    """The moment that rounds are the first if they are near to; None: the latest come first."""

    def query(self) -> tuple[str, dict[str, str | int | None]]:
        """The question in SQL, and its values."""
        which = ["mode = 'live'", "first_at_us >= :from_us", "first_at_us < :to_us"]
        values: dict[str, str | int | None] = {"from_us": self.from_us, "to_us": self.to_us}
        if self.table is not None:
            which.append("stream = :stream")
            values["stream"] = f"table:{self.table}"
        if self.seat is not None:
            which.append("seats & :seat")
            values["seat"] = seat_bit(self.seat)
        order = "first_at_us DESC"
        if self.nearest_us is not None:
            order = "abs(first_at_us - :nearest_us)"
            values["nearest_us"] = self.nearest_us
        conditions = " AND ".join(which)
        query = f"SELECT {LOCATION} FROM rounds WHERE {conditions} ORDER BY {order}, stream, round"  # noqa: S608
        return query, values

    def found(self, store: ReadStore) -> list[RoundLocation]:
        """Every round that is asked for, in the order in which they are wanted."""
        return store.select(RoundLocation, *self.query())


def last_played_us(store: ReadStore, table: str | None = None) -> int | None:
    """When the latest live round began, at a table or anywhere; None where there was none."""
    at, values = ("", ()) if table is None else ("AND stream = ?", (f"table:{table}",))
    rows = store.rows(
        f"SELECT first_at_us FROM rounds WHERE mode = 'live' {at} ORDER BY first_at_us DESC LIMIT 1",  # noqa: S608
        values,
    )
    return rows[0]["first_at_us"] if rows else None

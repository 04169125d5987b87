"""Which gaming days rounds were recorded under, and when they began: zone and cut-off are no events."""

from __future__ import annotations

from typing import NamedTuple

from streams.read_model.store import ReadStore


class RecordedDay(NamedTuple):
    """A gaming day under which live rounds of a stream were recorded: when the first and the latest began."""

    day: str
    first_at_us: int
    latest_at_us: int


def recorded_days(store: ReadStore, start_us: int, end_us: int) -> list[RecordedDay]:
    """Those of the rounds that began between two moments.

    The first is that of the lowest number: a round that was heard of late is of the day of those before it.
    """
    rows = store.rows(
        """SELECT gaming_day, min(first_seq), first_at_us, (
            SELECT max(other.first_at_us) FROM rounds AS other
            WHERE other.stream = one.stream AND other.first_at_us >= :start AND other.first_at_us < :end
                AND other.gaming_day = one.gaming_day AND other.mode = 'live') AS latest_at_us
        FROM rounds AS one
        WHERE mode = 'live' AND first_at_us >= :start AND first_at_us < :end
        GROUP BY stream, gaming_day ORDER BY gaming_day""",
        {"start": start_us, "end": end_us},
    )
    return [RecordedDay(row["gaming_day"], row["first_at_us"], row["latest_at_us"]) for row in rows]

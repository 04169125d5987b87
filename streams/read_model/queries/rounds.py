"""Where the events of a round are in the log."""

from __future__ import annotations

from dataclasses import dataclass

from streams.read_model.store import ReadStore


@dataclass(frozen=True, slots=True)
class RoundLocation:
    """A round: its table's stream, and the range of the log that holds its events."""

    round: str
    stream: str
    partition: int
    first_seq: int
    first_offset: int
    last_offset: int

    @property
    def table(self) -> str:
        """The table that it was played at."""
        return self.stream.partition(":")[2]


def rounds_named(store: ReadStore, name: str) -> list[RoundLocation]:
    """The rounds of a name: mostly one, but two tables may have a round of the same name."""
    rows = store.rows(
        """SELECT round, stream, partition, first_seq, first_offset, last_offset FROM rounds
        WHERE round = ? ORDER BY stream""",
        (name,),
    )
    return [RoundLocation(**row) for row in rows]

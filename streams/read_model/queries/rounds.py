"""Where the events of a round are in the log."""

from __future__ import annotations

from dataclasses import dataclass

from streams.read_model.store import ReadStore


@dataclass(frozen=True, slots=True)
class RoundLocation:
    """A round: its table's stream, and the range of the log that holds its events."""

    round: str
    stream: str
    mode: str
    partition: int
    first_seq: int
    first_offset: int
    last_offset: int

    @property
    def table(self) -> str:
        """The table that it was played at."""
        return self.stream.partition(":")[2]


def rounds_named(store: ReadStore, name: str) -> list[RoundLocation]:
    """The rounds of a name, live ones first: mostly one, but two tables may have a round of the same name.

    What is tested or trained under the name of a live round is a round of its own.
    """
    rows = store.rows(
        """SELECT round, stream, mode, partition, first_seq, first_offset, last_offset FROM rounds
        WHERE round = ? ORDER BY mode <> 'live', mode, stream""",
        (name,),
    )
    return [RoundLocation(**row) for row in rows]


def spelled_otherwise(store: ReadStore, name: str) -> list[str]:
    """The names of rounds that differ from this one in upper and lower case alone."""
    rows = store.rows(
        "SELECT DISTINCT round FROM rounds WHERE round = ? COLLATE NOCASE AND round <> ? ORDER BY round",
        (name, name),
    )
    return [row["round"] for row in rows]

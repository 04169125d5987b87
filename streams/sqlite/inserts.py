"""What a commit writes into the log's file: events, heads, signposts, outputs and states of processors."""

from __future__ import annotations

import sqlite3
from functools import cache
from operator import itemgetter
from typing import Final

from streams.log import Sealed
from streams.sqlite.plan import Plan

INSERT_ROWS: Final = 100
"""How many rows one statement takes: most of the time of `executemany` goes between statements."""
_VALUE_OF: Final = itemgetter(Sealed._fields.index("value"))


def _insert_events(connection: sqlite3.Connection, start: int, values: list[bytes]) -> None:
    """Values from an offset on, many to a statement."""
    for low in range(0, len(values), INSERT_ROWS):
        # As `bytearray`: of every `bytes` that sqlite3 binds it first looks for an adapter, in vain, and that
        # takes longer than the copy.
        rows = [bytearray(value) for value in values[low : low + INSERT_ROWS]]
        connection.execute(_insert_rows(len(rows)), [start + low, *rows])


@cache
def _insert_rows(count: int) -> str:
    """Inserts so many events. The offset is given for the first only: SQLite counts on by itself."""
    return f"INSERT INTO events VALUES (?, ?){', (NULL, ?)' * (count - 1)}"  # noqa: S608 - marks only


def insert(connection: sqlite3.Connection, plan: Plan, start: int) -> None:
    """Everything that a plan has, its events from an offset on."""
    _insert_events(connection, start, list(map(_VALUE_OF, plan.events)))
    if plan.heads:
        connection.executemany(
            "INSERT INTO heads VALUES (?, ?, ?, ?) ON CONFLICT (stream) DO UPDATE"
            " SET seq = excluded.seq, hash = excluded.hash, offset = excluded.offset",
            [(stream, *head) for stream, head in plan.heads.items()],
        )
    if plan.signposts:
        connection.executemany("INSERT INTO signposts VALUES (?, ?, ?)", plan.signposts)
    for topic, records in plan.outputs.items():
        connection.executemany(f"INSERT INTO {topic} VALUES (?, ?, ?)", records)  # noqa: S608 - a topic of ours
    if plan.states:
        connection.executemany(
            "INSERT INTO states VALUES (?, 0, ?) ON CONFLICT (processor, partition) DO UPDATE"
            " SET state = excluded.state",
            list(plan.states.items()),
        )

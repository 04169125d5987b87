"""Up to which moment each link has received all its tables, from the read model."""

from __future__ import annotations

from dataclasses import fields
from typing import Final, NamedTuple

from projections.read_model.table_progress import Completeness, TableProgressRow, completeness
from streams.read_model.store import ReadStore

_PROGRESS: Final = ", ".join(f'"{field.name}"' for field in fields(TableProgressRow))


class _Gap(NamedTuple):
    """What a link waits for from one of its tables."""

    table: str
    what: str
    from_number: int


class _Halt(NamedTuple):
    """A stream that is halted, and the number that it waits for."""

    stream: str
    missing_seq: int


def link_completeness(store: ReadStore, link: str) -> Completeness:
    """How complete a link is now, and which tables hold it back.

    What is missing is known from the keeper's records and from streams that are halted.
    """
    tables = store.select(
        TableProgressRow,
        f"SELECT {_PROGRESS} FROM table_progress WHERE link = ?",  # noqa: S608 - the fields of a row
        (link,),
    )
    gaps = store.select(
        _Gap, 'SELECT "table", what, from_number FROM gaps WHERE link = ? AND from_number > 0', (link,)
    )
    halts = {
        halt.stream.removeprefix("table:"): f"stream from {halt.missing_seq}"
        for halt in store.select(_Halt, "SELECT stream, missing_seq FROM halts WHERE missing_seq > 0")
    }
    missing = {row.table: halts[row.table] for row in tables if row.table in halts}
    missing |= {gap.table: f"{gap.what} from {gap.from_number}" for gap in gaps}
    closed = store.select(str, "SELECT closed_day FROM links WHERE link = ?", (link,))
    return completeness(tables, missing, closed[0] if closed else "")

"""Up to which moment each link has received all its tables, from the read model."""

from __future__ import annotations

from dataclasses import fields
from typing import Final, NamedTuple

from projections.read_model.table_progress import (
    Completeness,
    TableProgressRow,
    completeness,
    last_slot,
)
from streams.read_model.store import ReadStore

_FIELDS: Final = tuple(field.name for field in fields(TableProgressRow))
_PROGRESS: Final = ", ".join(f'"{name}"' for name in _FIELDS)


class Gap(NamedTuple):
    """What a link waits for from one of its tables."""

    table: str
    what: str
    from_number: int


class _Halt(NamedTuple):
    """A stream that is halted, and the number that it waits for."""

    stream: str
    missing_seq: int


_PAST: Final = """
SELECT p.* FROM table_progress AS t JOIN table_progress_past AS p
  ON p.link = t.link AND p."table" = t."table" AND p.slot = (
    SELECT max(slot) FROM table_progress_past AS l
    WHERE l.link = t.link AND l."table" = t."table" AND l.slot <= :slot AND l.at_us <= :at)
WHERE t.link = :link
"""
_GAPS_THEN: Final = """
SELECT "table", what, from_number FROM gaps_past AS p WHERE link = :link AND from_number > 0 AND seq = (
  SELECT max(seq) FROM gaps_past AS l WHERE l.link = p.link AND l."table" = p."table" AND l.at_us <= :at)
"""


def completeness_then(store: ReadStore, link: str, closed_day: str, at_us: int) -> Completeness:
    """How complete a link was at a moment, when this was its last closed day.

    Of a table's past the first and the last leg of every five minutes are kept: between the two the link was
    complete to somewhat later than is said here, and never to less.
    """
    at = {"link": link, "at": at_us}
    rows = store.rows(_PAST, at | {"slot": last_slot(at_us)})
    tables = [TableProgressRow(**{name: row.get(name, 0) for name in _FIELDS}) for row in rows]
    missing = {gap.table: f"{gap.what} from {gap.from_number}" for gap in gaps_then(store, link, at_us)}
    return completeness(tables, missing, closed_day)


def gaps_then(store: ReadStore, link: str, at_us: int) -> list[Gap]:
    """What a link knew to be missing at a moment."""
    return store.select(Gap, _GAPS_THEN, {"link": link, "at": at_us})


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
        Gap, 'SELECT "table", what, from_number FROM gaps WHERE link = ? AND from_number > 0', (link,)
    )
    halts = {
        halt.stream.removeprefix("table:"): f"stream from {halt.missing_seq}"
        for halt in store.select(_Halt, "SELECT stream, missing_seq FROM halts WHERE missing_seq > 0")
    }
    missing = {row.table: halts[row.table] for row in tables if row.table in halts}
    missing |= {gap.table: f"{gap.what} from {gap.from_number}" for gap in gaps}
    closed = store.select(str, "SELECT closed_day FROM links WHERE link = ?", (link,))
    return completeness(tables, missing, closed[0] if closed else "")

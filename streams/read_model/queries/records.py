"""Rounds, findings, readings and meters row by row, in the order of their keys: for whoever takes them out.

A page of rows is read at a time, so memory stays flat. What this module must not know: what is made of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Final, NamedTuple, TypeVar

from projections.read_model.finding_row import FindingRow
from projections.rounds.index import seats_in
from streams.read_model.store import ReadStore

_PAGE: Final = 4_096

Keyed = TypeVar("Keyed", bound=tuple[str | int | None, ...])


class RoundRecord(NamedTuple):
    """A round: where it begins in its table's stream, how many events it has, how it ended."""

    round: str
    table: str
    mode: str
    gaming_day: str
    first_seq: int
    began_at_us: int
    events: int
    ended: str
    """`closed`, `voided`, `both`, or nothing."""
    seats: str


class ReadingRecord(NamedTuple):
    """A reading of a meter, what it was compared with, and what became of it."""

    stream: str
    seq: int
    day: str
    link: str
    meter: str
    read_mc: int
    read_by: str
    read_at_us: int
    expected_mc: int | None
    variance_mc: int | None
    change: str | None
    reason: str | None


class MeterRecord(NamedTuple):
    """What stands on a meter after the last record of its link that moved money."""

    link: str
    meter: str
    seq: int
    at_us: int
    primary_mc: int
    primary_nano: int
    reserve_mc: int
    reserve_nano: int


_ROUNDS: Final = """
SELECT round, stream, mode, gaming_day, first_seq, first_at_us, events, closed, voided, seats FROM rounds
WHERE (round, stream, mode) > (?, ?, ?) ORDER BY round, stream, mode LIMIT ?
"""
_OF_FINDINGS: Final = ", ".join(f'"{each.name}"' for each in fields(FindingRow))
_FINDINGS: Final = f"""
SELECT {_OF_FINDINGS} FROM findings
WHERE (stream, version, seq) > (?, ?, ?) ORDER BY stream, version, seq LIMIT ?
"""  # noqa: S608 - the names are above
_READINGS: Final = """
SELECT r.stream, r.seq, r.day, r.link, r.meter, r.read_mc, r.read_by, r.read_at_us,
  (SELECT expected_mc FROM variances v WHERE v.stream = r.stream AND v.reading_seq = r.seq
    ORDER BY v.seq DESC LIMIT 1),
  (SELECT variance_mc FROM variances v WHERE v.stream = r.stream AND v.reading_seq = r.seq
    ORDER BY v.seq DESC LIMIT 1),
  (SELECT change FROM reading_changes c WHERE c.stream = r.stream AND c.reading_seq = r.seq
    ORDER BY c.seq DESC LIMIT 1),
  (SELECT reason FROM reading_changes c WHERE c.stream = r.stream AND c.reading_seq = r.seq
    ORDER BY c.seq DESC LIMIT 1)
FROM readings r WHERE (r.stream, r.seq) > (?, ?) ORDER BY r.stream, r.seq LIMIT ?
"""
_METERS: Final = """
SELECT link, meter, seq, at_us, primary_mc, primary_residual, reserve_mc, reserve_residual FROM meters
ORDER BY link, meter
"""


def round_records(store: ReadStore) -> Iterator[RoundRecord]:
    """Every round of every mode."""
    page = store.rows(_ROUNDS, ("", "", "", _PAGE))
    while page:
        for row in page:
            ended = [name for name in ("closed", "voided") if row[name]]
            yield RoundRecord(
                row["round"],
                row["stream"].partition(":")[2],
                row["mode"],
                row["gaming_day"],
                row["first_seq"],
                row["first_at_us"],
                row["events"],
                "both" if len(ended) == 2 else "".join(ended),
                " ".join(map(str, seats_in(row["seats"]))),
            )
        last = page[-1]
        page = store.rows(_ROUNDS, (last["round"], last["stream"], last["mode"], _PAGE))


def finding_records(store: ReadStore) -> Iterator[tuple[str | int | None, ...]]:
    """Every finding of every list of checks: the columns of `FindingRow`, in their order."""
    return _paged(store, _FINDINGS, lambda *columns: columns, ("", 0, 0))


def reading_records(store: ReadStore) -> Iterator[ReadingRecord]:
    """Every reading of a meter."""
    return _paged(store, _READINGS, ReadingRecord, ("", 0))


def meter_records(store: ReadStore) -> list[MeterRecord]:
    """Every meter as it is."""
    return store.select(MeterRecord, _METERS)


def _paged(
    store: ReadStore, query: str, row: Callable[..., Keyed], first: tuple[str | int | None, ...]
) -> Iterator[Keyed]:
    """The rows of a query whose first columns are its key, behind the key given."""
    behind = first
    while page := store.select(row, query, (*behind, _PAGE)):
        yield from page
        behind = page[-1][: len(first)]

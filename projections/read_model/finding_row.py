"""A finding as a row of the read model, and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from events.vocabulary.findings import Remedy, Severity
from projections.examining.finding import Finding
from projections.examining.issuing import Issued


@dataclass(slots=True)
class FindingRow:
    """What the examiner found: in which stream, by which list of checks, and what it says.

    `table` is null where it is about a link alone. `events` are the numbers of the events that it rests on,
    with blanks between them.
    """

    stream: str
    version: int
    seq: int
    check: str
    id: str
    severity: str
    section: str | None
    table: str | None
    round: str | None
    seat: int | None
    wager: str | None
    at_us: int
    gaming_day: str
    events: str
    due_mc: int | None
    done_mc: int | None
    message: str
    remedy: str
    mode: str


def row_of(issued: Issued) -> FindingRow:
    """A finding as a row."""
    found = issued.finding
    return FindingRow(
        stream=found.stream,
        version=found.version,
        seq=issued.seq,
        check=found.check,
        id=found.id,
        severity=found.severity,
        section=found.section,
        table=found.table,
        round=found.round,
        seat=found.seat,
        wager=found.wager,
        at_us=found.at_us,
        gaming_day=found.gaming_day,
        events=" ".join(map(str, found.events)),
        due_mc=found.due_mc,
        done_mc=found.done_mc,
        message=found.message,
        remedy=found.remedy,
        mode=found.mode,
    )


def finding_of(row: FindingRow) -> Finding:
    """The finding of a row."""
    return Finding(
        check=row.check,
        id=row.id,
        severity=cast("Severity", row.severity),
        section=row.section,
        stream=row.stream,
        table=row.table,
        round=row.round,
        seat=row.seat,
        wager=row.wager,
        at_us=row.at_us,
        gaming_day=row.gaming_day,
        events=tuple(map(int, row.events.split())),
        message=row.message,
        mode=row.mode,
        version=row.version,
        remedy=cast("Remedy", row.remedy),
        due_mc=row.due_mc,
        done_mc=row.done_mc,
    )

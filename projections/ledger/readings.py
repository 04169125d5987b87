"""What a desk records, as rows: readings of meters and what they were compared with, gaming days that were
closed, findings that were accepted."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from events.envelope import Event
from events.money import MC_PER_CENT
from events.vocabulary.desk import (
    FindingsAccepted,
    GamingDayClosed,
    ReadingCompared,
    ReadingEntered,
    ReadingWithdrawn,
    VarianceExplained,
)
from events.vocabulary.links import Signature
from projections.ledger.accounts import believable
from projections.ledger.findings_accepted import FindingsAcceptedRow, accepted_row


@dataclass(slots=True)
class ReadingRow:
    """An amount that a person read at a display; `unknown` is 1 where the register, in force, did not have
    that person."""

    stream: str
    seq: int
    day: str
    link: str
    meter: str
    read_mc: int
    read_by: str
    read_at_us: int
    unknown: int


@dataclass(slots=True)
class VarianceRow:
    """What a reading of the same stream was compared with, and the variance."""

    stream: str
    seq: int
    reading_seq: int
    day: str
    link: str
    meter: str
    read_mc: int
    expected_mc: int
    variance_mc: int
    compared_at_us: int


@dataclass(slots=True)
class DayCloseRow:
    """A gaming day that was closed at a desk; tables that were missing and badges as JSON lists."""

    stream: str
    seq: int
    day: str
    missing_tables: str
    authorised_by: str
    reason: str
    recorded_at_us: int


@dataclass(slots=True)
class ReadingChangeRow:
    """A reading of the same stream that two people have `withdrawn`, or whose variance they have `explained`;
    their badges as a JSON list."""

    stream: str
    seq: int
    reading_seq: int
    change: str
    signed_by: str
    reason: str
    recorded_at_us: int


DeskRow = ReadingRow | VarianceRow | ReadingChangeRow | DayCloseRow | FindingsAcceptedRow

DeskEvent = (
    ReadingEntered
    | ReadingCompared
    | ReadingWithdrawn
    | VarianceExplained
    | GamingDayClosed
    | FindingsAccepted
)
"""The events that `desk_row` reads."""


def is_explained(variance_mc: int) -> bool:
    """Whether a variance explains itself: a display shows whole cents, so what is below one does."""
    return abs(variance_mc) < MC_PER_CENT


def desk_row(event: Event, body: DeskEvent) -> DeskRow | None:
    """The row of an event; None where it names an amount that nobody can have read."""
    match body:
        case ReadingEntered():
            amounts: tuple[int, ...] = (body.read_mc,)
            row: DeskRow = ReadingRow(
                event.stream,
                event.seq,
                body.day,
                body.link,
                body.meter,
                body.read_mc,
                body.read_by,
                event.occurred_at_us,
                int(any(stamp.department is None for stamp in body.stamps)),
            )
        case ReadingCompared():
            amounts = (body.read_mc, body.expected_mc, body.variance_mc)
            row = VarianceRow(
                event.stream,
                event.seq,
                body.reading_seq,
                body.day,
                body.link,
                body.meter,
                body.read_mc,
                body.expected_mc,
                body.variance_mc,
                event.recorded_at_us,
            )
        case ReadingWithdrawn() | VarianceExplained():
            amounts = ()
            row = ReadingChangeRow(
                event.stream,
                event.seq,
                body.reading_seq,
                "withdrawn" if isinstance(body, ReadingWithdrawn) else "explained",
                _badges(body.signed_by),
                body.reason,
                event.recorded_at_us,
            )
        case GamingDayClosed():
            amounts = ()
            row = DayCloseRow(
                event.stream,
                event.seq,
                body.day,
                json.dumps(body.missing_tables),
                _badges(body.signed_by),
                body.reason,
                event.recorded_at_us,
            )
        case FindingsAccepted():
            amounts, row = (), accepted_row(event, body)
        case _:
            assert_never(body)
    return row if believable(*amounts) else None


def _badges(signed_by: Iterable[Signature]) -> str:
    return json.dumps([signature.badge for signature in signed_by])

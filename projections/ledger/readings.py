"""Readings of meters by people, what they were compared with, and gaming days that were closed at a desk."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from events.envelope import Event
from projections.raw_body import Unreadable, amount, fields_of, signed_amount, word, words


@dataclass(slots=True)
class ReadingRow:
    """An amount that a person read at a display."""

    stream: str
    seq: int
    day: str
    link: str
    meter: str
    read_mc: int
    read_by: str
    read_at_us: int


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


DeskRow = ReadingRow | VarianceRow | DayCloseRow

DESK_TYPES: Final = frozenset({"reading_entered", "reading_compared", "gaming_day_closed"})
"""The types of event that `desk_row` reads."""


def desk_row(event: Event) -> DeskRow | None:
    """The row of an event of one of `DESK_TYPES`; None if its body cannot be read."""
    try:
        return _row(event)
    except Unreadable:
        return None


def _row(event: Event) -> DeskRow:
    fields, at_us = fields_of(event.body), event.recorded_at_us
    if event.type == "reading_entered":
        return ReadingRow(
            event.stream,
            event.seq,
            word(fields, "day"),
            word(fields, "link"),
            word(fields, "meter"),
            amount(fields, "read_mc"),
            word(fields, "read_by"),
            event.occurred_at_us,
        )
    if event.type == "reading_compared":
        return VarianceRow(
            event.stream,
            event.seq,
            amount(fields, "reading_seq"),
            word(fields, "day"),
            word(fields, "link"),
            word(fields, "meter"),
            amount(fields, "read_mc"),
            amount(fields, "expected_mc"),
            signed_amount(fields, "variance_mc"),
            at_us,
        )
    return DayCloseRow(
        event.stream,
        event.seq,
        word(fields, "day"),
        json.dumps(words(fields, "missing_tables")),
        json.dumps(words(fields, "authorised_by")),
        word(fields, "reason"),
        at_us,
    )

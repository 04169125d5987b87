"""Rows about what is wrong with a log: streams that are halted, records that were quarantined."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class HaltRow:
    """A stream that is halted by a gap, as of `recorded_at_us`; `missing_seq` 0: it goes on."""

    stream: str
    missing_seq: int
    recorded_at_us: int


@dataclass(slots=True)
class QuarantinedRow:
    """A quarantined record: where it is in the log and why it was quarantined."""

    topic: str
    partition: int
    offset: int
    key: str
    reason: str
    detail: str
    found: str
    expected: str

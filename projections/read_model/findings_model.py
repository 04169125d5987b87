"""The read model of `findings`: every finding as a row.

A finding has one number in its stream and list of checks, so one that was sent twice lands on the same row,
and one that was sent late finds its place. What no examiner wrote there is left out, and listed
as quarantined.
"""

from __future__ import annotations

from events.errors import MalformedEvent
from projections.examining.issuing import read_issued
from projections.read_model.finding_row import FindingRow, row_of
from projections.read_model.log_troubles import QuarantinedRow
from projections.read_model.quarantine_model import left_out
from projections.read_model.tables import Changes
from projections.records import Record


class FindingsModel:
    """Lists a partition of `findings`; it needs no state."""

    def __init__(self, _dumped: bytes | None) -> None:
        self._rows: list[FindingRow | QuarantinedRow] = []

    def step(self, record: Record) -> int | None:
        """One row a finding."""
        try:
            self._rows.append(row_of(read_issued(record)))
        except MalformedEvent as error:
            self._rows.append(left_out(record, "malformed", str(error)))
        return None

    def replay(self, record: Record) -> None:
        """Nothing on `findings` is ever replayed."""

    def changes(self, next_offset: int) -> Changes:
        """The rows since the last call."""
        rows, self._rows = self._rows, []
        return Changes(next_offset, b"", *rows)

"""The read model of `quarantine`: the records that were quarantined, and why."""

from __future__ import annotations

from events.envelope import event_hash
from projections.read_model.log_troubles import QuarantinedRow
from projections.read_model.tables import Changes
from projections.records import Record, read_quarantined


def left_out(record: Record, reason: str, detail: str) -> QuarantinedRow:
    """The row of a record that a read model of another topic leaves out."""
    place = record.topic, record.partition, record.offset, record.key
    return QuarantinedRow(*place, reason, detail, found=event_hash(record.value).hex(), expected="")


class QuarantineModel:
    """Lists a partition of `quarantine`; it needs no state, and a repeat lands on the same row."""

    def __init__(self, _dumped: bytes | None) -> None:
        self._quarantined: list[QuarantinedRow] = []

    def step(self, record: Record) -> int | None:
        """One row a record."""
        q = read_quarantined(record)
        self._quarantined.append(
            QuarantinedRow(
                q.topic, q.partition, q.offset, q.key, q.reason, q.detail, q.found.hex(), q.expected.hex()
            )
        )
        return None

    def replay(self, record: Record) -> None:
        """Nothing in quarantine is ever replayed."""

    def changes(self, next_offset: int) -> Changes:
        """The rows since the last call."""
        rows, self._quarantined = self._quarantined, []
        return Changes(next_offset, b"", *rows)

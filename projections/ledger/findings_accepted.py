"""Which version of the list of checks people have accepted the findings of."""

from __future__ import annotations

from dataclasses import dataclass

from events.envelope import Event
from events.vocabulary.desk import FindingsAccepted


@dataclass(slots=True)
class FindingsAcceptedRow:
    """That what another list of checks finds is shown from now on, who accepted it, and what it changed."""

    stream: str
    seq: int
    old_version: int
    new_version: int
    new: int
    gone: int
    digest: str
    accepted_by: str
    reason: str
    recorded_at_us: int


def accepted_row(event: Event, body: FindingsAccepted) -> FindingsAcceptedRow:
    """The row of an acceptance."""
    return FindingsAcceptedRow(
        stream=event.stream,
        seq=event.seq,
        old_version=body.old_version,
        new_version=body.new_version,
        new=body.new,
        gone=body.gone,
        digest=body.digest,
        accepted_by=body.accepted_by,
        reason=body.reason,
        recorded_at_us=event.recorded_at_us,
    )

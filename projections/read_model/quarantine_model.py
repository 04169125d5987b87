"""The read model of `quarantine`: what was put aside, and why."""

from __future__ import annotations

from projections.outputs import Source, read_quarantined
from projections.read_model.tables import AsideRow, Changes, pack_state


class QuarantineModel:
    """Lists a partition of `quarantine`; it needs no state, and a repeat lands on the same row."""

    def __init__(self, _dumped: bytes | None) -> None:
        self._asides: list[AsideRow] = []

    def step(self, source: Source) -> int:
        """One row a record."""
        fields = read_quarantined(source.value)
        self._asides.append(
            AsideRow(
                fields["topic"],
                fields["partition"],
                fields["offset"],
                fields["key"],
                fields["reason"],
                fields["detail"],
                fields["found"].hex(),
                fields["expected"].hex(),
            )
        )
        return -1

    def replay(self, source: Source) -> None:
        """Nothing in quarantine is ever replayed."""

    def changes(self, next_offset: int) -> Changes:
        """The rows since the last call."""
        asides, self._asides = self._asides, []
        return Changes(next_offset, pack_state([]), *asides)

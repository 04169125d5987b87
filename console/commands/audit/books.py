"""The books as an export has them: of one moment, up to which the audit log goes and no further.

Events come in while an export is made. The ledger is that of the events and decisions that are signed: an
outsider who adds up the entries comes to the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from console.calls.options import Location
from console.commands.ledger.export import write_ledger
from console.exports.bag_part import Part
from console.exports.records.writing import write_records
from console.exports.totals import Totals
from console.exports.writing import CannotExport, Written
from console.instances.instance import bulk_source
from console.instances.read_model import open_read_model
from events.times import day_number
from events.topics import EVENTS, METERS
from projections.records import Chunk, Record
from streams.notary.notary import Notary, Source
from streams.notary.record import AuditRecord
from streams.notary.tlog.checkpoints import Checkpoint
from streams.read_model.ledger import books
from streams.read_model.store import ReadStore

_POSTED: Final = (EVENTS, METERS)
"""The topics that the ledger is made from, of those that are notarised."""
_DAY_S: Final = 86_400
_PATIENCE_S: Final = 10.0
"""How long those who fold events into the read model may take to come as far as the audit log."""
_PAUSE_S: Final = 0.2

Positions = Mapping[tuple[str, int], int]
"""The next offset of each partition of a topic."""


def _lacks_of_what_is_notarised(record: AuditRecord, positions: Positions) -> str:
    """The first topic of which the books have read less than is notarised; empty where there is none."""
    for topic in _POSTED:
        for partition, upto in enumerate(record.positions.get(topic, ())):
            if positions.get((topic, partition), 0) < upto:
                return topic
    return ""


class UpTo:
    """A log as it was when the books were read from it."""

    def __init__(self, source: Source, positions: Positions) -> None:
        self._source = source
        self._positions = positions

    def partitions(self, topic: str) -> int:
        """How many partitions a topic has."""
        return self._source.partitions(topic)

    def end(self, topic: str, partition: int) -> int:
        """The offset behind the last record that the books know of."""
        end = self._source.end(topic, partition)
        return min(end, self._positions.get((topic, partition), 0)) if topic in _POSTED else end

    def chunks(self, partition: int, start: int, stop: int) -> Iterator[Chunk]:
        """Records of `events`, many at a time."""
        return self._source.chunks(partition, start, stop)

    def records(self, topic: str, partition: int, start: int, stop: int) -> Iterator[Record]:
        """Records of any topic."""
        return self._source.records(topic, partition, start, stop)


class Books:
    """The ledger and the report of one moment of the read model."""

    def __init__(self, store: ReadStore) -> None:
        self._store = store
        self._totals = Totals()

    def write_ledger(self, place: Path, part: Part | None = None) -> list[Written]:
        """Write the ledger in every form, or what of it a part is about, into a folder that is not there."""
        if part is None:
            written, self._totals = write_ledger(self._store, place)
        else:
            asked, wanted = part.asked, sorted(part.books & {*books(self._store)})
            written, self._totals = write_ledger(
                self._store, place, wanted=wanted, start=asked.first_day or None, stop=asked.last_day or None
            )
        return written

    def write_records(self, place: Path) -> list[Written]:
        """Write the tables beyond the ledger into a folder that is not there yet."""
        return write_records(self._store, place)

    def report(self, checkpoint: Checkpoint) -> bytes:
        """The report; the ledger has been written, since its totals are on it."""
        from console.exports.report.facts import report_facts  # noqa: PLC0415 - typst is big
        from console.exports.report.pdf import render_report  # noqa: PLC0415

        facts = report_facts(self._store, checkpoint, self._totals)
        last = day_number(self._totals.last_day) if self._totals.last_day else None
        return render_report(facts, (last or 0) * _DAY_S)


@contextmanager
def books_of(where: Location, notary: Notary, *, events_only: bool) -> Iterator[Books | None]:
    """The books at one moment, and the audit log up to just that: neither has what the other lacks."""
    if events_only:
        yield None
        return
    until = time.monotonic() + _PATIENCE_S
    while True:
        with open_read_model(where) as store, store.at_one_moment():
            positions = store.positions()
            behind = _lacks_of_what_is_notarised(notary.record, positions)
            if not behind:
                notary.catch_up(UpTo(bulk_source(where), positions))
                yield Books(store)
                return
        if time.monotonic() > until:
            raise CannotExport(
                f"the read model is behind the audit log in {behind}: the ledger would lack what is signed. "
                "Call this again when it has caught up, or with --events-only."
            )
        time.sleep(_PAUSE_S)

"""Which entries of the audit log a bag of some tables or days has: a run without gaps of each stream.

The gaming days say where a run begins and ends; what came in between belongs to it, whatever its day. What
this module must not know: how a bag is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgpack

from console.exports.writing import CannotExport
from events.envelope import Event
from streams.notary.leaves import Wrapped, series_of_entry
from streams.notary.proving import Prover
from streams.notary.tlog.tree import TILE_WIDTH

_OF_TABLES: Final = "table"
_RESUMED: Final = "stream_resumed"


class Asked(NamedTuple):
    """What a part is to be of: gaming days, the first and the last included; tables. Empty: all of them."""

    first_day: str = ""
    last_day: str = ""
    tables: tuple[str, ...] = ()

    @property
    def is_all(self) -> bool:
        """Whether it is no part at all."""
        return not any(self)

    @property
    def words(self) -> str:
        """What it is of, for people."""
        tables = f"tables {', '.join(self.tables)}" if self.tables else "all tables"
        days = f"from {self.first_day or 'the first day'} to {self.last_day or 'the last day'}"
        return f"{tables}, gaming days {days}" if self.first_day or self.last_day else tables

    def has_day(self, day: str) -> bool:
        """Whether a gaming day is asked for."""
        return self.first_day <= day and (not self.last_day or day <= self.last_day)


class Run:
    """The events of a series from a number to another."""

    def __init__(self, event: Event) -> None:
        self.stream = event.stream
        self.first = self.last = event.seq


class Part:
    """The runs of a part, found in one pass over the log; `entries` is the second one."""

    def __init__(self, asked: Asked, prover: Prover) -> None:
        self.asked = asked
        self._prover = prover
        self._runs: dict[str, Run] = {}
        self._resumed: list[tuple[str, int, int]] = []
        """Streams that were resumed: which, from which number, by which."""
        self._known: set[str] = set()
        self._links: set[str] = set()
        for _, entry in _all_entries(prover):
            self._look(entry)
        self._choose()

    @property
    def books(self) -> set[str]:
        """The books of the ledger that it is about."""
        streams = {run.stream for run in self._runs.values()}
        tables = {stream for stream in streams if stream.startswith("table:")}
        return tables | {stream.partition(":")[2] for stream in streams if stream.startswith("meter:")}

    def entries(self) -> Iterator[tuple[int, bytes]]:
        """Its entries with their indexes, in order."""
        for index, entry in _all_entries(self._prover):
            if self._takes(entry):
                yield index, entry

    def last_of(self, entry: bytes) -> str:
        """The series of which an entry is the last event here; empty for any other."""
        found = series_of_entry(entry)
        run = None if found is None else self._runs.get(found[0])
        return found[0] if found and run is not None and run.last == found[1].seq else ""

    def _look(self, entry: bytes) -> None:
        found = series_of_entry(entry)
        if found is None:
            return
        series, event = found
        if event.kind == _OF_TABLES:
            self._known.add(event.owner)
        if event.type == _RESUMED:
            self._resumed.append((event.stream, msgpack.unpackb(event.body)["from_seq"], event.seq))
        if not self.asked.has_day(event.gaming_day):
            return
        run = self._runs.setdefault(series, Run(event))
        run.first, run.last = min(run.first, event.seq), max(run.last, event.seq)
        if event.kind == "meter" and self._is_asked(event.source_id.rpartition("#")[0]):
            self._links.add(event.owner)

    def _is_asked(self, stream: str) -> bool:
        """Whether a stream is that of a table that is asked for."""
        kind, _, owner = stream.partition(":")
        return kind == _OF_TABLES and (not self.asked.tables or owner in self.asked.tables)

    def _choose(self) -> None:
        """Leave the runs that count, each as far as a gap in it is resumed."""
        if unknown := sorted(set(self.asked.tables) - self._known):
            raise CannotExport(
                f"--tables {unknown[0]}: the audit log has no event of that table. It has: "
                f"{', '.join(sorted(self._known)) or 'none'}."
            )
        if self.asked.tables:
            self._runs = {series: run for series, run in self._runs.items() if self._counts(run.stream)}
        if not self._runs:
            raise CannotExport(f"{self.asked.words}: the audit log has no event of that.")
        for stream, from_seq, seq in self._resumed:
            run = self._runs.get(stream)
            if run is not None and run.first < from_seq <= run.last:
                run.last = max(run.last, seq)

    def _counts(self, stream: str) -> bool:
        """Whether a stream is of a table asked for, of what was found there, or of a link that they feed."""
        kind, _, owner = stream.partition(":")
        return self._is_asked(owner if kind == "finding" else stream) or (
            kind in ("meter", "link") and owner in self._links
        )

    def _takes(self, entry: bytes) -> bool:
        found = series_of_entry(entry)
        if found is None:
            return self._takes_wrapped(msgpack.unpackb(entry))
        run = self._runs.get(found[0])
        return run is not None and run.first <= found[1].seq <= run.last

    def _takes_wrapped(self, fields: dict[str, object]) -> bool:
        """Keys lead from the oldest to the newest; of what is evidence, that of the streams that are here."""
        if fields["kind"] == Wrapped.KEY_CHANGE:
            return True
        streams = {run.stream for run in self._runs.values()}
        return fields.get("key") in streams or f"meter:{fields.get('key')}" in streams


def _all_entries(prover: Prover) -> Iterator[tuple[int, bytes]]:
    size = prover.checkpoint.size
    for start in range(0, size, TILE_WIDTH):
        width = min(TILE_WIDTH, size - start)
        yield from enumerate(prover.tiles.entries(start // TILE_WIDTH, width), start)

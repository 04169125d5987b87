"""Proofs from the audit log: of an event, of a whole stream, of a checkpoint's continuation.

Reads the last published checkpoint and the tiles below it, beside a notary that may be at work; it signs
nothing and needs no key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from events.envelope import NO_PREV, event_hash, read_header
from events.errors import PitledgerError
from streams.errors import LogError
from streams.notary.folder import CHECKPOINT_FILE, INDEX_FILE, disk_errors_as_ours
from streams.notary.index import EntryIndex, EventFinder, Found
from streams.notary.keys import read_vkey
from streams.notary.record import SeriesHead
from streams.notary.tlog.checkpoints import (
    consistency_file,
    inclusion_file,
    open_checkpoint,
    read_checkpoint_text,
)
from streams.notary.tlog.notes import unverified_text
from streams.notary.tlog.proofs import TreeView, is_consistent
from streams.notary.tlog.tiles import StoredTiles


class NotProved(PitledgerError):
    """What was asked to be proved is not so, or is not in the audit log yet."""


class Prover:
    """The audit log up to its last published checkpoint."""

    def __init__(self, folder: Path) -> None:
        self.vkey = read_vkey(folder)
        path = folder / CHECKPOINT_FILE
        if not path.exists():
            raise LogError(f"{folder}: nothing is signed yet. Call `pitledger audit checkpoint` first.")
        with disk_errors_as_ours(path):
            self.signed = path.read_bytes()
        self.checkpoint = open_checkpoint(self.signed, [self.vkey])
        self.tiles = StoredTiles(folder)
        self._view = TreeView(self.tiles, self.checkpoint.size)
        self._index = EntryIndex(folder / INDEX_FILE, writable=False)
        self._finder = EventFinder(self.tiles, self._index)

    def close(self) -> None:
        """Let go of the files."""
        self._index.close()

    def __enter__(self) -> Prover:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def event(self, stream: str, seq: int) -> Found:
        """An event of the log, by its stream and number; of findings, by the newest list of checks."""
        found = self._finder.find(self._series(stream), seq, self.checkpoint.size)
        if found is None:
            raise NotProved(
                f"{stream} seq {seq} is not among the {self.checkpoint.size:,} entries of the checkpoint. If "
                "it was recorded since, call `pitledger audit checkpoint` first."
            )
        return found

    def inclusion(self, leaf_index: int) -> bytes:
        """A `.tlog-proof` of an entry, up to the checkpoint."""
        return inclusion_file(leaf_index, self._view.inclusion(leaf_index), self.signed)

    def consistency(self, old: bytes) -> bytes:
        """That the log of an older checkpoint is the beginning of this one; `NotProved` where it is not."""
        before = read_checkpoint_text(unverified_text(old))
        if before.origin != self.checkpoint.origin:
            raise NotProved(
                f"the checkpoint given is of {before.origin}, this log is {self.checkpoint.origin}."
            )
        if before.size > self.checkpoint.size:
            raise NotProved(
                f"the checkpoint given is of {before.size:,} entries, the last published one of "
                f"{self.checkpoint.size:,}: this audit log was restored from an old copy."
            )
        proof = self._view.consistency(before.size)
        if not is_consistent(before.size, before.root, self.checkpoint.size, self.checkpoint.root, proof):
            raise NotProved(
                f"the checkpoint given, over {before.size:,} entries, is of another history than this log."
            )
        return consistency_file(before.size, proof, self.signed)

    def stream(self, stream: str) -> Iterator[Found]:
        """All events of a stream, dense and chained from the first; `NotProved` at the first that is not."""
        due, prev = 1, NO_PREV
        for found in self._finder.run(self._series(stream), 1, 2**63, self.checkpoint.size):
            if found.seq != due:
                raise NotProved(f"{stream} is not whole: seq {due} is missing, seq {found.seq} comes next.")
            if read_header(found.entry).prev != prev:
                raise NotProved(f"{stream} seq {due} does not follow from the event before it.")
            due, prev = due + 1, event_hash(found.entry)
            yield found
        if due == 1:
            raise NotProved(f"{stream}: the audit log has no event of that stream.")

    def _series(self, stream: str) -> str:
        """The series of a stream; of findings, that of the newest list."""
        known = self._index.series(stream)
        return max(known, key=_list_version, default=stream)


def last_events(heads: Mapping[str, SeriesHead]) -> Iterator[tuple[str, int]]:
    """The last event of every stream, by its stream and number; of findings, of the newest list of checks."""
    newest = {series.partition(" ")[0]: series for series in sorted(heads, key=_list_version)}
    for stream, series in sorted(newest.items()):
        yield stream, heads[series].seq


def _list_version(series: str) -> int:
    version = series.rpartition("@")[2]
    return int(version) if version.isdecimal() else 0

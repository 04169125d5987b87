"""Whether the folder of an audit log is whole, and of the log beside it: read through, nothing is changed.

Key and modes; record; checkpoints, which must be of the record's tree; every entry against its tile, every
tile against those above it; and every entry against the record of the log that it was made from. It goes on
past what is damaged as far as something can be said.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Final

import msgspec

from events.errors import PitledgerError
from projections.checking.problems import Problem
from streams.notary.folder import (
    CHECKPOINT_FILE,
    INDEX_FILE,
    KEY_CHANGE_FILE,
    KEY_FILE,
    NEXT_KEY_FILE,
    RECORD_FILE,
)
from streams.notary.index import EntryIndex, EventFinder
from streams.notary.keys import load_signer, needs_passphrase, read_key_file, read_vkey
from streams.notary.leaves import Leaf, LeafMaker, Wrapped
from streams.notary.notary import Source, chunks_of
from streams.notary.record import AuditRecord, load_record
from streams.notary.tlog.checkpoints import Checkpoint, open_checkpoint
from streams.notary.tlog.notes import VerifierKey
from streams.notary.tlog.tiles import ENTRIES, TILE_FOLDER, StoredTiles, tile_path
from streams.notary.tlog.tree import TILE_WIDTH, GrowingTree, Tile, leaf_hashes

_OWN: Final = (Wrapped.KEY_CHANGE, Wrapped.EXPORT)
"""Entries that the notary makes itself."""
_REMEDY: Final = "restore the folder of the audit log from a backup"

Published = Callable[[], list[bytes]]
"""What was published last, at every place where checkpoints go."""


def audit_problems(folder: Path, source: Source, published: Published) -> Iterator[Problem]:
    """What does not hold in an audit log; nothing where none was begun."""
    begun = any((folder / name).exists() for name in (RECORD_FILE, CHECKPOINT_FILE, KEY_FILE, TILE_FOLDER))
    try:
        vkey = read_vkey(folder)
    except PitledgerError as error:
        if begun:
            yield _problem(error)
        return
    yield from _keys(folder)
    try:
        record = load_record(folder) or AuditRecord(vkey.name, vkey.public)
    except PitledgerError as error:
        yield _problem(error)
        return
    if (record.origin, record.public_key) != (vkey.name, vkey.public) and not (
        folder / KEY_CHANGE_FILE
    ).exists():
        yield Problem("audit", str(folder / RECORD_FILE), f"it is not of the key {vkey.text}: {_REMEDY}")
    checkpoints: list[Checkpoint] = []
    yield from _checkpoints(folder, record, vkey, published, checkpoints)
    yield from _Walk(folder, record, source).run(checkpoints)


def _keys(folder: Path) -> Iterator[Problem]:
    """The secret keys: there, no others may read them, and, where no passphrase hides it, the right one."""
    try:
        if not needs_passphrase(folder):
            load_signer(folder, None)
    except PitledgerError as error:
        yield _problem(error)
    if (folder / NEXT_KEY_FILE).exists():
        try:
            read_key_file(folder / NEXT_KEY_FILE)
        except PitledgerError as error:
            yield _problem(error)


def _checkpoints(
    folder: Path, record: AuditRecord, vkey: VerifierKey, published: Published, found: list[Checkpoint]
) -> Iterator[Problem]:
    """Those that were published; what is within the record's tree is `found`, to be compared with that."""
    place = str(folder / CHECKPOINT_FILE)
    try:
        notes = published()
    except PitledgerError as error:
        yield _problem(error)
        return
    for note in notes:
        try:
            checkpoint = open_checkpoint(note, [vkey])
        except PitledgerError as error:
            yield Problem("audit", place, f"{str(error).rstrip('.')}: {_REMEDY}")
            continue
        if checkpoint.size > record.size:
            yield Problem(
                "audit",
                place,
                f"it is over {checkpoint.size:,} entries, and the record over {record.size:,}: the folder is "
                f"an old copy; {_REMEDY} that is newer",
            )
        else:
            found.append(checkpoint)


class _Walk:
    """All entries once, in order: the tree over them grows beside the stored one."""

    def __init__(self, folder: Path, record: AuditRecord, source: Source) -> None:
        self._folder = folder
        self._record = record
        self._tiles = StoredTiles(folder)
        self._tree = GrowingTree()
        self._made = _MadeFrom(folder, record, source, self._tiles)
        self._compares = True

    def run(self, checkpoints: list[Checkpoint]) -> Iterator[Problem]:
        """What does not hold in entries and tiles, and between them, record, checkpoints and log."""
        yield from self._made.begin()
        due = {(each.size, each.root): CHECKPOINT_FILE for each in checkpoints}
        due[self._record.size, self._record.root] = RECORD_FILE
        stops = sorted({size for size, _ in due})
        for stop in stops:
            while self._tree.size < stop:
                number = self._tree.size // TILE_WIDTH
                upto = min(stop, (number + 1) * TILE_WIDTH)
                hashes = yield from self._hashes(number, self._tree.size, upto)
                if hashes is None:
                    self._made.close()
                    return
                yield from self._compared(self._tree.add(hashes))
            for (size, root), name in due.items():
                if size == stop and root != self._tree.root():
                    detail = f"the {size:,} entries do not have the root that it names: {_REMEDY}"
                    yield Problem("audit", str(self._folder / name), detail)
        yield from self._compared(self._tree.edge())
        if self._compares:
            yield from self._made.end()
        self._made.close()

    def _hashes(self, number: int, start: int, stop: int) -> Generator[Problem, None, list[bytes] | None]:
        """The hashes of some entries of a bundle; of the tile, where the bundle is damaged."""
        first = number * TILE_WIDTH
        stored: list[bytes] | None = None
        try:
            stored = self._tiles.hashes(Tile(0, number, stop - first))[start - first :]
        except PitledgerError as error:
            yield _problem(error)
        try:
            entries = self._tiles.entries(number, stop - first)[start - first :]
        except PitledgerError as error:
            yield _problem(error)
            self._compares = False
            return stored
        hashes = leaf_hashes(entries)
        if stored is not None and hashes != stored:
            index = next(at for at, pair in enumerate(zip(hashes, stored, strict=True)) if pair[0] != pair[1])
            path = self._folder / tile_path(Tile(ENTRIES, number, stop - first))
            yield Problem("audit", str(path), f"entry {start + index:,} does not have its hash: {_REMEDY}")
            self._compares = False
            return stored
        if self._compares:
            for index, entry in enumerate(entries, start):
                problem = self._made.problem_with(index, entry)
                if problem is not None:
                    yield problem
                    self._compares = False
                    break
        return hashes

    def _compared(self, tiles: list[tuple[Tile, list[bytes]]]) -> Iterator[Problem]:
        """Tiles above the entries, as they follow from them, with those that are stored."""
        for tile, hashes in tiles:
            if tile.level == 0:
                continue
            try:
                same = self._tiles.hashes(tile) == hashes
            except PitledgerError as error:
                yield _problem(error)
                continue
            if not same:
                path = self._folder / tile_path(tile)
                yield Problem("audit", str(path), f"its hashes are not those of the tiles below: {_REMEDY}")


class _MadeFrom:
    """The records that entries were made from, a cursor for each partition: there the order is the log's."""

    def __init__(self, folder: Path, record: AuditRecord, source: Source, tiles: StoredTiles) -> None:
        self._folder = folder
        self._record = record
        self._source = source
        self._tiles = tiles
        self._index: EntryIndex | None = None
        self._leaves: dict[tuple[str, int], Iterator[Leaf]] = {}
        self._next: dict[tuple[str, int], bytes | None] = {}
        self._last: tuple[str, int] = ("", 0)

    def begin(self) -> Iterator[Problem]:
        """Open the log where the audit log began; what is shorter than was notarised is named."""
        try:
            self._index = EntryIndex(self._folder / INDEX_FILE, writable=False) if self._record.size else None
        except PitledgerError as error:
            yield _problem(error)
        for topic, positions in self._record.positions.items():
            for partition, position in enumerate(positions):
                end = self._source.end(topic, partition) if partition < self._source.partitions(topic) else 0
                if end < position:
                    detail = (
                        f"it ends at {end:,}, and {position:,} records of it are in the audit log: records "
                        "are missing, or an old copy of the log was restored; restore a newer one"
                    )
                    yield Problem("audit", f"{topic}[{partition}]", detail)
                place = topic, partition
                self._leaves[place] = self._made(topic, partition, min(position, end))
                self._next[place] = _entry(self._leaves[place])

    def problem_with(self, index: int, entry: bytes) -> Problem | None:
        """That an entry is not of the next record of any partition; None where it is."""
        for place in (self._last, *self._next):
            if self._next.get(place) == entry:
                self._last = place
                self._next[place] = _entry(self._leaves[place])
                return None
        if _is_own(entry):
            return None
        return Problem("audit", f"index {index}", f"the log has no such record where it should be: {_SAYS}")

    def end(self) -> Iterator[Problem]:
        """What the record says is in the audit log, and is not."""
        for (topic, partition), entry in self._next.items():
            if entry is not None:
                position = self._record.positions[topic][partition]
                detail = f"not all of its first {position:,} records are in the audit log: {_SAYS}"
                yield Problem("audit", f"{topic}[{partition}]", detail)

    def close(self) -> None:
        """Let go of the index."""
        if self._index is not None:
            self._index.close()

    def _made(self, topic: str, partition: int, stop: int) -> Iterator[Leaf]:
        maker = LeafMaker({}, self._is_logged)
        for chunk in chunks_of(self._source, topic, partition, 0, stop):
            yield from maker.take(topic, partition, chunk)

    def _is_logged(self, series: str, seq: int, value: bytes) -> bool:
        if self._index is None:
            return True
        found = EventFinder(self._tiles, self._index).find(series, seq, self._record.size)
        return found is not None and found.entry == value


_SAYS: Final = "log and audit log are not of one history; restore both from one backup"


def _entry(leaves: Iterator[Leaf]) -> bytes | None:
    leaf = next(leaves, None)
    return None if leaf is None else leaf.entry


def _is_own(entry: bytes) -> bool:
    try:
        fields = msgspec.msgpack.decode(entry)
    except msgspec.MsgspecError:
        return False
    return isinstance(fields, dict) and fields.get("kind") in _OWN


def _problem(error: PitledgerError) -> Problem:
    """What was said of a file: its path, and what is wrong with it."""
    place, colon, detail = str(error).partition(": ")
    return Problem("audit", place, detail.rstrip(".")) if colon else Problem("audit", "audit", place)

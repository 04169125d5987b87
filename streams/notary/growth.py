"""Growing the audit log on the disk: entries and tiles, then the record; and cutting off what is beyond it.

Whatever ends the process, the record names a tree whose tiles are durable. What this module must not know:
what an entry means, and who signs.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from streams.errors import LogError
from streams.notary.folder import ManyFiles, disk_errors_as_ours
from streams.notary.record import AuditRecord, store_record
from streams.notary.tlog.tiles import ENTRIES, TILE_FOLDER, StoredTiles, bundle, read_tile_path, tile_path
from streams.notary.tlog.tree import (
    TILE_LEVELS,
    TILE_WIDTH,
    GrowingTree,
    Tile,
    edge_tiles,
    leaf_hashes,
)

_REMEDY: Final = "Nothing is signed: restore the folder of the audit log from a backup."


class GrowingLog:
    """The entries and tiles of an audit log, open to be added to. The caller holds the lock."""

    def __init__(self, folder: Path, record: AuditRecord) -> None:
        self._folder = folder
        self._files = ManyFiles()
        self.tiles = StoredTiles(folder)
        with disk_errors_as_ours(folder):
            cut_back(folder, record.size)
        self._tree = GrowingTree(record.size, self._stored_edge(record.size))
        self._bundle = self._stored_bundle(record.size)
        self._recorded = record.size
        if self._tree.root() != record.root:
            raise LogError(
                f"{folder}: the tiles of the audit log do not have the root that its record names. {_REMEDY}"
            )

    @property
    def size(self) -> int:
        """How many entries there are, those included that are not recorded yet."""
        return self._tree.size

    def add(self, entries: Sequence[bytes]) -> None:
        """Add entries; they count only once they are recorded."""
        with disk_errors_as_ours(self._folder):
            number = self._tree.size // TILE_WIDTH
            self._bundle += entries
            while len(self._bundle) >= TILE_WIDTH:
                self._write(Tile(ENTRIES, number, TILE_WIDTH), bundle(self._bundle[:TILE_WIDTH]))
                del self._bundle[:TILE_WIDTH]
                number += 1
            for tile, hashes in self._tree.add(leaf_hashes(entries)):
                self._write(tile, b"".join(hashes))

    def commit(self, record: AuditRecord) -> None:
        """Make everything that was added durable, and then the record, which gets size and root from here."""
        size = self._tree.size
        with disk_errors_as_ours(self._folder):
            if size != self._recorded:
                recorded = _partial(self._recorded)  # never written again: a crash would leave them torn
                for tile, hashes in self._tree.edge():
                    if tile not in recorded:
                        self._write(tile, b"".join(hashes))
                if self._bundle:
                    self._write(_bundle_of(size), bundle(self._bundle))
                self._files.settle()
            record.size, record.root = size, self._tree.root()
            store_record(self._folder, record)
            if size != self._recorded:
                self._remove_grown(self._recorded, size)
        self._recorded = size

    def close(self) -> None:
        """Let go; what was not committed is cut off at the next start."""
        self._files.close()

    def _write(self, tile: Tile, content: bytes) -> None:
        self._files.write(self._folder / tile_path(tile), content)

    def _remove_grown(self, old_size: int, size: int) -> None:
        """Remove partial tiles that wider ones have taken the place of; readers take those."""
        for tile in _partial(old_size) - _partial(size):
            path = self._folder / tile_path(tile)
            with suppress(FileNotFoundError):
                path.unlink()
            with suppress(OSError):
                path.parent.rmdir()
        self._files.forget_folders()

    def _stored_edge(self, size: int) -> list[list[bytes]]:
        edge: list[list[bytes]] = []
        for tile in edge_tiles(size):
            edge += [[] for _ in range(len(edge), tile.level)]
            edge.append(self.tiles.hashes(tile))
        return edge

    def _stored_bundle(self, size: int) -> list[bytes]:
        last = _bundle_of(size)
        entries = self.tiles.entries(last.number, last.width) if last.width else []
        if entries and leaf_hashes(entries) != self.tiles.hashes(last._replace(level=0)):
            raise LogError(
                f"{self._folder / tile_path(last)}: these entries do not have the hashes of their tile. "
                f"{_REMEDY}"
            )
        return entries


def _bundle_of(size: int) -> Tile:
    """The bundle that is not full in a log of that size."""
    return Tile(ENTRIES, size // TILE_WIDTH, size % TILE_WIDTH)


def _partial(size: int) -> set[Tile]:
    """The tiles and the bundle that are not full in a log of that size."""
    last = _bundle_of(size)
    return {*edge_tiles(size), *([last] if last.width else [])}


def cut_back(folder: Path, size: int) -> None:
    """Remove the tiles that a log of that size does not have: a crash, or an old copy, has left them."""
    partial = _partial(size)
    for place, _, names in os.walk(folder / TILE_FOLDER, topdown=False):
        here = Path(place)
        for name in names:
            tile = read_tile_path((here / name).relative_to(folder).as_posix())
            if tile is None:
                continue
            full = size >> TILE_LEVELS * (max(tile.level, 0) + 1)
            kept = tile.number < full if tile.width == TILE_WIDTH else tile in partial
            if not kept:
                (here / name).unlink()
        if here.name.endswith(".p"):
            with suppress(OSError):
                here.rmdir()

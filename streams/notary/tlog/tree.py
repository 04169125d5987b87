"""The Merkle tree of RFC 6962: the two hashes, and a tree that grows by its right edge alone.

A tree keeps at most 255 hashes a level and hands out tiles of 256 as they fill up, so that one of any size
grows in the same memory. It must not know what an entry means, nor where tiles are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

HASH_BYTES: Final = 32
TILE_WIDTH: Final = 256
"""Hashes in a full tile, and entries in a full bundle."""
TILE_LEVELS: Final = 8
"""Levels of the tree that one level of tiles spans."""
EMPTY_ROOT: Final = sha256(b"").digest()
"""The root of a tree without entries."""


class Tile(NamedTuple):
    """A row of hashes of every eighth level of the tree: the `number`-th, `width` hashes long."""

    level: int
    number: int
    width: int


def leaf_hash(entry: bytes) -> bytes:
    """The hash of an entry."""
    return sha256(b"\0" + entry).digest()


def leaf_hashes(entries: Iterable[bytes]) -> list[bytes]:
    """The hashes of many entries."""
    return [sha256(b"\0" + entry).digest() for entry in entries]


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash over two others."""
    return sha256(b"\1" + left + right).digest()


def row_above(row: Sequence[bytes]) -> list[bytes]:
    """The hashes over the pairs of a row; a last one without a partner is left out."""
    pairs = iter(row)
    return [sha256(b"\1" + left + right).digest() for left, right in zip(pairs, pairs, strict=False)]


def full_root(row: Sequence[bytes]) -> bytes:
    """The one hash over a row whose length is a power of two."""
    while len(row) > 1:
        row = row_above(row)
    return row[0]


def peaks(count: int) -> list[tuple[int, int]]:
    """A row of so many hashes as the largest full trees that it consists of, from the left: start, length."""
    found, start = [], 0
    for bit in reversed(range(count.bit_length())):
        if count >> bit & 1:
            found.append((start, 1 << bit))
            start += 1 << bit
    return found


def edge_tiles(size: int) -> list[Tile]:
    """The tiles that are not full in a tree of that size, from the lowest level up; none is empty."""
    found, level = [], 0
    while size > 0:
        if size % TILE_WIDTH:
            found.append(Tile(level, size // TILE_WIDTH, size % TILE_WIDTH))
        size //= TILE_WIDTH
        level += 1
    return found


class GrowingTree:
    """A tree that entries are added to; it remembers its right edge, which is in its partial tiles."""

    __slots__ = ("_edge", "size")

    def __init__(self, size: int = 0, edge: Sequence[Sequence[bytes]] = ()) -> None:
        """`edge` has the hashes of the tile of each level that is not full, none where there is none."""
        self.size = size
        self._edge = [list(row) for row in edge]

    def add(self, leaves: Sequence[bytes]) -> list[tuple[Tile, list[bytes]]]:
        """Add the hashes of entries; returns the tiles that are full now, each of them once."""
        full: list[tuple[Tile, list[bytes]]] = []
        self._add(0, self.size, leaves, full)
        self.size += len(leaves)
        return full

    def _add(
        self, level: int, before: int, row: Sequence[bytes], full: list[tuple[Tile, list[bytes]]]
    ) -> None:
        """Add to a level that had `before` hashes, and to those above it."""
        if level == len(self._edge):
            self._edge.append([])
        waiting = [*self._edge[level], *row]
        index = before // TILE_WIDTH
        whole = len(waiting) // TILE_WIDTH
        above = []
        for number in range(whole):
            hashes = waiting[number * TILE_WIDTH : (number + 1) * TILE_WIDTH]
            full.append((Tile(level, index + number, TILE_WIDTH), hashes))
            above.append(full_root(hashes))
        self._edge[level] = waiting[whole * TILE_WIDTH :]
        if above:
            self._add(level + 1, index, above, full)

    def edge(self) -> list[tuple[Tile, list[bytes]]]:
        """The tiles that are not full, with their hashes."""
        return [(tile, list(self._edge[tile.level])) for tile in edge_tiles(self.size)]

    def root(self) -> bytes:
        """The root as the tree stands."""
        root = None
        for row in self._edge:
            for start, length in reversed(peaks(len(row))):
                left = full_root(row[start : start + length])
                root = left if root is None else node_hash(left, root)
        return EMPTY_ROOT if root is None else root

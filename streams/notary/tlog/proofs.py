"""Inclusion and consistency (RFC 9162): made from stored tiles, and checked from a few hashes alone.

Making a proof reads one tile a level at most, whatever the size of the tree. Checking knows no tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Protocol

from streams.errors import LogError
from streams.notary.tlog.tree import (
    EMPTY_ROOT,
    TILE_LEVELS,
    TILE_WIDTH,
    Tile,
    full_root,
    node_hash,
)

_KEPT_NODES: Final = 65_536


class Tiles(Protocol):
    """Where hashes come from."""

    def hashes(self, tile: Tile) -> list[bytes]:
        """The hashes of a tile."""


class TreeView:
    """A tree of a given size, looked at through its tiles."""

    def __init__(self, tiles: Tiles, size: int) -> None:
        self._tiles = tiles
        self.size = size
        self._full = lru_cache(maxsize=_KEPT_NODES)(self._read_full)
        self._row = lru_cache(maxsize=64)(self._read_row)

    def root(self) -> bytes:
        """The root."""
        return self._over(0, self.size) if self.size else EMPTY_ROOT

    def leaf(self, index: int) -> bytes:
        """The hash of an entry."""
        self._require(index)
        return self._full(0, index)

    def inclusion(self, index: int) -> list[bytes]:
        """What proves that the entry at `index` is in the tree; the leaf's sibling comes first."""
        self._require(index)
        proof: list[bytes] = []
        start, stop = 0, self.size
        while stop - start > 1:
            middle = start + _left_part(stop - start)
            if index < middle:
                proof.append(self._over(middle, stop))
                stop = middle
            else:
                proof.append(self._over(start, middle))
                start = middle
        return proof[::-1]

    def consistency(self, old_size: int) -> list[bytes]:
        """What proves that the tree of `old_size` is the beginning of this one."""
        if not 0 <= old_size <= self.size:
            raise LogError(
                f"a tree of {old_size} entries is not the beginning of one of {self.size}: name the older "
                "checkpoint first"
            )
        if old_size in (0, self.size):
            return []
        proof: list[bytes] = []
        start, stop, whole = 0, self.size, True
        while old_size != stop:
            middle = start + _left_part(stop - start)
            if old_size <= middle:
                proof.append(self._over(middle, stop))
                stop = middle
            else:
                proof.append(self._over(start, middle))
                start, whole = middle, False
        if not whole:
            proof.append(self._over(start, stop))
        return proof[::-1]

    def _require(self, index: int) -> None:
        if not 0 <= index < self.size:
            raise LogError(f"the audit log has entries 0 to {self.size - 1}, none is {index}")

    def _over(self, start: int, stop: int) -> bytes:
        """The hash over entries from `start` up to `stop`, where a subtree of this tree begins."""
        length = stop - start
        if length & (length - 1) == 0:
            return self._full(length.bit_length() - 1, start // length)
        middle = start + _left_part(length)
        return node_hash(self._over(start, middle), self._over(middle, stop))

    def _read_full(self, level: int, index: int) -> bytes:
        """The hash over the `index`-th full subtree of a level, from the highest tile that has it."""
        inside = level % TILE_LEVELS
        first = index << inside
        row = self._row(level // TILE_LEVELS, first // TILE_WIDTH)
        at = first % TILE_WIDTH
        return full_root(row[at : at + (1 << inside)])

    def _read_row(self, level: int, index: int) -> list[bytes]:
        hashes = self.size >> (TILE_LEVELS * level)
        return self._tiles.hashes(Tile(level, index, min(TILE_WIDTH, hashes - index * TILE_WIDTH)))


def _left_part(size: int) -> int:
    """Where a tree splits: the largest power of two below its size."""
    return 1 << (size - 1).bit_length() - 1


def is_included(index: int, size: int, leaf: bytes, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether the proof shows that a tree with that root and size has the leaf at `index`."""
    if not 0 <= index < size:
        return False
    at, last, found = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if at & 1 or at == last:
            found = node_hash(sibling, found)
            at, last = _up_to_odd(at, last)
        else:
            found = node_hash(found, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and found == root


def is_consistent(old_size: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the proof shows that the old tree is the beginning of the new one."""
    if not 0 <= old_size <= size:
        return False
    if old_size in (0, size):
        return not proof and old_root == (root if old_size else EMPTY_ROOT)
    hashes = [*proof]
    if old_size & (old_size - 1) == 0:
        hashes.insert(0, old_root)
    at, last = old_size - 1, size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    old_found = found = hashes[0] if hashes else b""
    for sibling in hashes[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            old_found, found = node_hash(sibling, old_found), node_hash(sibling, found)
            at, last = _up_to_odd(at, last)
        else:
            found = node_hash(found, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and old_found == old_root and found == root


def _up_to_odd(at: int, last: int) -> tuple[int, int]:
    """Go up over the levels where nothing stands to the right."""
    while at and not at & 1:
        at, last = at >> 1, last >> 1
    return at, last

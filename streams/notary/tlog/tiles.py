"""Tiles and entry bundles as files: their paths by C2SP tlog-tiles, their content, and how they are read.

What this module must not know: who writes them, and in which order they become durable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from streams.errors import LogError, Trouble
from streams.notary.tlog.tree import HASH_BYTES, TILE_WIDTH, Tile

ENTRIES: Final = -1
"""The level of entry bundles: beside the hashes of level 0, with the same numbers and widths."""
MAX_ENTRY_BYTES: Final = 65_535
TILE_FOLDER: Final = "tile"

_LEVEL: Final = re.compile(r"entries|0|[1-9][0-9]?")
_GROUP: Final = re.compile(r"x[0-9]{3}")
_LAST: Final = re.compile(r"[0-9]{3}")
_WIDTH: Final = re.compile(r"[1-9][0-9]{0,2}")
_LAST_LEVEL: Final = 63


def tile_path(tile: Tile) -> str:
    """Where a tile is, below the folder of the log: `tile/0/x001/x234/067.p/8`."""
    groups = [f"{tile.number % 1000:03}"]
    rest = tile.number // 1000
    while rest:
        groups.insert(0, f"x{rest % 1000:03}")
        rest //= 1000
    level = "entries" if tile.level == ENTRIES else str(tile.level)
    partial = "" if tile.width == TILE_WIDTH else f".p/{tile.width}"
    return f"{TILE_FOLDER}/{level}/{'/'.join(groups)}{partial}"


def read_tile_path(path: str) -> Tile | None:
    """The tile of a path; None for what is not the one path of any tile."""
    folder, _, rest = path.partition("/")
    level, _, rest = rest.partition("/")
    number, partial, width = rest.partition(".p/")
    *groups, last = number.split("/")
    if folder != TILE_FOLDER or not _LEVEL.fullmatch(level) or not _LAST.fullmatch(last):
        return None
    if not all(map(_GROUP.fullmatch, groups)) or (partial and not _WIDTH.fullmatch(width)):
        return None
    index = int("".join(group[1:] for group in groups) + last)
    tile = Tile(ENTRIES if level == "entries" else int(level), index, int(width) if partial else TILE_WIDTH)
    return tile if tile.level <= _LAST_LEVEL and tile_path(tile) == path else None


def bundle(entries: Iterable[bytes]) -> bytes:
    """Entries as the content of an entry bundle."""
    return b"".join(part for entry in entries for part in (len(entry).to_bytes(2, "big"), entry))


def unbundle(content: bytes) -> Iterator[bytes]:
    """The entries of a bundle; `ValueError` where its bytes end within one."""
    at, end = 0, len(content)
    while at < end:
        start = at + 2
        at = start + int.from_bytes(content[at:start], "big")
        if start > end or at > end:
            raise ValueError("the bundle ends within an entry")
        yield content[start:at]


def split_hashes(content: bytes) -> list[bytes]:
    """The hashes of a tile."""
    return [content[at : at + HASH_BYTES] for at in range(0, len(content), HASH_BYTES)]


class StoredTiles:
    """The tiles of a folder, to read; whoever writes them may be at work."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def hashes(self, tile: Tile) -> list[bytes]:
        """The hashes of a tile; those of a wider one will do, of which they are the beginning."""
        path, content = self._content(tile)
        found = split_hashes(content)
        if len(content) % HASH_BYTES or len(found) < tile.width:
            raise _damaged(path, f"it has {len(content)} bytes, and {tile.width} hashes are due")
        return found[: tile.width]

    def entries(self, index: int, width: int) -> list[bytes]:
        """The entries of a bundle, or of a wider one as many as asked for."""
        return self._bundle(index, width)[1][:width]

    def bundle(self, index: int, width: int) -> bytes:
        """A bundle as it is stored, or the beginning of a wider one."""
        content, found = self._bundle(index, width)
        return content if len(found) == width else bundle(found[:width])

    def _bundle(self, index: int, width: int) -> tuple[bytes, list[bytes]]:
        path, content = self._content(Tile(ENTRIES, index, width))
        try:
            found = list(unbundle(content))
        except ValueError as error:
            raise _damaged(path, str(error)) from None
        if len(found) < width:
            raise _damaged(path, f"it has {len(found)} entries, and {width} are due")
        return content, found

    def _content(self, tile: Tile) -> tuple[Path, bytes]:
        for path in self._candidates(tile):
            try:
                return path, path.read_bytes()
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                raise Trouble(f"{path}: it cannot be read ({error.strerror}). Check the disk.") from error
        raise _damaged(self.folder / tile_path(tile), "it is not there")

    def _candidates(self, tile: Tile) -> Iterator[Path]:
        """The file of a tile, then those that it has grown into meanwhile."""
        path = self.folder / tile_path(tile)
        yield path
        if tile.width == TILE_WIDTH:
            return
        try:
            widths = sorted(int(each.name) for each in path.parent.iterdir() if _WIDTH.fullmatch(each.name))
        except OSError:
            widths = []
        for width in widths:
            if width > tile.width:
                yield path.with_name(str(width))
        yield self.folder / tile_path(tile._replace(width=TILE_WIDTH))


def _damaged(path: Path, problem: str) -> LogError:
    return LogError(
        f"{path}: this tile of the audit log is damaged: {problem}. Restore the folder of the audit log from "
        "a backup."
    )

"""A folder and files beside it as one tar archive, made while it is sent: nothing is stored twice."""

from __future__ import annotations

import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

_PIECE: Final = 1 << 20
_BLOCK: Final = tarfile.BLOCKSIZE


def tar_of(paths: Iterable[Path]) -> Iterator[bytes]:
    """Each path under its own name; folders with all that is in them."""
    for path in paths:
        files = sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
        for file in files:
            yield from _member(file, file.relative_to(path.parent).as_posix())
    yield bytes(2 * _BLOCK)


def _member(file: Path, name: str) -> Iterator[bytes]:
    left = file.stat().st_size
    info = tarfile.TarInfo(name)
    info.size, info.mtime = left, int(file.stat().st_mtime)
    yield info.tobuf(tarfile.PAX_FORMAT)
    with file.open("rb") as opened:
        while left:
            piece = opened.read(min(_PIECE, left))
            if not piece:
                raise OSError(f"{file} became shorter while it was sent")
            left -= len(piece)
            yield piece
    yield bytes(-info.size % _BLOCK)

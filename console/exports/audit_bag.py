"""The export for outsiders: a BagIt 1.0 bag with the audit log, the ledger, and the program that checks both.

It is written a tile at a time, so memory stays flat. What this module must not know: where the log is kept
that the audit log was made from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

from console.exports.writing import Written, whole_or_nothing
from streams.notary.proving import Prover
from streams.notary.tlog.tiles import ENTRIES, bundle, tile_path
from streams.notary.tlog.tree import TILE_LEVELS, TILE_WIDTH, Tile

VERIFIER: Final = Path(__file__).with_name("verify_bag.py")
_BAGIT: Final = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
_README: Final = """\
{origin}: {size:,} entries of the audit log, as signed.

checkpoint        how many entries, the root over them, and the signature of the log
tile/entries/     the entries: 256 a file, each behind two bytes of its length
tile/0/, tile/1/  the hashes over them (C2SP tlog-tiles, RFC 6962)
proofs/           that the last event of each stream is in the log (C2SP tlog-proof)
ledger/           the ledger: journals of beancount and hledger, CSV with a data package, Parquet
verify_bag.py     checks this bag, with Python and its package `cryptography`

    python verify_bag.py .. --key VKEY [--since CHECKPOINT]

Take the key from whoever answers for the log, not from here; and this program from somewhere that you trust,
if you can. `--since` is a checkpoint that you have kept: the log must continue it.
"""

Ledger = Callable[[Path], Iterable[Written]]
"""Writes the ledger into a folder that is not there yet."""
Advance = Callable[[int], None]
"""Takes how many entries were written since it was called last."""


class Bag(NamedTuple):
    """What was written."""

    files: int
    size: int


class _Payload:
    """The files under `data/`, each hashed as it is written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.lines: list[str] = []
        self.size = 0

    def write(self, name: str, content: bytes) -> None:
        path = self._folder / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self.add(name, len(content), hashlib.sha256(content).hexdigest())

    def add(self, name: str, size: int, sha256: str) -> None:
        self.lines.append(f"{sha256}  data/{name}\n")
        self.size += size


def write_bag(
    out: Path, prover: Prover, heads: Iterable[tuple[str, int]], ledger: Ledger | None, advance: Advance
) -> Bag:
    """Write the bag of a signed audit log; `heads` are the last events of its streams."""
    with whole_or_nothing(out) as folder:
        payload = _Payload(folder)
        payload.write("checkpoint", prover.signed)
        _write_tiles(payload, prover, advance)
        for stream, seq in heads:
            name = f"proofs/{stream.replace(':', '-')}.tlog-proof"
            payload.write(name, prover.inclusion(prover.event(stream, seq).leaf_index))
        payload.write("verify_bag.py", VERIFIER.read_bytes())
        about = _README.format(origin=prover.checkpoint.origin, size=prover.checkpoint.size)
        payload.write("README.txt", about.encode())
        for file in () if ledger is None else ledger(folder / "data" / "ledger"):
            payload.add(f"ledger/{file.path}", file.size, file.sha256)
        _write_tags(folder, payload, prover.checkpoint.origin)
        return Bag(len(payload.lines), payload.size)


def _write_tiles(payload: _Payload, prover: Prover, advance: Advance) -> None:
    size = prover.checkpoint.size
    for start in range(0, size, TILE_WIDTH):
        width = min(TILE_WIDTH, size - start)
        tile = Tile(ENTRIES, start // TILE_WIDTH, width)
        payload.write(tile_path(tile), bundle(prover.tiles.entries(tile.number, width)))
        advance(width)
    level = 0
    while hashes := size >> TILE_LEVELS * level:
        for start in range(0, hashes, TILE_WIDTH):
            tile = Tile(level, start // TILE_WIDTH, min(TILE_WIDTH, hashes - start))
            payload.write(tile_path(tile), b"".join(prover.tiles.hashes(tile)))
        level += 1


def _write_tags(folder: Path, payload: _Payload, origin: str) -> None:
    tags = {
        "bagit.txt": _BAGIT,
        "bag-info.txt": f"External-Identifier: {origin}\nPayload-Oxum: {payload.size}.{len(payload.lines)}\n",
        "manifest-sha256.txt": "".join(payload.lines),
    }
    lines = []
    for name, text in tags.items():
        (folder / name).write_text(text, "utf-8")
        lines.append(f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n")
    (folder / "tagmanifest-sha256.txt").write_text("".join(lines), "utf-8")

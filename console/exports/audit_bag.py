"""The export for outsiders: a BagIt 1.0 bag with the audit log, the ledger, and the program that checks both.

It is written a tile at a time, so memory stays flat; cut off, it goes on where it was. What this module must
not know: where the log is kept that the audit log was made from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from shutil import rmtree
from typing import Final, NamedTuple

from console.exports.bag_part import Part
from console.exports.openings import OPENINGS_FILE, Disclosed
from console.exports.resumed import resumable
from console.exports.writing import Written
from streams.notary.growth import cut_back
from streams.notary.proving import Prover
from streams.notary.tlog.tiles import ENTRIES, TILE_FOLDER, bundle, tile_path, unbundle
from streams.notary.tlog.tree import TILE_LEVELS, TILE_WIDTH, Tile

VERIFIER: Final = Path(__file__).with_name("verify_bag.py")
TAG_MANIFEST: Final = "tagmanifest-sha256.txt"
_MANIFEST: Final = "manifest-sha256.txt"
_TILES: Final = Path("data", TILE_FOLDER)
"""What is kept of an export that was cut off: the rest is made again in no time."""
_BAGIT: Final = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
_README: Final = """\
{origin}: {what}

checkpoint        how many entries, the root over them, and the signature of the log
{entries}
tile/0/, tile/1/  the hashes over {over} (C2SP tlog-tiles, RFC 6962)
proofs/           that the last event of each stream is in the log (C2SP tlog-proof)
ledger/           the ledger: journals of beancount and hledger, CSV with a data package, Parquet
{report}{openings}verify_bag.py     checks this bag, with Python and its package `cryptography`

    python verify_bag.py .. --key VKEY [--since CHECKPOINT] [--policy FILE]

Take the key from whoever answers for the log, not from here; and this program from somewhere that you trust,
if you can. Keep the envelope (NAME.dsse.json) beside the folder NAME: it vouches for what no entry shows.
`--since` is a checkpoint that you have kept: the log must continue it. `--policy` says which witnesses must
have cosigned it (C2SP tlog-policy).
"""

_ENTRIES: Final = "tile/entries/     the entries: 256 a file, each behind two bytes of its length"
_PART: Final = """\
entries           the entries of this part: each behind its index (8 bytes) and its length (2 bytes)\
"""
_REPORT: Final = """\
tables/           rounds, hits, findings, readings, awards and meters: CSV with a data package, Parquet
report.pdf        meters, awards, findings and control totals on paper
"""
_OPENINGS: Final = """\
openings.jsonl    whom references of events stand for: SHA-256 of the bytes of salt and label
"""
PART_FILE: Final = "entries"

Folder = Callable[[Path], Iterable[Written]]
"""Writes the ledger, or the tables beyond it, into a folder that is not there yet."""
Advance = Callable[[int], None]
"""Takes how many entries were written since it was called last."""
Vouch = Callable[[str], None]
"""Takes the SHA-256 of the manifest of tags, which stands for the whole bag."""


class Bag(NamedTuple):
    """What was written."""

    files: int
    size: int


class _Payload:
    """The files under `data/`, hashed as they are written, and listed in a manifest that grows with them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._manifest = (folder / f"{_MANIFEST}.partial").open("wb")
        self._digest = hashlib.sha256()
        self.files = 0
        self.size = 0

    def write(self, name: str, content: bytes) -> None:
        """Write a file, unless it is there already, whole."""
        path = self._folder / "data" / name
        if _content(path) != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.add(name, len(content), hashlib.sha256(content).hexdigest())

    def write_parts(self, name: str, parts: Iterable[bytes]) -> None:
        """Write a file as its content comes."""
        digest, size = hashlib.sha256(), 0
        with (self._folder / "data" / name).open("wb") as file:
            for part in parts:
                file.write(part)
                digest.update(part)
                size += len(part)
        self.add(name, size, digest.hexdigest())

    def add(self, name: str, size: int, sha256: str) -> None:
        """List a file that is there."""
        line = f"{sha256}  data/{name}\n".encode()
        self._manifest.write(line)
        self._digest.update(line)
        self.files += 1
        self.size += size

    def finish(self) -> str:
        """Put the manifest in its place; returns its hash."""
        self._manifest.close()
        Path(self._manifest.name).rename(self._folder / _MANIFEST)
        return self._digest.hexdigest()

    def close(self) -> None:
        """Let go of the manifest."""
        self._manifest.close()


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def write_bag(
    out: Path,
    prover: Prover,
    heads: Iterable[tuple[str, int]],
    ledger: Folder | None,
    advance: Advance,
    *,
    records: Folder | None = None,
    report: Callable[[], bytes] | None = None,
    part: Part | None = None,
    disclosed: Disclosed | None = None,
    vouch: Vouch = lambda _: None,
) -> Bag:
    """Write the bag of a signed audit log, or go on where it was cut off.

    `heads` are the last events of its streams. `report` is asked for when the ledger is written. Of a `part`
    there are all hashes and its own entries alone. Of those who may be `disclosed` there are the openings of
    whom its entries refer to. `vouch` is called when everything is written, before the
    bag is moved to its place.
    """
    with resumable(out, _TILES) as folder:
        cut_back(folder / "data", prover.checkpoint.size)
        with closing(_Payload(folder)) as payload:
            payload.write("checkpoint", prover.signed)
            _write_hashes(payload, prover)
            disclosed = Disclosed(()) if disclosed is None else disclosed
            if part is None:
                _write_entries(payload, prover, advance, disclosed)
                _write_proofs(payload, prover, heads)
            else:
                rmtree(folder / _TILES / "entries", ignore_errors=True)  # of a whole export that was cut off
                _write_part(payload, prover, part, advance, disclosed)
            if disclosed:
                payload.write(OPENINGS_FILE, disclosed.content())
            payload.write("verify_bag.py", VERIFIER.read_bytes())
            payload.write(
                "README.txt",
                _about(prover, part, report=report is not None, openings=bool(disclosed)).encode(),
            )
            for name, write in (("ledger", ledger), ("tables", records)):
                for file in () if write is None else write(folder / "data" / name):
                    payload.add(f"{name}/{file.path}", file.size, file.sha256)
            if report is not None:
                payload.write("report.pdf", report())
            vouch(_write_tags(folder, payload, prover.checkpoint.origin, part))
            return Bag(payload.files, payload.size)


def _write_proofs(payload: _Payload, prover: Prover, heads: Iterable[tuple[str, int]]) -> None:
    for stream, seq in heads:
        name = f"proofs/{stream.replace(':', '-')}.tlog-proof"
        payload.write(name, prover.inclusion(prover.event(stream, seq).leaf_index))


def _write_part(
    payload: _Payload, prover: Prover, part: Part, advance: Advance, disclosed: Disclosed
) -> None:
    """The entries of a part, each with its index, and a proof of the last of each stream."""
    last: dict[str, int] = {}

    def content() -> Iterator[bytes]:
        for index, entry in part.entries():
            if series := part.last_of(entry):
                last[series] = index
            disclosed.look(entry)
            yield index.to_bytes(8, "big") + bundle([entry])
            advance(1)

    payload.write_parts(PART_FILE, content())
    for series, index in sorted(last.items()):
        name = series.replace(":", "-").replace(" ", "-").replace("/", "-")
        payload.write(f"proofs/{name}.tlog-proof", prover.inclusion(index))


def _about(prover: Prover, part: Part | None, *, report: bool, openings: bool) -> str:
    """What is what, for whoever opens the bag."""
    origin, size = prover.checkpoint.origin, prover.checkpoint.size
    what = f"{size:,} entries of the audit log, as signed."
    if part is not None:
        what = f"A PART of the {size:,} entries of the audit log, as signed: {part.asked.words}."
    return _README.format(
        origin=origin,
        what=what,
        entries=_ENTRIES if part is None else _PART,
        over="them" if part is None else "all entries",
        report=_REPORT if report else "",
        openings=_OPENINGS if openings else "",
    )


def _write_entries(payload: _Payload, prover: Prover, advance: Advance, disclosed: Disclosed) -> None:
    size = prover.checkpoint.size
    for start in range(0, size, TILE_WIDTH):
        width = min(TILE_WIDTH, size - start)
        tile = Tile(ENTRIES, start // TILE_WIDTH, width)
        content = prover.tiles.bundle(tile.number, width)
        for entry in unbundle(content) if disclosed.anybody else ():
            disclosed.look(entry)
        payload.write(tile_path(tile), content)
        advance(width)


def _write_hashes(payload: _Payload, prover: Prover) -> None:
    size, level = prover.checkpoint.size, 0
    while hashes := size >> TILE_LEVELS * level:
        for start in range(0, hashes, TILE_WIDTH):
            tile = Tile(level, start // TILE_WIDTH, min(TILE_WIDTH, hashes - start))
            payload.write(tile_path(tile), b"".join(prover.tiles.hashes(tile)))
        level += 1


def _write_tags(folder: Path, payload: _Payload, origin: str, part: Part | None) -> str:
    """What makes it a bag, `bagit.txt` last; returns the hash of the manifest of the others."""
    described = "" if part is None else f"External-Description: a part: {part.asked.words}\n"
    info = f"External-Identifier: {origin}\n{described}Payload-Oxum: {payload.size}.{payload.files}\n"
    hashes = {
        "bagit.txt": hashlib.sha256(_BAGIT.encode()).hexdigest(),
        "bag-info.txt": hashlib.sha256(info.encode()).hexdigest(),
        _MANIFEST: payload.finish(),
    }
    listed = "".join(f"{digest}  {name}\n" for name, digest in hashes.items())
    for name, text in (("bag-info.txt", info), (TAG_MANIFEST, listed), ("bagit.txt", _BAGIT)):
        (folder / name).write_text(text, "utf-8")
    return hashlib.sha256(listed.encode()).hexdigest()

"""Forgeries of an exported bag, by somebody who has everything but the key: none may be accepted.

A forger changes the entries, builds every tile and manifest again, and does what can be done about the
checkpoint. Each kind is tried at random places. Beside them: a single bit anywhere in a bag.
"""

from __future__ import annotations

import hashlib
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from console.exports.audit_bag import write_bag
from console.exports.verify_bag import Bad, Key, read_key, verify
from events.envelope import decode, encode, event_hash
from streams.notary.proving import Prover
from streams.notary.tlog.checkpoints import Checkpoint, read_checkpoint_text
from streams.notary.tlog.notes import Signer, unverified_text
from streams.notary.tlog.tiles import ENTRIES, bundle, tile_path
from streams.notary.tlog.tree import TILE_WIDTH, GrowingTree, Tile, leaf_hashes
from tests.streams.notary.embedded_log import AuditedLog, entries_of
from tests.streams.sealed_events import spread

OLD, SIZE, TABLES = 260, 300, 4
COUNT = 100


class Export(NamedTuple):
    """A bag, its key, the checkpoint that the auditor kept, its entries and its own checkpoint."""

    bag: Path
    key: Key
    kept: bytes
    entries: list[bytes]
    checkpoint: bytes


def make_export(folder: Path) -> Export:
    """A log of which the auditor kept an earlier checkpoint, exported."""
    folder.mkdir(parents=True)
    audited = AuditedLog(folder)
    events = spread(SIZE, TABLES)
    audited.append(events[:OLD])
    kept = audited.checkpoint()
    audited.append(events[OLD:])
    checkpoint = audited.checkpoint()
    with Prover(audited.folder) as prover:
        heads = [(f"table:T-{number:02}", SIZE // TABLES) for number in range(TABLES)]
        write_bag(folder / "bag", prover, heads, None, lambda _: None)
    entries = entries_of(audited.folder, SIZE)
    return Export(folder / "bag", read_key(audited.vkey.text), kept, entries, checkpoint)


@contextmanager
def copied(export: Export) -> Iterator[Path]:
    """A copy of the bag to forge."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(shutil.copytree(export.bag, Path(name) / "bag"))


def build_again(bag: Path, entries: list[bytes]) -> GrowingTree:
    """Tiles and bundles of other entries in the place of those that are there."""
    shutil.rmtree(bag / "data/tile")
    tree = GrowingTree()
    tiles = [(tile, b"".join(hashes)) for tile, hashes in tree.add(leaf_hashes(entries))]
    tiles += [(tile, b"".join(hashes)) for tile, hashes in tree.edge()]
    for start in range(0, len(entries), TILE_WIDTH):
        part = entries[start : start + TILE_WIDTH]
        tiles.append((Tile(ENTRIES, start // TILE_WIDTH, len(part)), bundle(part)))
    for tile, content in tiles:
        path = bag / "data" / tile_path(tile)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tree


def list_again(bag: Path) -> None:
    """Manifests of what is there now."""
    files = sorted(path for path in (bag / "data").rglob("*") if path.is_file())
    lines = [f"{_sha256(path)}  {path.relative_to(bag).as_posix()}\n" for path in files]
    (bag / "manifest-sha256.txt").write_text("".join(lines))
    oxum = f"{sum(path.stat().st_size for path in files)}.{len(files)}"
    (bag / "bag-info.txt").write_text(f"External-Identifier: forged\nPayload-Oxum: {oxum}\n")
    names = ("bagit.txt", "bag-info.txt", "manifest-sha256.txt")
    (bag / "tagmanifest-sha256.txt").write_text("".join(f"{_sha256(bag / name)}  {name}\n" for name in names))


def say_another_size(bag: Path, oxum: str) -> None:
    """Another Payload-Oxum, with its hash."""
    info, tags = bag / "bag-info.txt", bag / "tagmanifest-sha256.txt"
    before = _sha256(info)
    info.write_text(f"External-Identifier: forged\nPayload-Oxum: {oxum}\n")
    tags.write_text(tags.read_text().replace(before, _sha256(info)))


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def chained_again(entries: list[bytes], start: int) -> list[bytes]:
    """The entries with every event behind `start` naming the one before it as that is now."""
    heads: dict[str, bytes] = {}
    made = []
    for index, entry in enumerate(entries):
        event = decode(entry)
        if index >= start and event.stream in heads:
            event = event._replace(prev=heads[event.stream])
        made.append(encode(event))
        heads[event.stream] = event_hash(made[-1])
    return made


def edited(entry: bytes) -> bytes:
    """An event that says something else."""
    event = decode(entry)
    return encode(event._replace(actor=event.actor + "0"))


def as_signed(text_of: Checkpoint, checkpoint: bytes) -> bytes:
    """The text of a checkpoint above the signature of another: all that is left without the key."""
    return text_of.text.encode() + checkpoint[checkpoint.index(b"\n\n") + 1 :]


# --- the kinds: each changes the copy and says where that must be named, "" where several places will do ---


def drop(export: Export, bag: Path, at: int) -> str:
    """An entry is left out, and the tiles are those of the others."""
    entries = export.entries[:at] + export.entries[at + 1 :]
    tree = build_again(bag, entries)
    (bag / "data/checkpoint").write_bytes(
        as_signed(Checkpoint("casino.example/pitledger", tree.size, tree.root()), export.checkpoint)
    )
    behind = any(
        decode(entry).stream == decode(export.entries[at]).stream for entry in export.entries[at + 1 :]
    )
    return "" if behind else "file data/checkpoint"


def repeat(export: Export, bag: Path, at: int) -> str:
    """An entry is there twice, the last one not at all."""
    at = min(at, SIZE - 2)
    build_again(bag, [*export.entries[: at + 1], *export.entries[at:-1]])
    return f"index {at + 1}"


def swap(export: Export, bag: Path, at: int) -> str:
    """Two neighbours change places."""
    entries = [*export.entries]
    other = (at + 1) % SIZE
    entries[at], entries[other] = entries[other], entries[at]
    build_again(bag, entries)
    return ""


def insert(export: Export, bag: Path, at: int) -> str:
    """An event of a stream that there is not is put in, the last one left out."""
    event = decode(export.entries[0])._replace(stream="table:FORGED")
    build_again(bag, [*export.entries[:at], encode(event), *export.entries[at:-1]])
    return ""


def edit_and_chain(export: Export, bag: Path, at: int) -> str:
    """An event is changed, and all that follow it name each other's new hashes."""
    entries = [*export.entries]
    entries[at] = edited(entries[at])
    build_again(bag, chained_again(entries, at + 1))
    return "file data/checkpoint"


def edit_only(export: Export, bag: Path, at: int) -> str:
    """An event is changed in its bundle, and only the manifests are made again."""
    number = at // TILE_WIDTH
    part = export.entries[number * TILE_WIDTH : (number + 1) * TILE_WIDTH]
    part[at % TILE_WIDTH] = edited(part[at % TILE_WIDTH])
    (bag / "data" / tile_path(Tile(ENTRIES, number, len(part)))).write_bytes(bundle(part))
    return f"index {at}"


def sign_with_another(export: Export, bag: Path, at: int) -> str:
    """Everything is made again and signed, by a key of the same name."""
    entries = [*export.entries]
    entries[at] = edited(entries[at])
    tree = build_again(bag, chained_again(entries, at + 1))
    signer = Signer(export.key.name, Ed25519PrivateKey.generate())
    note = Checkpoint(export.key.name, tree.size, tree.root()).signed([signer])
    (bag / "data/checkpoint").write_bytes(note)
    return "file data/checkpoint"


def roll_back(export: Export, bag: Path, at: int) -> str:
    """A log that ends before the checkpoint that the auditor kept, with the best that can be signed."""
    size = 1 + at % (OLD - 1)
    tree = build_again(bag, export.entries[:size])
    shown = Checkpoint(export.key.name, tree.size, tree.root())
    (bag / "data/checkpoint").write_bytes(as_signed(shown, export.kept))
    return "file data/checkpoint"


def fork(export: Export, bag: Path, at: int) -> str:
    """Another history from some entry on, under the checkpoint of the true one."""
    entries = [*export.entries]
    for index in range(at, SIZE):
        entries[index] = edited(entries[index])
    build_again(bag, chained_again(entries, at))
    return "file data/checkpoint"


def truncate(export: Export, bag: Path, at: int) -> str:
    """The last entries are missing, and the checkpoint is as it was."""
    build_again(bag, export.entries[: max(1, at)])
    return ""


def misdirect(export: Export, bag: Path, at: int) -> str:
    """The events of one table under the name of another."""
    wrong = decode(export.entries[at]).stream
    entries = [
        encode(event._replace(stream="table:OTHER" if event.stream == wrong else event.stream))
        for event in map(decode, export.entries)
    ]
    build_again(bag, chained_again(entries, 0))
    return "file data/checkpoint"


def stale(export: Export, bag: Path, at: int) -> str:
    """The checkpoint that the auditor knows, over entries of which one before it was changed."""
    entries = export.entries[:OLD]
    entries[at % OLD] = edited(entries[at % OLD])
    build_again(bag, chained_again(entries, at % OLD + 1))
    (bag / "data/checkpoint").write_bytes(export.kept)
    return "file data/checkpoint"


FORGERIES: dict[str, Callable[[Export, Path, int], str]] = {
    kind.__name__: kind
    for kind in (
        drop, repeat, swap, insert, edit_and_chain, edit_only, sign_with_another, roll_back, fork, truncate,
        misdirect, stale,
    )
}  # fmt: skip


def forged(export: Export, kind: str, at: int) -> str:
    """What is wrong with the answer to a forgery; nothing where it is refused, at its place."""
    with copied(export) as bag:
        due = FORGERIES[kind](export, bag, at)
        list_again(bag)
        for since in (None, export.kept):
            try:
                verify(bag, export.key, since)
            except Bad as bad:
                if not bad.place.startswith(("index ", "file ")) or (due and bad.place != due):
                    return f"{kind} at {at}: {bad}, due is {due}"
            else:
                return f"{kind} at {at} was accepted"
    return ""


def forge_all(count: int, seed: int) -> list[str]:
    """Every kind so often; what is wrong."""
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        export = make_export(Path(name) / "log")
        assert verify(export.bag, export.key, export.kept)
        assert read_checkpoint_text(unverified_text(export.checkpoint)).size == SIZE
        return [
            problem
            for kind in FORGERIES
            for _ in range(count)
            if (problem := forged(export, kind, dice.randrange(SIZE)))
        ]


def flip_all(every: int, bits: int) -> tuple[int, list[str]]:
    """Flip so many bits of every so-manieth byte of a bag: how many, and which were accepted."""
    runs, accepted = 0, []
    with tempfile.TemporaryDirectory() as name:
        export = make_export(Path(name) / "log")
        files = sorted(path for path in export.bag.rglob("*") if path.is_file())
        place = 0
        for path in files:
            content = path.read_bytes()
            for at in range(len(content)):
                place += 1
                if place % every:
                    continue
                for bit in [(place // every + turn) % 8 for turn in range(bits)]:
                    changed = bytearray(content)
                    changed[at] ^= 1 << bit
                    path.write_bytes(changed)
                    runs += 1
                    try:
                        verify(export.bag, export.key, export.kept)
                        accepted.append(f"{path.relative_to(export.bag)} byte {at} bit {bit}")
                    except Bad:
                        pass
            path.write_bytes(content)
    return runs, accepted


def run_forgeries(count: int | None = None) -> dict[str, object]:
    """One row of `make faults`: every kind, at so many random places."""
    count = count or COUNT
    problems = forge_all(count, seed=15)
    print("\n".join(problems), file=sys.stderr)
    runs = count * len(FORGERIES)
    return {
        "name": "bag-forgeries", "runs": runs, "faults": runs, "lost": 0, "doubled": 0,
        "wrong": len(problems), "seed": 15,
    }  # fmt: skip


def run_bits(count: int | None = None) -> dict[str, object]:
    """One row of `make faults`: every bit of every byte, or of every so-manieth."""
    runs, accepted = flip_all(count or 1, 8)
    print("\n".join(accepted), file=sys.stderr)
    return {
        "name": "bag-bits", "runs": runs, "faults": runs, "lost": 0, "doubled": 0, "wrong": len(accepted),
        "seed": None,
    }  # fmt: skip


RUNS = {"bag-forgeries": run_forgeries, "bag-bits": run_bits}

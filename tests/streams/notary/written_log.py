"""An audit log of given entries for tests: its tiles in a folder, and a key that is the same each time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from streams.notary.tlog.checkpoints import Checkpoint
from streams.notary.tlog.notes import Signer
from streams.notary.tlog.tiles import tile_path
from streams.notary.tlog.tree import GrowingTree, Tile, leaf_hashes, node_hash

ORIGIN = "casino.example/pitledger"
SIGNER = Signer(ORIGIN, Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
VKEY = SIGNER.verifier


def entry(number: int) -> bytes:
    """An entry that no other is equal to; the lengths differ, and one is of the length of two hashes."""
    return b"entry %d" % number + b"." * (number % 57)


def write_tiles(folder: Path, tiles: Sequence[tuple[Tile, list[bytes]]]) -> None:
    """Tiles as files."""
    for tile, hashes in tiles:
        path = folder / tile_path(tile)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(hashes))


def signed(tree: GrowingTree) -> bytes:
    """The checkpoint of a tree, signed by the test's key."""
    return Checkpoint(ORIGIN, tree.size, tree.root()).signed([SIGNER])


def plain_root(leaves: Sequence[bytes]) -> bytes:
    """The root by the words of RFC 6962, from all leaves at once."""
    if len(leaves) == 1:
        return leaves[0]
    middle = 1
    while middle * 2 < len(leaves):
        middle *= 2
    return node_hash(plain_root(leaves[:middle]), plain_root(leaves[middle:]))


def grown(folder: Path, sizes: Sequence[int]) -> dict[int, bytes]:
    """A log that grows through these sizes, all its tiles in the folder; the checkpoint of each size."""
    tree, found = GrowingTree(), {}
    for size in sizes:
        write_tiles(folder, tree.add(leaf_hashes(map(entry, range(tree.size, size)))))
        write_tiles(folder, tree.edge())
        found[size] = signed(tree)
    return found

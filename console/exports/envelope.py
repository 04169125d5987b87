"""What stands beside a bag: a signed statement over all of it, and the proof that it is on record.

The manifest of tags has the hash of the manifest, which has those of the files; so one hash stands for the
bag. It becomes an entry of the audit log: who handed out what cannot be denied later.
"""

from __future__ import annotations

from pathlib import Path

from streams.notary.folder import write_durably
from streams.notary.leaves import Leaf, Wrapped, wrapped
from streams.notary.notary import Notary
from streams.notary.proving import Prover
from streams.notary.statements import envelope
from streams.notary.tlog.notes import Signer
from streams.notary.tlog.tree import TILE_WIDTH


def envelope_file(bag: Path) -> Path:
    """Where the envelope of a bag is."""
    return bag.with_name(f"{bag.name}.dsse.json")


def record_export(notary: Notary, signer: Signer, statement: bytes) -> int:
    """Make the statement an entry of the audit log, and sign that; returns its index."""
    notary.add(Leaf(wrapped(Wrapped.EXPORT, statement)))
    notary.checkpoint([signer])
    return notary.record.size - 1


def write_beside(bag: Path, prover: Prover, index: int, signer: Signer, statement: bytes) -> None:
    """Write what vouches for a bag beside it; the entry at `index` is its statement."""
    entry = prover.tiles.entries(index // TILE_WIDTH, index % TILE_WIDTH + 1)[-1]
    proof = prover.inclusion(index)
    write_durably(bag.with_name(f"{bag.name}.entry"), entry)
    write_durably(bag.with_name(f"{bag.name}.tlog-proof"), proof)
    write_durably(envelope_file(bag), envelope(statement, signer))

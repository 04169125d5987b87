"""An embedded log with its audit log, for tests of the notary."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from projections.records import Output
from streams.log import Sealed
from streams.notary.folder import AUDIT_FOLDER
from streams.notary.keys import begin_audit_log, load_signer
from streams.notary.notary import Notary
from streams.notary.publishing import CheckpointFile
from streams.notary.tlog.tiles import StoredTiles
from streams.notary.tlog.tree import TILE_WIDTH
from streams.read_model.bulk_sources import SqliteSource
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog

ORIGIN = "casino.example/pitledger"


class AuditedLog:
    """A directory with a log and an audit log."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.folder = data / AUDIT_FOLDER
        self.vkey = begin_audit_log(self.folder, ORIGIN, None)
        self.append([])

    def append(self, events: Sequence[Sealed], outputs: Sequence[Output] = ()) -> None:
        """Record events, and what processors made of them."""
        with SqliteLog(self.data / LOG_FILE, writable=True) as log:
            log.append(events)
            log.commit_processed(outputs, {})

    def notary(self) -> Notary:
        """The notary, open."""
        return Notary(self.folder, CheckpointFile(self.folder))

    def source(self) -> SqliteSource:
        """What it reads."""
        return SqliteSource(self.data / LOG_FILE)

    def checkpoint(self) -> bytes:
        """Everything taken in and signed."""
        with self.notary() as notary:
            notary.catch_up(self.source())
            return notary.checkpoint([load_signer(self.folder, None)])

    def entries(self) -> list[bytes]:
        """All entries of the audit log."""
        with self.notary() as notary:
            size = notary.record.size
        return entries_of(self.folder, size)


def entries_of(folder: Path, size: int) -> list[bytes]:
    """The entries of a log of that size."""
    tiles = StoredTiles(folder)
    return [
        entry
        for start in range(0, size, TILE_WIDTH)
        for entry in tiles.entries(start // TILE_WIDTH, min(TILE_WIDTH, size - start))
    ]

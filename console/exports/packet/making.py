"""The packet of a round as one file: gathered, proved, zipped; the same for the command and for the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from console.exports.packet.contents import packet_files, zipped
from console.exports.packet.entries import Advance, PacketEntry, entries_of_round
from console.pages.told_round import ToldRound, tell_round
from streams.log import Log
from streams.notary.proving import Prover
from streams.read_model.bulk_sources import BulkSource
from streams.read_model.queries.rounds import RoundLocation
from streams.read_model.store import ReadStore


class Packet(NamedTuple):
    """A round with what proves it."""

    told: ToldRound
    entries: Sequence[PacketEntry]
    prover: Prover

    @property
    def folder(self) -> str:
        """The name of its folder anywhere: letters, digits, `-` and `_`."""
        name = self.told.view.round
        safe = (each if each.isascii() and (each.isalnum() or each in "-_") else "_" for each in name)
        return f"round-{''.join(safe)}"

    def content(self) -> bytes:
        """The zip file."""
        return zipped(self.folder, packet_files(self.told, self.entries, self.prover))

    def document(self) -> dict[str, Any]:
        """What is in it, for scripts."""
        return {
            "origin": self.prover.checkpoint.origin,
            "vkey": self.prover.vkey.text,
            "size": self.prover.checkpoint.size,
            "round": self.told.view.round,
            "table": self.told.view.table,
            "entries": [
                {
                    "part": entry.part,
                    "stream": entry.event.stream,
                    "seq": entry.event.seq,
                    "index": entry.found.leaf_index,
                }
                for entry in self.entries
            ],
        }


def packet_of(
    log: Log,
    store: ReadStore,
    source: BulkSource,
    prover: Prover,
    of: RoundLocation,
    *,
    advance: Advance = lambda _: None,
) -> Packet:
    """The packet of a round; nothing of it is written yet."""
    told = tell_round(log, store, of)
    entries = entries_of_round(prover, store, source, of, told.events, advance=advance)
    return Packet(told, entries, prover)

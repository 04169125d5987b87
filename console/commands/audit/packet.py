"""`pitledger audit packet ROUND`: one disputed hand, with all that proves it, in one file."""

from __future__ import annotations

import re
from pathlib import Path
from shlex import quote
from typing import Annotated, Final

from console.calls.arguments import new_file_name, one
from console.calls.names import something
from console.calls.options import NO_OPTIONS, GlobalOptions, Location
from console.commands.audit.opening import audit_folder
from console.commands.case.viewing import FOR_NO_CASE, ForCase
from console.exports.packet.contents import packet_files, zipped
from console.exports.packet.entries import PacketEntry, entries_of_round
from console.instances.instance import bulk_source, open_log
from console.instances.own_files import require_not_of_an_instance
from console.instances.read_model import open_read_model
from console.instances.whole_file import write_whole
from console.pages.told_round import ToldRound, tell_round
from console.printing.lines import print_command, print_row
from console.printing.output import print_json, progress
from console.rounds.chosen import ANY_ROUND, WhichRound
from events.topics import METERS
from streams.notary.proving import Prover
from streams.read_model.queries.rounds import RoundLocation

_NOT_PLAIN: Final = re.compile("[^A-Za-z0-9_-]")


def packet(
    name: Annotated[str, one(something, "ROUND", "the round", name="ROUND")],
    /,
    *,
    out: Annotated[Path, one(new_file_name, "FILE", "the packet, a zip file")],
    which: WhichRound = ANY_ROUND,
    looked: ForCase = FOR_NO_CASE,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """One round as a packet: entries, proofs by the last checkpoint, rulebook, verdict, and how to check it.

    Whoever gets it needs openssl and a shell, and the public key of the log. With --case and --by the case
    has on record who took the round out.

    Examples:
        pitledger audit packet HCF-01-12 --out HCF-01-12.zip
    """
    looked.require_both()
    where = options.location()
    require_not_of_an_instance("--out", out, where.data)
    folder = audit_folder(where)
    with Prover(folder) as prover:
        of = which.named(where, name)
        told, entries = _gathered(where, prover, of)
        if not looked.record(of.table, name, options):
            return 1
        content = zipped(f"round-{_file_name(of.round)}", packet_files(told, entries, prover))
        write_whole("--out", out, content)
        _say(options, out, prover, told, entries)
    return 0


def _gathered(where: Location, prover: Prover, of: RoundLocation) -> tuple[ToldRound, list[PacketEntry]]:
    source = bulk_source(where)
    total = sum(source.end(METERS, partition) for partition in range(source.partitions(METERS)))
    with open_log(where) as log, open_read_model(where, as_it_is=True) as store:
        told = tell_round(log, store, of)
        with progress("Looking through what meters did", total, "records") as bar:
            return told, entries_of_round(
                prover, store, source, of, told.events, advance=lambda count: bar.advance(count, count)
            )


def _file_name(name: str) -> str:
    """A round's name as the name of a folder anywhere."""
    return "".join(
        letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "_" for letter in name
    )


def _say(
    options: GlobalOptions, out: Path, prover: Prover, told: ToldRound, entries: list[PacketEntry]
) -> None:
    if options.json:
        print_json(
            {
                "out": str(out),
                "origin": prover.checkpoint.origin,
                "vkey": prover.vkey.text,
                "size": prover.checkpoint.size,
                "round": told.view.round,
                "table": told.view.table,
                "entries": [
                    {
                        "part": entry.part,
                        "stream": entry.event.stream,
                        "seq": entry.event.seq,
                        "index": entry.found.leaf_index,
                    }
                    for entry in entries
                ],
            }
        )
        return
    print_row(f"{out}: {len(entries)} entries of the log of {prover.checkpoint.size:,}, each with its proof")
    print_row("Whoever unpacks it checks it with:")
    print_command(f"sh verify.sh {quote(prover.vkey.text)}", 2)

"""`pitledger audit packet ROUND`: one disputed hand, with all that proves it, in one file."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated

from console.calls.arguments import new_file_name, one
from console.calls.names import something
from console.calls.options import NO_OPTIONS, GlobalOptions, Location
from console.commands.audit.opening import audit_folder
from console.commands.case.viewing import FOR_NO_CASE, ForCase
from console.exports.packet.making import Packet, packet_of
from console.instances.instance import bulk_source, open_log
from console.instances.own_files import require_not_of_an_instance
from console.instances.read_model import open_read_model
from console.instances.whole_file import write_whole
from console.printing.lines import print_command, print_row
from console.printing.output import print_json, progress
from console.rounds.chosen import ANY_ROUND, WhichRound
from events.topics import METERS
from streams.notary.proving import Prover
from streams.read_model.queries.rounds import RoundLocation


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
        made = _made(where, prover, of)
        if not looked.record(of.table, name, options):
            return 1
        write_whole("--out", out, made.content())
        _say(options, out, made)
    return 0


def _made(where: Location, prover: Prover, of: RoundLocation) -> Packet:
    source = bulk_source(where)
    total = sum(source.end(METERS, partition) for partition in range(source.partitions(METERS)))
    with (
        open_log(where) as log,
        open_read_model(where, as_it_is=True) as store,
        progress("Looking through what meters did", total, "records") as bar,
    ):
        return packet_of(log, store, source, prover, of, advance=lambda count: bar.advance(count, count))


def _say(options: GlobalOptions, out: Path, made: Packet) -> None:
    if options.json:
        print_json({"out": str(out)} | made.document())
        return
    size = made.prover.checkpoint.size
    print_row(f"{out}: {len(made.entries)} entries of the log of {size:,}, each with its proof")
    print_row("Whoever unpacks it checks it with:")
    print_command(f"sh verify.sh {quote(made.prover.vkey.text)}", 2)

"""`pitledger audit export`: everything that an outsider needs to check the log, in one folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shlex import quote
from typing import Annotated

from cyclopts import Parameter

from console.arguments import new_file_name, one
from console.commands.audit.opening import audit_folder, open_notary, passphrase_of
from console.commands.ledger.export import write_ledger
from console.exports.audit_bag import write_bag
from console.exports.writing import CannotExport, Written
from console.lines import print_command, print_row
from console.options import NO_OPTIONS, GlobalOptions, Location
from console.output import print_json, progress
from console.read_model import open_read_model
from streams.notary.keys import load_signer
from streams.notary.proving import Prover
from streams.notary.record import AuditRecord


def export(
    *,
    out: Annotated[Path, one(new_file_name, "BAG", "a folder that is not there yet")],
    events_only: Annotated[bool, Parameter(help="without the ledger")] = False,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Sign the audit log as it is, and write all of it into a bag, with the program that checks it.

    Examples:
        pitledger audit export --out var/for-the-regulator
        pitledger audit export --out var/events --events-only
    """
    if not out.name:
        raise CannotExport(f"--out {out}: name a folder that is not there yet")
    where = options.location()
    folder = audit_folder(where)
    signer = load_signer(folder, passphrase_of(folder))
    with open_notary(where) as notary:
        notary.checkpoint([signer])
        size = notary.record.size
        with Prover(folder) as prover, progress("Exporting", size, "entries") as bar:
            ledger = None if events_only else lambda place: _ledger(where, place)
            written = write_bag(
                out, prover, _heads(notary.record), ledger, lambda count: bar.advance(count, count)
            )
    if options.json:
        print_json(
            {
                "out": str(out),
                "origin": signer.name,
                "vkey": signer.verifier.text,
                "size": size,
                "files": written.files,
                "bytes": written.size,
            }
        )
    else:
        print_row(f"{out}: {size:,} entries in {written.files:,} files, {written.size:,} bytes")
        print_row("Check it with:")
        print_command(f"pitledger audit verify {quote(str(out))} --key {quote(signer.verifier.text)}", 2)
    return 0


def _heads(record: AuditRecord) -> Iterator[tuple[str, int]]:
    """The last event of every stream; of findings, of the newest list of checks alone."""
    newest: dict[str, int] = {}
    for series, head in sorted(record.heads.items()):
        newest[series.partition(" ")[0]] = head.seq
    return iter(newest.items())


def _ledger(where: Location, place: Path) -> list[Written]:
    with open_read_model(where) as store, store.at_one_moment():
        return write_ledger(store, place)[0]

"""`pitledger audit export`: everything that an outsider needs to check the log, in one folder."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated

from cyclopts import Parameter

from console.calls.arguments import new_file_name, one
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.audit.books import books_of
from console.commands.audit.disclosing import NOBODY, Disclosing
from console.commands.audit.opening import audit_folder, open_notary, passphrase_of
from console.commands.audit.part_asked import ALL_OF_IT, PartAsked
from console.exports.audit_bag import TAG_MANIFEST, Bag, write_bag
from console.exports.bag_part import Asked, Part
from console.exports.envelope import envelope_file, record_export, write_beside
from console.exports.resumed import require_free, unfinished
from console.exports.writing import CannotExport
from console.instances.own_files import require_not_of_an_instance
from console.printing.lines import print_command, print_row
from console.printing.output import print_json, print_message, progress
from streams.notary.folder import KEY_FILE
from streams.notary.keys import load_key, load_signer, read_vkey
from streams.notary.notary import Notary
from streams.notary.proving import Prover, last_events
from streams.notary.statements import export_statement
from streams.notary.tlog.notes import Signer


def export(
    *,
    out: Annotated[Path, one(new_file_name, "BAG", "a folder that is not there yet")],
    part_of: PartAsked = ALL_OF_IT,
    disclosing: Disclosing = NOBODY,
    events_only: Annotated[bool, Parameter(help="without ledger, tables and report")] = False,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Sign the audit log as it is, and write all of it into a bag, with the program that checks it.

    Beside the bag are an envelope with a signature over all of it, and the proof that this export is on
    record. An export that was cut off goes on when it is called again. A part has what is asked for and the
    hashes of everything else: it is proved to be in the log, not to be all that matters. Who players are is
    in no bag, unless --disclose names them: then their openings are in a file of their own.

    Examples:
        pitledger audit export --out var/for-the-regulator
        pitledger audit export --out var/events --events-only
        pitledger audit export --out var/named --disclose P-17 --by S-2 --reason "subpoena 2026-114"
        pitledger audit export --out var/monday --from 2026-03-02 --to 2026-03-02 --tables HCF-01,HCF-02
    """
    if not out.name:
        raise CannotExport(f"--out {out}: name a folder that is not there yet")
    asked = part_of.asked()
    where = options.location()
    require_not_of_an_instance("--out", out, where.data)
    folder = audit_folder(where)
    passphrase = passphrase_of(folder)
    require_free(out)
    load_key(folder / KEY_FILE, read_vkey(folder).name, passphrase)
    disclosed = disclosing.asked(str(out), asked.tables, options)
    if disclosed is None:
        return 1
    with open_notary(where) as notary, books_of(where, notary, events_only=events_only) as books:
        signer = load_signer(folder, passphrase)
        if not notary.record.heads:
            raise CannotExport("nothing is recorded yet: an export would show nothing.")
        notary.checkpoint([signer])
        size = notary.record.size
        if unfinished(out).is_dir():
            print_message(f"{out}: going on where it was cut off, in {unfinished(out)}")
        with Prover(folder) as prover, progress("Exporting", size, "entries") as bar:
            part = None if asked.is_all else Part(asked, prover)
            try:
                written = write_bag(
                    out,
                    prover,
                    last_events(notary.record.heads),
                    None if books is None else lambda place: books.write_ledger(place, part),
                    lambda count: bar.advance(count, count),
                    records=None if books is None or part else books.write_records,
                    report=None if books is None or part else lambda: books.report(prover.checkpoint),
                    part=part,
                    disclosed=disclosed,
                    vouch=lambda digest: _vouch(
                        notary, signer, folder, out, export_statement(TAG_MANIFEST, digest, prover.checkpoint)
                    ),
                )
            except KeyboardInterrupt:
                print_message(f"{out}: not finished. The same command goes on, in {unfinished(out)}")
                raise
    _say(options, out, signer, size=size, asked=asked, written=written)
    return 0


def _say(options: GlobalOptions, out: Path, signer: Signer, *, size: int, asked: Asked, written: Bag) -> None:
    if options.json:
        print_json(
            {
                "out": str(out),
                "origin": signer.name,
                "vkey": signer.verifier.text,
                "size": size,
                "part": None if asked.is_all else asked.words,
                "files": written.files,
                "bytes": written.size,
                "envelope": str(envelope_file(out)),
            }
        )
    else:
        of = f"{size:,} entries" if asked.is_all else f"a part of {size:,} entries ({asked.words})"
        print_row(f"{out}: {of} in {written.files:,} files, {written.size:,} bytes")
        print_row(f"{envelope_file(out)}: a signature over all of it; hand it over, too")
        print_row("Check it with:")
        print_command(f"pitledger audit verify {quote(str(out))} --key {quote(signer.verifier.text)}", 2)


def _vouch(notary: Notary, signer: Signer, folder: Path, out: Path, statement: bytes) -> None:
    """Put the export on record, and what vouches for it beside the bag."""
    index = record_export(notary, signer, statement)
    with Prover(folder) as prover:
        write_beside(out, prover, index, signer, statement)

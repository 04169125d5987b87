"""`pitledger audit checkpoint`: take in what was recorded, sign how far the audit log is, and print that."""

from __future__ import annotations

from base64 import b64encode

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.audit.opening import audit_folder, open_notary, passphrase_of, policy_of
from console.printing.output import print_json
from console.recording import on_record
from streams.notary.keys import load_signer


def checkpoint(*, options: GlobalOptions = NO_OPTIONS) -> int:
    """Bring the audit log up to date, sign it, have it cosigned, publish the checkpoint and print it.

    Examples:
        pitledger audit checkpoint
        pitledger audit checkpoint > monday.checkpoint
    """
    where = options.location()
    folder = audit_folder(where)
    passphrase = passphrase_of(folder)
    with open_notary(where) as notary:  # which finishes a change of keys that was interrupted
        signer = load_signer(folder, passphrase)
        signed = notary.checkpoint([signer])
        size, root = notary.record.size, notary.record.root
    on_record.done(
        f"the checkpoint over {size:,} entries is published", "`pitledger audit checkpoint`", doubles=False
    )
    if options.json:
        print_json(
            {
                "origin": signer.name,
                "vkey": signer.verifier.text,
                "size": size,
                "root": b64encode(root).decode(),
                "checkpoint": signed.decode(),
                "cosigned_by": list(policy_of(folder).cosigners_of(signed)),
            }
        )
    else:
        print(signed.decode(), end="")
    return 0

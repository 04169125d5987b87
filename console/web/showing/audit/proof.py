"""An event proved: where it is in the audit log, the hashes that lead to the signed root, how to check it."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import Any

from console.web.asked import Asked
from console.web.frame.places import event_address
from console.web.showing.audit.by_hand import path_lines, signature_lines
from console.web.showing.audit.checkpoints import has_audit_log, last_checkpoint
from console.web.view import File, View
from events.envelope import Event, read_header
from streams.notary.folder import AUDIT_FOLDER
from streams.notary.proving import NotProved, Prover
from streams.notary.tlog.checkpoints import Checkpoint, read_inclusion_file, require_included
from streams.notary.tlog.notes import VerifierKey
from streams.notary.tlog.tree import leaf_hash
from streams.recorder.stored_event import stored_event


@dataclass(frozen=True, slots=True)
class Proof:
    """An event of the audit log with its proof, which has been checked."""

    event: Event
    entry: bytes
    leaf_index: int
    path: tuple[bytes, ...]
    content: bytes
    checkpoint: Checkpoint
    vkey: VerifierKey

    @property
    def name(self) -> str:
        """What its files are called."""
        return f"{self.event.stream.replace(':', '-')}-{self.event.seq:06}"


def prove(asked: Asked) -> View:
    """Whether an event is in the audit log."""
    stream, seq = asked.get("stream"), asked.get("seq")
    begun = has_audit_log(asked.site)
    proof, why = None, ""
    if begun and stream is not None and seq is not None:
        proof, why = _proved(asked, stream, seq)
    values = {
        "begun": begun,
        "proof": proof,
        "why": why,
        "last": last_checkpoint(asked.site) if begun else None,
        "stream": stream,
        "seq": seq,
        "place": event_address(stream, seq) if stream and seq else "",
        **(_shown(proof) if proof else {}),
    }
    files = {}
    if proof is not None:
        files = {
            ".tlog-proof": lambda: File(
                f"{proof.name}.tlog-proof", proof.content, "text/plain; charset=utf-8"
            ),
            ".event": lambda: File(f"{proof.name}.event", proof.entry),
        }
    return View("prove.html", "Prove", lambda: _document(proof, why), values, files=files)


def _proved(asked: Asked, stream: str, seq: int) -> tuple[Proof | None, str]:
    """The proof, checked as an outsider checks it; or why there is none yet."""
    with Prover(asked.site.where.data / AUDIT_FOLDER) as prover:
        try:
            found = prover.event(stream, seq)
        except NotProved:
            if stored_event(asked.log, stream, seq) is None:
                return None, f"There is no event {seq:,} of {stream}: nothing can be proved of it."
            size = prover.checkpoint.size
            return (
                None,
                f"It was recorded after the last checkpoint, over {size:,} entries. The next one has it.",
            )
        content = prover.inclusion(found.leaf_index)
        checkpoint = require_included(content, leaf_hash(found.entry), [prover.vkey])
        path = tuple(read_inclusion_file(content).proof)
        event = read_header(found.entry)
        return Proof(event, found.entry, found.leaf_index, path, content, checkpoint, prover.vkey), ""


def _shown(proof: Proof) -> dict[str, Any]:
    return {
        "path": [each.hex() for each in proof.path],
        "root": b64encode(proof.checkpoint.root).decode(),
        "by_openssl": "\n".join(signature_lines(proof.name, proof.vkey)),
        "by_hash": "\n".join(path_lines(proof.name, proof.leaf_index, proof.checkpoint.size, proof.path)),
    }


def _document(proof: Proof | None, why: str) -> dict[str, Any]:
    """As `pitledger audit prove --json` has it; without a proof, why there is none."""
    if proof is None:
        return {"proof": None, "why": why or None}
    return {
        "size": proof.checkpoint.size,
        "index": proof.leaf_index,
        "entry": proof.entry.hex(),
        "proof": proof.content.decode(),
    }

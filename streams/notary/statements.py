"""What the log's key signs about an export: an in-toto statement in a DSSE envelope.

What is signed begins with `DSSEv1` and a blank, which the name of a log cannot hold: so no envelope passes
for a checkpoint, nor a checkpoint for an envelope. Pure: values in, bytes out.
"""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Final

from streams.notary.tlog.checkpoints import Checkpoint
from streams.notary.tlog.notes import Signer

PAYLOAD_TYPE: Final = "application/vnd.in-toto+json"
PREDICATE_TYPE: Final = "urn:pitledger:audit-export:v1"
_STATEMENT_TYPE: Final = "https://in-toto.io/Statement/v1"


def export_statement(file: str, sha256: str, checkpoint: Checkpoint) -> bytes:
    """That a file with that hash is of an export of the log, as far as the checkpoint."""
    return _json(
        {
            "_type": _STATEMENT_TYPE,
            "subject": [{"name": file, "digest": {"sha256": sha256}}],
            "predicateType": PREDICATE_TYPE,
            "predicate": {
                "origin": checkpoint.origin,
                "size": checkpoint.size,
                "root": b64encode(checkpoint.root).decode(),
            },
        }
    )


def envelope(statement: bytes, signer: Signer) -> bytes:
    """The statement, signed, in one line of JSON."""
    signature = {
        "keyid": signer.verifier.key_id.hex(),
        "sig": b64encode(signer.secret.sign(signed_bytes(statement))).decode(),
    }
    return (
        _json(
            {
                "payload": b64encode(statement).decode(),
                "payloadType": PAYLOAD_TYPE,
                "signatures": [signature],
            }
        )
        + b"\n"
    )


def signed_bytes(statement: bytes) -> bytes:
    """What a signature of an envelope is over."""
    return f"DSSEv1 {len(PAYLOAD_TYPE)} {PAYLOAD_TYPE} {len(statement)} ".encode() + statement


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()

"""Cosignatures (C2SP tlog-cosignature, `cosignature/v1`): what a witness says of a checkpoint, and when.

A line below the checkpoint, by an Ed25519 key of type 04, over the time and the checkpoint's text. What this
module must not know: what a witness has seen before.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from streams.notary.tlog.notes import (
    NotSigned,
    Signer,
    key_id_of,
    key_text,
    read_key_text,
    read_note,
    signature_line,
)

COSIGNER: Final = 4
"""The type of a key that cosigns checkpoints."""
LAST_SECOND: Final = 2**63 - 1
_TIME: Final = struct.Struct(">Q")
_SIGNATURE_BYTES: Final = 64


@dataclass(frozen=True, slots=True)
class CosignerKey:
    """The public key of a witness, with its name. It never equals the key of a log, whatever its bytes."""

    name: str
    public: bytes

    @property
    def key_id(self) -> bytes:
        """What a cosignature names its key by."""
        return key_id_of(self.name, COSIGNER, self.public)

    @property
    def text(self) -> str:
        """The key as it is handed to others: `NAME+KEYID+BASE64`."""
        return key_text(self.name, COSIGNER, self.public)

    def has_signed(self, text: bytes, signature: bytes) -> bool:
        """Whether the time and the signature over it and the text are by this key."""
        if len(signature) != _TIME.size + _SIGNATURE_BYTES:
            return False
        (seconds,) = _TIME.unpack_from(signature)
        if seconds > LAST_SECOND:
            return False
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(
                signature[_TIME.size :], signed_message(text, seconds)
            )
        except InvalidSignature:
            return False
        return True


class Cosignature(NamedTuple):
    """When a witness has signed a checkpoint, and the line that says so."""

    seconds: int
    line: str


def signed_message(text: bytes, seconds: int) -> bytes:
    """What a witness signs: a head of its own, so that it is never taken for a signature of a log."""
    return b"cosignature/v1\ntime %d\n" % seconds + text


def cosigner_of(signer: Signer) -> CosignerKey:
    """The public key by which a secret key cosigns."""
    return CosignerKey(signer.name, signer.verifier.public)


def read_cosigner_key(text: str) -> CosignerKey:
    """The key of a witness, of its text."""
    return CosignerKey(
        *read_key_text(text, COSIGNER, "of a witness, as `pitledger audit witness` printed it")
    )


def cosigned(text: str, signer: Signer, seconds: int) -> Cosignature:
    """The text of a checkpoint, cosigned as of a time."""
    signature = signer.secret.sign(signed_message(text.encode(), seconds))
    line = signature_line(cosigner_of(signer), _TIME.pack(seconds) + signature)
    return Cosignature(seconds, line)


def cosignature_of(signed: bytes, key: CosignerKey) -> Cosignature | None:
    """The cosignature by a key that a note carries; None without, `NotSigned` for one that is not good."""
    text, signatures = read_note(signed)
    for signature in signatures:
        if (signature.name, signature.key_id) == (key.name, key.key_id):
            if not key.has_signed(text.encode(), signature.content):
                raise NotSigned(
                    f"the cosignature of {key.name} is not good: the checkpoint was changed, or another "
                    "signed it"
                )
            return Cosignature(_TIME.unpack_from(signature.content)[0], signature.line)
    return None

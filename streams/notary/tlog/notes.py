"""Signed notes (C2SP signed-note) and the keys that sign them: Ed25519, by `cryptography`.

A note is a text and lines of signatures below it. What this module must not know: what the text says, and
where a secret key is kept.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from events.errors import PitledgerError

ED25519: Final = 1
"""The type of a key that signs notes."""
_KEY_ID_BYTES: Final = 4
_KEY_BYTES: Final = 32
_MOST_BYTES: Final = 1_000_000
_MOST_SIGNATURES: Final = 100
_BREAK: Final = "\n\n"
_LINE: Final = re.compile(r"— ([^ \n]+) ([A-Za-z0-9+/=]+)")
_NO_NOTE: Final = "this is not a signed note: a text, a blank line, and lines of signatures are due"
_KEY_ID: Final = re.compile(r"[0-9a-f]{8}")


class BadNote(PitledgerError):
    """A note, checkpoint, proof or key of the audit log that is malformed, or a signature that is bad."""


class VerifierKey(NamedTuple):
    """A public key with the name of whose it is."""

    name: str
    public: bytes

    @property
    def key_id(self) -> bytes:
        """What a signature names its key by."""
        typed = bytes([ED25519]) + self.public
        return sha256(self.name.encode() + b"\n" + typed).digest()[:_KEY_ID_BYTES]

    @property
    def text(self) -> str:
        """The key as it is handed to others: `NAME+KEYID+BASE64`."""
        typed = b64encode(bytes([ED25519]) + self.public).decode()
        return f"{self.name}+{self.key_id.hex()}+{typed}"

    def has_signed(self, text: bytes, signature: bytes) -> bool:
        """Whether the signature over the text is by this key."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text)
        except InvalidSignature:
            return False
        return True


class Signer(NamedTuple):
    """A secret key with the name of whose it is; its text shows no part of the key."""

    name: str
    secret: Ed25519PrivateKey

    @property
    def verifier(self) -> VerifierKey:
        """The public key that goes with it."""
        return VerifierKey(self.name, self.secret.public_key().public_bytes_raw())

    def __repr__(self) -> str:
        """Its name alone."""
        return f"Signer({self.name!r})"


class Note(NamedTuple):
    """A text, and the names of those known who have signed it."""

    text: str
    signed_by: tuple[VerifierKey, ...]


def is_key_name(name: str) -> bool:
    """Whether a key may have the name: text without blanks, control characters and `+`."""
    return bool(name) and name.isprintable() and not any(each.isspace() or each == "+" for each in name)


def read_verifier_key(text: str) -> VerifierKey:
    """The key of its text; base64 may hold `+`, so only the first two part it."""
    name, _, rest = text.partition("+")
    key_id, _, encoded = rest.partition("+")
    typed = _base64(encoded)
    if not is_key_name(name) or not _KEY_ID.fullmatch(key_id) or typed is None:
        raise BadNote(f"{text!r} is not a key: write NAME+KEYID+BASE64, as `pitledger audit init` printed it")
    if typed[:1] != bytes([ED25519]) or len(typed) != 1 + _KEY_BYTES:
        raise BadNote(
            f"{text!r}: this is not an Ed25519 key of a log. Give the key that `audit init` printed"
        )
    key = VerifierKey(name, typed[1:])
    if key.key_id.hex() != key_id:
        raise BadNote(f"{text!r}: the key does not have the id {key_id}. Copy the whole line again")
    return key


def sign_note(text: str, signers: Sequence[Signer]) -> bytes:
    """A text that ends in a line feed, signed."""
    if not text.endswith("\n") or not _is_note_text(text):
        raise BadNote(f"{text!r} cannot be signed: lines of text that can be seen, the last with its end")
    lines = [
        f"— {signer.name} {b64encode(signer.verifier.key_id + signer.secret.sign(text.encode())).decode()}\n"
        for signer in signers
    ]
    return (text + "\n" + "".join(lines)).encode()


def open_note(signed: bytes, known: Sequence[VerifierKey]) -> Note:
    """The text of a note that at least one of the known keys has signed.

    Signatures of others are passed over; one that claims to be of a known key and is not is refused.
    """
    text, lines = _split(signed)
    if not text:
        raise BadNote(_NO_NOTE)
    by_id = {(key.name, key.key_id): key for key in known}
    found: dict[VerifierKey, None] = {}
    for line in lines:
        match = _LINE.fullmatch(line)
        signature = _base64(match[2]) if match else None
        if match is None or signature is None or len(signature) <= _KEY_ID_BYTES or not is_key_name(match[1]):
            raise BadNote(f"{line!r} is not a signature: a dash, a name and base64 are due")
        key = by_id.get((match[1], signature[:_KEY_ID_BYTES]))
        if key is None or key in found:
            continue
        if not key.has_signed(text.encode(), signature[_KEY_ID_BYTES:]):
            raise BadNote(
                f"the signature of {key.name} is not good: the text was changed, or another signed it"
            )
        found[key] = None
    if not found:
        names = ", ".join(key.text for key in known) or "nobody"
        raise BadNote(f"none of the keys given has signed this: {names}")
    return Note(text, tuple(found))


def unverified_text(signed: bytes) -> str:
    """The text of a note, whoever has signed it: for what is compared by other means."""
    text, _ = _split(signed)
    if not text:
        raise BadNote(_NO_NOTE)
    return text


def _split(signed: bytes) -> tuple[str, list[str]]:
    """The text of a note and the lines below its last blank line; empty where it is no note."""
    try:
        note = signed.decode() if len(signed) <= _MOST_BYTES else ""
    except UnicodeDecodeError:
        return "", []
    at = note.rfind(_BREAK)
    lines = note[at + 2 :].split("\n")
    if at < 0 or not _is_note_text(note) or lines.pop() or not 0 < len(lines) <= _MOST_SIGNATURES:
        return "", []
    return note[: at + 1], lines


def _is_note_text(text: str) -> bool:
    return not any(ord(each) < 0x20 and each != "\n" for each in text)


def _base64(text: str) -> bytes | None:
    """The bytes of base64 in its one form; None for anything else."""
    try:
        found = b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return found if b64encode(found).decode() == text else None

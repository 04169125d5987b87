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
from typing import Final, NamedTuple, Protocol

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from events.errors import PitledgerError

ED25519: Final = 1
"""The type of a key that signs notes."""
_KEY_ID_BYTES: Final = 4
_KEY_BYTES: Final = 32
_MOST_BYTES: Final = 1_000_000
MOST_SIGNATURES: Final = 100
_BREAK: Final = "\n\n"
_LINE: Final = re.compile(r"— ([^ \n]+) ([A-Za-z0-9+/=]+)")
_NO_NOTE: Final = "this is not a signed note: a text, a blank line, and lines of signatures are due"
_KEY_ID: Final = re.compile(r"[0-9a-f]{8}")


class BadNote(PitledgerError):
    """A note, checkpoint, proof or key of the audit log that is malformed, or a signature that is bad."""


class NotSigned(BadNote):
    """A note that none of the keys has signed, or that was changed since."""


class NoteKey(Protocol):
    """A public key of any type that notes are signed by."""

    @property
    def name(self) -> str:
        """Whose it is."""

    @property
    def key_id(self) -> bytes:
        """What a signature names its key by."""

    @property
    def text(self) -> str:
        """The key as it is handed to others: `NAME+KEYID+BASE64`."""

    def has_signed(self, text: bytes, signature: bytes) -> bool:
        """Whether the signature over the text is by this key."""


class VerifierKey(NamedTuple):
    """A public key with the name of whose it is."""

    name: str
    public: bytes

    @property
    def key_id(self) -> bytes:
        """What a signature names its key by."""
        return key_id_of(self.name, ED25519, self.public)

    @property
    def text(self) -> str:
        """The key as it is handed to others: `NAME+KEYID+BASE64`."""
        return key_text(self.name, ED25519, self.public)

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
    """A text, and those known who have signed it."""

    text: str
    signed_by: tuple[NoteKey, ...]


class Signature(NamedTuple):
    """A line below a note: whose signature it claims to be."""

    name: str
    key_id: bytes
    content: bytes
    line: str


def is_key_name(name: str) -> bool:
    """Whether a key may have the name: text without blanks, control characters and `+`."""
    return bool(name) and name.isprintable() and not any(each.isspace() or each == "+" for each in name)


def key_id_of(name: str, kind: int, public: bytes) -> bytes:
    """The id of a key of a type."""
    return sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:_KEY_ID_BYTES]


def key_text(name: str, kind: int, public: bytes) -> str:
    """A key as it is handed to others."""
    return f"{name}+{key_id_of(name, kind, public).hex()}+{b64encode(bytes([kind]) + public).decode()}"


def read_key_text(text: str, kind: int, whose: str) -> tuple[str, bytes]:
    """The name and the public half of a key of a type; base64 may hold `+`, so only the first two part it.

    `whose` says whose key is due, and who printed it.
    """
    name, _, rest = text.partition("+")
    key_id, _, encoded = rest.partition("+")
    typed = _base64(encoded)
    if not is_key_name(name) or not _KEY_ID.fullmatch(key_id) or typed is None:
        raise BadNote(f"{text!r} is not a key: write NAME+KEYID+BASE64, {whose}")
    if typed[:1] != bytes([kind]) or len(typed) != 1 + _KEY_BYTES:
        raise BadNote(f"{text!r}: this is not an Ed25519 key of that type ({kind:02}) that is due: {whose}")
    if key_id_of(name, kind, typed[1:]).hex() != key_id:
        raise BadNote(f"{text!r}: the key does not have the id {key_id}. Copy the whole line again")
    return name, typed[1:]


def read_verifier_key(text: str) -> VerifierKey:
    """The key of a log, of its text."""
    return VerifierKey(*read_key_text(text, ED25519, "of a log, as `pitledger audit init` printed it"))


def sign_note(text: str, signers: Sequence[Signer]) -> bytes:
    """A text that ends in a line feed, signed."""
    if not text.endswith("\n") or not _is_note_text(text):
        raise BadNote(f"{text!r} cannot be signed: lines of text that can be seen, the last with its end")
    lines = [signature_line(signer.verifier, signer.secret.sign(text.encode())) for signer in signers]
    return (text + "\n" + "".join(lines)).encode()


def signature_line(key: NoteKey, signature: bytes) -> str:
    """The line that a signature is below a note."""
    return f"— {key.name} {b64encode(key.key_id + signature).decode()}\n"


def open_note(signed: bytes, known: Sequence[NoteKey]) -> Note:
    """The text of a note that at least one of the known keys has signed.

    Signatures of others are passed over; one that claims to be of a known key and is not is refused.
    """
    text, signatures = read_note(signed)
    by_id = {(key.name, key.key_id): key for key in known}
    found: dict[NoteKey, None] = {}
    for signature in signatures:
        key = by_id.get((signature.name, signature.key_id))
        if key is None or key in found:
            continue
        if not key.has_signed(text.encode(), signature.content):
            raise NotSigned(
                f"the signature of {key.name} is not good: the text was changed, or another signed it"
            )
        found[key] = None
    if not found:
        names = ", ".join(key.text for key in known) or "nobody"
        raise NotSigned(f"none of the keys given has signed this: {names}")
    return Note(text, tuple(found))


def read_note(signed: bytes) -> tuple[str, list[Signature]]:
    """The text of a note, and the lines below it; none of them is checked yet."""
    text, lines = _split(signed)
    if not text:
        raise BadNote(_NO_NOTE)
    signatures = []
    for line in lines:
        match = _LINE.fullmatch(line)
        content = _base64(match[2]) if match else None
        if match is None or content is None or len(content) <= _KEY_ID_BYTES or not is_key_name(match[1]):
            raise BadNote(f"{line!r} is not a signature: a dash, a name and base64 are due")
        signatures.append(Signature(match[1], content[:_KEY_ID_BYTES], content[_KEY_ID_BYTES:], f"{line}\n"))
    return text, signatures


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
    if at < 0 or not _is_note_text(note) or lines.pop() or not 0 < len(lines) <= MOST_SIGNATURES:
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

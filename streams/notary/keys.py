"""The secret key of a notary: one PEM file that nobody else may read, with a passphrase if wanted.

It is in no export and in no message. What this module must not know: what is signed with it.
"""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from events.errors import PitledgerError
from streams.errors import LogError
from streams.notary.folder import (
    KEY_FILE,
    RECORD_FILE,
    VKEY_FILE,
    FolderLock,
    disk_errors_as_ours,
    require_audit_log,
    write_durably,
)
from streams.notary.tlog.notes import Signer, VerifierKey, read_verifier_key

PASSPHRASE_VARIABLE: Final = "PITLEDGER_AUDIT_PASSPHRASE"  # noqa: S105 - its name
NEW_PASSPHRASE_VARIABLE: Final = "PITLEDGER_AUDIT_NEW_PASSPHRASE"  # noqa: S105 - its name
_KEY_MARK: Final = b"PRIVATE KEY-----"
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


class KeyRefused(PitledgerError):
    """The key of an audit log cannot be used: it is missing, others may read it, its passphrase is wrong."""


def begin_audit_log(folder: Path, origin: str, passphrase: str | None) -> VerifierKey:
    """Make the folder of an audit log and its key; refuses where there is one already."""
    with disk_errors_as_ours(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = FolderLock(folder)
    try:
        if any((folder / name).exists() for name in (VKEY_FILE, RECORD_FILE)):
            raise LogError(
                f"{folder}: there is an audit log here already. `pitledger audit init --rotate` gives it "
                "a new key; its public one is in the file vkey."
            )
        signer = make_key(folder / KEY_FILE, origin, passphrase)
        write_vkey(folder, signer.verifier)
    finally:
        lock.release()
    return signer.verifier


def make_key(path: Path, origin: str, passphrase: str | None) -> Signer:
    """A new key in a file that only this user may read."""
    secret = Ed25519PrivateKey.generate()
    encryption: serialization.KeySerializationEncryption = serialization.NoEncryption()
    if passphrase:
        encryption = serialization.BestAvailableEncryption(passphrase.encode())
    pem = secret.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, encryption)
    with disk_errors_as_ours(path):
        write_durably(path, pem, 0o600)
    return Signer(origin, secret)


def read_vkey(folder: Path) -> VerifierKey:
    """The public key of an audit log, with its origin as the name."""
    require_audit_log(folder)
    path = folder / VKEY_FILE
    with disk_errors_as_ours(path):
        return read_verifier_key(path.read_text("utf-8", errors="replace").removesuffix("\n"))


def write_vkey(folder: Path, key: VerifierKey) -> None:
    """Put the public key in its place: from then on there is an audit log."""
    with disk_errors_as_ours(folder):
        write_durably(folder / VKEY_FILE, f"{key.text}\n".encode())


def needs_passphrase(folder: Path) -> bool:
    """Whether the key is behind a passphrase."""
    path = folder / KEY_FILE
    return b"ENCRYPTED" in read_key_file(path).partition(b"\n")[0]


def load_key(path: Path, origin: str, passphrase: str | None) -> Signer:
    """The key of a file, unless somebody else may read it."""
    pem = read_key_file(path)
    encrypted = b"ENCRYPTED" in pem.partition(b"\n")[0]
    if encrypted and not passphrase:
        raise KeyRefused(
            f"{path}: this key has a passphrase. Give it in {PASSPHRASE_VARIABLE}, or at a terminal."
        )
    try:
        secret = serialization.load_pem_private_key(
            pem, passphrase.encode() if encrypted and passphrase else None
        )
    except (ValueError, TypeError, UnsupportedAlgorithm):
        why = "the passphrase is wrong, or the file is damaged" if encrypted else "the file is damaged"
        raise KeyRefused(f"{path}: the key cannot be read: {why}. Nothing was signed.") from None
    if not isinstance(secret, Ed25519PrivateKey):
        raise KeyRefused(f"{path}: this is not an Ed25519 key, so not the one that signed here. Restore it.")
    return Signer(origin, secret)


def load_signer(folder: Path, passphrase: str | None) -> Signer:
    """The key of an audit log; it must be the one whose public half the log names."""
    vkey = read_vkey(folder)
    signer = load_key(folder / KEY_FILE, vkey.name, passphrase)
    if signer.verifier != vkey:
        raise KeyRefused(
            f"{folder / KEY_FILE}: this is another key than that of {folder / VKEY_FILE}. Restore the one "
            "that belongs to this audit log; nothing was signed."
        )
    return signer


def read_key_file(path: Path) -> bytes:
    """The file of a secret key, unless it is none, or somebody else may read it."""
    with disk_errors_as_ours(path):
        if not path.is_file():
            raise KeyRefused(f"{path}: the secret key is missing. Restore it from its safe copy.")
        mode, content = path.stat().st_mode, path.read_bytes()
        if _KEY_MARK not in content:  # before its mode: `chmod 600` makes no key of it
            raise KeyRefused(
                f"{path}: this is no key: it is not PEM with a private key in it. Restore the key from its "
                "safe copy; nothing was signed."
            )
        if mode & _OTHERS:
            raise KeyRefused(
                f"{path}: other users may read this key (mode {stat.S_IMODE(mode):o}), so it may be no "
                f"secret. Set it right with `chmod 600 {path}`, then take a new one (of an audit log: "
                "`pitledger audit init --rotate`)."
            )
        return content

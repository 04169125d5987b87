"""Changing the key of an audit log: a note that both keys sign, and the steps that survive a crash.

The note is an entry of the log, and the checkpoint over it carries both signatures, so whoever trusts the old
key has the new one from it. The record names the key in force: it is what decides, after a crash, which of
the two signs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from streams.notary.folder import (
    KEY_CHANGE_FILE,
    KEY_FILE,
    NEXT_KEY_FILE,
    disk_errors_as_ours,
    sync_folder,
    write_durably,
)
from streams.notary.keys import load_key, make_key, write_vkey
from streams.notary.record import AuditRecord
from streams.notary.tlog.notes import BadNote, Signer, VerifierKey, open_note, read_verifier_key, sign_note

_TITLE: Final = "pitledger key change"


class KeyChange(NamedTuple):
    """Which key signs instead of which."""

    old: VerifierKey
    new: VerifierKey


def key_change_note(old: Signer, new: Signer) -> bytes:
    """What both keys sign."""
    text = f"{_TITLE}\n{old.name}\nold {old.verifier.text}\nnew {new.verifier.text}\n"
    return sign_note(text, [old, new])


def read_key_change(note: bytes, trusted: VerifierKey) -> KeyChange:
    """The change that a note says, if the trusted key and the new one have signed it."""
    lines = open_note(note, [trusted]).text.split("\n")
    if (
        len(lines) != 5
        or lines[0] != _TITLE
        or not lines[2].startswith("old ")
        or not lines[3].startswith("new ")
    ):
        raise BadNote("this is not the change of a key")
    change = KeyChange(read_verifier_key(lines[2][4:]), read_verifier_key(lines[3][4:]))
    signed_by = open_note(note, [change.old, change.new]).signed_by
    if {change.old.name, change.new.name} != {lines[1]} or len(signed_by) != 2:
        raise BadNote("this change of a key is not signed by both keys, or is of two logs")
    return change


def prepare_key_change(folder: Path, old: Signer, passphrase: str | None) -> tuple[Signer, bytes]:
    """The next key, which waits beside the old one, and the note about it; an unfinished change goes on."""
    path, note_path = folder / NEXT_KEY_FILE, folder / KEY_CHANGE_FILE
    with disk_errors_as_ours(folder):
        if path.exists() and note_path.exists():
            return load_key(path, old.name, passphrase), note_path.read_bytes()
        new = make_key(path, old.name, passphrase)
        note = key_change_note(old, new)
        write_durably(note_path, note)
    return new, note


def finish_key_change(folder: Path, record: AuditRecord | None) -> None:
    """Where the record has the next key in force already, put it in the place of the old one."""
    note_path, path = folder / KEY_CHANGE_FILE, folder / NEXT_KEY_FILE
    if record is None or not note_path.exists():
        return
    with disk_errors_as_ours(folder):
        new = _named_by(note_path.read_bytes())
        if new is None or new.public != record.public_key:
            return
        write_vkey(folder, new)
        if path.exists():
            path.replace(folder / KEY_FILE)
        sync_folder(folder)
        note_path.unlink()


def _named_by(note: bytes) -> VerifierKey | None:
    """The new key that a note of our own names."""
    for line in note.decode(errors="replace").split("\n"):
        if line.startswith("new "):
            return read_verifier_key(line[4:])
    return None

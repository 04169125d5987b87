"""What is signed and handed out: checkpoints, inclusion proofs (`.tlog-proof`) and consistency proofs.

C2SP tlog-checkpoint and tlog-proof; a consistency proof has the form of a witness request. Pure: bytes in,
bytes out.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Final, NamedTuple

from streams.notary.tlog.notes import BadNote, Signer, VerifierKey, open_note, sign_note
from streams.notary.tlog.proofs import is_consistent, is_included
from streams.notary.tlog.tree import HASH_BYTES

_PROOF: Final = "c2sp.org/tlog-proof@v1"
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,18}")
_HASH: Final = re.compile(r"[A-Za-z0-9+/]{43}=")
_MOST_HASHES: Final = 63


class Checkpoint(NamedTuple):
    """How long an audit log is, and the root over all its entries."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """What is signed."""
        return f"{self.origin}\n{self.size}\n{_text(self.root)}\n"

    def signed(self, signers: Sequence[Signer]) -> bytes:
        """The checkpoint as a note."""
        return sign_note(self.text, signers)


def read_checkpoint_text(text: str) -> Checkpoint:
    """The checkpoint of its text; lines behind the third are of others and say nothing to us."""
    lines = text.split("\n")
    if len(lines) < 4 or lines[-1] or not lines[0] or not _NUMBER.fullmatch(lines[1]):
        raise BadNote("this is not a checkpoint: an origin, a size and a root are due, a line each")
    return Checkpoint(lines[0], int(lines[1]), _hash(lines[2]))


def open_checkpoint(signed: bytes, keys: Sequence[VerifierKey]) -> Checkpoint:
    """The checkpoint of a note that one of the keys has signed as the log that it names."""
    note = open_note(signed, keys)
    checkpoint = read_checkpoint_text(note.text)
    if all(key.name != checkpoint.origin for key in note.signed_by):
        raise BadNote(f"the log {checkpoint.origin} has not signed this checkpoint itself")
    return checkpoint


def inclusion_file(index: int, proof: Sequence[bytes], checkpoint: bytes) -> bytes:
    """A `.tlog-proof`: that an entry is in the tree of a signed checkpoint."""
    return _lines(_PROOF, f"index {index}", *map(_text, proof)) + checkpoint


class Inclusion(NamedTuple):
    """What a `.tlog-proof` says."""

    leaf_index: int
    proof: list[bytes]
    checkpoint: bytes


def read_inclusion_file(content: bytes) -> Inclusion:
    """What a `.tlog-proof` says; nothing of it is checked yet."""
    lines, checkpoint = _parts(content)
    if len(lines) < 2 or lines[0] != _PROOF:
        raise BadNote(f"this is not an inclusion proof: it begins with {_PROOF}")
    return Inclusion(_numbered("index", lines[1]), [_hash(line) for line in lines[2:]], checkpoint)


def require_included(content: bytes, leaf: bytes, keys: Sequence[VerifierKey]) -> Checkpoint:
    """The checkpoint whose tree has the leaf, by a `.tlog-proof`; `BadNote` where it does not show that."""
    found = read_inclusion_file(content)
    checkpoint = open_checkpoint(found.checkpoint, keys)
    if not is_included(found.leaf_index, checkpoint.size, leaf, found.proof, checkpoint.root):
        raise BadNote(f"the entry is not at index {found.leaf_index} of the log of {checkpoint.size} entries")
    return checkpoint


def consistency_file(old_size: int, proof: Sequence[bytes], checkpoint: bytes) -> bytes:
    """That the log of `old_size` entries is the beginning of that of a signed checkpoint."""
    return _lines(f"old {old_size}", *map(_text, proof)) + checkpoint


class Consistency(NamedTuple):
    """What a consistency proof says."""

    old_size: int
    proof: list[bytes]
    checkpoint: bytes


def read_consistency_file(content: bytes) -> Consistency:
    """What a consistency proof says; nothing of it is checked yet."""
    lines, checkpoint = _parts(content)
    if not 1 <= len(lines) <= 1 + _MOST_HASHES:
        raise BadNote(
            "this is not a consistency proof: it begins with the old size and has at most 63 hashes"
        )
    return Consistency(_numbered("old", lines[0]), [_hash(line) for line in lines[1:]], checkpoint)


def require_consistent(content: bytes, old: Checkpoint, keys: Sequence[VerifierKey]) -> Checkpoint:
    """The newer checkpoint, if the proof shows that the old log is its beginning; else `BadNote`."""
    found = read_consistency_file(content)
    checkpoint = open_checkpoint(found.checkpoint, keys)
    same_log = (old.origin, old.size) == (checkpoint.origin, found.old_size)
    if not same_log or not is_consistent(old.size, old.root, checkpoint.size, checkpoint.root, found.proof):
        raise BadNote(
            f"the log of {checkpoint.size} entries does not continue that of {old.size}: "
            "its history was changed, or it is another log"
        )
    return checkpoint


def _lines(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in (*lines, "")).encode()


def _parts(content: bytes) -> tuple[list[str], bytes]:
    """The lines above the first blank line, and what is below it."""
    above, _, below = content.partition(b"\n\n")
    try:
        return above.decode("ascii").split("\n"), below
    except UnicodeDecodeError:
        raise BadNote("this is not a proof: it has other than plain letters above its checkpoint") from None


def _numbered(word: str, line: str) -> int:
    name, _, number = line.partition(" ")
    if name != word or not _NUMBER.fullmatch(number):
        raise BadNote(f"{line!r} is due to be `{word}` and a number")
    return int(number)


def _text(digest: bytes) -> str:
    return b64encode(digest).decode()


def _hash(text: str) -> bytes:
    found = b64decode(text, validate=True) if _HASH.fullmatch(text) else b""
    if len(found) != HASH_BYTES or _text(found) != text:
        raise BadNote(f"{text!r} is not a hash: 32 bytes in base64 are due")
    return found

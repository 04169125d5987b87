"""Publishes checkpoints with the cosignatures of the witnesses that the log's policy names.

Before anything is signed each witness is asked whether it knows more of this log than this folder does: then
the folder is an old copy, and what would be signed a second history. What is handed to witnesses is put into
the file `offered` first, so that what they know is never more than what is known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from events.errors import PitledgerError
from streams.notary.folder import (
    OFFERED_FILE,
    disk_errors_as_ours,
    sync_file,
    sync_folder,
    write_durably,
)
from streams.notary.notary import WillNotSign
from streams.notary.publishing import Publication
from streams.notary.tlog.checkpoints import Checkpoint, consistency_file, read_checkpoint_text
from streams.notary.tlog.cosignatures import cosignature_of
from streams.notary.tlog.notes import MOST_SIGNATURES, BadNote, Signer, read_note, unverified_text
from streams.notary.tlog.policies import NamedWitness, Policy
from streams.notary.tlog.proofs import TreeView
from streams.notary.tlog.tiles import StoredTiles
from streams.notary.tlog.tree import EMPTY_ROOT
from streams.notary.witness.asking import Reply, ask_all
from streams.notary.witness.judging import SIZE

Say = Callable[[str], None]
"""Takes a line about a witness that is away."""
_SIZE: Final = re.compile(rb"(0|[1-9][0-9]{0,18})\n")
_OK, _CONFLICT, _NOT_PROVED = 200, 409, 422
_NO_EMPTY_LOG: Final = (400, 422)
"""How a witness of another make may refuse a log without entries that it has never seen."""
_REMEDY: Final = (
    "Nothing is published: restore the folder as it was when that was signed, or later. If it is the witness "
    "that is wrong, take it out of the policy"
)


class NotWitnessed(PitledgerError):
    """A checkpoint that is not published: fewer witnesses have cosigned it than the policy demands."""


class WitnessedPublication:
    """A publication that asks witnesses first. With a policy of none it is the other one."""

    def __init__(self, folder: Path, inner: Publication, policy: Policy, say: Say) -> None:
        self._folder = folder
        self._offered = folder / OFFERED_FILE
        self._inner = inner
        self._policy = policy
        self._say = say
        self._witnesses = {witness.name: witness for witness in policy.witnesses if witness.url}
        self._known: dict[str, int] = {}
        self._away: dict[str, str] = {}
        self._lines: dict[tuple[str, str], str] = {}
        """Cosignatures that were got: by the text of the checkpoint, and the witness."""

    def published(self) -> list[bytes]:
        """What was handed to witnesses last and may not be published, then what is published."""
        with disk_errors_as_ours(self._offered):
            offered = []
            if self._offered.exists():
                sync_file(self._offered)
                offered.append(self._offered.read_bytes())
        return [*offered, *self._inner.published()]

    def require_current(self, signers: list[Signer]) -> None:
        """Ask every witness how much of the log it knows; refuse where that is more than is known here."""
        self._inner.require_current(signers)
        if not self._witnesses:
            return
        newest, size = self._newest(signers)
        body = consistency_file(size, [], newest)
        text = unverified_text(newest)
        self._known.clear()
        self._away.clear()
        for name, reply in ask_all({w.name: (w.url, body) for w in self._witnesses.values()}).items():
            told = _told_size(reply)
            if told is not None and told >= size:
                raise self._contradicted(name, told, size)
            if told is not None:
                self._known[name] = told
            elif self._took_cosignature(name, text, reply) or (not size and reply.status in _NO_EMPTY_LOG):
                self._known[name] = size
            else:
                self._away[name] = self._away.get(name) or reply.said

    def publish(self, checkpoint: bytes) -> bytes:
        """Have it cosigned, and publish it if the policy is content; returns what is published, and safe."""
        if not self._policy.witnesses:
            return self._finished(checkpoint)
        text = unverified_text(checkpoint)
        self._take_stored(text)
        wanted = {name: size for name, size in self._known.items() if (text, name) not in self._lines}
        if wanted:
            with disk_errors_as_ours(self._offered):
                write_durably(self._offered, checkpoint)
            self._gather(text, checkpoint, self._gather(text, checkpoint, wanted))
        cosigners = [name for at, name in self._lines if at == text]
        if not self._policy.is_met_by(cosigners):
            raise self._kept_back(text, cosigners)
        for name, why in self._away.items():
            if name not in cosigners:
                self._say(f"witness {name} has not cosigned ({why}): the checkpoint is published without it")
        return self._finished(self._with_lines(checkpoint, text))

    def _finished(self, checkpoint: bytes) -> bytes:
        published = self._inner.publish(checkpoint)
        with disk_errors_as_ours(self._offered), suppress(FileNotFoundError):
            self._offered.unlink()
            sync_folder(self._folder)
        return published

    def _newest(self, signers: list[Signer]) -> tuple[bytes, int]:
        """The largest checkpoint that anybody may have; before the first, the signed beginning of the log."""
        known = [(read_checkpoint_text(unverified_text(note)).size, note) for note in self.published()]
        if not known:
            return Checkpoint(signers[0].name, 0, EMPTY_ROOT).signed(signers), 0
        size, note = max(known, key=lambda each: each[0])
        return note, size

    def _gather(self, text: str, checkpoint: bytes, wanted: Mapping[str, int]) -> dict[str, int]:
        """Ask those for their cosignature, each by a proof from what it knows; who knows other by now."""
        size = read_checkpoint_text(text).size
        view = TreeView(StoredTiles(self._folder), size)
        requests = {
            name: (self._witnesses[name].url, consistency_file(old, view.consistency(old), checkpoint))
            for name, old in wanted.items()
        }
        again: dict[str, int] = {}
        for name, reply in ask_all(requests).items():
            old, told = wanted[name], _told_size(reply)
            if reply.status == _NOT_PROVED or (told is not None and (told > size or told == old)):
                raise self._contradicted(name, old if told is None else told, old)
            if told is not None:  # somebody else has handed it another checkpoint of ours meanwhile
                again[name] = told
            if told is not None or not self._took_cosignature(name, text, reply):
                self._away[name] = self._away.get(name) or reply.said
        return again

    def _took_cosignature(self, name: str, text: str, reply: Reply) -> bool:
        """Whether the reply has the witness's cosignature; what others signed is passed over."""
        if reply.status != _OK:
            return False
        try:
            found = cosignature_of(text.encode() + b"\n" + reply.body, self._witnesses[name].key)
        except BadNote as error:
            self._away[name] = str(error)
            return False
        if found is None:
            self._away[name] = "its answer has no cosignature by the key of the policy"
            return False
        self._lines.setdefault((text, name), found.line)
        return True

    def _take_stored(self, text: str) -> None:
        """Cosignatures that were got before, under the same text: nothing is asked for twice."""
        for note in self.published():
            if unverified_text(note) == text:
                for witness in self._policy.witnesses:
                    found = _good_line(note, witness)
                    if found is not None:
                        self._lines[text, witness.name] = found

    def _with_lines(self, checkpoint: bytes, text: str) -> bytes:
        """The checkpoint with the cosignatures, in the order of the policy."""
        ours = {(witness.key.name, witness.key.key_id) for witness in self._policy.witnesses}
        _, signatures = read_note(checkpoint)
        kept = [each.line for each in signatures if (each.name, each.key_id) not in ours]
        lines = [self._lines.get((text, witness.name), "") for witness in self._policy.witnesses]
        return f"{text}\n{''.join([*kept, *lines][:MOST_SIGNATURES])}".encode()

    def _contradicted(self, name: str, told: int, size: int) -> WillNotSign:
        place = f"{self._folder}: witness {name} at {self._witnesses[name].url}"
        if told > size:
            return WillNotSign(
                f"{place} has cosigned {told:,} entries of this log, and {size:,} is the most that was "
                f"signed here: the folder was restored from an old copy. {_REMEDY}"
            )
        return WillNotSign(
            f"{place} has cosigned another history of this log up to entry {told:,}: the folder was restored "
            f"from an old copy, or its history was changed. {_REMEDY}"
        )

    def _kept_back(self, text: str, cosigners: list[str]) -> NotWitnessed:
        why = "; ".join(f"{name}: {problem}" for name, problem in self._away.items() if name not in cosigners)
        had = ", ".join(cosigners) or "nobody"
        return NotWitnessed(
            f"the checkpoint over {read_checkpoint_text(text).size:,} entries is signed and kept back: the "
            f"policy demands {self._policy.demand}, and {had} has cosigned ({why or 'no other has a URL'}). "
            "What was recorded is safe; call this again when they are back"
        )


def _told_size(reply: Reply) -> int | None:
    """The size that a witness says it knows."""
    match = _SIZE.fullmatch(reply.body) if reply.status == _CONFLICT else None
    return int(match[1]) if match and reply.content_type.partition(";")[0] == SIZE else None


def _good_line(note: bytes, witness: NamedWitness) -> str | None:
    try:
        found = cosignature_of(note, witness.key)
    except BadNote:
        return None
    return None if found is None else found.line

"""What a witness keeps in its folder: its key, the logs that it knows, what it cosigned last of each, forks.

What was cosigned last is kept as it was answered: the log's checkpoint with the cosignature below it. So the
witness's own signature tells whether it is whole, and no other program can put something in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from events.errors import PitledgerError
from streams.errors import LogError
from streams.notary.folder import (
    KEY_FILE,
    VKEY_FILE,
    FolderLock,
    disk_errors_as_ours,
    sync_file,
    sync_folder,
    write_durably,
)
from streams.notary.keys import load_key, make_key
from streams.notary.tlog.checkpoints import Checkpoint, read_checkpoint_text
from streams.notary.tlog.cosignatures import (
    Cosignature,
    CosignerKey,
    cosignature_of,
    cosigner_of,
    read_cosigner_key,
)
from streams.notary.tlog.notes import BadNote, Signer, VerifierKey, read_note
from streams.notary.tlog.policies import NO_QUORUM, BadPolicy, read_policy

LOGS_FILE: Final = "logs"
SEEN_FOLDER: Final = "seen"
FORKS_FOLDER: Final = "forks"
MOST_FORKS: Final = 100
"""So many forks are kept: one is proof enough, and nobody shall fill the disk with more."""
_ROLE: Final = "the witness of this folder"


class NotThisWitness(PitledgerError):
    """The folder of a witness cannot be used as asked: there is none in it, another one, or it is damaged."""


class Seen(NamedTuple):
    """The last checkpoint of a log that was cosigned, and the cosignature."""

    note: bytes
    checkpoint: Checkpoint
    cosignature: Cosignature


class WitnessFolder:
    """The folder of one witness; nobody else can open it meanwhile."""

    def __init__(self, folder: Path, name: str | None, passphrase: str | None) -> None:
        self._folder = self.path = folder
        if name is None and not (folder / VKEY_FILE).is_file():
            raise NotThisWitness(
                f"{folder}: there is no witness here. Begin one: say what it is called by --name"
            )
        with disk_errors_as_ours(folder):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = FolderLock(folder, _ROLE)
        try:
            self.signer = self._own_key(name, passphrase)
            self.key = cosigner_of(self.signer)
            self.logs = self._known_logs()
            with disk_errors_as_ours(folder):
                for each in (SEEN_FOLDER, FORKS_FOLDER):
                    (folder / each).mkdir(mode=0o700, exist_ok=True)
                sync_folder(folder)
            for origin in {log.name for log in self.logs}:
                self.settle(origin)
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        """Let another process be this witness."""
        self._lock.release()

    def learn(self, logs: Sequence[VerifierKey]) -> None:
        """Know these logs, or these keys of a log, from here on."""
        new = [log for log in logs if log not in self.logs]
        if new:
            known = [*self.logs, *new]
            lines = "".join(f"log {log.text}\n" for log in known)
            with disk_errors_as_ours(self._folder):
                write_durably(self._folder / LOGS_FILE, f"{lines}quorum {NO_QUORUM}\n".encode())
            self.logs = known

    def seen(self, origin: str) -> Seen | None:
        """What was cosigned last of a log, as the file says now; None before the first."""
        path = self._seen_file(origin)
        with disk_errors_as_ours(path):
            if not path.exists():
                return None
            note = path.read_bytes()
        try:
            cosignature = cosignature_of(note, self.key)
            checkpoint = read_checkpoint_text(read_note(note)[0])
        except BadNote as error:
            raise self._damaged(path, str(error)) from None
        if cosignature is None or checkpoint.origin != origin:
            raise self._damaged(path, "it is not of this witness, or of another log")
        return Seen(note, checkpoint, cosignature)

    def remember(self, origin: str, note: bytes) -> None:
        """Keep what is about to be answered; returns when it is safe."""
        path = self._seen_file(origin)
        with disk_errors_as_ours(path):
            write_durably(path, note)

    def settle(self, origin: str) -> None:
        """Make durable what was cosigned last: a process that was killed may have left it in memory alone."""
        if self.seen(origin) is not None:
            path = self._seen_file(origin)
            with disk_errors_as_ours(path):
                sync_file(path)
                sync_folder(path.parent)

    def keep_fork(self, seen: Seen, other: bytes) -> None:
        """Keep two trees of one size that a log has signed: together they prove it to anybody."""
        folder = self._folder / FORKS_FOLDER
        digest = sha256(read_note(other)[0].encode()).hexdigest()[:16]
        name = f"{self._seen_file(seen.checkpoint.origin).name[:16]}-{seen.checkpoint.size}"
        with disk_errors_as_ours(folder):
            path = folder / f"{name}-{digest}"
            if not path.exists() and sum(1 for _ in folder.iterdir()) < 2 * MOST_FORKS:
                write_durably(folder / f"{name}-cosigned", seen.note)
                write_durably(path, other)

    def _own_key(self, name: str | None, passphrase: str | None) -> Signer:
        path = self._folder / VKEY_FILE
        if path.is_file():
            with disk_errors_as_ours(path):
                key = self._own_vkey(path)
            if name is not None and name != key.name:
                raise NotThisWitness(f"{self._folder}: this witness is called {key.name}: leave out --name")
            signer = load_key(self._folder / KEY_FILE, key.name, passphrase)
            if cosigner_of(signer) != key:
                raise NotThisWitness(
                    f"{path}: it is not of the key beside it. Restore the one that belongs to it"
                )
            return signer
        if (self._folder / SEEN_FOLDER).exists():
            raise NotThisWitness(f"{path}: it is missing, and a witness has signed here. Restore it")
        signer = make_key(self._folder / KEY_FILE, name or "", passphrase)
        with disk_errors_as_ours(path):
            write_durably(path, f"{cosigner_of(signer).text}\n".encode())
        return signer

    def _own_vkey(self, path: Path) -> CosignerKey:
        try:
            return read_cosigner_key(path.read_text("utf-8", errors="replace").removesuffix("\n"))
        except BadNote:
            raise NotThisWitness(
                f"{path}: this is not the key of a witness. Name a folder of its own"
            ) from None

    def _known_logs(self) -> list[VerifierKey]:
        path = self._folder / LOGS_FILE
        with disk_errors_as_ours(path), suppress(FileNotFoundError):
            try:
                return [log.key for log in read_policy(path.read_bytes()).logs]
            except BadPolicy as error:
                raise NotThisWitness(f"{path}: {error}") from None
        return []

    def _seen_file(self, origin: str) -> Path:
        return self._folder / SEEN_FOLDER / sha256(origin.encode()).hexdigest()

    def _damaged(self, path: Path, problem: str) -> LogError:
        return LogError(
            f"{path}: what this witness has cosigned last is damaged ({problem}). Without it nothing of this "
            "log is signed: put the newest checkpoint that carries its cosignature in this place"
        )

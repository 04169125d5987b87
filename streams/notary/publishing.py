"""Where signed checkpoints are published: a file in the folder of the audit log.

What was published once is never taken back: a notary whose record is behind it does not sign.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from streams.notary.folder import CHECKPOINT_FILE, disk_errors_as_ours, sync_file, write_durably
from streams.notary.tlog.notes import Signer


class Publication(Protocol):
    """Where checkpoints go."""

    def published(self) -> list[bytes]:
        """What was published last, at every place where it goes; empty before the first."""

    def require_current(self, signers: list[Signer]) -> None:
        """Refuse, before anything is signed, where others know more of the log than is published here."""

    def publish(self, checkpoint: bytes) -> bytes:
        """Publish a signed checkpoint where it is not yet; returns what is published, once it is safe."""


class CheckpointFile:
    """The last checkpoint, in a file beside the tiles."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / CHECKPOINT_FILE

    def published(self) -> list[bytes]:
        """The last one."""
        with disk_errors_as_ours(self._path):
            if not self._path.exists():
                return []
            sync_file(self._path)
            return [self._path.read_bytes()]

    def require_current(self, signers: list[Signer]) -> None:
        """Nobody else is asked."""

    def publish(self, checkpoint: bytes) -> bytes:
        """Put it in the place of the one before."""
        if self.published() != [checkpoint]:
            with disk_errors_as_ours(self._path):
                write_durably(self._path, checkpoint)
        return checkpoint

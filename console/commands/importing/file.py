"""The file of an import: its hash, and its lines as often as they are needed.

Standard input is copied to a temporary file first, because its hash is part of every source id and must
be known before the first line is recorded.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from console.commands.importing.lines import Batch, Unreadable, batches, batches_apart

PREFIX_DIGITS: Final = 16
"""Hex digits of the file's hash in a source id: 64 bits are enough for the files of a facility."""
APART_FROM: Final = 2 << 20
"""Bytes from which on a second process, which takes a moment to start, is worth it."""
_BLOCK: Final = 1 << 20


class ImportFile:
    """A file of JSON lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        digest = hashlib.sha256()
        self.size = 0
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
                self.size += len(block)
        self.sha256 = digest.hexdigest()
        self.prefix = self.sha256[:PREFIX_DIGITS] + ":"

    def source_id(self, line: int) -> str:
        """What a line without a source id of its own is known by."""
        return f"{self.prefix}{line}"

    def batches(self, size: int) -> Iterator[Batch]:
        """The lines as drafts, so many at a time."""
        if self.size >= APART_FROM:
            yield from batches_apart(self.path, self.prefix, size)
            return
        with self.path.open("rb") as file:
            yield from batches(file, self.prefix, size)

    def identities(self) -> Iterator[tuple[str, str]]:
        """Stream and source id (as text) of each line that carries no number and chain.

        Whatever else is wrong with a line does not matter here.
        """
        with self.path.open("rb") as file:
            for line in file:
                try:
                    value = json.loads(line)
                except (ValueError, RecursionError):
                    continue
                if isinstance(value, dict) and (value.get("seq") is None or value.get("prev") is None):
                    yield str(value.get("stream")), str(value.get("source_id"))


@contextmanager
def open_import(name: str) -> Iterator[ImportFile]:
    """The file of that name; `-` is standard input."""
    if name != "-":
        yield _import_file(Path(name), name)
        return
    with tempfile.NamedTemporaryFile() as spooled:
        shutil.copyfileobj(sys.stdin.buffer, spooled)
        spooled.flush()
        yield _import_file(Path(spooled.name), "standard input")


def _import_file(path: Path, name: str) -> ImportFile:
    try:
        return ImportFile(path)
    except OSError as error:
        raise Unreadable(
            f"cannot read {name}: {error.strerror}. Name a file of JSON lines, or - for standard input."
        ) from error

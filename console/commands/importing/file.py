"""The file of an import: its hash, and its lines.

Standard input is copied to a temporary file first, because its hash is part of every source id and must
be known before the first line is recorded.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from collections.abc import Iterator, Set
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from console.commands.importing.lines import Batch, Unreadable, batches, batches_apart
from events.source_ids import FILE_DIGITS
from events.vocabulary.desk import StreamResumed
from streams.recorder.admission import NONE_RESUMED, ResumedGaps

APART_FROM: Final = 2 << 20
"""Bytes from which on a second process, which takes a moment to start, is worth it."""
_BLOCK: Final = 1 << 20
LINE_AT_MOST: Final = 16 << 20
"""Bytes: some more than the longest event has."""
_RESUMED: Final = StreamResumed.TYPE.encode()


class ImportFile:
    """A file of JSON lines."""

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        digest = hashlib.sha256()
        self.size = 0
        self._may_resume = False
        end = b""
        with path.open("rb") as file:
            for block in _blocks(file, name):
                digest.update(block)
                self.size += len(block)
                self._may_resume = self._may_resume or _RESUMED in end + block
                end = block[-len(_RESUMED) :]
        self.sha256 = digest.hexdigest()
        # What the source ids of its lines begin with; behind it is the number of the line.
        self.prefix = self.sha256[:FILE_DIGITS] + "#"

    def batches(self, size: int) -> Iterator[Batch]:
        """The lines as drafts, so many at a time."""
        if self.size >= APART_FROM:
            yield from batches_apart(self.path, self.prefix, size)
            return
        with self.path.open("rb") as file:
            yield from batches(file, self.prefix, size)

    def lines(self, numbers: Set[int]) -> dict[int, str]:
        """Lines as they stand in the file, by their numbers; bytes that are not text are shown as such."""
        with self.path.open("rb") as file:
            return {
                number: line.rstrip(b"\r\n").decode("utf-8", "backslashreplace")
                for number, line in enumerate(file, 1)
                if number in numbers
            }

    def resumed_gaps(self) -> ResumedGaps:
        """The gaps behind which a line of this file resumes its stream."""
        if not self._may_resume:
            return NONE_RESUMED
        with self.path.open("rb") as file:
            lines = (line for line in file if _RESUMED in line)
            return ResumedGaps(draft for batch in batches(lines, self.prefix, 1) for _, draft in batch.drafts)


def _blocks(file: IO[bytes], name: str) -> Iterator[bytes]:
    """A file block by block; a line without end is refused before anything is kept or recorded."""
    line, length = 1, 0
    while block := file.read(_BLOCK):
        if ended := block.count(b"\n"):
            line, length = line + ended, -(block.rindex(b"\n") + 1)
        length += len(block)
        if length > LINE_AT_MOST:
            raise Unreadable(
                f"cannot read {name}: line {line:,} is longer than {LINE_AT_MOST >> 20} MiB, as no event is. "
                "Name a file of JSON lines, or - for standard input."
            )
        yield block


@contextmanager
def open_import(name: str) -> Iterator[ImportFile]:
    """The file of that name; `-` is standard input."""
    if name != "-":
        yield _import_file(Path(name), name)
        return
    with _spool_file() as spooled:
        try:
            for block in _blocks(sys.stdin.buffer, "standard input"):
                spooled.write(block)
            spooled.flush()
        except OSError as error:
            raise _no_room_for_input(error) from error
        yield _import_file(Path(spooled.name), "standard input")


def _spool_file() -> IO[bytes]:
    try:
        return tempfile.NamedTemporaryFile()
    except OSError as error:
        raise _no_room_for_input(error) from error


def _no_room_for_input(error: OSError) -> Unreadable:
    return Unreadable(
        f"standard input cannot be kept while it is read ({error.strerror or error}). Make room where "
        "temporary files go (TMPDIR), or name a file."
    )


def _import_file(path: Path, name: str) -> ImportFile:
    try:
        return ImportFile(path, name)
    except OSError as error:
        raise Unreadable(
            f"cannot read {name}: {error.strerror}. Name a file of JSON lines, or - for standard input."
        ) from error

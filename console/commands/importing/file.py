"""The file of an import: its hash, and its lines.

Standard input and pipes are copied to a temporary file first: they can be read once, and the hash of all of
it is part of every source id and must be known before the first line is recorded.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from collections.abc import Iterator, Set
from contextlib import ExitStack, contextmanager
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
    """The file of that name; `-` is standard input, and a pipe may have a name."""
    path = Path(name)
    if name == "-":
        with _copy_of(sys.stdin.buffer, "standard input") as copy:
            yield _import_file(copy, "standard input")
    elif _is_read_once(path):
        with _opened(path, name) as pipe, _copy_of(pipe, name) as copy:
            yield _import_file(copy, name)
    else:
        yield _import_file(path, name)


def _is_read_once(path: Path) -> bool:
    """Whether what has been read of it is gone: a pipe such as `<(zcat shift.jsonl.gz)`, a device."""
    return path.exists() and not (path.is_file() or path.is_dir())


@contextmanager
def _copy_of(source: IO[bytes], name: str) -> Iterator[Path]:
    """All of it, in a file that is there for as long as it is needed."""
    with ExitStack() as stack:
        try:
            copy = stack.enter_context(tempfile.NamedTemporaryFile())
            with Path(copy.name).open("wb") as written:  # closed here, so that what fails does so here
                for block in _blocks(source, name):
                    written.write(block)
        except OSError as error:
            raise Unreadable(
                f"{name} cannot be kept while it is read ({error.strerror or error}). Make room where "
                "temporary files go (TMPDIR), or name a file."
            ) from error
        yield Path(copy.name)


def _opened(path: Path, name: str) -> IO[bytes]:
    with _readable(name):
        return path.open("rb")


def _import_file(path: Path, name: str) -> ImportFile:
    with _readable(name):
        return ImportFile(path, name)


@contextmanager
def _readable(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unreadable(
            f"cannot read {name}: {error.strerror}. Name a file of JSON lines, or - for standard input."
        ) from error

"""The file of an import: its hash, its lines in batches, and what is wrong with a line that is no event.

Standard input is put aside in a temporary file first, because its hash is part of every source id and must
be known before the first line is recorded.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import events.vocabulary  # noqa: F401 - fills the event types
from events.errors import MalformedEvent, PitledgerError
from events.jsonform import Draft, draft_from_json

PREFIX_DIGITS: Final = 16
"""Hex digits of the file's hash in a source id: 64 bits tell the files of a facility apart."""
_BLOCK: Final = 1 << 20


class Unreadable(PitledgerError):
    """A file that cannot be imported at all."""


class NotTaken(NamedTuple):
    """A line that could not be recorded, and why."""

    line: int
    field: str
    message: str

    def as_object(self) -> dict[str, Any]:
        """The line as one JSON-able object."""
        return self._asdict()

    def as_json(self) -> str:
        """The line as one line of JSON."""
        return json.dumps(self.as_object(), ensure_ascii=False)


class Batch(NamedTuple):
    """Some lines: the drafts among them with their line numbers, and those that are none."""

    drafts: list[tuple[int, Draft]]
    not_taken: list[NotTaken]
    lines: int
    size: int


class ImportFile:
    """A file of JSON lines, open from its start."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        digest = hashlib.sha256()
        while block := file.read(_BLOCK):
            digest.update(block)
        self.sha256 = digest.hexdigest()
        self.size = file.tell()
        self.prefix = self.sha256[:PREFIX_DIGITS] + ":"

    def source_id(self, line: int) -> str:
        """What a line without a source id of its own is known by."""
        return f"{self.prefix}{line}"

    def batches(self, size: int) -> Iterator[Batch]:
        """The lines from the start, so many at a time; empty ones are passed over."""
        batch = Batch([], [], 0, 0)
        lines = length = 0
        for number, line in enumerate(self._lines(), 1):
            length += len(line)
            if line.isspace():
                continue
            lines += 1
            self._parse(number, line, batch)
            if lines == size:
                yield batch._replace(lines=lines, size=length)
                batch = Batch([], [], 0, 0)
                lines = length = 0
        yield batch._replace(lines=lines, size=length)

    def _parse(self, number: int, line: bytes, batch: Batch) -> None:
        try:
            draft = draft_from_json(json.loads(line.decode()))
        except MalformedEvent as error:
            batch.not_taken.append(NotTaken(number, error.field, error.problem))
        except (ValueError, RecursionError) as error:
            batch.not_taken.append(NotTaken(number, "event", f"the line is not JSON in UTF-8: {error}"))
        else:
            if draft.source_id is None:
                draft = draft._replace(source_id=self.source_id(number))
            batch.drafts.append((number, draft))

    def identities(self) -> Iterator[tuple[str, str | None]]:
        """Stream and source id (None: by its line) of each line that carries no number and chain.

        Whatever else is wrong with a line is no matter here.
        """
        for line in self._lines():
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict) and (value.get("seq") is None or value.get("prev") is None):
                yield str(value.get("stream")), value.get("source_id")

    def _lines(self) -> BinaryIO:
        self._file.seek(0)
        return self._file


@contextmanager
def open_import(name: str) -> Iterator[ImportFile]:
    """The file of that name; `-` is standard input."""
    with ExitStack() as stack:
        try:
            if name == "-":
                file: BinaryIO = stack.enter_context(tempfile.TemporaryFile())
                shutil.copyfileobj(sys.stdin.buffer, file)
                file.seek(0)
            else:
                file = stack.enter_context(Path(name).open("rb"))
            source = ImportFile(file)
        except OSError as error:
            raise Unreadable(
                f"cannot read {name}: {error.strerror}. Name a file of JSON lines, or - for standard input."
            ) from error
        yield source

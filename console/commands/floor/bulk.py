"""Writes a floor that is made in bulk: into the log of an embedded instance, or as JSON lines into a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path
from typing import IO, Final

from console.instances.own_files import require_different, require_not_of_an_instance
from console.instances.whole_file import put_whole
from events.envelope import read_header
from events.errors import PitledgerError
from events.jsonform import to_json
from floor.houses.bulk import Row, as_sealed
from floor.houses.resuming import NotThisFloor
from floor.night import Night
from floor.trouble.mistake import Planted
from streams.log import Head, Log

_MOMENT: Final = attrgetter("at_us", "table")
_ENCODE: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class CannotWriteFloor(PitledgerError):
    """A floor cannot be written to the file that was named."""


class LogWriter:
    """Appends rows to a log. What a run that was cut off has stored already is passed over: the heads of its
    streams must come by, hash by hash, before anything is appended."""

    def __init__(self, log: Log, night: Night) -> None:
        self._log = log
        heads = ((stream, log.head(stream)) for stream in night.streams())
        self._due: dict[str, Head] = {stream: head for stream, head in heads if head is not None}
        self.recorded = 0

    def take(self, rows: Sequence[Row]) -> None:
        """Append what is not stored yet, durably, with one append."""
        start = self._pass_over(rows) if self._due else 0
        new = as_sealed(rows[start:])
        self._log.append(new)
        self.recorded += len(new)

    def finish(self) -> None:
        """Refuse to call it this floor's log if it holds more than this floor."""
        if self._due:
            self._refuse("the end of the floor")

    def _pass_over(self, rows: Sequence[Row]) -> int:
        for index, (_, _, stream, seq, _, digest, type_, *_) in enumerate(rows):
            if not self._due:
                return index
            head = self._due.get(stream)
            if head is None or (head.seq == seq and head.hash != digest):
                self._refuse(f"{type_}, {stream} seq {seq}")
            elif head.seq == seq:
                del self._due[stream]
        return len(rows)

    def _refuse(self, where: str) -> None:
        stream, head = next(iter(self._due.items()))
        raise NotThisFloor(
            f"the log holds {stream} up to seq {head.seq}, and that is not this floor's: they part at "
            f"{where}. Go on with the arguments that the log was begun with (--rounds or --hours, --tables, "
            "--game, --seed, --mistakes), or name another directory with --data."
        )


class FileWriter:
    """Writes rows as JSON lines, each as `pitledger export-events` writes it."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self.recorded = 0

    def take(self, rows: Sequence[Row]) -> None:
        """Write them all."""
        lines = [_ENCODE(to_json(read_header(sealed.value))) for sealed in as_sealed(rows)]
        if lines:
            self._file.write("\n".join(lines) + "\n")
        self.recorded += len(lines)


@contextmanager
def new_file(path: Path) -> Iterator[FileWriter]:
    """A file that is written beside its place and moved there when it is whole."""
    if path.exists():
        raise CannotWriteFloor(f"--out: there is something at {path} already: name another file")
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8") as file:
            yield FileWriter(file)
        part.replace(path)
    except OSError as error:
        raise CannotWriteFloor(f"--out: cannot write {path}: {error.strerror}; name another file") from error


def require_places(path: Path | None, out: Path | None, data: Path) -> None:
    """Refuse a place where the night, or the ledger of what was planted, cannot stand, before the night and
    not after it."""
    if out is not None:
        require_not_of_an_instance("--out", out, data)
    if path is None:
        return
    require_not_of_an_instance("--planted", path, data)
    if out is not None:
        require_different([("--out", out), ("--planted", path)])
    if path.is_dir() or not path.parent.is_dir():
        why = "it is a directory" if path.is_dir() else "its directory is not there"
        raise CannotWriteFloor(f"--planted: {path} cannot be written ({why}): name another file")


def write_planted(path: Path, planted: Sequence[Planted]) -> None:
    """Write the ledger of what was planted, in the order of time, however many processes planted it."""
    lines = "".join(each.line() + "\n" for each in sorted(planted, key=_MOMENT))
    try:
        put_whole(path, lines.encode())
    except OSError as error:
        raise CannotWriteFloor(f"--planted: {path} cannot be written ({error.strerror})") from error

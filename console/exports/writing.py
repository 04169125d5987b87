"""Writes an export: one pass over the entries feeds every form, so that all of them agree.

It is written beside its place and moved there at the end: an export is whole or not there. Memory stays flat
however many entries there are.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from console.exports.csv_package import CsvPackage
from console.exports.journals import BEANCOUNT_FILE, HLEDGER_FILE, Beancount, Hledger
from console.exports.totals import Totals
from events.errors import PitledgerError
from projections.ledger.accounts import Entry


class CannotExport(PitledgerError):
    """An export that cannot be written where, or of what, it was asked for."""


class Writer(Protocol):
    """One form of the export."""

    def add(self, entry: Entry) -> None:
        """Write one entry."""

    def finish(self, totals: Totals) -> None:
        """Write what is known at the end only."""

    def close(self) -> None:
        """Give the files back."""


class Written(NamedTuple):
    """A file of an export."""

    path: str
    size: int
    sha256: str


def _parquet(folder: Path, _: Totals) -> Writer:
    from console.exports.parquet import Parquet  # noqa: PLC0415 - pyarrow is big, and seldom needed

    return Parquet(folder / "parquet")


FORMATS: Final[dict[str, Callable[[Path, Totals], Writer]]] = {
    "beancount": lambda folder, totals: Beancount(folder / BEANCOUNT_FILE, totals),
    "hledger": lambda folder, totals: Hledger(folder / HLEDGER_FILE, totals),
    "csv": lambda folder, _: CsvPackage(folder / "csv"),
    "parquet": _parquet,
}
"""The forms of the export by name."""


def write_export(
    out: Path, formats: Sequence[str], entries: Iterable[Entry], totals: Totals
) -> list[Written]:
    """Write the entries in every form asked for; `totals` begin with the opening balances."""
    with whole_or_nothing(out) as folder:
        with ExitStack() as stack:
            writers = [FORMATS[name](folder, totals) for name in formats]
            for writer in writers:
                stack.callback(writer.close)
            for entry in entries:
                totals.add(entry)
                for writer in writers:
                    writer.add(entry)
            for writer in writers:
                writer.finish(totals)
        return files_in(folder)


def files_in(folder: Path) -> list[Written]:
    """Every file in a folder, with its size and hash."""
    return [_written(folder, path) for path in sorted(folder.rglob("*")) if path.is_file()]


@contextmanager
def whole_or_nothing(out: Path) -> Iterator[Path]:
    """A folder that takes the place of `out` once everything is written."""
    folder = out.with_name(out.name + ".partial")
    try:
        if out.exists() and not (out.is_dir() and not any(out.iterdir())):
            raise CannotExport(f"{out}: there is something already. Name a folder that is not there yet.")
        folder.mkdir(parents=True)
    except OSError as error:
        raise CannotExport(
            f"{folder}: no folder can be made here ({error.strerror}). Name another place with --out, or "
            "remove what an export that was cut off has left."
        ) from error
    try:
        yield folder
        folder.rename(out)
    except OSError as error:
        shutil.rmtree(folder)
        why = os.strerror(error.errno) if error.errno else str(error)
        raise CannotExport(
            f"{out}: it cannot be written ({why}). Nothing of it was kept: make room, or name another place "
            "with --out."
        ) from error
    except BaseException:
        shutil.rmtree(folder)
        raise


def _written(folder: Path, path: Path) -> Written:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Written(str(path.relative_to(folder)), path.stat().st_size, digest)

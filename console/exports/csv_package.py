"""Tables as CSV files with a Frictionless data package: types, keys, row counts, sizes and SHA-256."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from console.exports.tables import Kind, Row, Table, TableFiles
from console.exports.totals import Totals
from events.times import time_text

PACKAGE_FILE: Final = "datapackage.json"

_TYPES: Final[dict[Kind, dict[str, str]]] = {
    Kind.TEXT: {"type": "string"},
    Kind.INTEGER: {"type": "integer"},
    Kind.DAY: {"type": "date"},
    Kind.TIME: {"type": "datetime", "format": "%Y-%m-%dT%H:%M:%S.%fZ"},
}


class CsvFile:
    """One table; its bytes are counted and hashed as they are written."""

    def __init__(self, folder: Path, table: Table) -> None:
        self.table = table
        self.rows = 0
        self.size = 0
        self.digest = hashlib.sha256()
        self.path = folder / f"{table.name}.csv"
        self._file = self.path.open("wb")
        self._writer = csv.writer(self, lineterminator="\n")
        self._times = [n for n, column in enumerate(table.columns) if column.kind is Kind.TIME]
        self._writer.writerow([column.name for column in table.columns])

    def write(self, text: str) -> None:
        """Take what the writer of CSV makes of a row."""
        data = text.encode("utf-8")
        self.size += len(data)
        self.digest.update(data)
        self._file.write(data)

    def add(self, row: Row) -> None:
        """Write one row."""
        if self._times:
            cells = list(row)
            for n in self._times:
                cells[n] = time_text(int(cells[n] or 0))
            self._writer.writerow(cells)
        else:
            self._writer.writerow(row)
        self.rows += 1

    def resource(self) -> dict[str, Any]:
        """This file as the data package describes it."""
        table = self.table
        schema: dict[str, Any] = {
            "fields": [
                {"name": column.name, **_TYPES[column.kind], "description": column.about}
                | ({} if column.optional else {"constraints": {"required": True}})
                for column in table.columns
            ],
            "missingValues": [""],
        }
        if table.key:
            schema["primaryKey"] = list(table.key)
        return {
            "name": table.name,
            "description": table.about,
            "path": self.path.name,
            "type": "table",
            "scheme": "file",
            "format": "csv",
            "mediatype": "text/csv",
            "encoding": "utf-8",
            "dialect": {"csv": {"lineTerminator": "\n"}},
            "bytes": self.size,
            "hash": f"sha256:{self.digest.hexdigest()}",
            "fields": len(table.columns),
            "rows": self.rows,
            "schema": schema,
        }

    def close(self) -> None:
        """Give the file back."""
        self._file.close()


class Described(NamedTuple):
    """What a data package says of itself."""

    name: str
    title: str
    description: str


_LEDGER: Final = Described(
    "pitledger-ledger",
    "The ledger of Pitledger",
    "Double entry in integer units; a debit is positive, a credit negative.",
)


def write_package(folder: Path, described: Described, files: Iterable[CsvFile]) -> None:
    """Write what describes the files of a folder."""
    package = {**described._asdict(), "resources": [file.resource() for file in files]}
    text = json.dumps(package, indent=2, ensure_ascii=False) + "\n"
    (folder / PACKAGE_FILE).write_text(text, encoding="utf-8")


class CsvPackage(TableFiles):
    """All tables as CSV, and the package that describes them."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder = folder
        self._written: list[CsvFile] = []
        super().__init__(self._open)

    def _open(self, table: Table) -> CsvFile:
        self._written.append(CsvFile(self._folder, table))
        return self._written[-1]

    def finish(self, totals: Totals) -> None:
        """The last rows, and the package."""
        super().finish(totals)
        write_package(self._folder, _LEDGER, self._written)

"""Writes the tables beyond the ledger into a folder: CSV with a data package, and Parquet, in one pass."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Final

from console.exports.csv_package import CsvFile, Described, write_package
from console.exports.records.tables import ALL
from console.exports.writing import Written, files_in
from streams.read_model.store import ReadStore

_DESCRIBED: Final = Described(
    "pitledger-records",
    "What Pitledger recorded, found and read",
    "Amounts are in integer units: millicents, and beside them nanodollars.",
)


def write_records(store: ReadStore, folder: Path) -> list[Written]:
    """Write every table into a folder that is not there yet; returns the files."""
    from console.exports.parquet import ParquetFile  # noqa: PLC0415 - pyarrow is big, and seldom needed

    (folder / "csv").mkdir(parents=True)
    (folder / "parquet").mkdir()
    written = []
    for records in ALL:
        with ExitStack() as stack:
            as_csv = CsvFile(folder / "csv", records.table)
            stack.callback(as_csv.close)
            as_parquet = ParquetFile(folder / "parquet", records.table)
            stack.callback(as_parquet.close)
            for row in records.read(store):
                as_csv.add(row)
                as_parquet.add(row)
        written.append(as_csv)
    write_package(folder / "csv", _DESCRIBED, written)
    return files_in(folder)

"""The ledger as Parquet: the same tables as the CSV, money as 64-bit integers.

pyarrow is big, so this module is imported only where Parquet is asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from console.exports.tables import Kind, Row, Table, TableFiles
from events.times import day_number

ROW_GROUP: Final = 65_536
"""Rows held in memory before they are written."""

_TYPES: Final[dict[Kind, Any]] = {
    Kind.TEXT: pa.string(),
    Kind.INTEGER: pa.int64(),
    Kind.DAY: pa.date32(),
    Kind.TIME: pa.timestamp("us", tz="UTC"),
}


class ParquetFile:
    """One table, written a row group at a time."""

    def __init__(self, folder: Path, table: Table) -> None:
        self._columns = table.columns
        self._schema = pa.schema(
            [
                pa.field(c.name, _TYPES[c.kind], nullable=c.optional, metadata={"description": c.about})
                for c in table.columns
            ]
        )
        self._writer = pq.ParquetWriter(folder / f"{table.name}.parquet", self._schema)
        self._rows: list[Row] = []

    def add(self, row: Row) -> None:
        """Take one row."""
        self._rows.append(row)
        if len(self._rows) >= ROW_GROUP:
            self._flush()

    def close(self) -> None:
        """Write what is left, and the footer."""
        try:
            if self._rows:
                self._flush()
            self._writer.close()
        finally:
            # A writer that failed would try again when it is forgotten, and complain then.
            self._writer.is_open = False

    def _flush(self) -> None:
        arrays = [
            pa.array(_cells(column.kind, values), _TYPES[column.kind])
            for column, values in zip(self._columns, zip(*self._rows, strict=True), strict=True)
        ]
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema))
        self._rows = []


def _cells(kind: Kind, values: tuple[Any, ...]) -> list[Any]:
    """Values as pyarrow takes them: days as their number, an empty text as none."""
    if kind is Kind.DAY:
        return [day_number(value) for value in values]
    if kind is Kind.TEXT:
        return [value or None for value in values]
    return list(values)


class Parquet(TableFiles):
    """All tables as Parquet."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        super().__init__(lambda table: ParquetFile(folder, table))

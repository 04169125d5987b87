"""Up to which moment each link has received all its tables, from the read model."""

from __future__ import annotations

from projections.read_model.table_progress import Completeness, TableProgressRow, completeness
from streams.read_model.store import ReadStore


def link_completeness(store: ReadStore, link: str) -> Completeness:
    """How complete a link is now, and which tables hold it back.

    What is missing is known from the keeper's records and from streams that are halted.
    """
    progress = store.rows("SELECT * FROM table_progress WHERE link = ?", (link,))
    tables = [TableProgressRow(**row) for row in progress]
    missing = {
        row["table"]: f"{row['what']} from {row['from_number']}"
        for row in store.rows(
            'SELECT "table", what, from_number FROM gaps WHERE link = ? AND from_number > 0', (link,)
        )
    }
    halted = store.rows("SELECT stream, missing_seq FROM halts WHERE missing_seq > 0")
    halts = {row["stream"].removeprefix("table:"): f"stream from {row['missing_seq']}" for row in halted}
    for row in tables:
        if row.table in halts:
            missing.setdefault(row.table, halts[row.table])
    closed = store.rows("SELECT closed_day FROM links WHERE link = ?", (link,))
    return completeness(tables, missing, closed[0]["closed_day"] if closed else "")

"""Up to which moment each link has heard all its tables, from the read model."""

from __future__ import annotations

from projections.read_model.table_progress import Completeness, HeardRow, completeness
from streams.read_model.store import ReadStore


def link_completeness(store: ReadStore, link: str) -> Completeness:
    """How complete a link is now, and which tables hold it back.

    What is missing is known from the keeper's records and from streams that stand still.
    """
    heard = [HeardRow(**row) for row in store.rows("SELECT * FROM heard WHERE link = ?", (link,))]
    missing = {
        row["table"]: f"{row['what']} from {row['from_number']}"
        for row in store.rows(
            'SELECT "table", what, from_number FROM gaps WHERE link = ? AND from_number > 0', (link,)
        )
    }
    halted = store.rows("SELECT stream, missing_seq FROM halts WHERE missing_seq > 0")
    halts = {row["stream"].removeprefix("table:"): f"stream from {row['missing_seq']}" for row in halted}
    for row in heard:
        if row.table in halts:
            missing.setdefault(row.table, halts[row.table])
    closed = store.rows("SELECT closed_day FROM links WHERE link = ?", (link,))
    return completeness(heard, missing, closed[0]["closed_day"] if closed else "")

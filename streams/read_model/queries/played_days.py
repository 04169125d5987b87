"""The gaming days that anything was played on."""

from __future__ import annotations

from streams.read_model.store import ReadStore


def played_days(store: ReadStore) -> list[str]:
    """The gaming days with a posting in a book or a close at a desk, in order."""
    rows = store.rows("SELECT day FROM day_totals UNION SELECT day FROM day_closes ORDER BY day")
    return [row["day"] for row in rows]

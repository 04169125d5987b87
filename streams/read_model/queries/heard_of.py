"""Whether anything at all is recorded of a table, a round or a gaming day: no figures of one that nobody has
heard of would look like figures of nothing.
"""

from __future__ import annotations

from streams.read_model.store import ReadStore


def tables_heard_of(store: ReadStore) -> list[str]:
    """Every table that opened, played, told a link anything, or of which something was found; by name."""
    rows = store.rows(
        """SELECT substr(stream, 7) AS name FROM rounds WHERE stream LIKE 'table:%'
        UNION SELECT substr(stream, 7) FROM selections WHERE stream LIKE 'table:%'
        UNION SELECT "table" FROM table_progress
        UNION SELECT "table" FROM findings WHERE "table" <> '' ORDER BY name"""
    )
    return [row["name"] for row in rows]


def is_round_found(store: ReadStore, name: str) -> bool:
    """Whether something was found in a round of that name, whether its events can be read or not."""
    return bool(store.rows("SELECT 1 FROM findings WHERE round = ? LIMIT 1", (name,)))


def is_day(store: ReadStore, day: str) -> bool:
    """Whether a round of that gaming day is recorded, or something was found on it."""
    rows = store.rows(
        """SELECT 1 FROM (SELECT 1 FROM findings WHERE gaming_day = ? LIMIT 1)
        UNION ALL SELECT 1 FROM (SELECT 1 FROM rounds WHERE gaming_day = ? LIMIT 1)""",
        (day, day),
    )
    return bool(rows)


def chapters_found(store: ReadStore) -> set[str]:
    """The chapters whose sections something was found by, whichever list of checks has them."""
    rows = store.rows("SELECT DISTINCT section FROM findings WHERE section IS NOT NULL")
    return {row["section"].partition(".")[0] for row in rows}

"""Whether anything at all is recorded of a table, a round or a gaming day: no figures of one that nobody has
heard of would look like figures of nothing.
"""

from __future__ import annotations

from typing import Final

from streams.read_model.store import ReadStore

_TABLES: Final = """
WITH RECURSIVE
  played(stream) AS (
    SELECT min(stream) FROM rounds WHERE stream >= 'table:' AND stream < 'table;'
    UNION ALL
    SELECT (SELECT min(stream) FROM rounds WHERE stream > played.stream AND stream < 'table;')
    FROM played WHERE stream IS NOT NULL),
  opened(stream) AS (
    SELECT min(stream) FROM selections WHERE stream >= 'table:' AND stream < 'table;'
    UNION ALL
    SELECT (SELECT min(stream) FROM selections WHERE stream > opened.stream AND stream < 'table;')
    FROM opened WHERE stream IS NOT NULL),
  erred("table") AS (
    SELECT min("table") FROM findings WHERE "table" > ''
    UNION ALL
    SELECT (SELECT min("table") FROM findings WHERE "table" > erred."table")
    FROM erred WHERE "table" IS NOT NULL)
SELECT substr(stream, 7) AS name FROM played WHERE stream IS NOT NULL
UNION SELECT substr(stream, 7) FROM opened WHERE stream IS NOT NULL
UNION SELECT "table" FROM table_progress
UNION SELECT "table" FROM erred WHERE "table" IS NOT NULL ORDER BY name
"""
"""It takes a look a table, not a look a round: from each to the next one by the index."""


def tables_heard_of(store: ReadStore) -> list[str]:
    """Every table that opened, played, told a link anything, or of which something was found; by name."""
    return store.select(str, _TABLES)


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

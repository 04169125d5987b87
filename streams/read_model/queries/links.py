"""Which links and meters there are."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from streams.read_model.store import ReadStore


@dataclass(frozen=True, slots=True)
class HandShare:
    """A hand that wins a percentage of a meter."""

    hand: str
    meter: str
    percent_bp: int


@dataclass(frozen=True, slots=True)
class KnownLink:
    """A link as its last record leaves it; `closed_day` is empty where no day has been closed."""

    link: str
    rulebook: str
    paytable: str
    unit_wager_mc: int
    live: bool
    retired: bool
    closed_day: str
    hands: tuple[HandShare, ...]


_NOW: Final = """
SELECT * FROM links WHERE link = coalesce(:only, link)
AND (rulebook <> '' OR link IN (SELECT link FROM gaps WHERE from_number > 0)) ORDER BY link
"""
_THEN: Final = """
SELECT * FROM links_past AS p WHERE link = coalesce(:only, link)
AND seq = (SELECT max(seq) FROM links_past AS l WHERE l.link = p.link AND l.at_us <= :at) ORDER BY link
"""


def known_links(store: ReadStore, only: str | None = None, at_us: int | None = None) -> list[KnownLink]:
    """Every link that was ever opened, by name, or the one that is asked for; now, or as it was at a moment.

    One that was not, and waits for something that is missing, is among them: somebody must see that.
    """
    rows = store.rows(_NOW if at_us is None else _THEN, {"only": only, "at": at_us})
    return [
        KnownLink(
            link=row["link"],
            rulebook=row["rulebook"],
            paytable=row["paytable"],
            unit_wager_mc=row["unit_wager_mc"],
            live=bool(row["live"]),
            retired=bool(row["retired"]),
            closed_day=row["closed_day"],
            hands=tuple(
                HandShare(hand["hand"], hand["meter"], hand["percent_bp"])
                for hand in json.loads(row["awards"])
            ),
        )
        for row in rows
    ]


def is_link(store: ReadStore, link: str) -> bool:
    """Whether a link of that name was ever opened."""
    return bool(store.rows("SELECT 1 FROM links WHERE link = ? AND rulebook <> ''", (link,)))


def is_meter(store: ReadStore, link: str, meter: str) -> bool:
    """Whether that link has a meter of that name."""
    return bool(store.rows("SELECT 1 FROM meters WHERE link = ? AND meter = ?", (link, meter)))


def has_heard_of(store: ReadStore, link: str, table: str) -> bool:
    """Whether anything of a table has come to a link, opened or not."""
    rows = store.rows(
        """SELECT 1 FROM table_progress WHERE link = ? AND "table" = ?
        UNION ALL SELECT 1 FROM gaps WHERE link = ? AND "table" = ? LIMIT 1""",
        (link, table, link, table),
    )
    return bool(rows)


def meter_names(store: ReadStore, link: str) -> list[str]:
    """The meters of a link, in order."""
    rows = store.rows("SELECT meter FROM meters WHERE link = ? ORDER BY meter", (link,))
    return [row["meter"] for row in rows]

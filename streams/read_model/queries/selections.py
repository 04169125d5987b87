"""What tables play under: their live selections, and which were in force on a gaming day."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from projections.ledger.play import SelectionsRow
from streams.read_model.store import ReadStore

_COLUMNS: Final = ", ".join(each.name for each in fields(SelectionsRow))


@dataclass(frozen=True, slots=True)
class Selected:
    """The selections that a table played under from an event on."""

    stream: str
    seq: int
    gaming_day: str
    recorded_at_us: int
    rulebook: str
    paytables: Mapping[str, str]
    options: Mapping[str, Any]
    units: Mapping[str, int]
    payout_limit_mc: int
    limit_section: str
    boxes_per_player: int


def selections_on(store: ReadStore, table: str, day: str) -> list[Selected]:
    """Those in force at a table on a gaming day, in order: the last from before, and those of the day."""
    query = (
        f"SELECT {_COLUMNS} FROM selections WHERE stream = ? AND gaming_day <= ? "  # noqa: S608
        "ORDER BY seq DESC"
    )
    found: list[Selected] = []
    for row in store.rows(query, (f"table:{table}", day)):
        found.append(_selected(row))
        if row["gaming_day"] < day:
            break
    return found[::-1]


def last_selections(store: ReadStore) -> list[Selected]:
    """The last of every table, by its name."""
    query = f"""SELECT {_COLUMNS} FROM selections AS s
    WHERE seq = (SELECT max(seq) FROM selections AS l WHERE l.stream = s.stream) ORDER BY stream"""  # noqa: S608
    return [_selected(row) for row in store.rows(query)]


def _selected(row: Mapping[str, Any]) -> Selected:
    read = {name: json.loads(row[name]) for name in ("paytables", "options", "units")}
    return Selected(**{**dict(row), **read})

"""What the house bears because a round was void or an award rejected, and why the meter could not."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from streams.read_model.store import ReadStore


@dataclass(frozen=True, slots=True)
class BorneByHouse:
    """What one record of a link had the house bear of a meter; `reason` is that of the void or rejection."""

    link: str
    seq: int
    table: str
    round: str
    meter: str
    amount_mc: int
    because: str
    reason: str
    of_day: str
    at_us: int


_COLUMNS: Final = ", ".join(f'"{field.name}"' for field in fields(BorneByHouse))
_QUERY: Final = f"""SELECT {_COLUMNS} FROM shortfalls
WHERE link = coalesce(:link, link) AND at_us <= coalesce(:at, at_us) AND of_day = coalesce(:day, of_day)
ORDER BY link, seq, number"""  # noqa: S608 - the fields of a class
_OF_ROUND: Final = f"""SELECT {_COLUMNS} FROM shortfalls
WHERE "table" = ? AND round = ? ORDER BY link, seq, number"""  # noqa: S608 - the fields of a class


def borne_by_house(
    store: ReadStore, link: str | None = None, *, at_us: int | None = None, day: str | None = None
) -> tuple[BorneByHouse, ...]:
    """What the house bears, link by link in order: by now or by a moment, of all days or of one."""
    return tuple(store.select(BorneByHouse, _QUERY, {"link": link, "at": at_us, "day": day}))


def borne_in_round(store: ReadStore, table: str, round_: str) -> tuple[BorneByHouse, ...]:
    """What the house bears of a live round."""
    return tuple(store.select(BorneByHouse, _OF_ROUND, (table, round_)))

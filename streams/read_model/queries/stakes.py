"""Stakes that are due back to their players: wagers that fed no meter, until the table has returned them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, fields
from typing import Final

from streams.read_model.store import ReadStore


@dataclass(frozen=True, slots=True)
class StakeDueBack:
    """A wager that fed no meter and can win nothing: its stake is due back to the player, and why."""

    link: str
    table: str
    round: str
    seat: int
    wager: str
    amount_mc: int
    reason: str
    recorded_at_us: int


_COLUMNS: Final = ", ".join(f'd."{field.name}"' for field in fields(StakeDueBack))
_DUE: Final = f"""SELECT {_COLUMNS}, (
  SELECT coalesce(sum(r.returned_mc), 0) FROM stakes_returned AS r
  WHERE r.stream = 'table:' || d."table" AND r.round = d.round AND r.seat = d.seat AND r.wager = d.wager
    AND r.recorded_at_us <= coalesce(?, r.recorded_at_us)
) AS returned_mc
FROM stakes_due_back AS d
WHERE d.link = coalesce(?, d.link) AND d.at_us <= coalesce(?, d.at_us)
ORDER BY d.link, d.seq, d.number"""  # noqa: S608 - the fields of a class


def stakes_due_back(
    store: ReadStore, link: str | None = None, at_us: int | None = None
) -> tuple[StakeDueBack, ...]:
    """The stakes that no table has returned yet, in the order in which they were set aside.

    What a seat was returned for a wager of a round pays for the first of them, and then for the next.
    """
    spent: dict[tuple[str, str, int, str], int] = defaultdict(int)
    found = []
    for row in store.rows(_DUE, (at_us, link, at_us)):
        stake = StakeDueBack(**{field.name: row[field.name] for field in fields(StakeDueBack)})
        whose = (stake.table, stake.round, stake.seat, stake.wager)
        if stake.round and spent[whose] + stake.amount_mc <= row["returned_mc"]:
            spent[whose] += stake.amount_mc
        else:
            found.append(stake)
    return tuple(found)

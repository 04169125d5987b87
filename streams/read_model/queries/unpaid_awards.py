"""Awards of meters that are locked and not paid in full, now or at a moment."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final

from streams.read_model.queries.awards import Award, awards_of
from streams.read_model.store import ReadStore

_THEN: Final = """
SELECT * FROM awards_past AS p WHERE seq = (
  SELECT max(seq) FROM awards_past AS l
  WHERE l.link = p.link AND l."table" = p."table" AND l.claim_seq = p.claim_seq AND l.at_us <= ?)
"""


def unpaid_awards(store: ReadStore, at_us: int | None = None) -> list[Award]:
    """The awards that were locked and not paid in full at a moment, or are now, with what is owed of each."""
    awards = awards_of(store)
    if at_us is not None:
        rows = store.rows(_THEN, (at_us,))
        then = {(row["link"], row["table"], row["claim_seq"]): row for row in rows}
        awards = [_as_it_was(award, then[award.claim]) for award in awards if award.claim in then]
    return [award for award in awards if award.is_open]


def _as_it_was(award: Award, then: dict[str, Any]) -> Award:
    """An award with its amount, its status and whom it was owed to, all of a moment."""
    owed = tuple((seat, owed_mc) for seat, owed_mc in json.loads(then["owed"]))
    of_then = {name: then[name] for name in ("amount_mc", "status", "paid_mc")}
    return replace(award, **of_then, owed=owed, recorded_at_us=then["at_us"])

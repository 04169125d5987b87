"""Awards of meters that are locked and unpaid, now or at a moment."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from streams.read_model.store import ReadStore

_OPEN: Final = ("locked", "validated")
_UNPAID: Final = """
SELECT a.*, claim.recorded_at_us AS locked_at_us, (
    SELECT coalesce(sum(step.amount_mc), 0) FROM award_steps AS step
    WHERE step.stream = 'table:' || a."table" AND step.claim_seq = a.claim_seq
      AND step.step = 'paid' AND step.recorded_at_us > ?1
      AND NOT EXISTS (
        SELECT 1 FROM refusals AS r WHERE r.link = a.link AND r."table" = a."table"
          AND r.attempted = 'payment' AND r.recorded_at_us = step.recorded_at_us)
  ) AS paid_since_mc
FROM awards AS a LEFT JOIN award_steps AS claim
  ON claim.stream = 'table:' || a."table" AND claim.seq = a.claim_seq
ORDER BY a.link, locked_at_us
"""


@dataclass(frozen=True, slots=True)
class UnpaidAward:
    """An award that is locked and not paid in full: what is owed of it, and to which seats."""

    link: str
    table: str
    claim_seq: int
    round: str
    seat: int
    hand: str
    meter: str
    amount_mc: int
    paid_mc: int
    status: str
    locked_at_us: int | None
    seats: tuple[int, ...]

    @property
    def owed_mc(self) -> int:
        """What is still to be paid."""
        return self.amount_mc - self.paid_mc


def unpaid_awards(store: ReadStore, at_us: int | None = None) -> list[UnpaidAward]:
    """The awards locked and unpaid at a moment, or now, with what was still owed of each.

    An award's amount is the one that is right by now: a correction since then shows in the account alone.
    """
    return [_unpaid(row, at_us) for row in store.rows(_UNPAID, (at_us,)) if _was_open(row, at_us)]


def _was_open(row: dict[str, Any], at_us: int | None) -> bool:
    is_open = row["status"] in _OPEN
    if at_us is None:
        return is_open
    return (row["locked_at_us"] or 0) <= at_us and (is_open or row["recorded_at_us"] > at_us)


def _unpaid(row: dict[str, Any], at_us: int | None) -> UnpaidAward:
    paid_mc = row["paid_mc"] if at_us is None else row["paid_mc"] - row["paid_since_mc"]
    owed = json.loads(row["owed"]) if at_us is None else ()
    return UnpaidAward(
        link=row["link"],
        table=row["table"],
        claim_seq=row["claim_seq"],
        round=row["round"],
        seat=row["seat"],
        hand=row["hand"],
        meter=row["meter"],
        amount_mc=row["amount_mc"],
        paid_mc=max(0, paid_mc),
        status=row["status"],
        locked_at_us=row["locked_at_us"],
        seats=tuple(seat for seat, _ in owed) or (row["seat"],),
    )

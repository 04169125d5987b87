"""What is on its way from one link to another: sent, and neither received there nor back here."""

from __future__ import annotations

from streams.read_model.store import ReadStore

InTransit = dict[tuple[str, str], int]
"""Millicents by the link and the meter that they have left."""

_QUERY = """
SELECT s.from_link AS link, s.meter AS meter, sum(s.amount_mc) AS mc FROM transfers AS s
WHERE s.step = 'sent' AND s.at_us <= :at AND (:only IS NULL OR s.from_link = :only)
AND NOT EXISTS (
  SELECT 1 FROM transfers AS e
  WHERE e.from_link = s.from_link AND e.to_link = s.to_link AND e.number = s.number
  AND e.step <> 'sent' AND e.at_us <= :at
)
GROUP BY s.from_link, s.meter
"""
_NOW = 2**63 - 1


def in_transit(store: ReadStore, at_us: int | None = None, only: str | None = None) -> InTransit:
    """What links have sent and nobody has yet, now or at a moment.

    By its book alone a link would have it in transit for ever: that the other one received it stands in the
    book of the other.
    """
    rows = store.rows(_QUERY, {"at": _NOW if at_us is None else at_us, "only": only})
    return {(row["link"], row["meter"]): row["mc"] for row in rows}

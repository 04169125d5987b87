"""Awards of meters that are locked and unpaid, now or at a moment."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from streams.read_model.queries.awards import Award, StepsTaken, awards_of
from streams.read_model.store import ReadStore

_OPEN: Final = ("locked", "validated")


def unpaid_awards(store: ReadStore, at_us: int | None = None) -> list[Award]:
    """The awards locked and unpaid at a moment, or now, with what was still owed of each.

    An award's amount is the one that is right by now: a correction since then shows in the account alone.
    """
    awards = awards_of(store)
    if at_us is None:
        return [award for award in awards if award.status in _OPEN]
    later = StepsTaken(store, after_us=at_us)
    return [_as_of_then(award, later) for award in awards if _was_open(award, at_us)]


def _was_open(award: Award, at_us: int) -> bool:
    is_open = award.status in _OPEN
    return (award.locked_at_us or 0) <= at_us and (is_open or award.recorded_at_us > at_us)


def _as_of_then(award: Award, later: StepsTaken) -> Award:
    """Without what was paid since. Whom it was owed to then is not known."""
    paid_since_mc = sum(
        step.amount_mc for step in later.of(award) if step.step == "paid" and step.refused is None
    )
    return replace(award, paid_mc=max(0, award.paid_mc - paid_since_mc), owed=())

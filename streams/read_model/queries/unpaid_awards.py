"""Awards of meters that are locked and not paid in full, now or at a moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from streams.read_model.queries.awards import Award, AwardChange, award_changes, awards_of
from streams.read_model.queries.payments import settled_by_claim
from streams.read_model.store import ReadStore


def unpaid_awards(store: ReadStore, at_us: int | None = None) -> list[Award]:
    """The awards that were locked and not paid in full at a moment, or are now, with what is owed of each."""
    awards = awards_of(store)
    if at_us is None:
        return [award for award in awards if award.is_open]
    settled, changes = settled_by_claim(store, at_us), award_changes(store)
    then = (
        replace(
            award,
            amount_mc=_amount_then(award, changes.get(award.claim, ()), at_us),
            paid_mc=settled.get(award.claim, 0),
            owed=(),
        )
        for award in awards
        if _was_open(award, at_us)
    )
    return [award for award in then if award.owed_mc > 0 or not award.amount_mc]


def _amount_then(award: Award, changes: Sequence[AwardChange], at_us: int) -> int:
    """The amount that it had at a moment: what the first change since then found."""
    return next((each.before_mc for each in changes if each.recorded_at_us > at_us), award.amount_mc)


def _was_open(award: Award, at_us: int) -> bool:
    """Whether something of it may have been owed. Whom it was owed to then is not known."""
    return (award.locked_at_us or 0) <= at_us and (award.is_open or award.recorded_at_us > at_us)

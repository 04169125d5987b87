"""Awards of a link that are not done with, by its records: what is owed of each, to which seats.

An award that is paid in full or returned is forgotten; a correction may open it again. So what is kept is
bounded by what is outstanding, however long the history.
"""

from __future__ import annotations

from typing import Literal, assert_never

import msgspec

from events.vocabulary.meters import (
    AwardCorrected,
    AwardLocked,
    AwardPaid,
    AwardRecord,
    AwardReturned,
    AwardValidated,
    PaymentMended,
    Share,
)
from projections.keeping.link_state import Claim


class OpenAward(msgspec.Struct, array_like=True):
    """How far an award has come."""

    meter: str
    status: Literal["locked", "validated", "paid", "returned"]
    amount_mc: int
    paid_mc: int
    owed: dict[int, int]
    """What each seat is still owed, in millicents."""


class OpenAwards(msgspec.Struct, array_like=True):
    """The awards of one link; each record moves at most one of them."""

    awards: dict[Claim, OpenAward] = {}

    def meter_of(self, record: AwardPaid) -> str:
        """The meter of the award that is paid; empty where nobody knows the award."""
        award = self.awards.get((record.table, record.claim_seq))
        return award.meter if award else ""

    def take(self, record: AwardRecord) -> OpenAward | None:
        """The award after a record of it; None where a record is about an award that nobody knows."""
        claim = (record.table, record.claim_seq)
        award = _after(self.awards.get(claim), record)
        if award is None:
            return None
        if award.status in ("paid", "returned"):
            self.awards.pop(claim, None)
        else:
            self.awards[claim] = award
        return award


def _after(award: OpenAward | None, record: AwardRecord) -> OpenAward | None:
    if isinstance(record, AwardLocked):
        return OpenAward(record.meter, "locked", record.amount_mc, 0, _owed(record.shares))
    if isinstance(record, AwardCorrected):
        return _corrected(award, record)
    if award is None:
        return None
    match record:
        case AwardValidated():
            award.status = "validated"
        case AwardReturned():
            award.status = "returned"
            award.owed = {}
        case AwardPaid():
            award.paid_mc += record.amount_mc
            award.owed.pop(record.seat, None)
            award.status = award.status if award.owed else "paid"
        case PaymentMended():
            pass
        case _:
            assert_never(record)
    return award


def _corrected(award: OpenAward | None, record: AwardCorrected) -> OpenAward:
    """Decided again. What is owed of an award that was paid in part had been validated before."""
    owed = _owed(record.shares)
    status = award.status if award is not None else "validated"
    return OpenAward(record.meter, status if owed else "paid", record.amount_mc, record.paid_mc, owed)


def _owed(shares: tuple[Share, ...]) -> dict[int, int]:
    return {share.seat: share.amount_mc for share in shares if share.amount_mc}

"""Awards of a link that are not done with, by its records: what is owed of each, to which seats.

An award that is paid in full or returned is forgotten; a correction may open it again, or a payment that
never happened, and then the record has all that it takes. So what is kept is bounded by what is outstanding,
however long the history.
"""

from __future__ import annotations

from typing import Literal, assert_never

import msgspec
from msgspec.structs import replace

from events.vocabulary.award_records import (
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


class OpenAward(msgspec.Struct, frozen=True, array_like=True):
    """How far an award has come."""

    meter: str
    status: Literal["locked", "validated", "paid", "returned"]
    amount_mc: int
    paid_mc: int
    owed: dict[int, int]
    """What each seat is still owed, in millicents."""

    @property
    def owed_mc(self) -> int:
        """What is still to be paid."""
        return sum(self.owed.values())


class OpenAwards(msgspec.Struct, array_like=True):
    """The awards of one link; each record moves at most one of them."""

    awards: dict[Claim, OpenAward] = {}

    def of(self, record: AwardRecord) -> OpenAward | None:
        """The award that a record is about; None where it is done with, or nobody knows it."""
        return self.awards.get((record.table, record.claim_seq))

    def take(self, record: AwardRecord) -> OpenAward | None:
        """The award after a record of it; None where a record changes none."""
        award = _after(self.of(record), record)
        if award is None:
            return None
        claim = (record.table, record.claim_seq)
        if award.status in ("paid", "returned"):
            self.awards.pop(claim, None)
        else:
            self.awards[claim] = award
        return award


def _after(award: OpenAward | None, record: AwardRecord) -> OpenAward | None:
    match record:
        case AwardLocked():
            return OpenAward(record.meter, "locked", record.amount_mc, 0, _owed(record.shares))
        case AwardCorrected():
            return _corrected(record)
        case AwardReturned():
            return OpenAward(record.meter, "returned", record.amount_mc, 0, {})
        case PaymentMended():
            return _mended(record)
        case AwardValidated():
            return None if award is None else _validated(award, record)
        case AwardPaid():
            return None if award is None else _paid(award, record)
        case _:
            assert_never(record)


def _corrected(record: AwardCorrected) -> OpenAward:
    """Decided again: what is owed of it is to be validated again before it is paid."""
    owed = _owed(record.shares)
    return OpenAward(record.meter, "locked" if owed else "paid", record.amount_mc, record.paid_mc, owed)


def _validated(award: OpenAward, record: AwardValidated) -> OpenAward:
    """It may be paid; what was paid before settles shares."""
    for moved in record.settled:
        award = _less(award, moved.seat, moved.amount_mc)
    paid = not award.owed and award.amount_mc
    return replace(award, status="paid" if paid else "validated")


def _paid(award: OpenAward, record: AwardPaid) -> OpenAward:
    """A share is paid so far as the payment settles it; an award of nothing is paid with nothing."""
    award = _less(award, record.seat, record.settled_mc)
    done = not award.owed and record.beyond_reason in ("", "too_much")
    return replace(award, status="paid") if done else award


def _mended(record: PaymentMended) -> OpenAward | None:
    """A payment that never happened opens its award again, unless others settle it."""
    if not record.unsettled_mc:
        return None
    owed = _owed(record.shares)
    status: Literal["locked", "validated"] = "validated" if record.validated else "locked"
    return OpenAward(record.meter, status if owed else "paid", record.award_mc, record.paid_mc, owed)


def _less(award: OpenAward, seat: int, mc: int) -> OpenAward:
    """An award with so much more paid to a seat."""
    owed = {of: owed_mc - mc if of == seat else owed_mc for of, owed_mc in award.owed.items()}
    return replace(
        award,
        paid_mc=award.paid_mc + mc,
        owed={of: owed_mc for of, owed_mc in owed.items() if owed_mc > 0},
    )


def _owed(shares: tuple[Share, ...]) -> dict[int, int]:
    return {share.seat: share.amount_mc for share in shares if share.amount_mc}

"""What must hold of every record of a keeper, whatever the history: conservation, whole cents, balance."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from tests.projections.keeping.meter_oracle import Answer
from tests.projections.keeping.oracle_money import RATE

CENT_MC = 1_000
NOTHING = (SimpleNamespace(type="nothing"), SimpleNamespace(balances=(), meter="", amount_mc=0))
"""Where a record is missing."""

_MOVED: dict[str, Callable[[Any], int]] = {
    "meter_opened": lambda body: body.funded_mc,
    "contribution_reversed": lambda body: body.house_mc,
    "award_locked": lambda body: body.reseed_mc - body.amount_mc,
    "award_returned": lambda body: (
        body.unpaid_mc + body.beyond_mc + body.house_mc - body.reseed_back_mc - body.corrected_mc
    ),
    "meter_adjusted": lambda body: body.amount_mc,
    "transfer_sent": lambda body: -body.amount_mc,
    "transfer_received": lambda body: body.amount_mc,
    "transfer_returned": lambda body: body.amount_mc,
}
"""By how many millicents the meters of a link move, by the record's own fields; wagers apart."""

_OWED: dict[str, Callable[[Any], int]] = {
    "award_locked": lambda body: body.amount_mc,
    "award_returned": lambda body: body.corrected_mc - body.unpaid_mc,
    "award_paid": lambda body: -body.settled_mc,
    "award_validated": lambda body: -_sum(body.settled),
    "award_corrected": lambda body: -_sum(body.set_against),
    "payment_mended": lambda body: body.unsettled_mc - body.house_mc - _sum(body.set_against),
}
"""By how much what is owed to players grows."""

_SUMMARIES: dict[str, tuple[str, ...]] = {
    "meter_opened": ("funded_mc",),
    "meter_contributed": ("wagers", "wagered_mc"),
    "leg_refused": ("attempted",),
    "award_paid": (
        "table",
        "claim_seq",
        "seat",
        "amount_mc",
        "settled_mc",
        "beyond_mc",
        "beyond_reason",
    ),
    "award_returned": (
        "table",
        "claim_seq",
        "amount_mc",
        "reseed_back_mc",
        "corrected_mc",
        "house_mc",
        "unpaid_mc",
        "beyond_mc",
        "redrawn",
        "because",
    ),
    "meter_day_closed": ("day",),
}


class Tally:
    """What the records of a link say moved, held against what is on its meters, in 1/10,000 mc."""

    def __init__(self) -> None:
        self.on_meters = 0
        self.payable_mc = 0
        self.in_transit_mc = 0

    def take(self, type_: str, body: Any, rates_bp: int) -> None:
        """Money is conserved by one record."""
        moved = _MOVED.get(type_, lambda _: 0)(body) * RATE
        if type_ == "meter_contributed":
            moved += body.wagered_mc * rates_bp
        if type_ == "contribution_reversed":
            moved -= body.returned_mc * rates_bp
        if type_ == "award_locked":
            assert all(share.amount_mc % CENT_MC == 0 for share in body.shares)
            assert sum(share.amount_mc for share in body.shares) == body.amount_mc
        if type_.startswith("transfer_"):
            self.in_transit_mc -= moved // RATE
        self.payable_mc += _OWED.get(type_, lambda _: 0)(body)
        assert all(min(amounts) >= 0 for amounts in standing(body).values())
        after = sum(map(sum, standing(body).values()))
        assert after == self.on_meters + moved, f"{type_} does not conserve money"
        self.on_meters = after


def _sum(parts: Any) -> int:
    """What shares or payments come to."""
    return sum(part.amount_mc for part in parts)


def standing(body: Any) -> dict[str, tuple[int, int]]:
    """Primary and reserve of each meter in 1/10,000 mc."""
    return {
        b.meter: (b.primary_mc * RATE + b.primary_residual, b.reserve_mc * RATE + b.reserve_residual)
        for b in body.balances
    }


def summary(type_: str, body: Any) -> Answer:
    """What the oracle predicts of a record."""
    if type_ == "award_locked":
        (share,) = {share.amount_mc for share in body.shares}
        return (type_, body.table, body.claim_seq, body.meter, body.amount_mc, share, body.reseed_mc)
    if type_ == "award_corrected":
        owed = sum(share.amount_mc for share in body.shares)
        return (type_, body.table, body.claim_seq, body.amount_mc, owed, _sum(body.set_against))
    if type_ == "award_validated":
        return (type_, body.table, body.claim_seq, _sum(body.settled))
    if type_ == "payment_mended":
        moved = (body.beyond_mc, body.unsettled_mc, body.house_mc, _sum(body.set_against))
        return (type_, body.table, body.payment_seq, body.outcome, *moved)
    if type_ == "stake_due_back":
        return (type_, *((stake.seat, stake.amount_mc) for stake in body.stakes))
    return (type_, *(getattr(body, name) for name in _SUMMARIES.get(type_, ("meter", "amount_mc"))))

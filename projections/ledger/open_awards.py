"""Awards of a link that are not done with, as its records tell: what is owed of each, to which seats.

An award that is paid in full or returned is forgotten; a correction may open it again. So what is kept is
bounded by what is outstanding, however long the history.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

AwardId = tuple[str, int]
"""The table that claimed, and the claim's number in its stream."""


@dataclass(slots=True)
class OpenAward:
    """How far an award has come: `locked`, `validated`, `paid` or `returned`."""

    meter: str
    status: str
    amount_mc: int
    paid_mc: int
    owed: dict[int, int]
    """What each seat is still owed, in millicents."""


@dataclass(slots=True)
class OpenAwards:
    """The awards of one link; each record moves at most one of them."""

    awards: dict[AwardId, OpenAward] = field(default_factory=dict)

    def meter_of(self, body: dict[str, Any]) -> str:
        """The meter of the award that a record is about; empty where it is about none, or an unknown one."""
        award = self.awards.get((body.get("table", ""), body.get("claim_seq", 0)))
        return award.meter if award else ""

    def take(self, type_: str, body: dict[str, Any]) -> OpenAward | None:
        """The award after a record of it; None where a record is about no award that is known."""
        step = _STEPS.get(type_)
        if step is None:
            return None
        award_id = (body["table"], body["claim_seq"])
        award = step(self.awards.get(award_id), body)
        if award is None:
            return None
        if award.status in ("paid", "returned"):
            self.awards.pop(award_id, None)
        else:
            self.awards[award_id] = award
        return award

    def dump(self) -> list[Any]:
        """Plain values, in the order of the ids."""
        return [
            [*award_id, a.meter, a.status, a.amount_mc, a.paid_mc, sorted(a.owed.items())]
            for award_id, a in sorted(self.awards.items())
        ]

    @classmethod
    def load(cls, dumped: list[Any]) -> OpenAwards:
        """The awards of `dump`."""
        return cls(
            {
                (table, seq): OpenAward(meter, status, amount, paid, dict(owed))
                for table, seq, meter, status, amount, paid, owed in dumped
            }
        )


def _owed(body: dict[str, Any]) -> dict[int, int]:
    return {share["seat"]: share["amount_mc"] for share in body["shares"] if share["amount_mc"]}


def _locked(_award: OpenAward | None, body: dict[str, Any]) -> OpenAward | None:
    return OpenAward(body["meter"], "locked", body["amount_mc"], 0, _owed(body))


def _validated(award: OpenAward | None, _body: dict[str, Any]) -> OpenAward | None:
    if award is not None:
        award.status = "validated"
    return award


def _returned(award: OpenAward | None, _body: dict[str, Any]) -> OpenAward | None:
    if award is not None:
        award.status = "returned"
        award.owed = {}
    return award


def _paid(award: OpenAward | None, body: dict[str, Any]) -> OpenAward | None:
    """One share."""
    if award is None:
        return None
    award.paid_mc += body["amount_mc"]
    award.owed.pop(body["seat"], None)
    award.status = award.status if award.owed else "paid"
    return award


def _corrected(award: OpenAward | None, body: dict[str, Any]) -> OpenAward | None:
    """Decided again. What is owed of an award that was paid in part had been validated before."""
    owed = _owed(body)
    status = award.status if award is not None else "validated"
    return OpenAward(body["meter"], status if owed else "paid", body["amount_mc"], body["paid_mc"], owed)


_STEPS: Final = {
    "award_locked": _locked,
    "award_validated": _validated,
    "award_returned": _returned,
    "award_paid": _paid,
    "award_corrected": _corrected,
}

"""What a record of the keeper moves between accounts: from its fields, and from what its balances show.

Fields say what moved and why; the difference to the balances before says on which meter. The two must agree
to the last nanodollar: a record where they do not is not posted but reported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from events.errors import MalformedEvent
from events.money import RATE_UNIT
from projections.keeping.link_state import OVERFLOW
from projections.ledger.accounts import Key, Posting

Place = tuple[str, str]
"""An account and its meter."""
Rates = Mapping[str, tuple[int, int]]
"""Incrementation rates by meter, primary and reserve, in basis points."""


class Balance(NamedTuple):
    """What stands on a meter, or the difference between two moments; residuals in nanodollars."""

    primary: int = 0
    reserve: int = 0
    primary_residual: int = 0
    reserve_residual: int = 0

    @property
    def nano(self) -> int:
        """Both residuals: they stand on one account."""
        return self.primary_residual + self.reserve_residual


NOTHING: Final = Balance()


class Moves:
    """The postings of one record while they are made up."""

    def __init__(self, moved: dict[str, Balance], rates: Rates, award_meter: str) -> None:
        self.moved = moved
        """By how much each meter differs from before; those that do not are absent."""
        self.rates = rates
        self.award_meter = award_meter
        """The meter of the award that the record is about."""
        self.lines: dict[Key, list[int]] = {}

    def move(self, cause: str, mc: int, *, debit: Place, credit: Place, nano: int = 0) -> None:
        """An amount from one account to another; a negative one goes the other way."""
        for (account, meter), sign in ((debit, 1), (credit, -1)):
            line = self.lines.setdefault((account, meter, cause), [0, 0])
            line[0] += sign * mc
            line[1] += sign * nano

    def families(self) -> dict[str, Balance]:
        """What moved on each meter and its overflow together."""
        families: dict[str, Balance] = {}
        for meter, moved in self.moved.items():
            name = meter.removesuffix(OVERFLOW)
            families[name] = Balance(*map(sum, zip(families.get(name, NOTHING), moved, strict=True)))
        return families

    def overflow(self) -> None:
        """What the fields do not account for can only have gone from a meter to its overflow, or back."""
        rest = {meter: [moved.primary, moved.reserve, moved.nano] for meter, moved in self.moved.items()}
        for (account, meter, _), (mc, nano) in self.lines.items():
            if account in _PARTS:
                part = rest.setdefault(meter, [0, 0, 0])
                part[_PARTS[account]] += mc
                part[2] += nano
        for meter in sorted(rest):
            primary, reserve, nano = rest[meter]
            if meter.endswith(OVERFLOW) and (primary or nano):
                of = meter.removesuffix(OVERFLOW)
                self.move("overflow", primary, debit=("primary", of), credit=("primary", meter))
                self.move("overflow", 0, debit=("residual", of), credit=("residual", meter), nano=nano)
                rest.setdefault(of, [0, 0, 0])
                rest[of][0] += primary
                rest[of][2] += nano
                rest[meter] = [0, reserve, 0]
        for meter, left in sorted(rest.items()):
            if any(left):
                raise MalformedEvent(
                    "balances",
                    f"the meter {meter} differs by {left[0]} mc, its reserve by {left[1]} mc and its residual"
                    f" by {left[2]} of 1/10,000 mc from what the record says",
                )

    def postings(self) -> tuple[Posting, ...]:
        """What came of it, without what came to nought."""
        return tuple(Posting(*key, mc, nano) for key, (mc, nano) in self.lines.items() if mc or nano)


_PARTS: Final = {"primary": 0, "reserve": 1, "residual": 2}

Body = dict[str, Any]


def _agree(what: str, said: int, found: int) -> None:
    if said != found:
        raise MalformedEvent(what, f"the record says {said}, its meters moved by {found}")


def _opened(moves: Moves, body: Body) -> None:
    families = moves.families()
    for meter, moved in families.items():
        moves.move("seed", moved.primary, debit=("seed_funding", meter), credit=("primary", meter))
    _agree("funded_mc", body["funded_mc"], sum(moved.primary for moved in families.values()))


def _contributed(moves: Moves, body: Body) -> None:
    families = moves.families()
    _add_contributions(moves, families, "contribution")
    _agree("primary_mc", body["primary_mc"], sum(moved.primary for moved in families.values()))
    _agree("reserve_mc", body["reserve_mc"], sum(moved.reserve for moved in families.values()))
    for meter, (primary_bp, reserve_bp) in moves.rates.items():
        primary, reserve = _units(families.get(meter, NOTHING))
        _agree(f"the share of {meter}", body["wagered_mc"] * primary_bp, primary)
        _agree(f"the reserve's share of {meter}", body["wagered_mc"] * reserve_bp, reserve)


def _units(moved: Balance) -> tuple[int, int]:
    """Primary and reserve with their residuals, in 1/10,000 of a millicent."""
    return (
        moved.primary * RATE_UNIT + moved.primary_residual,
        moved.reserve * RATE_UNIT + moved.reserve_residual,
    )


def _add_contributions(moves: Moves, families: Mapping[str, Balance], cause: str) -> None:
    for meter, moved in families.items():
        contributions = ("contributions", meter)
        moves.move(cause, moved.primary, debit=contributions, credit=("primary", meter))
        moves.move(cause, moved.reserve, debit=contributions, credit=("reserve", meter))
        moves.move(cause, 0, debit=contributions, credit=("residual", meter), nano=moved.nano)


def _reversed(moves: Moves, body: Body) -> None:
    """What was contributed goes back in full; the house bears what a meter could not give."""
    families = moves.families()
    _add_contributions(moves, families, "reversal")
    _agree("primary_mc", body["primary_mc"], -sum(moved.primary for moved in families.values()))
    _agree("reserve_mc", body["reserve_mc"], -sum(moved.reserve for moved in families.values()))
    borne = _borne(moves, body, families)
    for meter, mc in borne.items():
        moves.move("reversal", mc, debit=("house", meter), credit=("contributions", meter))
    _agree("house_mc", body["house_mc"], sum(borne.values()))


def _borne(moves: Moves, body: Body, families: Mapping[str, Balance]) -> dict[str, int]:
    """What the house bears, by meter."""
    borne = {}
    for meter, rates in moves.rates.items():
        short = body["returned_mc"] * sum(rates) + sum(_units(families.get(meter, NOTHING)))
        borne[meter], rest = divmod(short, RATE_UNIT)
        _agree(f"the part of {meter} in 1/10,000 mc", 0, rest)
    return borne


def _locked(moves: Moves, body: Body) -> None:
    meter = body["meter"]
    primary = ("primary", meter)
    moves.move("award", body["amount_mc"], debit=primary, credit=("payable", meter))
    moves.move("reseed", body["reseed_mc"], debit=("seed_funding", meter), credit=primary)
    moves.move("reserve", body["reserve_moved_mc"], debit=("reserve", meter), credit=primary)


def _returned(moves: Moves, body: Body) -> None:
    """The award is as if it had never been locked; what that does to later ones are corrections."""
    meter = body["meter"]
    primary, payable = ("primary", meter), ("payable", meter)
    reserve_back = moves.moved.get(meter, NOTHING).reserve
    moves.move("return", body["amount_mc"], debit=payable, credit=primary)
    moves.move("return", body["reseed_back_mc"], debit=primary, credit=("seed_funding", meter))
    moves.move("return", reserve_back, debit=primary, credit=("reserve", meter))
    moves.move("correction", body["corrected_mc"], debit=primary, credit=payable)
    moves.move("correction", body["house_mc"], debit=("house", meter), credit=primary)


def _paid(moves: Moves, body: Body) -> None:
    meter = moves.award_meter
    moves.move("payment", body["amount_mc"], debit=("payable", meter), credit=("paid", meter))


def _adjusted(moves: Moves, body: Body) -> None:
    meter = body["meter"]
    moves.move("adjustment", body["amount_mc"], debit=("house", meter), credit=(body["account"], meter))


def _sent(moves: Moves, body: Body) -> None:
    meter = body["meter"]
    moves.move("transfer", body["amount_mc"], debit=(body["account"], meter), credit=("in_transit", meter))


def _received(moves: Moves, body: Body) -> None:
    meter = body["meter"]
    moves.move("transfer", body["amount_mc"], debit=("in_transit", meter), credit=(body["account"], meter))


_MOVES: Final[dict[str, Callable[[Moves, Body], None]]] = {
    "meter_opened": _opened,
    "meter_terms_changed": _opened,
    "meter_contributed": _contributed,
    "contribution_reversed": _reversed,
    "award_locked": _locked,
    "award_returned": _returned,
    "award_paid": _paid,
    "meter_adjusted": _adjusted,
    "transfer_sent": _sent,
    "transfer_received": _received,
    "transfer_returned": _received,
}
"""The records that move money; any other must leave the balances as they were."""


def postings(type_: str, body: Body, moves: Moves) -> tuple[Posting, ...]:
    """The balanced postings of a record; `MalformedEvent` says why there can be none."""
    if type_ in _MOVES:
        _MOVES[type_](moves, body)
    if type_ in _MOVES or moves.moved:
        moves.overflow()
    return moves.postings()

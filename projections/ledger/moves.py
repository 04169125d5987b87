"""The postings of one record while they are made up: what moved on each meter, and what accounts for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from events.errors import MalformedEvent
from events.money import RATE_UNIT, exact, text
from projections.ledger.accounts import ON_A_METER, Posting, PostingKey
from projections.ledger.open_awards import OpenAward
from projections.link_parameters import OVERFLOW

MeterAccount = tuple[str, str]
"""An account and its meter."""


class MeterRates(NamedTuple):
    """The incrementation rates of a meter, in basis points."""

    primary_bp: int
    reserve_bp: int


Rates = Mapping[str, MeterRates]
"""Incrementation rates by meter."""


class MeterAmounts(NamedTuple):
    """What is on a meter, or the difference between two moments; residuals in nanodollars."""

    primary_mc: int = 0
    reserve_mc: int = 0
    primary_residual: int = 0
    reserve_residual: int = 0

    @property
    def nano(self) -> int:
        """Both residuals: they are on one account."""
        return self.primary_residual + self.reserve_residual


NOTHING: Final = MeterAmounts()


@dataclass(slots=True)
class _Line:
    """What one account gets for one cause, while a record is taken apart."""

    mc: int = 0
    nano: int = 0


@dataclass(slots=True)
class _Unexplained:
    """What moved on a meter and no line has accounted for yet."""

    primary_mc: int = 0
    reserve_mc: int = 0
    nano: int = 0

    def add(self, account: str, line: _Line) -> None:
        """Take in a line of an account of the meter: what the meter gained is a credit, so the two cancel."""
        self.nano += line.nano
        if account == "primary":
            self.primary_mc += line.mc
        elif account == "reserve":
            self.reserve_mc += line.mc

    def __bool__(self) -> bool:
        return bool(self.primary_mc or self.reserve_mc or self.nano)


class Moves:
    """The postings of one record while they are made up."""

    def __init__(self, moved: dict[str, MeterAmounts], rates: Rates, award: OpenAward | None) -> None:
        self.moved = moved
        """By how much each meter differs from before; those that do not are absent."""
        self.rates = rates
        self.award = award
        """The award that the record is about, as it was before; None where it is done with or not known."""
        self.lines: dict[PostingKey, _Line] = {}

    def move(self, cause: str, mc: int, *, debit: MeterAccount, credit: MeterAccount, nano: int = 0) -> None:
        """An amount from one account to another; a negative one goes the other way."""
        for (account, meter), sign in ((debit, 1), (credit, -1)):
            line = self.lines.setdefault((account, meter, cause), _Line())
            line.mc += sign * mc
            line.nano += sign * nano

    def with_overflow(self) -> dict[str, MeterAmounts]:
        """What moved on each meter and its overflow together."""
        moved_together: dict[str, MeterAmounts] = {}
        for meter, moved in self.moved.items():
            name = meter.removesuffix(OVERFLOW)
            before = moved_together.get(name, NOTHING)
            moved_together[name] = MeterAmounts(*map(sum, zip(before, moved, strict=True)))
        return moved_together

    def overflow(self) -> None:
        """What the fields do not account for can only have gone from a meter to its overflow, or back."""
        unexplained = self._unexplained()
        for meter in sorted(unexplained):
            over = unexplained[meter]
            if meter.endswith(OVERFLOW) and (over.primary_mc or over.nano):
                of = meter.removesuffix(OVERFLOW)
                self.move("overflow", over.primary_mc, debit=("primary", of), credit=("primary", meter))
                self.move("overflow", 0, debit=("residual", of), credit=("residual", meter), nano=over.nano)
                rest = unexplained.setdefault(of, _Unexplained())
                rest.primary_mc += over.primary_mc
                rest.nano += over.nano
                over.primary_mc = over.nano = 0
        for meter, rest in sorted(unexplained.items()):
            if rest:
                raise MalformedEvent(
                    "balances",
                    f"the meter {meter} differs by {text(rest.primary_mc)}, its reserve by "
                    f"{text(rest.reserve_mc)} and its residual by {rest.nano} of 1/10,000 millicents "
                    "from what the record says",
                )

    def _unexplained(self) -> dict[str, _Unexplained]:
        """By meter, what the lines so far do not account for."""
        unexplained = {
            meter: _Unexplained(moved.primary_mc, moved.reserve_mc, moved.nano)
            for meter, moved in self.moved.items()
        }
        for (account, meter, _), line in self.lines.items():
            if account in ON_A_METER:
                unexplained.setdefault(meter, _Unexplained()).add(account, line)
        return unexplained

    def postings(self) -> tuple[Posting, ...]:
        """What came of it, without what came to zero."""
        return tuple(
            Posting(*key, line.mc, line.nano) for key, line in self.lines.items() if line.mc or line.nano
        )


def agree(what: str, recorded_mc: int, found_mc: int, *, by: str = "its meters moved by") -> None:
    """Refuse a record whose fields do not come to what is found."""
    agree_to_the_rest(what, recorded_mc * RATE_UNIT, found_mc * RATE_UNIT, by=by)


def agree_to_the_rest(what: str, recorded: int, found: int, *, by: str = "its meters moved by") -> None:
    """The same for shares that a division has not been made of yet: 1/10,000 of a millicent."""
    if recorded != found:
        said, come_to = (exact(*divmod(amount, RATE_UNIT)) for amount in (recorded, found))
        raise MalformedEvent(what, f"the record says {said}, {by} {come_to}")

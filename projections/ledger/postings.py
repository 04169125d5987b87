"""What a record of the keeper moves between accounts: from its fields, and from what its balances show.

Its fields tell what moved and why; the difference to the balances before it, on which meter. The two must
agree to the last nanodollar: a record where they do not is not posted but reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, assert_never

from events.errors import MalformedEvent
from events.money import RATE_UNIT, text
from events.vocabulary.meters import (
    AwardCorrected,
    AwardLocked,
    AwardPaid,
    AwardReturned,
    AwardValidated,
    ContributionReversed,
    MeterAdjusted,
    MeterContributed,
    MeterOpened,
    MeterTermsChanged,
    PaymentMended,
    RecordWithoutMoney,
    TermsRecord,
)
from events.vocabulary.transfers import TransferReceived, TransferRefused, TransferReturned, TransferSent
from events.vocabulary.unions import KeeperRecord
from projections.ledger.accounts import ON_A_METER, Posting, PostingKey
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

    def __init__(self, moved: dict[str, MeterAmounts], rates: Rates, award_meter: str) -> None:
        self.moved = moved
        """By how much each meter differs from before; those that do not are absent."""
        self.rates = rates
        self.award_meter = award_meter
        """The meter of the award that the record is about."""
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


def _agree(what: str, recorded: int, found: int) -> None:
    if recorded != found:
        raise MalformedEvent(what, f"the record says {recorded}, its meters moved by {found}")


def _opened(moves: Moves, record: TermsRecord) -> None:
    together = moves.with_overflow()
    for meter, moved in together.items():
        moves.move("seed", moved.primary_mc, debit=("seed_funding", meter), credit=("primary", meter))
    _agree("funded_mc", record.funded_mc, sum(moved.primary_mc for moved in together.values()))


def _contributed(moves: Moves, record: MeterContributed) -> None:
    together = moves.with_overflow()
    _add_contributions(moves, together, "contribution")
    _agree("primary_mc", record.primary_mc, sum(moved.primary_mc for moved in together.values()))
    _agree("reserve_mc", record.reserve_mc, sum(moved.reserve_mc for moved in together.values()))
    for meter, rates in moves.rates.items():
        primary, reserve = _units(together.get(meter, NOTHING))
        _agree(f"the share of {meter}", record.wagered_mc * rates.primary_bp, primary)
        _agree(f"the reserve's share of {meter}", record.wagered_mc * rates.reserve_bp, reserve)


def _units(moved: MeterAmounts) -> tuple[int, int]:
    """Primary and reserve with their residuals, in 1/10,000 of a millicent."""
    return (
        moved.primary_mc * RATE_UNIT + moved.primary_residual,
        moved.reserve_mc * RATE_UNIT + moved.reserve_residual,
    )


def _add_contributions(moves: Moves, together: Mapping[str, MeterAmounts], cause: str) -> None:
    for meter, moved in together.items():
        contributions = ("contributions", meter)
        moves.move(cause, moved.primary_mc, debit=contributions, credit=("primary", meter))
        moves.move(cause, moved.reserve_mc, debit=contributions, credit=("reserve", meter))
        moves.move(cause, 0, debit=contributions, credit=("residual", meter), nano=moved.nano)


def _reversed(moves: Moves, record: ContributionReversed) -> None:
    """What was contributed goes back in full; the house bears what a meter could not give."""
    together = moves.with_overflow()
    _add_contributions(moves, together, "reversal")
    _agree("primary_mc", record.primary_mc, -sum(moved.primary_mc for moved in together.values()))
    _agree("reserve_mc", record.reserve_mc, -sum(moved.reserve_mc for moved in together.values()))
    borne = _borne(moves, record, together)
    for meter, mc in borne.items():
        moves.move("reversal", mc, debit=("house", meter), credit=("contributions", meter))
    _agree("house_mc", record.house_mc, sum(borne.values()))


def _borne(
    moves: Moves, record: ContributionReversed, together: Mapping[str, MeterAmounts]
) -> dict[str, int]:
    """What the house bears, by meter."""
    borne = {}
    for meter, rates in moves.rates.items():
        short = record.returned_mc * sum(rates) + sum(_units(together.get(meter, NOTHING)))
        borne[meter], rest = divmod(short, RATE_UNIT)
        _agree(f"the part of {meter} in 1/10,000 mc", 0, rest)
    return borne


def _locked(moves: Moves, record: AwardLocked) -> None:
    meter = record.meter
    primary = ("primary", meter)
    moves.move("award", record.amount_mc, debit=primary, credit=("payable", meter))
    moves.move("reseed", record.reseed_mc, debit=("seed_funding", meter), credit=primary)
    moves.move("reserve", record.reserve_moved_mc, debit=("reserve", meter), credit=primary)


def _returned(moves: Moves, record: AwardReturned) -> None:
    """The award is as if it had never been locked; what that does to later ones are corrections."""
    meter = record.meter
    primary, payable = ("primary", meter), ("payable", meter)
    reserve_back = moves.moved.get(meter, NOTHING).reserve_mc
    moves.move("return", record.amount_mc, debit=payable, credit=primary)
    moves.move("return", record.reseed_back_mc, debit=primary, credit=("seed_funding", meter))
    moves.move("return", reserve_back, debit=primary, credit=("reserve", meter))
    moves.move("correction", record.corrected_mc, debit=primary, credit=payable)
    moves.move("correction", record.house_mc, debit=("house", meter), credit=primary)


def _paid(moves: Moves, record: AwardPaid) -> None:
    meter = moves.award_meter
    moves.move("payment", record.amount_mc, debit=("payable", meter), credit=("paid", meter))


def _adjusted(moves: Moves, record: MeterAdjusted) -> None:
    meter = record.meter
    moves.move("adjustment", record.amount_mc, debit=("house", meter), credit=(record.account, meter))


def _sent(moves: Moves, record: TransferSent) -> None:
    meter = record.meter
    moves.move("transfer", record.amount_mc, debit=(record.account, meter), credit=("in_transit", meter))


def _received(moves: Moves, record: TransferReceived | TransferReturned) -> None:
    meter = record.meter
    moves.move("transfer", record.amount_mc, debit=("in_transit", meter), credit=(record.account, meter))


def postings(  # noqa: C901, PLR0912 - one case a type of record
    record: KeeperRecord, moves: Moves
) -> tuple[Posting, ...]:
    """The balanced postings of a record; `MalformedEvent` where its fields and balances do not agree."""
    match record:
        case MeterContributed():
            _contributed(moves, record)
        case MeterOpened() | MeterTermsChanged():
            _opened(moves, record)
        case ContributionReversed():
            _reversed(moves, record)
        case AwardLocked():
            _locked(moves, record)
        case AwardReturned():
            _returned(moves, record)
        case AwardPaid():
            _paid(moves, record)
        case MeterAdjusted():
            _adjusted(moves, record)
        case TransferSent():
            _sent(moves, record)
        case TransferReceived() | TransferReturned():
            _received(moves, record)
        case AwardValidated() | AwardCorrected() | PaymentMended():
            pass
        case TransferRefused():
            pass  # the sender takes it back
        case _:
            if not isinstance(record, RecordWithoutMoney):
                assert_never(record)
    moves.overflow()
    return moves.postings()

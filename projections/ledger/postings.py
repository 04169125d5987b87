"""What a record of the keeper moves between accounts: from its fields, and from what its balances show.

Its fields tell what moved and why; the difference to the balances before it, on which meter. The two must
agree to the last nanodollar: a record where they do not is not posted but reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    PaymentMoved,
    RecordWithoutMoney,
    Share,
    TermsRecord,
)
from events.vocabulary.transfers import TransferReceived, TransferRefused, TransferReturned, TransferSent
from events.vocabulary.unions import KeeperRecord
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


def _agree(what: str, recorded: int, found: int, *, by: str = "its meters moved by") -> None:
    if recorded != found:
        raise MalformedEvent(what, f"the record says {recorded}, {by} {found}")


def _sum(parts: Iterable[Share | PaymentMoved]) -> int:
    return sum(part.amount_mc for part in parts)


def _owed_to(moves: Moves, seat: int) -> int:
    """What a seat was owed of the record's award before it."""
    return 0 if moves.award is None else moves.award.owed.get(seat, 0)


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
    _agree("amount_mc", record.amount_mc, _sum(record.shares), by="its shares come to")
    primary = ("primary", meter)
    moves.move("award", record.amount_mc, debit=primary, credit=("payable", meter))
    moves.move("reseed", record.reseed_mc, debit=("seed_funding", meter), credit=primary)
    moves.move("reserve", record.reserve_moved_mc, debit=("reserve", meter), credit=primary)


def _returned(moves: Moves, record: AwardReturned) -> None:
    """The award goes back to its meter, whether it was paid or not."""
    primary = ("primary", record.meter)
    if record.redrawn:
        _as_if_never_locked(moves, record)
    else:
        _returned_as_it_stands(moves, record)
    moves.move("return", record.reseed_back_mc, debit=primary, credit=("seed_funding", record.meter))
    named_mc = _sum(record.payments)
    if named_mc > record.beyond_mc:
        raise MalformedEvent("payments", f"they come to {named_mc}, and {record.beyond_mc} was paid")


def _as_if_never_locked(moves: Moves, record: AwardReturned) -> None:
    """Nothing of it was paid; what it does to later awards are corrections."""
    meter = record.meter
    primary, payable = ("primary", meter), ("payable", meter)
    reserve_back = moves.moved.get(meter, NOTHING).reserve_mc
    if moves.award is not None:
        _agree("amount_mc", record.amount_mc, moves.award.owed_mc, by="what is owed of it is")
    _agree("beyond_mc", record.beyond_mc, 0, by="and of an award that is drawn again is paid")
    moves.move("return", record.amount_mc, debit=payable, credit=primary)
    moves.move("return", reserve_back, debit=primary, credit=("reserve", meter))
    moves.move("correction", record.corrected_mc, debit=primary, credit=payable)
    moves.move("correction", record.house_mc, debit=("house", meter), credit=primary)


def _returned_as_it_stands(moves: Moves, record: AwardReturned) -> None:
    """Later awards stand: the unpaid part is no longer owed, the paid part stands beyond entitlement.

    What the house had borne because more was paid than was right it gets back: `house_mc` is negative then.
    It is more where the meter could not give back the whole reseed.
    """
    meter, beyond_mc, house_mc = record.meter, record.beyond_mc, record.house_mc
    primary = ("primary", meter)
    unpaid_mc = record.unpaid_mc
    if moves.award is not None:
        _agree("unpaid_mc", unpaid_mc, moves.award.owed_mc, by="what is owed of it is")
    if unpaid_mc + beyond_mc + house_mc < record.amount_mc:
        parts = f"{unpaid_mc + beyond_mc + house_mc} was unpaid of it, paid and borne by the house"
        raise MalformedEvent("amount_mc", f"the record says {record.amount_mc}, and {parts}")
    _agree("corrected_mc", record.corrected_mc, 0, by="and of awards that stand is corrected")
    moves.move("return", unpaid_mc, debit=("payable", meter), credit=primary)
    moves.move("return", beyond_mc, debit=("beyond_entitlement", meter), credit=primary)
    moves.move("return", house_mc, debit=("house", meter), credit=primary)


def _paid(moves: Moves, record: AwardPaid) -> None:
    """Cash that left: it settles the seat's share, and the rest stands beyond entitlement."""
    settled_mc, beyond_mc, meter = record.settled_mc, record.beyond_mc, record.meter
    _agree("amount_mc", record.amount_mc, settled_mc + beyond_mc, by="its parts come to")
    if bool(beyond_mc) != bool(record.beyond_reason):
        raise MalformedEvent("beyond_reason", f"it is {record.beyond_reason!r}, for {beyond_mc}")
    _settles(moves, record.seat, settled_mc, meter)
    paid = ("paid", meter)
    moves.move("payment", settled_mc, debit=("payable", meter), credit=paid)
    moves.move("payment", beyond_mc, debit=("beyond_entitlement", meter), credit=paid)


def _settles(moves: Moves, seat: int, mc: int, meter: str) -> None:
    """A share cannot be settled that is not owed, nor from the account of another meter."""
    owed_mc = _owed_to(moves, seat)
    if mc > owed_mc:
        raise MalformedEvent("settled_mc", f"it settles {mc} of seat {seat}, which is owed {owed_mc}")
    if mc and moves.award is not None and moves.award.meter != meter:
        raise MalformedEvent("meter", f"it is {meter}, and the award is of {moves.award.meter}")


def _validated(moves: Moves, record: AwardValidated) -> None:
    """What was paid before settles shares now."""
    meter = "" if moves.award is None else moves.award.meter
    for seat in {each.seat for each in record.settled}:
        settled_mc = _sum(each for each in record.settled if each.seat == seat)
        _settles(moves, seat, settled_mc, meter)
    _set_against(moves, record.settled, meter)


def _corrected(moves: Moves, record: AwardCorrected) -> None:
    """What was too much settles what the correction added."""
    accounted_mc = _sum(record.shares) + record.paid_mc
    if accounted_mc < record.amount_mc:
        raise MalformedEvent("shares", f"{accounted_mc} of {record.amount_mc} is paid or owed")
    _set_against(moves, record.set_against, record.meter)


def _set_against(moves: Moves, moved: tuple[PaymentMoved, ...], meter: str) -> None:
    """From beyond entitlement to the shares that it settles."""
    beyond = ("beyond_entitlement", meter)
    moves.move("set_against", _sum(moved), debit=("payable", meter), credit=beyond)


def _mended(moves: Moves, record: PaymentMended) -> None:
    """Cash that never left, or came back; or the house bears it."""
    meter, beyond_mc = record.meter, record.beyond_mc
    beyond, paid, house = ("beyond_entitlement", meter), ("paid", meter), ("house", meter)
    cause = "payment_correction"
    moves.move(cause, beyond_mc, debit=house if record.outcome == "written_off" else paid, credit=beyond)
    owed_mc = record.unsettled_mc - record.house_mc
    moves.move(cause, owed_mc, debit=paid, credit=("payable", meter))
    moves.move(cause, record.house_mc, debit=paid, credit=house)
    _set_against(moves, record.set_against, meter)
    if record.unsettled_mc:
        before_mc = 0 if moves.award is None else moves.award.owed_mc
        owed_after_mc = before_mc + owed_mc - _sum(record.set_against)
        _agree("shares", _sum(record.shares), owed_after_mc, by="what is owed comes to")


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
        case AwardValidated():
            _validated(moves, record)
        case AwardCorrected():
            _corrected(moves, record)
        case PaymentMended():
            _mended(moves, record)
        case MeterAdjusted():
            _adjusted(moves, record)
        case TransferSent():
            _sent(moves, record)
        case TransferReceived() | TransferReturned():
            _received(moves, record)
        case TransferRefused():
            pass  # the sender takes it back
        case _:
            if not isinstance(record, RecordWithoutMoney):
                assert_never(record)
    moves.overflow()
    return moves.postings()

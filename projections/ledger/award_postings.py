"""What awards and the cash that is paid for them move between accounts, record by record.

What is locked is payable until it is paid or goes back. What was paid and is not owed stands beyond
entitlement, until it is set against a share or mended.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from events.errors import MalformedEvent
from events.money import text
from events.vocabulary.award_records import (
    AwardCorrected,
    AwardLocked,
    AwardPaid,
    AwardRecord,
    AwardReturned,
    AwardValidated,
    PaymentMended,
    PaymentMoved,
    Share,
)
from projections.ledger.moves import NOTHING, Moves, agree


def post_award(record: AwardRecord, moves: Moves) -> None:
    """What a record that moves an award on posts; `MalformedEvent` where it does not add up."""
    match record:
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
        case _:
            assert_never(record)


def _locked(moves: Moves, record: AwardLocked) -> None:
    meter = record.meter
    agree("amount_mc", record.amount_mc, _sum(record.shares), by="its shares come to")
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
        raise MalformedEvent(
            "payments", f"they come to {text(named_mc)}, and {text(record.beyond_mc)} was paid"
        )


def _as_if_never_locked(moves: Moves, record: AwardReturned) -> None:
    """Nothing of it was paid; what it does to later awards are corrections."""
    meter = record.meter
    primary, payable = ("primary", meter), ("payable", meter)
    reserve_back = moves.moved.get(meter, NOTHING).reserve_mc
    if moves.award is not None:
        agree("amount_mc", record.amount_mc, moves.award.owed_mc, by="what is owed of it is")
    agree("beyond_mc", record.beyond_mc, 0, by="and of an award that is drawn again is paid")
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
        agree("unpaid_mc", unpaid_mc, moves.award.owed_mc, by="what is owed of it is")
    if unpaid_mc + beyond_mc + house_mc < record.amount_mc:
        parts = f"{text(unpaid_mc + beyond_mc + house_mc)} was unpaid of it, paid and borne by the house"
        raise MalformedEvent("amount_mc", f"the record says {text(record.amount_mc)}, and {parts}")
    agree("corrected_mc", record.corrected_mc, 0, by="and of awards that stand is corrected")
    moves.move("return", unpaid_mc, debit=("payable", meter), credit=primary)
    moves.move("return", beyond_mc, debit=("beyond_entitlement", meter), credit=primary)
    moves.move("return", house_mc, debit=("house", meter), credit=primary)


def _paid(moves: Moves, record: AwardPaid) -> None:
    """Cash that left: it settles the seat's share, and the rest stands beyond entitlement."""
    settled_mc, beyond_mc, meter = record.settled_mc, record.beyond_mc, record.meter
    agree("amount_mc", record.amount_mc, settled_mc + beyond_mc, by="its parts come to")
    if bool(beyond_mc) != bool(record.beyond_reason):
        raise MalformedEvent("beyond_reason", f"it is {record.beyond_reason!r}, for {text(beyond_mc)}")
    _settles(moves, record.seat, settled_mc, meter)
    paid = ("paid", meter)
    moves.move("payment", settled_mc, debit=("payable", meter), credit=paid)
    moves.move("payment", beyond_mc, debit=("beyond_entitlement", meter), credit=paid)


def _settles(moves: Moves, seat: int, mc: int, meter: str) -> None:
    """A share cannot be settled that is not owed, nor from the account of another meter."""
    owed_mc = _owed_to(moves, seat)
    if mc > owed_mc:
        raise MalformedEvent(
            "settled_mc", f"it settles {text(mc)} of seat {seat}, which is owed {text(owed_mc)}"
        )
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
        raise MalformedEvent("shares", f"{text(accounted_mc)} of {text(record.amount_mc)} is paid or owed")
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
        agree("shares", _sum(record.shares), owed_after_mc, by="what is owed comes to")


def _sum(parts: Iterable[Share | PaymentMoved]) -> int:
    return sum(part.amount_mc for part in parts)


def _owed_to(moves: Moves, seat: int) -> int:
    """What a seat was owed of the record's award before it."""
    return 0 if moves.award is None else moves.award.owed.get(seat, 0)

"""`pitledger case decide`: what becomes of a claim, signed; with its payment where that was made at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final

from cyclopts import Parameter

from console.calls.arguments import cash as read_cash
from console.calls.arguments import many, number, one, signature, some
from console.calls.names import something
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.cases.deciding import NO_PAYMENT_DUE, Decided, Mending, payment_decided, reason_with
from console.cases.entries import Entry, add_entry, opened_case
from console.cases.paying import PAID_BY, SLIP, Cash, OfPlace, Payment
from console.commands.case.recording import CaseArgument, show_recorded
from console.instances.instance import open_log
from console.instances.read_model import open_read_model
from console.printing.output import print_message
from console.recording.clerk import open_clerk
from console.recording.signing import REASON, UNIDENTIFIED, Identified, Signature
from events.body import read_body
from events.vocabulary.cases import CaseDecided, CaseOpened
from projections.cases import Case
from streams.recorder.recorder import Recorded


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A correcting payment for a wager of a round, or none."""

    pay: Annotated[
        int | None, one(some(read_cash), "AMOUNT", "a correcting payment is due to the player")
    ] = None
    no_payment: Annotated[bool, Parameter(help="none is due")] = False
    round: Annotated[str | None, one(something, "ROUND", "with --pay: the round that it mends")] = None
    seat: Annotated[
        int | None, number("with --pay: the seat (default: that of the case)", least=1, most=255)
    ] = None
    wager: Annotated[str | None, one(something, "WAGER", "with --pay: the wager that was paid short")] = None
    section: Annotated[
        str | None, one(something, "SECTION", "decide: the section by which it is decided; put to the reason")
    ] = None


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class CashAtOnce:
    """How the player was paid, where that was done at once."""

    slip: Annotated[str | None, SLIP] = None
    paid_by: Annotated[str | None, PAID_BY] = None
    paid_from: OfPlace = "cage"

    @property
    def made(self) -> Cash | None:
        """The payment; None where it is still to be made."""
        if self.slip is None or self.paid_by is None:
            return None
        return Cash(slip=self.slip, paid_by=self.paid_by, paid_from=self.paid_from)


UNDECIDED: Final = Decision()
_SIGN: Final = many(signature, "BADGE:DEPARTMENT", "who signs, and for which department; given once or twice")
NOT_YET: Final = CashAtOnce()


def decide_case(
    case: CaseArgument,
    /,
    *,
    decision: Decision = UNDECIDED,
    sign: Annotated[tuple[Signature, ...], _SIGN],
    reason: Annotated[str, REASON],
    cash: CashAtOnce = NOT_YET,
    identified: Identified = UNIDENTIFIED,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Decide a case: --pay a correcting payment, or --no-payment, and why.

    One signs, or two people of two departments; above the amount that the case was opened with it must be
    two. With --slip and --paid-by the payment is recorded, too; else `pitledger case pay` does that later.

    Examples:
        pitledger case decide 1 --pay 30.00 --round HCF-01-9 --wager raise \
          --slip CS-204 --paid-by C-8 --sign F-12:"table games" --reason "paid short"
        pitledger case decide 1 --no-payment --sign F-12:"table games" --reason "paid as due"
    """
    _require_consistent(decision, cash)
    found, opened = opened_case(options.location(), case)
    decided = _decided(decision, found, options)
    for remark in decided.remarks:
        print_message(remark)
    fields = {**decided.fields, "signed_by": list(sign), "reason": reason_with(reason, decision.section)}
    entry = Entry("decide", case, CaseDecided.TYPE, fields, sign[0]["badge"])
    with open_clerk(options, identified.facility) as clerk:
        recorded = add_entry(clerk, entry, identified.id)
        payment = _payment_now(entry, recorded, opened, cash.made)
        id_ = None if identified.id is None else f"{identified.id}/paid"
        paid = None if payment is None else payment.fact().record(clerk, id_)
        clerk.process()
    more: dict[str, Any] = {"paid": None if paid is None else _paid_json(paid)}
    code = show_recorded(entry, recorded, options, **more)
    if paid is not None and not options.json:
        print(f"{paid.event.stream} seq {paid.seq}: {paid.event.type}")
    if code == 0 and decision.pay is not None and paid is None:
        print_message(f"Nobody has paid it yet: `pitledger case pay {case}` records that.")
    return code


def _require_consistent(decision: Decision, cash: CashAtOnce) -> None:
    """What nothing would come of is refused, not passed over."""
    if (decision.pay is None) is not decision.no_payment:
        raise WrongCall("give --pay AMOUNT, or --no-payment")
    of_payment = {
        "--round": decision.round,
        "--wager": decision.wager,
        "--seat": decision.seat,
        "--slip": cash.slip,
        "--paid-by": cash.paid_by,
    }
    if decision.no_payment:
        for option, given in of_payment.items():
            if given is not None:
                raise WrongCall(f"{option} belongs to --pay")
        return
    for option in ("--round", "--wager"):
        if of_payment[option] is None:
            raise WrongCall(f"--pay needs {option}: which wager of which round does it mend?")
    if (cash.slip is None) is not (cash.paid_by is None):
        raise WrongCall("--slip and --paid-by: give both where the player has the cash, or neither")


def _decided(decision: Decision, case: Case, options: GlobalOptions) -> Decided:
    if decision.pay is None:
        return NO_PAYMENT_DUE
    assert decision.round is not None
    assert decision.wager is not None
    where, mending = options.location(), Mending(decision.pay, decision.round, decision.seat, decision.wager)
    with open_read_model(where) as store, open_log(where) as log:
        return payment_decided(log, store, case, mending)


def _payment_now(entry: Entry, recorded: Recorded, opened: CaseOpened, cash: Cash | None) -> Payment | None:
    """The payment, where the decision stands and the player has the cash."""
    decided = read_body(recorded.event)
    if not isinstance(decided, CaseDecided) or cash is None:
        return None
    return Payment(entry.case, opened.table, recorded.seq, decided, decided.amount_mc, cash)


def _paid_json(paid: Recorded) -> dict[str, Any]:
    return {"stream": paid.event.stream, "seq": paid.seq, "existed": paid.existed}

"""Two people mend a payment of a table's own book: what the recorder finds of it, and what it refuses.

It reads the table's own stream back to the payment, by the rule that the ledger posts by
(`projections.house_money`). This is rare, and the payment may be old.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from events.body import read_body
from events.envelope import LIVE, Event
from events.errors import MalformedEvent, PitledgerError
from events.jsonform import Draft
from events.money import text
from events.times import MAX_TIME_US
from events.vocabulary.awards import EnvyPaid
from events.vocabulary.links import PaymentCorrected, PaymentFound
from events.vocabulary.play import RoundOpened, WagerSettled
from events.vocabulary.progressive import ProgressiveClaimed, ProgressivePaid, ProgressiveRejected
from projections.house_money import FixedAward, RoundAwards, is_of, mended_mc, same_slip
from projections.recording.badges import signature_problem
from projections.recording.drafts import refuse_record, with_body
from projections.recording.payment_corrections import correction_problem
from projections.recording.surroundings import Surroundings
from projections.signatures import signing_problem

_LATEST: Final = MAX_TIME_US
"""Above every number of a stream."""
_READ: Final = frozenset(
    {
        RoundOpened.TYPE,
        WagerSettled.TYPE,
        ProgressiveClaimed.TYPE,
        ProgressiveRejected.TYPE,
        ProgressivePaid.TYPE,
        PaymentCorrected.TYPE,
    }
)


class _NotMended(PitledgerError):
    """Why a payment cannot be mended here, and what to do."""


class _Since(NamedTuple):
    """A payment, and what matters to it: from the opening of its round on, in the order of the stream."""

    payment: Event
    events: list[Event]


def decide_correction(draft: Draft, body: PaymentCorrected, around: Surroundings) -> Draft:
    """The draft with what the recorder found of the payment; a refusal where it may not be recorded."""
    unsigned = signing_problem(body.signed_by, body.reason)
    unsigned = unsigned or signature_problem(around.register(), body.signed_by)
    if unsigned:
        return refuse_record(draft, "signatures", unsigned)
    wrong = correction_problem(body)
    if wrong:
        return refuse_record(draft, "other", wrong)
    try:
        found = _found(draft.stream.partition(":")[2], body, around)
    except _NotMended as problem:
        return refuse_record(draft, "other", str(problem))
    return with_body(draft, replace(body, found=found))


def _found(table: str, body: PaymentCorrected, around: Surroundings) -> PaymentFound:
    if body.table != table:
        raise _NotMended(f"it names a payment of {body.table}, and this is {table}: record it there")
    payment = around.own_event(body.payment_seq)
    if payment is None:
        raise _NotMended(f"{table} has no event {body.payment_seq}: give the number of the payment's event")
    if payment.mode != LIVE:
        raise _NotMended(f"event {payment.seq} is {payment.mode}: no money moved")
    found, mended_mc = _payment(table, payment, around)
    if not found.left_mc:
        raise _NotMended(f"nothing is left of payment {payment.seq}: it was mended before")
    if body.outcome == "never_happened":
        _refuse_half_undone(found, mended_mc)
    if body.amount_mc is not None and body.amount_mc > found.left_mc:
        raise _NotMended(
            f"{text(body.amount_mc)} is more than is left of payment {payment.seq}: {text(found.left_mc)}"
        )
    return found


def _refuse_half_undone(found: PaymentFound, before_mc: int) -> None:
    """A payment that never happened is undone whole."""
    if before_mc:
        raise _NotMended(
            f"{text(before_mc)} of it came back or is written off, so it did happen: mend the "
            f"{text(found.left_mc)} that is left as recovered or written off"
        )


def _payment(table: str, payment: Event, around: Surroundings) -> tuple[PaymentFound, int]:
    """What stands of a payment in the table's own book, and what was mended of it before."""
    match _read(payment):
        case EnvyPaid(amount_mc=amount_mc):
            before_mc = _mended(_since(payment, around, back_to_round=False))
            return PaymentFound(kind="envy", wager="", link="", left_mc=amount_mc - before_mc), before_mc
        case ProgressivePaid(leg=0, link=link) as paid:
            _refuse_same_slip(payment, paid.slip, around)
            before_mc = _mended(_since(payment, around, back_to_round=False))
            left_mc = paid.amount_mc - before_mc
            return PaymentFound(kind="payment", wager="", link=link, left_mc=left_mc), before_mc
        case ProgressivePaid(link=link):
            raise _NotMended(
                f"payment {payment.seq} stands in the book of the link {link}: "
                f"`pitledger link mend {link} --table {table} --payment {payment.seq}` mends it"
            )
        case WagerSettled(wager=wager) as settled if settled.paid_mc:
            since = _since(payment, around, back_to_round=True)
            _refuse_others_money(since)
            before_mc = _mended(since)
            left_mc = settled.paid_mc - before_mc
            return PaymentFound(kind="fixed_award", wager=wager, link="", left_mc=left_mc), before_mc
        case _:
            raise _NotMended(
                f"event {payment.seq} is {payment.type} and pays nothing: give the number of the payment"
            )


def _since(payment: Event, around: Surroundings, *, back_to_round: bool) -> _Since:
    """What came after a payment, and if asked for what came before it in its round."""
    events: list[Event] = []
    for event in _live(around.events_before(_LATEST)):
        if event.seq < payment.seq and not back_to_round:
            break
        events.append(event)
        if event.seq < payment.seq and event.type == RoundOpened.TYPE:
            break
    return _Since(payment, events[::-1])


def _live(events: Iterable[Event]) -> Iterator[Event]:
    return (event for event in events if event.mode == LIVE and event.type in _READ)


def _refuse_others_money(since: _Since) -> None:
    """A settled wager's payment that is not house money is in no book, or in that of a link."""
    awards, offered, seq = RoundAwards(), frozenset[str](), since.payment.seq
    for event in since.events:
        round_ = event.round or ""
        match _read(event):
            case RoundOpened(progressives=progressives):
                offered = frozenset(offer.wager for offer in progressives)
            case WagerSettled() as paid if paid.paid_mc and is_of(paid.wager, offered):
                award = FixedAward(event.seq, paid.seat, paid.wager, paid.paid_mc)
                if not awards.pay(round_, award) and event.seq == seq:
                    raise _NotMended(f"a claim of its round covers payment {seq}: its link pays it")
            case WagerSettled() if event.seq == seq:
                raise _NotMended(f"payment {seq} is the game's own, and in no book: it is not mended here")
            case ProgressiveClaimed() as claim:
                seats = (claim.seat, *claim.sharing_seats, *claim.other_boxes)
                covered = frozenset((seat, claim.wager) for seat in seats)
                if any(taken.seq == seq for taken in awards.claim(round_, event.seq, covered)):
                    raise _NotMended(f"claim {event.seq} has taken payment {seq} over: its link pays it")
            case ProgressiveRejected(claim_seq=claim_seq):
                awards.reject(claim_seq)


def _mended(since: _Since) -> int:
    """What earlier corrections have mended of a payment."""
    bodies = (_read(event) for event in since.events if event.type == PaymentCorrected.TYPE)
    return sum(
        mended_mc(body, body.found)
        for body in bodies
        if isinstance(body, PaymentCorrected)
        and body.payment_seq == since.payment.seq
        and body.found is not None
    )


def _refuse_same_slip(payment: Event, slip: str, around: Surroundings) -> None:
    """A slip that was paid before posted nothing the second time, unless the first never happened."""
    key, undone = same_slip(slip), set()
    for event in _live(around.events_before(payment.seq)) if key else ():
        body = _read(event)
        if isinstance(body, PaymentCorrected) and body.outcome == "never_happened":
            undone.add(body.payment_seq)
        before = isinstance(body, ProgressivePaid) and body.leg == 0 and same_slip(body.slip) == key
        if before and event.seq not in undone:
            raise _NotMended(
                f"payment {payment.seq} has the slip of payment {event.seq}, and nothing of it was posted: "
                f"mend {event.seq}"
            )


def _read(event: Event) -> object:
    """A body; None where it cannot be read, and so counts for nothing."""
    try:
        return read_body(event)
    except MalformedEvent:
        return None

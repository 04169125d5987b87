"""Two people mend a payment of a table's own book: what the recorder finds of it, and what it refuses.

It reads the table's own stream back to the payment, by the rule that the ledger posts by
(`projections.house_money`). This is rare, and the payment may be old.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from events.body import read_body
from events.envelope import LIVE, Event
from events.errors import MalformedEvent
from events.jsonform import Draft
from events.money import text
from events.times import MAX_TIME_US
from events.vocabulary.awards import EnvyPaid
from events.vocabulary.cases import DisputePaid
from events.vocabulary.links import PaymentCorrected, PaymentFound
from events.vocabulary.play import RoundOpened, WagerSettled
from events.vocabulary.progressive import (
    ProgressiveClaimed,
    ProgressivePaid,
    ProgressiveRejected,
    RoundVoided,
)
from projections.dispute_cash import DisputeCash, decision_key
from projections.house_money import (
    FixedAward,
    FixedHand,
    HouseMoney,
    Slips,
    claim_of,
    fixed_hands_of,
    is_of,
    mended_mc,
)
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
        DisputePaid.TYPE,
        RoundVoided.TYPE,
        PaymentCorrected.TYPE,
    }
)


class _Since(NamedTuple):
    """A payment, and what matters to it: from the opening of its round on, in the order of the stream."""

    payment: Event
    events: list[Event]


class _Standing(NamedTuple):
    """A payment in the table's own book, and what was mended of it before."""

    found: PaymentFound
    mended_mc: int


def decide_correction(draft: Draft, body: PaymentCorrected, around: Surroundings) -> Draft:
    """The draft with what the recorder found of the payment; a refusal where it may not be recorded."""
    unsigned = signing_problem(body.signed_by, body.reason)
    unsigned = unsigned or signature_problem(around.register(), body.signed_by)
    if unsigned:
        return refuse_record(draft, "signatures", unsigned)
    found = correction_problem(body) or _found(draft.stream.partition(":")[2], body, around)
    if isinstance(found, str):
        return refuse_record(draft, "other", found)
    return with_body(draft, replace(body, found=found))


def _found(table: str, body: PaymentCorrected, around: Surroundings) -> PaymentFound | str:
    """The payment as it stands; else why it cannot be mended here, and what to do."""
    if body.table != table:
        return f"it names a payment of {body.table}, and this is {table}: record it there"
    payment = around.own_event(body.payment_seq)
    if payment is None:
        return f"{table} has no event {body.payment_seq}: give the number of the payment's event"
    if payment.mode != LIVE:
        return f"event {payment.seq} is {payment.mode}: no money moved"
    standing = _standing(table, payment, body, around)
    if isinstance(standing, str):
        return standing
    return _too_much(body, standing) or standing.found


def _too_much(body: PaymentCorrected, standing: _Standing) -> str:
    """Why so much of a payment cannot be mended; empty where it can."""
    left_mc, before_mc = standing.found.left_mc, standing.mended_mc
    if not left_mc:
        return f"nothing is left of payment {body.payment_seq}: it was mended before"
    if before_mc and body.outcome == "never_happened":
        return (
            f"{text(before_mc)} of it came back or is written off, so it did happen: mend the "
            f"{text(left_mc)} that is left as recovered or written off"
        )
    if body.amount_mc is not None and body.amount_mc > left_mc:
        return f"{text(body.amount_mc)} is more than is left of payment {body.payment_seq}: {text(left_mc)}"
    return ""


def _standing(  # noqa: PLR0911 - one case a payment
    table: str, payment: Event, body: PaymentCorrected, around: Surroundings
) -> _Standing | str:
    """What stands of a payment in the table's own book; else why nothing does."""
    seq = payment.seq
    match _read(payment):
        case EnvyPaid(amount_mc=amount_mc):
            return _left(_after(payment, around), amount_mc, "envy")
        case (ProgressivePaid(leg=0) | DisputePaid()) as paid:
            before = _posted_before(payment, paid.slip, around)
            if before:
                return f"payment {seq} has the slip of payment {before} and posted nothing: mend {before}"
            if isinstance(paid, DisputePaid):
                return _dispute(payment, paid, body, around)
            return _left(_after(payment, around), paid.amount_mc, "payment", link=paid.link)
        case ProgressivePaid(link=link):
            command = f"pitledger link mend {link} --table {table} --payment {seq}"
            return f"payment {seq} stands in the book of the link {link}: `{command}` mends it"
        case WagerSettled(wager=wager, paid_mc=paid_mc) if paid_mc:
            since = _since_its_round(payment, around)
            stands = _house_money(since)
            return stands if isinstance(stands, str) else _left(since, stands, "fixed_award", wager=wager)
        case _:
            return f"event {seq} is {payment.type} and pays nothing: give the number of the payment"


def _left(
    since: _Since,
    paid_mc: int,
    kind: Literal["fixed_award", "envy", "payment", "dispute"],
    *,
    wager: str = "",
    link: str = "",
) -> _Standing:
    """What earlier corrections have left of a payment."""
    bodies = (_read(event) for event in since.events if event.type == PaymentCorrected.TYPE)
    before_mc = sum(
        mended_mc(body, body.found)
        for body in bodies
        if isinstance(body, PaymentCorrected)
        and body.payment_seq == since.payment.seq
        and body.found is not None
    )
    found = PaymentFound(kind=kind, wager=wager, link=link, left_mc=paid_mc - before_mc)
    return _Standing(found, before_mc)


def _dispute(
    payment: Event, paid: DisputePaid, body: PaymentCorrected, around: Surroundings
) -> _Standing | str:
    """A payment by the decision of a case: what goes beyond that can come back or be written off, and all of
    it may never have happened."""
    covered_mc = _covered(payment, paid, around)
    beyond = _left(_after(payment, around), paid.amount_mc - covered_mc, "dispute", wager=paid.wager)
    undone = any(
        isinstance(body, PaymentCorrected)
        and (body.payment_seq, body.outcome) == (payment.seq, "never_happened")
        for body in map(_read, _after(payment, around).events)
    )
    if undone:
        return f"nothing is left of payment {payment.seq}: it was mended before"
    key = decision_key(paid)
    if body.outcome == "never_happened":
        left_mc = covered_mc + beyond.found.left_mc
        found = replace(beyond.found, left_mc=left_mc, decision=key, covered_mc=covered_mc)
        return _Standing(found, beyond.mended_mc)
    if covered_mc == paid.amount_mc:
        return (
            f"nothing of payment {payment.seq} stands beyond entitlement: the decision {key} of its case "
            "covers it, so it can only never have happened"
        )
    return _Standing(replace(beyond.found, decision=key), beyond.mended_mc)


def _covered(payment: Event, paid: DisputePaid, around: Surroundings) -> int:
    """What of a payment its decision covers, by all that was paid of that before."""
    cash, slips, key = DisputeCash(), Slips(), decision_key(paid)
    for event in reversed([*_live(around.events_before(payment.seq))]):
        match _read(event):
            case (ProgressivePaid(leg=0) | DisputePaid()) as before:
                repeated = slips.first_with(before.slip, event.seq)
                if isinstance(before, DisputePaid) and not repeated and decision_key(before) == key:
                    cash.pay(event.seq, before)
            case PaymentCorrected(outcome="never_happened", payment_seq=seq, found=found):
                slips.forget(seq)
                if found is not None and found.decision == key:
                    cash.undo(key, found.covered_mc)
    return cash.pay(payment.seq, paid)


def _after(payment: Event, around: Surroundings) -> _Since:
    """What came after a payment."""
    later = takewhile(lambda event: event.seq > payment.seq, _live(around.events_before(_LATEST)))
    return _Since(payment, [*later][::-1])


def _since_its_round(payment: Event, around: Surroundings) -> _Since:
    """What came since the opening of a payment's round, that one first."""
    events: list[Event] = []
    for event in _live(around.events_before(_LATEST)):
        events.append(event)
        if event.seq < payment.seq and event.type == RoundOpened.TYPE:
            break
    return _Since(payment, events[::-1])


def _live(events: Iterable[Event]) -> Iterator[Event]:
    return (event for event in events if event.mode == LIVE and event.type in _READ)


def _house_money(since: _Since) -> int | str:
    """What of a settled wager's payment is house money; else why it is in no book, or in that of a link."""
    money, seq = HouseMoney(), since.payment.seq
    offered, fixed = frozenset[str](), frozenset[FixedHand]()
    house_mc, why = 0, ""
    for event in since.events:
        round_, here = event.round or "", f"a claim of its round covers payment {seq}: its link pays it"
        match _read(event):
            case RoundOpened() as opened:
                offered = frozenset(offer.wager for offer in opened.progressives)
                fixed = fixed_hands_of(opened)
            case WagerSettled() as paid if paid.paid_mc and is_of(paid.wager, offered):
                money.pay(round_, FixedAward(event.seq, paid.seat, paid.wager, paid.paid_mc))
            case WagerSettled() if event.seq == seq:
                return f"payment {seq} is the game's own, and in no book: it is not mended here"
            case ProgressiveClaimed() as claim:
                money.claim(round_, event.seq, claim_of(claim, fixed))
                here = f"claim {event.seq} has taken payment {seq} over: its link pays it"
            case ProgressiveRejected(claim_seq=claim_seq):
                money.reject(claim_seq)
            case RoundVoided(legs=legs):
                money.void(round_, {leg.link: leg.seats for leg in legs})
            case ProgressivePaid() as paid:
                money.name(paid.claim_seq, paid.seat, paid.amount_mc)
                here = f"payment {event.seq} names the cash of payment {seq}: mend that"
        known_mc = money.house_mc(seq)
        if event.seq == seq or known_mc not in (None, house_mc):
            house_mc, why = known_mc or 0, here
    return house_mc or why


def _posted_before(payment: Event, slip: str, around: Surroundings) -> int:
    """The payment that was posted with the same slip, so that this one posted nothing; 0 where none was.

    One that never happened, as two people found out before this one came, used up no slip.
    """
    slips = Slips()
    for event in reversed([*_live(around.events_before(payment.seq))] if slip else []):
        match _read(event):
            case (ProgressivePaid(leg=0) | DisputePaid()) as paid:
                slips.first_with(paid.slip, event.seq)
            case PaymentCorrected(outcome="never_happened", payment_seq=undone):
                slips.forget(undone)
    return slips.first_with(slip, payment.seq)


def _read(event: Event) -> object:
    """A body; None where it cannot be read, and so counts for nothing."""
    try:
        return read_body(event)
    except MalformedEvent:
        return None

"""A case in words and as plain values, alike for the terminal, the console in the browser and scripts."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from console.cases.reply_clock import days_left, is_overdue
from events.money import text
from events.times import time_text
from streams.read_model.queries.cases import Case, CaseEntry, CasePayment

_DONE: Final = {
    "note": "note",
    "view": "looked at",
    "ruled_out": "ruled out",
    "hold": "hold",
    "lifted": "hold lifted",
    "payment": "decided: to pay",
    "no_payment": "decided: no payment",
    "reopened": "opened again",
}


def case_json(case: Case, today: str) -> dict[str, Any]:
    """How a case stands, as scripts read it; without its entries."""
    decision = case.decision
    left = None if decision is not None else days_left(case.reply_by, today)
    return {
        "case": case.name,
        "stream": case.stream,
        "status": case.status,
        "table": case.table,
        "seat": case.seat,
        "player": case.player or None,
        "disputed_at": time_text(case.disputed_at_us),
        "claim": case.claim,
        "claimed_mc": case.claimed_mc,
        "opened_at": time_text(case.opened_at_us),
        "opened_by": case.opened_by,
        "two_sign_over_mc": case.two_sign_over_mc,
        "reply_by": case.reply_by,
        "days_left": left,
        "overdue": is_overdue(case, today),
        "holds": [each.seq for each in case.holds],
        "decided_mc": None if decision is None else decision.amount_mc,
        "unpaid_mc": case.unpaid_mc,
    }


def case_document(case: Case, today: str) -> dict[str, Any]:
    """A case with its entries and payments, as scripts read it."""
    entries = [*map(entry_json, case.entries)]
    return {**case_json(case, today), "entries": entries, "payments": [*map(payment_json, case.payments)]}


def entry_json(entry: CaseEntry) -> dict[str, Any]:
    """An entry, as scripts read it; null for what it does not name."""
    decided = entry.entry in ("payment", "no_payment")
    return {
        "seq": entry.seq,
        "entry": entry.entry,
        "at": time_text(entry.recorded_at_us),
        "by": list(entry.by),
        "text": entry.said or None,
        "table": entry.table or None,
        "round": entry.round or None,
        "seat": entry.seat or None,
        "wager": entry.wager or None,
        "amount_mc": entry.amount_mc if decided else None,
        "hold_seq": entry.hold_seq or None,
        "reply_by": entry.reply_by or None,
    }


def payment_json(payment: CasePayment) -> dict[str, Any]:
    """What was paid by a decision, as scripts read it."""
    return {
        "case": payment.name,
        "decision_seq": payment.decision_seq,
        "book": f"table:{payment.table}",
        "payment_seq": payment.payment_seq,
        "round": payment.round,
        "seat": payment.seat,
        "wager": payment.wager,
        "amount_mc": payment.amount_mc,
        "settled_mc": payment.settled_mc,
        "beyond_mc": payment.beyond_mc,
        "slip": payment.slip,
        "paid_from": payment.paid_from,
        "paid_by": payment.paid_by,
        "day": payment.day,
        "of_day": payment.of_day,
        "recorded_at": time_text(payment.recorded_at_us),
    }


def payment_text(payment: CasePayment) -> str:
    """A payment by a decision, in words."""
    beyond = f", {text(payment.beyond_mc)} of it beyond entitlement" if payment.beyond_mc else ""
    undone = ", which never happened" if payment.undone_mc else ""
    return (
        f"{text(payment.amount_mc)} to seat {payment.seat} for {payment.wager} of {payment.round} by "
        f"{payment.paid_by} ({payment.paid_from.replace('_', ' ')}, slip {payment.slip}){beyond}{undone}"
    )


def entry_text(entry: CaseEntry) -> str:
    """An entry in a line: what was done, to what, by whom, and why."""
    words = [_DONE[entry.entry]]
    if entry.entry == "payment":
        words.append(f"{text(entry.amount_mc)} to seat {entry.seat} for {entry.wager} of {entry.round}")
    elif entry.hold_seq:
        words.append(str(entry.hold_seq))
    elif entry.round:
        words.append(entry.round)
    elif entry.reply_by:
        words.append(f"reply by {entry.reply_by}")
    said = f": {entry.said}" if entry.said else ""
    return f"{' '.join(words)}, {' and '.join(entry.by)}{said}"


class Step(NamedTuple):
    """Something that was done about a case: an entry of its stream, or a payment at its table."""

    at_us: int
    seq: int
    """The number of the entry in the stream of the case; 0 for a payment."""
    words: str
    of: CaseEntry | CasePayment


def steps(case: Case) -> list[Step]:
    """What was done about a case, in order."""
    entries = [Step(each.recorded_at_us, each.seq, entry_text(each), each) for each in case.entries]
    paid = [Step(each.recorded_at_us, 0, f"paid {payment_text(each)}", each) for each in case.payments]
    return sorted([*entries, *paid], key=lambda step: (step.at_us, step.seq))

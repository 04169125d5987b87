"""A payment, as `ledger hits`, `ledger liability` and `day` show it."""

from __future__ import annotations

from typing import Any

from events.money import text
from events.times import time_text
from streams.read_model.queries.payments import Payment


def payment_json(payment: Payment) -> dict[str, Any]:
    """The payment as scripts read it."""
    return {
        "book": payment.book,
        "link": payment.link,
        "table": payment.table,
        "payment_seq": payment.payment_seq,
        "claim_seq": payment.claim_seq,
        "round": payment.round,
        "seat": payment.seat,
        "meter": payment.meter,
        "amount_mc": payment.amount_mc,
        "settled_mc": payment.settled_mc,
        "beyond_mc": payment.beyond_mc,
        "recovered_mc": payment.recovered_mc,
        "written_off_mc": payment.written_off_mc,
        "undone_mc": payment.undone_mc,
        "reason": payment.reason,
        "slip": payment.slip,
        "paid_from": payment.paid_from,
        "paid_by": payment.paid_by,
        "day": payment.day,
        "of_day": payment.of_day,
        "recorded_at": time_text(payment.recorded_at_us),
    }


def whose(payment: Payment) -> str:
    """Which payment it is: table, number, seat, slip."""
    slip = f", slip {payment.slip}" if payment.slip else ""
    return f"payment {payment.payment_seq} of {payment.table} to seat {payment.seat}{slip}"


def where_it_stands(payment: Payment) -> str:
    """Every cent of a payment, in words."""
    reason = f" ({payment.reason.replace('_', ' ')})" if payment.reason else ""
    parts = (
        ("settles", payment.settled_mc, ""),
        ("beyond entitlement", payment.beyond_mc, reason),
        ("recovered", payment.recovered_mc, ""),
        ("written off", payment.written_off_mc, ""),
        ("never happened", payment.undone_mc, ""),
    )
    return ", ".join(f"{words} {text(mc)}{why}" for words, mc, why in parts if mc) or f"{text(0)} paid"

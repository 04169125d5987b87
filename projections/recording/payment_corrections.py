"""Corrections of payments, on a link's stream or on a table's own: which of them may be recorded.

What the correction moves is decided where the payment stands: by the keeper of the link, or in the book of
the table.
"""

from __future__ import annotations

from events.body import decode_body
from events.envelope import LIVE
from events.errors import MalformedEvent
from events.jsonform import Draft
from events.vocabulary.links import PaymentCorrected
from events.vocabulary.progressive import ProgressivePaid
from projections.recording.badges import signature_problem
from projections.recording.drafts import refuse_record
from projections.recording.surroundings import Surroundings
from projections.signatures import signing_problem


def correction_problem(change: PaymentCorrected) -> str:
    """What is wrong with a correction, whatever the payment; empty where nothing is."""
    if change.amount_mc is None:
        return ""
    if change.outcome == "never_happened":
        return "a payment that never happened is undone whole: name no amount"
    return "" if change.amount_mc else "nothing would be mended: name an amount, or none for all of it"


def table_correction(draft: Draft, change: PaymentCorrected, around: Surroundings) -> Draft:
    """A correction on a table's own stream, of a payment that no link has a leg of; or its refusal.

    Tests and training mend nothing.
    """
    if draft.mode != LIVE:
        return draft
    elsewhere = _elsewhere(draft.stream.partition(":")[2], change, around)
    if elsewhere:
        return refuse_record(draft, "wrong_stream", elsewhere)
    problem = signing_problem(change.signed_by, change.reason)
    problem = problem or signature_problem(around.register(), change.signed_by)
    if problem:
        return refuse_record(draft, "signatures", problem)
    wrong = correction_problem(change)
    return refuse_record(draft, "other", wrong) if wrong else draft


def _elsewhere(table: str, change: PaymentCorrected, around: Surroundings) -> str:
    """Why the payment does not stand in this table's book, and where to record it; empty where it does."""
    if change.table != table:
        return f"it is about a payment of {change.table}, and this is {table}: record it on that stream"
    payment = _payment(change.payment_seq, around)
    if payment is None:
        return f"{change.payment_seq} is not a payment of {table}: name its number in the table's stream"
    if payment.leg:
        return f"payment {change.payment_seq} stands with the link {payment.link}: record it on that stream"
    return ""


def _payment(seq: int, around: Surroundings) -> ProgressivePaid | None:
    """The payment of a number, if that event is one."""
    event = around.own_event(seq)
    if event is None or event.mode != LIVE or event.type != ProgressivePaid.TYPE:
        return None
    try:
        body = decode_body(event)
    except MalformedEvent:
        return None
    assert isinstance(body, ProgressivePaid)
    return body

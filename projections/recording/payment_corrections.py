"""Corrections of payments: what is wrong with one whatever the payment is, on a link's stream or a table's.

What the correction moves is decided where the payment stands: by the keeper of the link, or in the book of
the table (`projections.recording.table_payments`).
"""

from __future__ import annotations

from events.vocabulary.links import PaymentCorrected


def correction_problem(change: PaymentCorrected) -> str:
    """What is wrong with a correction, whatever the payment; empty where nothing is."""
    if change.amount_mc is None:
        return ""
    if change.outcome == "never_happened":
        return "a payment that never happened is undone whole: name no amount"
    return "" if change.amount_mc else "nothing would be mended: name an amount, or none for all of it"

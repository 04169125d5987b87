"""A payment mended: it never happened, came back, or is written off, in the book that it stands in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from console.acts.fact import Fact
from console.recording.signing import Signature
from events.vocabulary.links import PaymentCorrected


def correction(
    table: str, payment_seq: int, outcome: str, amount_mc: int | None, document: str
) -> dict[str, Any]:
    """The fields of the correction, but for signatures and reason."""
    return {
        "table": table,
        "payment_seq": payment_seq,
        "outcome": outcome,
        "amount_mc": amount_mc,
        "document": document,
    }


def on_table(table: str, fields: dict[str, Any], sign: Sequence[Signature], reason: str) -> Fact:
    """The correction of a payment in a table's own book."""
    signed = {**fields, "signed_by": list(sign), "reason": reason}
    return Fact(f"table:{table}", PaymentCorrected.TYPE, signed, sign[0]["badge"])

"""An award that is locked and not paid in full, as `meters` and `ledger liability` show it."""

from __future__ import annotations

from typing import Any

from events.money import text
from events.times import time_text
from streams.read_model.queries.awards import Award


def award_json(award: Award) -> dict[str, Any]:
    """The award as scripts read it."""
    return {
        "link": award.link,
        "table": award.table,
        "claim_seq": award.claim_seq,
        "round": award.round,
        "seat": award.seat,
        "hand": award.hand,
        "meter": award.meter,
        "amount_mc": award.amount_mc,
        "paid_mc": award.paid_mc,
        "owed_mc": award.owed_mc,
        "status": award.standing,
        "validated": award.validated,
        "locked_at": None if award.locked_at_us is None else time_text(award.locked_at_us),
        "seats": list(award.seats),
        "owed": [{"seat": seat, "amount_mc": owed_mc} for seat, owed_mc in award.owed],
    }


def to_whom(award: Award) -> str:
    """The table and the seats that an award is owed to; where there are several, what each is owed."""
    if len(award.owed) > 1:
        return f"{award.table} " + ", ".join(f"seat {seat} ({text(mc)})" for seat, mc in award.owed)
    return f"{award.table} seat {award.seats[0]}"

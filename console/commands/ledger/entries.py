"""An entry of the ledger, as scripts read it."""

from __future__ import annotations

from typing import Any

from events.times import time_text
from projections.ledger.accounts import Entry


def entry_json(entry: Entry) -> dict[str, Any]:
    """An entry as scripts read it; debits are positive."""
    return {
        "book": entry.book,
        "record": entry.seq,
        "at": time_text(entry.at_us),
        "day": entry.day,
        "of_day": entry.of_day,
        "type": entry.type,
        "source": entry.source,
        "round": entry.round,
        "postings": [
            {"account": p.account, "meter": p.meter, "cause": p.cause, "amount_mc": p.mc, "nano": p.nano}
            for p in entry.postings
        ],
    }

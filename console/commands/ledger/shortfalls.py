"""What the house bears of a void or a rejection, as `meters`, `day`, `round` and `ledger hits` show it."""

from __future__ import annotations

from typing import Any, Final

from events.money import text
from events.times import time_text
from events.vocabulary.keeper_facts import ShortBecause
from streams.read_model.queries.shortfalls import BorneByHouse

_LACKS_RESEED: Final = "later ones stand, and the meter lacks the reseed that goes back"
_BECAUSE: Final[dict[ShortBecause, str]] = {
    "won_since": "a 100 % award was locked on the meter since",
    "below_start": "the meter would fall below what it started from",
    "reserve_spent": "the reserve no longer has it",
    "below_zero": "the meter would fall below zero",
    "later_paid": "a later award was paid more than it comes to now",
    "part_paid": f"the award was paid, all or in part: {_LACKS_RESEED}",
    "behind_locks": f"the award lies behind 64 later ones: {_LACKS_RESEED}",
}


def borne_json(borne: BorneByHouse) -> dict[str, Any]:
    """The same as scripts read it."""
    return {
        "link": borne.link,
        "record": borne.seq,
        "table": borne.table,
        "round": borne.round,
        "meter": borne.meter,
        "amount_mc": borne.amount_mc,
        "because": borne.because,
        "reason": borne.reason,
        "at": time_text(borne.at_us),
    }


def borne_in_words(borne: BorneByHouse) -> str:
    """How much of which meter, why the meter could not, and what for."""
    words = {str(code): said for code, said in _BECAUSE.items()}
    because = words.get(borne.because, borne.because)
    of_round = f"round {borne.round} at {borne.table}" if borne.round else borne.table
    return f"the house bears {text(borne.amount_mc)} of {borne.meter}: {because} ({of_round}: {borne.reason})"

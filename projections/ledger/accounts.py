"""The ledger: what every record of a book moves, as balanced double entry.

A debit is positive, a credit negative; every entry adds up to nought, in millicents and in nanodollars. A
link is a book of its own, under its name; what a table pays of house money is in a book under the table's
stream.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

ACCOUNTS: Final = {
    "primary": "what is on display on a meter",
    "reserve": "what is kept for a meter's next start",
    "residual": "what divisions left over, below a millicent",
    "payable": "awards that are locked and unpaid",
    "in_transit": "what has left one link and not reached the other",
    "seed_funding": "what the house put in as seeds and reseeds",
    "contributions": "what wagers put in by the incrementation rates",
    "house": "what the house bore or gained: adjustments, shortfalls, corrections",
    "fixed_awards": "fixed awards, which are house money",
    "envy": "envy bonuses, which are house money",
    "paid": "what players were paid",
}
"""Every account, and what stands on it."""

CAUSES: Final = (
    "seed",
    "contribution",
    "reversal",
    "award",
    "reseed",
    "reserve",
    "overflow",
    "return",
    "correction",
    "payment",
    "adjustment",
    "transfer",
    "fixed_award",
    "envy",
)
"""Why money moves, in the order in which a statement lists it."""

ON_A_METER: Final = ("primary", "reserve", "residual")
"""The accounts that make up what stands on a meter."""


_JSON: Final = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
"""Made once: `json.dumps` with separators would make an encoder a call."""


class Posting(NamedTuple):
    """What one account of an entry gets: debit positive, credit negative.

    `nano` is in 1/10,000 of a millicent, which is a nanodollar: what divisions left over.
    """

    account: str
    meter: str
    cause: str
    mc: int
    nano: int


class Entry(NamedTuple):
    """One record that moved money, as balanced postings.

    `at_us` is the running maximum of the recording times in the order of the book. `day` is the gaming day
    that it is posted to, `of_day` the one that it belongs to: earlier where it came after the close.
    """

    book: str
    seq: int
    at_us: int
    day: str
    of_day: str
    type: str
    source: str
    round: str
    postings: tuple[Posting, ...]


Key = tuple[str, str, str]
"""Account, meter and cause."""
Totals = dict[Key, tuple[int, int]]
"""What has been posted, in millicents and in nanodollars."""


def add_up(totals: Totals, postings: Iterable[Sequence[Any]]) -> None:
    """Add postings, or plain lists of what they hold, to totals, in place."""
    for account, meter, cause, mc, nano in postings:
        before = totals.get((account, meter, cause), (0, 0))
        totals[account, meter, cause] = (before[0] + mc, before[1] + nano)


def table_book(table: str) -> str:
    """The book of a table's house money; no link can be called so."""
    return f"table:{table}"


def postings_text(postings: Iterable[Posting]) -> str:
    """Postings as the read model keeps them: JSON, which the SQL of anybody can take apart."""
    return _JSON([*postings])


def add_text(totals: Totals, text: str) -> None:
    """Add the postings of `postings_text` to totals, in place."""
    add_up(totals, json.loads(text))


def postings_of(text: str) -> tuple[Posting, ...]:
    """The postings of `postings_text`."""
    return tuple(Posting(*posting) for posting in json.loads(text))


def totals_text(totals: Totals) -> str:
    """Totals as a snapshot keeps them, in the order of their keys: equal totals have equal texts."""
    return postings_text(Posting(*key, *amounts) for key, amounts in sorted(totals.items()))


def totals_of(text: str) -> Totals:
    """The totals of `totals_text`."""
    return {(account, meter, cause): (mc, nano) for account, meter, cause, mc, nano in json.loads(text)}

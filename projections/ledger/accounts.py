"""The ledger: what every record of a book moves, as balanced double entry.

A debit is positive, a credit negative; every entry adds up to zero, in millicents and in nanodollars. A
link is a book of its own, under its name; what a table pays of house money is in a book under the table's
stream.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from events.times import day_number, day_text

ACCOUNTS: Final = {
    "primary": "what is on display on a meter",
    "reserve": "what is kept for a meter's next start",
    "residual": "what divisions left over, below a millicent",
    "payable": "awards that are locked and unpaid",
    "beyond_entitlement": "what was paid and is not owed: until it is set against a share, or mended",
    "in_transit": "what has left one link and not reached the other",
    "seed_funding": "what the house put in as seeds and reseeds",
    "contributions": "what wagers put in by the incrementation rates",
    "house": "what the house bore or gained: adjustments, shortfalls, corrections",
    "fixed_awards": "fixed awards, which are house money",
    "envy": "envy bonuses, which are house money",
    "disputes": "what decisions of cases made good, which is house money",
    "paid": "what players were paid",
}
"""Every account, and what is on it."""

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
    "set_against",
    "payment_correction",
    "adjustment",
    "transfer",
    "fixed_award",
    "envy",
    "dispute",
)
"""Why money moves, in the order in which a statement lists it."""

IN_TRANSIT: Final = "in_transit"
"""The account of what has left a link: over the books of both it comes to zero when it has arrived."""
OWED: Final = ("primary", "reserve", "residual", "payable", IN_TRANSIT)
"""The accounts that are liabilities."""

BEYOND: Final = "beyond_entitlement"
"""The account of what players were paid and were not owed."""

HOUSE_MONEY: Final = ("fixed_awards", "envy", "disputes")
"""The accounts of house money in the books of tables."""

ON_A_METER: Final = ("primary", "reserve", "residual")
"""The accounts that make up the balance of a meter."""

MOST_MC: Final = 10**14
"""A billion dollars: an amount above it is neither a stake nor a payment, and sums of less fit 64 bits."""


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


PostingKey = tuple[str, str, str]
"""Account, meter and cause."""
Totals = dict[PostingKey, tuple[int, int]]
"""What has been posted, in millicents and in nanodollars."""


def add_up(totals: Totals, postings: Iterable[Posting]) -> None:
    """Add postings to totals, in place."""
    for account, meter, cause, mc, nano in postings:
        before_mc, before_nano = totals.get((account, meter, cause), (0, 0))
        totals[account, meter, cause] = (before_mc + mc, before_nano + nano)


def table_book(table: str) -> str:
    """The book of a table's house money; no link can be called so."""
    return f"table:{table}"


def day_posted(gaming_day: str, closed_day: str) -> str:
    """The day that something of a gaming day is posted to: one that is not closed, in whichever book."""
    closed = day_number(closed_day)
    return gaming_day if closed is None else max(gaming_day, day_text(closed + 1))


def postings_text(postings: Iterable[Posting]) -> str:
    """Postings as the read model keeps them: JSON, which the SQL of anybody can take apart."""
    return _ENCODER.encode([*postings]).decode()


def add_text(totals: Totals, text: str) -> None:
    """Add the postings of `postings_text` to totals, in place."""
    add_up(totals, postings_of(text))


def postings_of(text: str) -> tuple[Posting, ...]:
    """The postings of `postings_text`."""
    return _POSTINGS.decode(text)


def totals_text(totals: Totals) -> str:
    """Totals as a snapshot keeps them, in the order of their keys: equal totals have equal texts."""
    return postings_text(Posting(*key, *amounts) for key, amounts in sorted(totals.items()))


def totals_of(text: str) -> Totals:
    """The totals of `totals_text`."""
    return {(account, meter, cause): (mc, nano) for account, meter, cause, mc, nano in postings_of(text)}


def believable(*amounts_mc: int) -> bool:
    """Whether amounts are such that stakes and payments have; what is not counts for nothing."""
    return all(-MOST_MC <= mc <= MOST_MC for mc in amounts_mc)


_ENCODER: Final = msgspec.json.Encoder()
_POSTINGS: Final = msgspec.json.Decoder(tuple[Posting, ...])

"""Money is an integer of millicents (1/1000 of a cent); this module is the only place that converts.

Nothing here divides: a rate gives a numerator over `RATE_UNIT`, and whoever divides keeps the rest.
"""

from __future__ import annotations

MC_PER_CENT = 1_000
MC_PER_DOLLAR = 100 * MC_PER_CENT
RATE_UNIT = 10_000
"""Rates are basis points: 2,300 of 10,000 are 23 %."""

MAX_MC = 2**63 - 1
"""The largest amount an event can hold: it must fit the signed 64 bits of databases and Parquet."""


def cents(amount: int) -> int:
    """Millicents of a number of cents."""
    return amount * MC_PER_CENT


def floor_to_cent(amount_mc: int) -> int:
    """The whole cents in an amount: what a player is paid; the rest stays where it was."""
    return amount_mc - amount_mc % MC_PER_CENT


def whole_cents(difference_mc: int) -> int:
    """A difference in cents: a part of a cent counts as one, so that it is zero only where there is none."""
    cents_of = (abs(difference_mc) + MC_PER_CENT - 1) // MC_PER_CENT
    return -cents_of if difference_mc < 0 else cents_of


def text(amount_mc: int) -> str:
    """Dollars for people, to the last millicent that is not zero: `$150,000.00`, `$0.00230`."""
    sign = "-" if amount_mc < 0 else ""
    whole, rest = divmod(abs(amount_mc), MC_PER_DOLLAR)
    fraction = f"{rest:05d}"
    return f"{sign}${whole:,}.{fraction[:2]}{fraction[2:].rstrip('0') and fraction[2:]}"


def exact(amount_mc: int, nano: int) -> str:
    """An amount with what divisions left over, in dollars: `$1.15`, or `$0.000000023` for 23 nanodollars."""
    if not nano:
        return text(amount_mc)
    amount = amount_mc * RATE_UNIT + nano
    whole, rest = divmod(abs(amount), MC_PER_DOLLAR * RATE_UNIT)
    return f"{'-' if amount < 0 else ''}${whole:,}.{rest:09d}"

"""What the accounts of the ledger are called in the journals: a path that beancount and hledger both take.

A part of a beancount path begins with a capital or a digit and goes on with letters, digits and dashes, so
other characters of our names are written as `-x` and two hex digits. No two accounts share a path, and no
account lies under another: a balance assertion of beancount would add up both.
"""

from __future__ import annotations

import re
from typing import Final

from projections.link_parameters import OVERFLOW

TABLE_BOOK: Final = "table:"
"""Before the table's name where a book is a table's own: house money that no link knows of."""
_MARK: Final = "X-"
"""Before a name that does not begin as names of its kind do."""

_TO_ESCAPE: Final = re.compile(r"[._]|-(?=x)")

_ACCOUNTS: Final[dict[str, tuple[str, str]]] = {
    "primary": ("Liabilities", "Primary"),
    "reserve": ("Liabilities", "Reserve"),
    "residual": ("Liabilities", "Residual"),
    "payable": ("Liabilities", "Payable"),
    "in_transit": ("Liabilities", "InTransit"),
    "seed_funding": ("Expenses", "SeedFunding"),
    "contributions": ("Expenses", "Contributions"),
    "house": ("Expenses", "House"),
    "fixed_awards": ("Expenses", "FixedAwards"),
    "envy": ("Expenses", "Envy"),
    "disputes": ("Expenses", "Disputes"),
    "paid": ("Assets", "Paid"),
    "beyond_entitlement": ("Assets", "BeyondEntitlement"),
}
"""The place of each account: what the house owes, what it bears, the cash that left, and what of it is to
come back."""


def account_path(book: str, account: str, meter: str) -> str:
    """The path of an account: for example `Liabilities:Progressive:HCF:Progressive:Primary`."""
    root, leaf = _ACCOUNTS[account]
    kind, name = (
        ("Tables", book.removeprefix(TABLE_BOOK)) if book.startswith(TABLE_BOOK) else ("Progressive", book)
    )
    return ":".join((root, kind, _book_part(name), *_meter_parts(meter), leaf))


def _book_part(name: str) -> str:
    """Links and tables are mostly in capitals, and stay as they are."""
    part = _escaped(name)
    return _MARK + part if name[0].islower() or part.startswith(_MARK) else part


def _meter_parts(meter: str) -> tuple[str, ...]:
    """Meters are mostly in small letters, and get a capital; an overflow lies under its meter."""
    if meter.endswith(OVERFLOW):
        return (*_meter_parts(meter.removesuffix(OVERFLOW)), "Overflow")
    part = _escaped(meter[:1].upper() + meter[1:])
    # Marked, too, is what would look as if it were.
    if not meter or meter[0].isupper() or part.startswith(_MARK):
        return (_MARK + _escaped(meter),)
    return (part,)


def _escaped(name: str) -> str:
    """Dots and underscores by their code; a dash before an x too, since that is how a code begins."""
    return _TO_ESCAPE.sub(lambda match: f"-x{ord(match[0]):02X}", name)

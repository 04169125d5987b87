"""What the accounts of the ledger are called in the journals: a path that beancount and hledger both take.

A part of a beancount path begins with a capital or a digit and goes on with letters, digits and dashes, so
other characters of our names are written as `-x` and two hex digits. No two accounts share a path, and no
account lies under another: a balance assertion of beancount would add up both.
"""

from __future__ import annotations

from typing import Final

TABLE_BOOK: Final = "table:"
"""Before the table's name where a book is a table's own: house money that no link knows of."""
_OVERFLOW: Final = ".overflow"
_MARK: Final = "X-"
"""Before a name that does not begin as names of its kind do."""

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
    "paid": ("Assets", "Paid"),
}
"""Where each account stands: what the house owes, what it bears, and the cash that left."""


def account_path(book: str, account: str, meter: str) -> str:
    """The path of an account: `Liabilities:Progressive:HCF:Progressive:Primary`, say."""
    root, leaf = _ACCOUNTS[account]
    kind, name = (
        ("Tables", book.removeprefix(TABLE_BOOK)) if book.startswith(TABLE_BOOK) else ("Progressive", book)
    )
    return ":".join((root, kind, _book_part(name), *_meter_parts(meter), leaf))


def _book_part(name: str) -> str:
    """Links and tables are mostly in capitals, and stay as they are."""
    marked = name[0].islower() or name.startswith(_MARK)
    return (_MARK if marked else "") + _escaped(name)


def _meter_parts(meter: str) -> tuple[str, ...]:
    """Meters are mostly in small letters, and get a capital; an overflow lies under its meter."""
    if meter.endswith(_OVERFLOW) and meter != _OVERFLOW:
        return (*_meter_parts(meter.removesuffix(_OVERFLOW)), "Overflow")
    if not meter:
        return (_MARK,)
    if meter[0].isupper() or meter.upper().startswith(_MARK):
        return (_MARK + _escaped(meter),)
    return (_escaped(meter[0].upper() + meter[1:]),)


def _escaped(name: str) -> str:
    """Dots and underscores by their code; a dash before an x too, since that is how a code begins."""
    return "".join(
        char if char.isalnum() or (char == "-" and following != "x") else f"-x{ord(char):02X}"
        for char, following in zip(name, name[1:] + " ", strict=True)
    )

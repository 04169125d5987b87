"""What an export adds up to: balances before its first entry, after its last, and the days between.

Every form of the export ends in these figures, so all of them are taken in the same pass over the entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from events.errors import PitledgerError
from events.money import exact
from projections.ledger.accounts import Entry


class DamagedLedger(PitledgerError):
    """An entry of the ledger whose postings do not add up to zero."""


class Key(NamedTuple):
    """What a balance is kept by."""

    book: str
    account: str
    meter: str
    cause: str


class Amount(NamedTuple):
    """Millicents and, beside them, what divisions left over in nanodollars."""

    mc: int
    nano: int

    def plus(self, mc: int, nano: int) -> Amount:
        """The sum."""
        return Amount(self.mc + mc, self.nano + nano)


NOTHING = Amount(0, 0)


class Totals:
    """The balances of an export, kept up to date entry by entry."""

    def __init__(self, opening: Mapping[Key, Amount] | None = None, first_day: str | None = None) -> None:
        self.opening = dict(opening or {})
        self.closing = dict(self.opening)
        self.first_day = first_day if self.opening else None
        self.last_day = self.first_day
        self.entries = 0
        self.postings = 0

    def add(self, entry: Entry) -> None:
        """Count one entry; `DamagedLedger` if it is none."""
        off_mc = off_nano = 0
        for account, meter, cause, mc, nano in entry.postings:
            key = Key(entry.book, account, meter, cause)
            self.closing[key] = self.closing.get(key, NOTHING).plus(mc, nano)
            off_mc += mc
            off_nano += nano
        if off_mc or off_nano:
            raise DamagedLedger(
                f"{entry.book}, entry {entry.seq} ({entry.type}): its postings are off by "
                f"{exact(off_mc, off_nano)}. The read model is damaged: run `pitledger check`, then "
                "`pitledger rebuild`."
            )
        self.entries += 1
        self.postings += len(entry.postings)
        self.first_day = entry.day if self.first_day is None else min(self.first_day, entry.day)
        self.last_day = entry.day if self.last_day is None else max(self.last_day, entry.day)


def by_account(balances: Mapping[Key, Amount]) -> dict[tuple[str, str, str], Amount]:
    """Balances by book, account and meter, whatever the cause, in order."""
    sums: dict[tuple[str, str, str], Amount] = {}
    for key, amount in balances.items():
        sums[key[:3]] = sums.get(key[:3], NOTHING).plus(*amount)
    return dict(sorted(sums.items()))

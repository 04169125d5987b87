"""The ledger as journals that beancount and hledger judge: one transaction an entry, in whole units.

Amounts are integers of MILLICENT and NANODOLLAR: with decimal dollars the judges would let small errors
pass. Each journal ends with the balance of every account, so that no posting can change unseen. Accounts are
declared at the end as well, because only then all are known; both programs take them from anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from console.exports.accounts import account_path
from console.exports.totals import Totals, by_account
from events.times import day_number, day_text, time_text
from projections.ledger.accounts import Entry, Posting

BEANCOUNT_FILE: Final = "ledger.beancount"
HLEDGER_FILE: Final = "ledger.journal"

_UNITS: Final = ("MILLICENT", "NANODOLLAR")
_ABOUT: Final = """\
; The ledger of Pitledger. A debit is positive, a credit negative.
; 1 MILLICENT is 1/1000 of a cent; 1 NANODOLLAR is 1/10,000 of that, and holds what divisions left over.
; Accounts and their closing balances stand at the end.
"""
_BEANCOUNT_HEAD: Final = (
    _ABOUT
    + """
option "title" "Pitledger"
option "operating_currency" "MILLICENT"
option "tolerance_multiplier" "0"
"""
)
_HLEDGER_HEAD: Final = (
    _ABOUT
    + """
decimal-mark .
commodity 1000. MILLICENT
commodity 1000. NANODOLLAR
"""
)


class _Journal:
    """A journal that is written as entries come; paths of accounts are made once."""

    head = ""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", encoding="utf-8", newline="\n")
        self._paths: dict[tuple[str, str, str], str] = {}
        self._file.write(self.head)

    def _path(self, book: str, account: str, meter: str) -> str:
        key = (book, account, meter)
        if key not in self._paths:
            self._paths[key] = account_path(*key)
        return self._paths[key]

    def _lines(self, book: str, posting: Posting) -> Iterator[str]:
        """A posting as account, amount and unit: a line for each unit that it moves."""
        path = self._path(book, posting.account, posting.meter)
        if posting.mc:
            yield f"{path}  {posting.mc} MILLICENT"
        if posting.nano:
            yield f"{path}  {posting.nano} NANODOLLAR"

    def close(self) -> None:
        """Give the file back."""
        self._file.close()


class Beancount(_Journal):
    """The journal for `bean-check`."""

    head = _BEANCOUNT_HEAD

    def __init__(self, path: Path, totals: Totals) -> None:
        super().__init__(path)
        for book, lines in _opening(totals):
            self._file.write(f'\n{totals.first_day} * "opening balances" "{book}"\n')
            self._file.writelines(f"  {line}\n" for line in lines)

    def add(self, entry: Entry) -> None:
        """One transaction."""
        parts = [
            f'\n{entry.day} * "{entry.type}" "{entry.source}"\n  book: "{entry.book}"\n  seq: {entry.seq}\n',
            f'  at: "{time_text(entry.at_us)}"\n',
        ]
        if entry.round:
            parts.append(f'  round: "{entry.round}"\n')
        if entry.of_day != entry.day:
            parts.append(f"  of-day: {entry.of_day}\n")
        for posting in entry.postings:
            parts += [
                f'  {line}\n    cause: "{posting.cause}"\n' for line in self._lines(entry.book, posting)
            ]
        self._file.write("".join(parts))

    def finish(self, totals: Totals) -> None:
        """Accounts, and the balance of each at the start of the day after."""
        if totals.first_day is None or totals.last_day is None:
            return
        write = self._file.write
        write("\n; Accounts\n")
        for unit in _UNITS:
            write(f"{totals.first_day} commodity {unit}\n")
        closing = by_account(totals.closing)
        for book, account, meter in closing:
            write(f"{totals.first_day} open {self._path(book, account, meter)}  {','.join(_UNITS)}\n")
            write(f'  book: "{book}"\n  account: "{account}"\n  meter: "{meter}"\n')
        write("\n; Closing balances\n")
        for key, amount in closing.items():
            for number, unit in zip(amount, _UNITS, strict=True):
                write(f"{_day_after(totals.last_day)} balance {self._path(*key)}  {number} {unit}\n")


class Hledger(_Journal):
    """The journal for `hledger check --strict`."""

    head = _HLEDGER_HEAD

    def __init__(self, path: Path, totals: Totals) -> None:
        super().__init__(path)
        for book, lines in _opening(totals):
            self._file.write(f"\n{totals.first_day} * opening balances  ; book:{book}\n")
            self._file.writelines(f"    {line}\n" for line in lines)

    def add(self, entry: Entry) -> None:
        """One transaction."""
        tags = f"book:{entry.book}, at:{time_text(entry.at_us)}, source:{entry.source}"
        if entry.round:
            tags += f", round:{entry.round}"
        if entry.of_day != entry.day:
            tags += f", of-day:{entry.of_day}"
        parts = [f"\n{entry.day} * ({entry.seq}) {entry.type}  ; {tags}\n"]
        for posting in entry.postings:
            parts += [f"    {line}  ; cause:{posting.cause}\n" for line in self._lines(entry.book, posting)]
        self._file.write("".join(parts))

    def finish(self, totals: Totals) -> None:
        """Accounts, and a transaction that moves nothing and asserts the balance of each."""
        if totals.last_day is None:
            return
        write = self._file.write
        write("\n; Accounts\n")
        closing = by_account(totals.closing)
        for book, account, meter in closing:
            path = self._path(book, account, meter)
            write(f"account {path}  ; book:{book}, account:{account}, meter:{meter}\n")
        write(f"\n{_day_after(totals.last_day)} * closing balances\n")
        for key, amount in closing.items():
            for number, unit in zip(amount, _UNITS, strict=True):
                write(f"    {self._path(*key)}  0 {unit} = {number} {unit}\n")


def _opening(totals: Totals) -> Iterator[tuple[str, list[str]]]:
    """For each book that was there before, a balanced transaction that brings its accounts forward."""
    books: dict[str, list[str]] = {}
    for (book, account, meter), amount in by_account(totals.opening).items():
        books.setdefault(book, []).extend(
            f"{account_path(book, account, meter)}  {number} {unit}"
            for number, unit in zip(amount, _UNITS, strict=True)
            if number
        )
    yield from ((book, lines) for book, lines in books.items() if lines)


def _day_after(day: str) -> str:
    number = day_number(day)
    assert number is not None
    return day_text(number + 1)

"""`pitledger ledger postings`, `trial` and `statement`: the books as they stand in the read model."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from console.arguments import Bound
from console.columns import columns, exact
from console.instance import place
from console.output import print_json, say
from console.reading import open_read_model
from events.errors import PitledgerError
from events.times import time_text
from projections.ledger.accounts import ON_A_METER, Entry, table_book
from streams.read_model.ledger import Money, Statement, entries, statement, trial_balance
from streams.read_model.store import ReadStore


class MixedSpan(PitledgerError):
    """A span from a gaming day to a moment, or the other way round."""


def span(start: Bound, end: Bound) -> None:
    """Refuse a span of two kinds, or one that ends before it begins."""
    if start is None or end is None:
        return
    if isinstance(start, str) != isinstance(end, str):
        raise MixedSpan("--from and --to: name two gaming days, or two times, not one of each")
    if (isinstance(start, str) and start > str(end)) or (isinstance(start, int) and start > int(end)):
        raise MixedSpan("--from and --to: the span ends before it begins")


def nobody_knows(store: ReadStore, link: str | None) -> bool:
    """Whether a link was asked for that was never opened; said to the person who asked."""
    if link is None or store.rows("SELECT 1 FROM links WHERE link = ?", (link,)):
        return False
    say(f"pitledger ledger: there is no link {link}: `pitledger meters` lists them.")
    return True


# --- postings ---------------------------------------------------------------------------------------------


def run_postings(args: argparse.Namespace) -> int:
    """Print entries as they are read, however many there are; 1 where nobody knows the link."""
    span(args.start, args.end)
    with open_read_model(place(args)) as store, store.at_one_moment():
        found = _wanted(store, args)
        if args.json:
            _write_json(found)
        else:
            for entry in found:
                _show_entry(entry)
        return 1 if nobody_knows(store, args.link) else 0


def _wanted(store: ReadStore, args: argparse.Namespace) -> Iterator[Entry]:
    book = table_book(args.table) if args.table else args.link
    first, last = (args.day, args.day) if args.day else (None, None)
    after = until = None
    if isinstance(args.start, str) or isinstance(args.end, str):
        if args.day:
            raise MixedSpan("--day is a span of its own: leave --from and --to out, or give them times")
        first, last = args.start, args.end
    else:
        after, until = args.start, args.end
    found = entries(store, book, after_us=after, until_us=until, first_day=first, last_day=last)
    return (entry for entry in found if args.meter is None or _touches(entry, args.meter))


def _touches(entry: Entry, meter: str) -> bool:
    return any(posting.meter in (meter, f"{meter}.overflow") for posting in entry.postings)


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


def _write_json(found: Iterator[Entry]) -> None:
    """One document, written entry by entry: a year of them does not fit into memory."""
    sys.stdout.write('{"entries": [')
    for number, entry in enumerate(found):
        sys.stdout.write(",\n" if number else "\n")
        json.dump(entry_json(entry), sys.stdout, ensure_ascii=False)
    sys.stdout.write("\n]}\n")


def _show_entry(entry: Entry) -> None:
    late = f", of {entry.of_day}" if entry.of_day != entry.day else ""
    round_ = f", round {entry.round}" if entry.round else ""
    print(f"{entry.book} {entry.seq}  {time_text(entry.at_us)}  day {entry.day}{late}  {entry.type}", end="")
    print(f"  from {entry.source}{round_}")
    for posting in entry.postings:
        place_ = f"{posting.account} {posting.meter}".rstrip()
        print(f"    {place_:<40} {posting.cause:<14} {exact(posting.mc, posting.nano):>22}")


# --- trial balance ----------------------------------------------------------------------------------------


def run_trial(args: argparse.Namespace) -> int:
    """Print the trial balance; 1 where it does not add up to nought."""
    with open_read_model(place(args)) as store, store.at_one_moment():
        balance = trial_balance(store, args.at, args.link)
        unknown = nobody_knows(store, args.link)
    total = Money(sum(m.mc for m in balance.values()), sum(m.nano for m in balance.values()))
    if args.json:
        accounts = [
            {"book": book, "account": account, "meter": meter, "balance_mc": m.mc, "nano": m.nano}
            for (book, account, meter), m in balance.items()
        ]
        at = None if args.at is None else time_text(args.at)
        print_json({"at": at, "accounts": accounts, "total_mc": total.mc, "total_nano": total.nano})
    else:
        _show_trial(balance)
    if any(total):
        say(f"pitledger ledger: the books are off by {exact(*total)}: run `pitledger check`.")
    return 1 if unknown or any(total) else 0


def _show_trial(balance: dict[tuple[str, str, str], Money]) -> None:
    rows = [(*key, *_sides(money)) for key, money in balance.items()]
    debits = [m for m in balance.values() if m > (0, 0)]
    credits_ = [m for m in balance.values() if m < (0, 0)]
    rows.append(("total", "", "", _sum(debits), _sum([Money(-m.mc, -m.nano) for m in credits_])))
    for line in columns(("book", "account", "meter", "debit>", "credit>"), rows):
        print(line)


def _sides(money: Money) -> tuple[str, str]:
    """Debit and credit as two columns have them."""
    if money >= (0, 0):
        return exact(*money), ""
    return "", exact(-money.mc, -money.nano)


def _sum(amounts: list[Money]) -> str:
    return exact(sum(m.mc for m in amounts), sum(m.nano for m in amounts))


# --- statement --------------------------------------------------------------------------------------------


def run_statement(args: argparse.Namespace) -> int:
    """Print the statement of one meter; 1 where nobody knows the meter."""
    span(args.start, args.end)
    with open_read_model(place(args)) as store, store.at_one_moment():
        known = store.rows("SELECT 1 FROM meters WHERE link = ? AND meter = ?", (args.link, args.meter))
        found = statement(store, args.link, args.meter, args.start, args.end)
    if args.json:
        print_json(statement_json(found, args.start, args.end))
    else:
        print(f"{args.link} {args.meter}: {_bound(args.start, 'its opening')} to {_bound(args.end, 'now')}")
        for line in statement_lines(found):
            print(line)
    if not known:
        say(f"pitledger ledger: {args.link} has no meter {args.meter}: `pitledger meters` lists them.")
    return 0 if known else 1


def _bound(bound: Bound, otherwise: str) -> str:
    if bound is None:
        return otherwise
    return bound if isinstance(bound, str) else time_text(bound)


def statement_json(found: Statement, start: Bound, end: Bound) -> dict[str, Any]:
    """A statement as scripts read it: what stands on the meter is positive."""
    return {
        "link": found.link,
        "meter": found.meter,
        "from": None if start is None else _bound(start, ""),
        "to": None if end is None else _bound(end, ""),
        "opening": _amounts(found.opening),
        "lines": [{"cause": line.cause, **_amounts(line.amounts)} for line in found.lines],
        "closing": _amounts(found.closing),
    }


def _amounts(amounts: dict[str, Money]) -> dict[str, int]:
    """By account; a residual is below a millicent, so it is told in nanodollars."""
    return {
        "primary_mc": amounts.get("primary", Money()).mc,
        "reserve_mc": amounts.get("reserve", Money()).mc,
        "residual_nano": amounts.get("residual", Money()).nano,
    }


def statement_lines(found: Statement) -> Iterator[str]:
    """A statement in columns: opening, a line a cause, closing."""
    rows = [("opening", found.opening), *found.lines, ("closing", found.closing)]
    shown = [
        (name.replace("_", " "), *(exact(*amounts.get(account, Money())) for account in ON_A_METER))
        for name, amounts in rows
    ]
    return columns(("", *(f"{account}>" for account in ON_A_METER)), shown)

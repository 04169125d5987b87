"""`pitledger ledger postings`: every movement as balanced postings."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter

from console.calls.arguments import one
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.ledger.entries import entry_json
from console.commands.ledger.span import ALWAYS, OneLink, Span, require_link, require_meter, require_table
from console.instances.read_model import open_read_model
from console.printing.lines import print_row
from console.printing.output import ascii_only
from console.wording.gaming_days import day as read_day
from console.wording.local_time import local_time
from events.money import exact
from projections.ledger.accounts import Entry, table_book
from projections.ledger.spans import Bound
from streams.read_model.ledger import entries


def postings(
    *,
    link: OneLink = None,
    table: Annotated[
        str | None, Parameter(metavar="TABLE", help="the house money of one table, instead of a link")
    ] = None,
    meter: Annotated[str | None, Parameter(metavar="METER", help="entries that touch this meter")] = None,
    day: Annotated[str | None, one(read_day, "DATE", "what is posted to this gaming day")] = None,
    span: Span = ALWAYS,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Every entry with its postings, as they are read, however many there are.

    Examples:
        pitledger ledger postings --link HCF --day 2025-06-15
        pitledger ledger postings --table HCF-01 --from '2025-06-15 11:00'
    """
    if link is not None and table is not None:
        raise WrongCall("--link and --table: give one of them")
    start, end = span.start, span.end
    first, last = day, day
    after = until = None
    if isinstance(start, str) or isinstance(end, str):
        if day:
            raise WrongCall("--day is a span of its own: leave --from and --to out, or give them times")
        first, last = _day(start), _day(end)
    else:
        after, until = start, end
    book = table_book(table) if table else link
    with open_read_model(options.location()) as store, store.at_one_moment():
        require_link(store, link)
        require_table(store, table)
        if meter is not None:
            require_meter(store, link, meter)
        found = entries(store, book, after_us=after, until_us=until, first_day=first, last_day=last)
        wanted = (entry for entry in found if meter is None or _touches(entry, meter))
        if options.json:
            _write_json(wanted)
        else:
            for entry in wanted:
                _show_entry(entry)
    return 0


def _day(bound: Bound) -> str | None:
    return bound if isinstance(bound, str) else None


def _touches(entry: Entry, meter: str) -> bool:
    return any(posting.meter in (meter, f"{meter}.overflow") for posting in entry.postings)


def _write_json(found: Iterator[Entry]) -> None:
    """One document, written entry by entry: a year of them does not fit into memory."""
    sys.stdout.write('{"entries": [')
    for number, entry in enumerate(found):
        sys.stdout.write(",\n" if number else "\n")
        json.dump(entry_json(entry), sys.stdout, ensure_ascii=ascii_only())
    sys.stdout.write("\n]}\n")


def _show_entry(entry: Entry) -> None:
    late = f", of {entry.of_day}" if entry.of_day != entry.day else ""
    round_ = f", round {entry.round}" if entry.round else ""
    at = local_time(entry.at_us)
    print_row(
        f"{entry.book} {entry.seq}  {at}  day {entry.day}{late}  {entry.type}  from {entry.source}{round_}"
    )
    for posting in entry.postings:
        place_ = f"{posting.account} {posting.meter}".rstrip()
        print(f"    {place_:<40} {posting.cause:<14} {exact(posting.mc, posting.nano):>18}")

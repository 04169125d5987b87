"""`pitledger ledger export`: the ledger as files that other programs read and judge."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from console.arguments import day
from console.instance import place
from console.ledger_export_totals import NOUGHT, Amount, DamagedLedger, Key, Totals
from console.ledger_export_writing import FORMATS, CannotExport, write_export
from console.output import print_json
from console.reading import open_read_model
from events.times import day_number, day_text
from projections.ledger.accounts import Entry
from streams.read_model.ledger import books, entries, totals_of_days
from streams.read_model.store import ReadStore

ALL: Final = "all"


def add_export_parser(subparsers: Any) -> None:
    """Describe the action."""
    about = "the ledger as journals of beancount and hledger, CSV with a data package, and Parquet"
    parser = subparsers.add_parser("export", help=about, description=about)
    parser.add_argument("--out", required=True, metavar="DIR", help="a folder that is not there yet")
    parser.add_argument("--format", choices=[*FORMATS, ALL], default=ALL, help=f"one form only ({ALL})")
    parser.add_argument("--link", metavar="LINK", help="only the book of this link")
    parser.add_argument(
        "--from", dest="start", type=day, metavar="DAY", help="first gaming day; balances are brought forward"
    )
    parser.add_argument("--to", dest="stop", type=day, metavar="DAY", help="last gaming day")
    parser.set_defaults(run=run_export)


def run_export(args: argparse.Namespace) -> int:
    """Write the export, and say what was written."""
    formats = [*FORMATS] if args.format == ALL else [args.format]
    if args.start and args.stop and args.start > args.stop:
        raise CannotExport(f"--from {args.start} is after --to {args.stop}: give the earlier day first")
    with open_read_model(place(args)) as store, store.at_one_moment():
        wanted = _books(store, args.link)
        totals = Totals(_opening(store, wanted, args.start), args.start)
        found = _entries(store, wanted, args.start, args.stop, totals)
        written = write_export(Path(args.out), formats, found, totals)
    if args.json:
        print_json(
            {
                "out": args.out,
                "entries": totals.entries,
                "postings": totals.postings,
                "first_day": totals.first_day,
                "last_day": totals.last_day,
                "files": [{"path": file.path, "bytes": file.size, "sha256": file.sha256} for file in written],
            }
        )
    else:
        print(f"{totals.entries:,} entries with {totals.postings:,} postings in {args.out}:")
        for file in written:
            print(f"{file.size:>14,}  {file.path}")
    return 0


def _books(store: ReadStore, link: str | None) -> list[str]:
    known = books(store)
    if link is not None and link not in known:
        raise CannotExport(f"--link {link}: no such book. There are: {', '.join(known) or 'none'}.")
    return known if link is None else [link]


def _opening(store: ReadStore, wanted: list[str], first_day: str | None) -> dict[Key, Amount]:
    """What stood on every account before the first day."""
    number = day_number(first_day) if first_day else None
    return {} if number is None else _balances(store, wanted, day_text(number - 1))


def _balances(store: ReadStore, wanted: list[str], last_day: str | None) -> dict[Key, Amount]:
    return {
        Key(book, *key): Amount(*amount)
        for book in wanted
        for key, amount in totals_of_days(store, book, None, last_day).items()
        if any(amount)
    }


def _entries(
    store: ReadStore, wanted: list[str], first_day: str | None, last_day: str | None, totals: Totals
) -> Iterator[Entry]:
    """The entries; when all have been added up, they must come to what the ledger says of those days."""
    for book in wanted:
        yield from entries(store, book, first_day=first_day, last_day=last_day)
    expected = _balances(store, wanted, last_day)
    for key in sorted(expected.keys() | totals.closing.keys()):
        found, due = totals.closing.get(key, NOUGHT), expected.get(key, NOUGHT)
        if found != due:
            raise DamagedLedger(
                f"{key.book}: the entries of {key.account} {key.meter} ({key.cause}) come to {found}, "
                f"the totals of their days to {due}. The read model "
                "is damaged: run `pitledger check`, then `pitledger rebuild`."
            )

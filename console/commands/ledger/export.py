"""`pitledger ledger export`: the ledger as files that other programs read and judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from console.calls.arguments import one
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.exports.totals import NOTHING, Amount, DamagedLedger, Key, Totals
from console.exports.writing import FORMATS, CannotExport, Written, write_export
from console.instances.own_files import require_not_of_an_instance
from console.instances.read_model import open_read_model
from console.printing.output import print_json
from console.wording.gaming_days import day
from events.money import exact
from events.times import day_number, day_text
from projections.ledger.accounts import Entry
from streams.read_model.ledger import books, entries, totals_of_days
from streams.read_model.store import ReadStore


def export(
    *,
    out: Annotated[Path, Parameter(metavar="DIR", help="a folder that is not there yet")],
    format_: Annotated[
        Literal["beancount", "hledger", "csv", "parquet", "all"],
        Parameter(name="--format", metavar="NAME", help="one form only"),
    ] = "all",
    link: Annotated[str | None, Parameter(metavar="LINK", help="only the book of this link")] = None,
    start: Annotated[
        str | None, one(day, "DAY", "first gaming day; balances are brought forward", name="--from")
    ] = None,
    stop: Annotated[str | None, one(day, "DAY", "last gaming day", name="--to")] = None,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Write the ledger as journals of beancount and hledger, CSV with a data package, and Parquet.

    Examples:
        pitledger ledger export --out var/ledger
        pitledger ledger export --out var/june --format csv --from 2025-06-01 --to 2025-06-30
    """
    if not out.name:
        raise CannotExport(f"--out {out}: name a folder that is not there yet")
    if start and stop and start > stop:
        raise CannotExport(f"--from {start} is after --to {stop}: give the earlier day first")
    where = options.location()
    require_not_of_an_instance("--out", out, where.data)
    formats = [*FORMATS] if format_ == "all" else [format_]
    with open_read_model(where) as store, store.at_one_moment():
        written, totals = write_ledger(
            store, out, formats, wanted=_books(store, link), start=start, stop=stop
        )
    if options.json:
        print_json(
            {
                "out": str(out),
                "entries": totals.entries,
                "postings": totals.postings,
                "first_day": totals.first_day,
                "last_day": totals.last_day,
                "files": [{"path": file.path, "bytes": file.size, "sha256": file.sha256} for file in written],
            }
        )
    else:
        print(f"{totals.entries:,} entries with {totals.postings:,} postings in {out}:")
        for file in written:
            print(f"{file.size:>14,}  {file.path}")
    return 0


def write_ledger(
    store: ReadStore,
    out: Path,
    formats: Sequence[str] = (*FORMATS,),
    *,
    wanted: Sequence[str] | None = None,
    start: str | None = None,
    stop: str | None = None,
) -> tuple[list[Written], Totals]:
    """Write the ledger, or some books of it, into a folder that is not there yet; returns the files and what
    they come to."""
    chosen = books(store) if wanted is None else wanted
    totals = Totals(_opening(store, chosen, start), start)
    found = _entries(store, chosen, start, stop, totals)
    return write_export(out, formats, found, totals), totals


def _books(store: ReadStore, link: str | None) -> list[str]:
    known = books(store)
    if link is not None and link not in known:
        raise CannotExport(f"--link {link}: no such book. There are: {', '.join(known) or 'none'}.")
    return known if link is None else [link]


def _opening(store: ReadStore, wanted: Sequence[str], first_day: str | None) -> dict[Key, Amount]:
    """The balance of every account before the first day."""
    number = day_number(first_day) if first_day else None
    return {} if number is None else _balances(store, wanted, day_text(number - 1))


def _balances(store: ReadStore, wanted: Sequence[str], last_day: str | None) -> dict[Key, Amount]:
    return {
        Key(book, *key): Amount(*amount)
        for book in wanted
        for key, amount in totals_of_days(store, book, None, last_day).items()
        if any(amount)
    }


def _entries(
    store: ReadStore, wanted: Sequence[str], first_day: str | None, last_day: str | None, totals: Totals
) -> Iterator[Entry]:
    """The entries; when all have been added up, they must come to the ledger's own totals of those days."""
    for book in wanted:
        yield from entries(store, book, first_day=first_day, last_day=last_day)
    expected = _balances(store, wanted, last_day)
    for key in sorted(expected.keys() | totals.closing.keys()):
        found, due = totals.closing.get(key, NOTHING), expected.get(key, NOTHING)
        if found != due:
            raise DamagedLedger(
                f"{key.book}: the entries of {key.account} {key.meter} ({key.cause}) come to "
                f"{exact(*found)}, the totals of their days to {exact(*due)}. The read model is damaged: run "
                "`pitledger check`, then `pitledger rebuild`."
            )

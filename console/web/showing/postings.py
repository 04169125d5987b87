"""Postings: every entry of the books, with the event that it rests on."""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from console.calls.wrong_call import WrongCall
from console.commands.ledger.entries import entry_json
from console.commands.ledger.span import Span, require_link, require_meter, require_table
from console.web.asked import Asked
from console.web.frame.lists import Cell, Column, Row, row
from console.web.frame.places import address, event_address
from console.web.frame.words import plain
from console.web.showing.asked_of_pages import links, tables
from console.web.view import View
from events.money import exact
from projections.ledger.accounts import Entry, Posting, table_book
from streams.read_model.ledger import entries

MOST: Final = 2_000
"""Entries that are shown, and that `.json` and `.csv` have: of a question that finds more, none there."""
COLUMNS: Final = (
    Column("book", "book", "id"),
    Column("record", "record", "id"),
    Column("at", "at", "time"),
    Column("day", "gaming day", "id"),
    Column("type", "what"),
    Column("source", "rests on", "id"),
    Column("round", "round", "id"),
    Column("account", "account"),
    Column("meter", "meter"),
    Column("cause", "cause"),
    Column("amount", "amount", "money"),
    Column("exact", "exactly", "id"),
)


def postings(asked: Asked) -> View:
    """The entries that are asked for, each posting a row."""
    found = [*islice(_entries(asked), MOST + 1)]
    more = len(found) > MOST
    if more and asked.form != "html":
        raise WrongCall(
            f"more than {MOST:,} entries are asked for: give a day or a time, or ask `pitledger ledger "
            "postings --json`"
        )
    rows = [
        _row(entry, number, posting)
        for entry in found[:MOST]
        for number, posting in enumerate(entry.postings)
    ]
    nothing = "Nothing is posted of what is asked for." if asked.typed else "Nothing is posted yet."
    values = {"links": links(asked), "tables": tables(asked), "more": more, "most": MOST}

    def document() -> Any:
        return {"entries": [entry_json(entry) for entry in found]}

    return View("postings.html", "Postings", document, values, asked.listed(COLUMNS, rows, nothing))


def _entries(asked: Asked) -> Any:
    link, table, meter, day = (asked.get(name) for name in ("link", "table", "meter", "day"))
    if link is not None and table is not None:
        raise WrongCall("link and table: give one of them")
    span = Span(start=asked.get("from"), end=asked.get("to"))
    if day is not None and (span.start is not None or span.end is not None):
        raise WrongCall("day is a span of its own: leave from and to out")
    require_link(asked.store, link)
    require_table(asked.store, table)
    if meter is not None:
        require_meter(asked.store, link, meter)
    days = [each if isinstance(each, str) else day for each in (span.start, span.end)]
    times = [each if isinstance(each, int) else None for each in (span.start, span.end)]
    book = link if table is None else table_book(table)
    found = entries(
        asked.store, book, after_us=times[0], until_us=times[1], first_day=days[0], last_day=days[1]
    )
    return (each for each in found if meter is None or _touches(each, meter))


def _touches(entry: Entry, meter: str) -> bool:
    return any(posting.meter in (meter, f"{meter}.overflow") for posting in entry.postings)


def _row(entry: Entry, number: int, posting: Posting) -> Row:
    stream, _, seq = entry.source.rpartition("#")
    own = entry.book if entry.book.startswith("table:") else f"meter:{entry.book}"
    round_ = Cell(entry.round, href=address("/rounds/{round}", round=entry.round)) if entry.round else ""
    return row(
        f"{entry.book}/{entry.seq}/{number}",
        book=entry.book,
        record=Cell(str(entry.seq), href=event_address(own, entry.seq)),
        at=entry.at_us,
        day=entry.day if entry.day == entry.of_day else f"{entry.day}, of {entry.of_day}",
        type=plain(entry.type),
        source=Cell(entry.source, href=event_address(stream, int(seq)) if seq.isdecimal() else ""),
        round=round_,
        account=plain(posting.account),
        meter=plain(posting.meter),
        cause=plain(posting.cause),
        amount=posting.mc,
        exact=exact(posting.mc, posting.nano),
    )

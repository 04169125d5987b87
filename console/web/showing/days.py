"""Gaming days: which there are, and what stops somebody from closing one."""

from __future__ import annotations

from typing import Final, NamedTuple

from console.acts.reading_answers import reading_name
from console.commands.day.reconciliation import (
    case_payment_in_words,
    day_document,
    late_in_words,
    mended_in_words,
)
from console.commands.ledger.shortfalls import borne_in_words
from console.web.asked import Asked
from console.web.frame.lists import Cell, Column, Row, row
from console.web.frame.places import case_address, event_address
from console.web.frame.words import display, plain
from console.web.showing.needs import address_of
from console.web.view import NotFound, View
from console.wording.gaming_days import day as read_day
from events.money import text
from projections.ledger.accounts import HOUSE_MONEY, Entry
from streams.read_model.queries.days import LinkDay, Reconciliation, closes_of, open_links, reconciliation
from streams.read_model.queries.played_days import played_days
from streams.read_model.queries.unpaid_awards import unpaid_awards

COLUMNS: Final = (
    Column("day", "gaming day", "id"),
    Column("state", "state", "status"),
    Column("open_links", "links not closed", "text"),
    Column("closed_by", "closed by"),
    Column("closed_at", "closed", "time"),
)


class Stop(NamedTuple):
    """What is to be done before a day is closed: its status, in words, and where."""

    tone: str
    words: str
    href: str = ""


def days(asked: Asked) -> View:
    """The gaming days that anything was posted on, the latest first."""
    rows = [_row(asked, day) for day in reversed(played_days(asked.store))]
    list_ = asked.listed(COLUMNS, rows, "Nothing was posted to any gaming day yet.")
    documents = [{name: cell.value for name, cell in each.cells.items()} for each in list_.rows]
    return View("days.html", "Gaming days", lambda: documents, {}, list_)


def _row(asked: Asked, day: str) -> Row:
    closes, left = closes_of(asked.store, day), open_links(asked.store, day)
    last = closes[-1] if closes else None
    running = day == asked.site.days(asked.now_us)
    state = Cell("running" if running else "open", tone="unknown" if running else "warn")
    if last and not left:
        state = Cell("closed", tone="ok")
    return row(
        day,
        href=f"/days/{day}",
        day=day,
        state=state,
        open_links=", ".join(left),
        closed_by=" and ".join(last.authorised_by) if last else "",
        closed_at=last.recorded_at_us if last else None,
    )


def day(asked: Asked) -> View:
    """A gaming day reconciled."""
    try:
        date = read_day(asked.places["day"])
    except ValueError as error:
        raise NotFound(f"{error}.") from error
    bounds = asked.site.days.bounds(date)
    begun = bounds[0] <= asked.now_us
    found = reconciliation(asked.store, date)
    values = {
        "day": date,
        "found": found,
        "bounds": bounds,
        "begun": begun,
        "running": bounds[0] <= asked.now_us < bounds[1],
        "stops": stops(found),
        "reading_name": reading_name,
        "unpaid": unpaid(asked, bounds[1]),
        "besides": {link.link: besides(link, date) for link in found.links},
        "paid_besides": [
            *(Stop("warn", mended_in_words(each)) for each in found.mended),
            *(Stop("", case_payment_in_words(each), case_address(each.name)) for each in found.disputes),
            *(
                Stop("bad", f"beyond entitlement after the day: {book} {text(mc)}")
                for book, mc in found.beyond.items()
            ),
        ],
        "house_money": house_money(found),
        "late": [
            Stop(
                "warn",
                f"{table.table}: {late_in_words(entry, date, 'event', 'its end of day')}",
                _event(f"table:{table.table}", entry),
            )
            for table in found.tables
            for entry in (*table.late_here, *table.late_since)
        ],
    }
    return View("day.html", f"Day {date}", lambda: day_document(found, bounds, begun=begun), values)


def stops(found: Reconciliation) -> list[Stop]:
    """What stops somebody from closing the day, link by link."""
    said: list[Stop] = []
    for link in found.links:
        if link.closed:
            continue
        if link.missing:
            tables = ", ".join(link.missing)
            said.append(Stop("warn", f"{link.link}: no end-of-day marker from {tables}"))
        for reading in link.readings:
            if not reading.settled:
                by = "it was not compared" if reading.variance_mc is None else text(reading.variance_mc)
                said.append(Stop("bad", f"{link.link} {reading.meter}: the reading differs: {by}"))
    return said


def unpaid(asked: Asked, end_us: int) -> dict[str, list[Stop]]:
    """The awards that were owed when the day ended, or are now while it runs, by link."""
    owed: dict[str, list[Stop]] = {}
    for award in unpaid_awards(asked.store, end_us - 1 if end_us <= asked.now_us else None):
        what = f"{display(award.owed_mc)} at {award.table} for {plain(award.hand)}"
        words = f"unpaid: {what}, {plain(award.standing)}"
        owed.setdefault(award.link, []).append(Stop("pending", words, address_of(award)))
    return owed


def besides(link: LinkDay, day: str) -> list[Stop]:
    """What came late to a link, what it refused, and what the house bears."""
    late = [
        Stop("warn", late_in_words(entry, day, "record", "the close"), _event(f"meter:{link.link}", entry))
        for entry in (*link.late_here, *link.late_since)
    ]
    refused = [
        Stop("warn", f"{each.attempted} refused: {each.source}: {each.reason}") for each in link.refused
    ]
    return [*late, *refused, *(Stop("warn", borne_in_words(each)) for each in link.borne)]


def house_money(found: Reconciliation) -> list[tuple[str, str]]:
    """What the house paid out of its own money, account by account."""
    sums = {
        account: sum(each.amount_mc for each in found.house_money if each.account == account)
        for account in HOUSE_MONEY
    }
    return [(plain(account), text(mc)) for account, mc in sums.items() if mc]


def _event(stream: str, entry: Entry) -> str:
    return event_address(stream, entry.seq)

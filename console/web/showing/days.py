"""Gaming days: which there are, and what stops somebody from closing one."""

from __future__ import annotations

from typing import Final, NamedTuple

from console.acts.reading_answers import reading_name
from console.commands.day.reconciliation import day_document
from console.web.asked import Asked
from console.web.frame.lists import Cell, Column, Row, row
from console.web.view import NotFound, View
from console.wording.gaming_days import day as read_day
from events.money import text
from streams.read_model.queries.days import Reconciliation, closes_of, open_links, reconciliation
from streams.read_model.queries.played_days import played_days

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

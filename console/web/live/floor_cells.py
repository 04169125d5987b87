"""The cells of the floor: meters, what is owed, the last round of each table, how much was found."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from console.web.entry.sessions import Session
from console.web.frame.words import clock, display
from console.web.live.behind import Behind, Positions, reaches
from console.web.live.pulse import Cell, Cells, Looker, Only
from console.web.site import Site
from streams.read_model.findings import findings_in_all
from streams.read_model.queries.floor import TableNow, floor_now
from streams.read_model.queries.meters import LinkMeters, link_meters
from streams.read_model.store import ReadStore

LATE_S: Final = 3
BEHIND: Final = "behind"
"""The cell that says so, of which every page takes notice."""
FINDINGS: Final = "findings"
"""The cell that counts them: a list of findings says by it how many are new."""


class FloorLooker(Looker):
    """Asks what the pages of meters and floor ask, where the read model has gone on since."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._positions: dict[tuple[str, int], int] = {}
        self._behind = Behind(self._reaches, time.monotonic)
        self._late = ""

    def look(self) -> Cells | None:
        """The cells as they are now."""
        with self._site.store() as store, store.at_one_moment():
            positions = store.positions()
            late = late_in_words(self._behind.seconds(positions))
            if positions == self._positions and late == self._late:
                return None
            cells = dict(cells_now(self._site, store)) if positions != self._positions else {}
        self._positions, self._late = positions, late
        return {**cells, BEHIND: Cell(late)}

    def _reaches(self) -> Positions:
        with self._site.log() as log:
            return reaches(log)


def late_in_words(seconds: int) -> str:
    """That a read model is behind, once that is more than a moment."""
    return f"read model is {seconds} s behind" if seconds >= LATE_S else ""


def cells_now(site: Site, store: ReadStore) -> Iterator[tuple[str, Cell]]:
    """Every cell."""
    for link in link_meters(store, points=0):
        yield from _of_link(link)
    yield FINDINGS, Cell(f"{findings_in_all(store):,}")
    now = site.now_us()
    for table in floor_now(store, now, site.days(now)):
        yield from _of_table(table)


def _of_link(found: LinkMeters) -> Iterator[tuple[str, Cell]]:
    name = found.link.link
    for meter in found.meters:
        place = f"{name}/{meter.meter}"
        yield f"amount/{place}", Cell(display(meter.amount_mc), "", f"record {meter.record}")
        yield f"reserve/{place}", Cell(display(meter.reserve_mc))
        yield f"as-of/{place}", Cell(clock(meter.as_of_us))
        for award in meter.next_awards:
            yield f"next/{place}/{award.hand}", Cell(display(award.amount_mc))
    yield f"owed/{name}", Cell(display(found.payable_mc), "pending" if found.payable_mc else "")


def _of_table(table: TableNow) -> Iterator[tuple[str, Cell]]:
    last = table.last[0] if table.last else None
    if last is not None:
        yield f"round/{table.table}", Cell(f"{last.round} {last.end or 'being played'}")
    yield f"rate/{table.table}", Cell(f"{table.rounds_an_hour}/h")
    found = table.found.money
    yield f"money/{table.table}", Cell(f"{found:,}", "bad" if found else "")


def cells_of_display(session: Session) -> Only | None:
    """Which cells a display in the pit is told of: those that its page shows. People are told of all."""
    if session.display is None:
        return None
    begin = tuple(f"{what}/{session.display.link}/" for what in ("amount", "next"))
    return lambda name: name == BEHIND or name.startswith(begin)

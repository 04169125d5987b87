"""The rows that an event of a table makes by itself: of boxes, of who works there, of what else happens."""

from __future__ import annotations

from collections.abc import Iterator

from events.body import Body
from events.envelope import LIVE, Event
from projections.rounds.boxes import BoxEvent, BoxRow, box_rows
from projections.rounds.crew import CrewEvent, CrewRow, crew_row
from projections.rounds.happenings import Happening, HappeningRow, happening_row

RowEvent = BoxEvent | CrewEvent | Happening
TableRow = BoxRow | CrewRow | HappeningRow


def table_rows(event: Event, body: Body) -> Iterator[TableRow]:
    """The rows of an event; boxes and who works there are of every mode, the rest is of live play."""
    if isinstance(body, CrewEvent):
        yield crew_row(event, body)
    if isinstance(body, BoxEvent):
        yield from box_rows(event, body)
    if event.mode == LIVE and isinstance(body, Happening):
        row = happening_row(event, body)
        if row is not None:
            yield row

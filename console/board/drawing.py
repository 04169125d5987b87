"""The live board of the demo, drawn by rich: meters moving, tables, awards pending, the last rounds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from console.board.watching import Watching
from console.printing.columns import sparkline
from console.wording.hints import command
from console.wording.local_time import local_time
from console.wording.visible import visible
from events.money import text
from floor.casino import Casino
from floor.table.table import Table
from streams.read_model.queries.awards import Award
from streams.read_model.queries.meters import LinkMeters, MeterAmounts

_AWARDS: Final = 3
"""Awards pending that are shown; further ones are counted."""
_HEADING: Final = 2
"""Lines of a grid besides its rows: what it shows, and its columns."""


class Room(NamedTuple):
    """How many rows of each kind the terminal has room for."""

    meters: int
    tables: int
    rounds: int


def room_for(lines: int, meters: int, tables: int) -> Room:
    """Share the lines out. Meters and tables come first: where one is hidden, a line says how many are."""
    rows = max(0, lines - 2 * _HEADING)
    shown_meters = _fitting(meters, max(rows // 3, rows - tables))
    rest = rows - shown_meters - (shown_meters < meters)
    shown_tables = _fitting(tables, rest)
    rest -= shown_tables + (shown_tables < tables)
    return Room(shown_meters, shown_tables, max(0, rest - _HEADING))


def _fitting(count: int, lines: int) -> int:
    """How many of so many fit into lines, one of which says how many do not."""
    return count if count <= lines else max(0, lines - 1)


def board(
    casino: Casino, watching: Watching, links: Sequence[LinkMeters], width: int, height: int
) -> RenderableType:
    """The whole board, as many rows of each kind as the terminal has room for."""
    meters = [(link, meter) for link in links for meter in link.meters]
    awards = [award for link in links for award in link.awards]
    played = f"{len(casino.tables)} tables   {watching.rounds:,} rounds   {watching.events:,} events"
    title = Text(f"Pitledger  {local_time(casino.now_us)}   {played}", style="bold", no_wrap=True)
    ask = f"a round in full: {command('round ROUND')}   Ctrl-C ends it"
    around = 1 + _lines_of(awards) + math.ceil(len(ask) / width)
    room = room_for(height - around, len(meters), len(casino.tables))
    parts: list[RenderableType] = [
        title,
        _meters(meters[: room.meters]),
        *_hidden(len(meters) - room.meters, "meter"),
        _tables(casino.tables[: room.tables], watching, _NOW + max(0, width - _NARROW)),
        *_hidden(len(casino.tables) - room.tables, "table"),
        *_awards(awards),
    ]
    if room.rounds:
        parts.append(_rounds(watching, room.rounds))
    return Group(*parts, Text(ask, style="dim", overflow="fold"))


def _hidden(count: int, what: str) -> Iterator[Text]:
    """A line that says how many are not shown, where there are any."""
    if count > 0:
        more = f"and {count} more {what}{'s' * (count != 1)}, for which the terminal is too low"
        yield Text(more, style="dim", no_wrap=True)


def _lines_of(awards: Sequence[Award]) -> int:
    return 1 if not awards else _HEADING + min(len(awards), _AWARDS) + (len(awards) > _AWARDS)


_BARS: Final = 24
"""Points of a meter's past."""
_NARROW: Final = 80
"""Columns that are always enough."""
_NOW: Final = 14
"""Letters of what a table does now, in a terminal of so many columns; a wider one has room for more."""


def _grid(title: str, *headings: str) -> Grid:
    """A heading that ends in `>` is of a column of amounts."""
    grid = Grid(title=title, title_justify="left", title_style="bold cyan", box=None, pad_edge=False)
    for heading in headings:
        grid.add_column(
            heading.removesuffix(">"), justify="right" if heading.endswith(">") else "left", no_wrap=True
        )
    return grid


def _add(grid: Grid, *cells: str | Text) -> None:
    """A row of what was recorded: nothing in it is markup, or steers the terminal."""
    grid.add_row(*(Text(visible(each)) if isinstance(each, str) else each for each in cells))


def _meters(meters: Iterable[tuple[LinkMeters, MeterAmounts]]) -> Grid:
    grid = _grid("Progressive meters", "link", "meter", "amount>", "", "reserve>", "owed>")
    for link, meter in meters:
        past = [amount_mc for _, amount_mc in meter.history]
        _add(
            grid,
            link.link.link,
            meter.meter,
            Text(text(meter.amount_mc), style="bold yellow"),
            Text(sparkline(past[-_BARS:]), style="green"),
            text(meter.reserve_mc),
            text(link.payable_mc) if link.payable_mc else "",
        )
    return grid


def _shortened(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"


def _tables(tables: Iterable[Table], watching: Watching, letters: int) -> Grid:
    # No more than a terminal of eighty columns has room for: a table's name is what one asks with.
    grid = _grid("Tables", "table", "game", "seats>", "round", "now", "last result")
    for table in tables:
        latest, last = watching.latest.get(f"table:{table.name}"), watching.last_of.get(table.name)
        _add(
            grid,
            table.name,
            table.submission.game.replace("_", " "),
            str(len(table.seating.players)),
            (latest and latest.round) or "",
            _shortened(latest.type.replace("_", " "), letters) if latest else "",
            last.result if last else "",
        )
    return grid


def _awards(awards: Sequence[Award]) -> Iterator[RenderableType]:
    if not awards:
        yield Text("No award is pending.", style="dim")
        return
    grid = _grid("Awards pending", "link", "table", "seat>", "hand", "owed>", "status", "round")
    for award in awards[:_AWARDS]:
        owed = Text(text(award.owed_mc), style="bold red")
        _add(grid, award.link, award.table, str(award.seat), award.hand, owed, award.status, award.round)
    yield grid
    if len(awards) > _AWARDS:
        yield Text(f"and {len(awards) - _AWARDS} more: {command('meters')}", style="dim", no_wrap=True)


def _rounds(watching: Watching, most: int) -> Grid:
    grid = _grid("Last rounds", "ended", "round", "seats>", "staked>", "result")
    for seen in list(watching.last)[: -most - 1 : -1]:
        _add(
            grid,
            local_time(seen.ended_at_us)[11:19],
            seen.name,
            str(len(seen.seats)),
            text(seen.staked_mc),
            Text(visible(seen.result), style="bold red" if seen.award_mc else ""),
        )
    return grid

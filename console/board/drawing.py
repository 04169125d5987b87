"""The live board of the demo, drawn by rich: meters moving, tables, awards pending, the last rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from console.board.watching import Watching
from console.columns import sparkline
from events.money import text
from events.times import time_text
from floor.casino import Casino
from floor.table.table import Table
from streams.read_model.queries.awards import Award
from streams.read_model.queries.meters import LinkMeters, MeterAmounts

_FIXED_LINES = 14
"""Lines of titles and headings that the board needs besides its rows."""


def board(
    casino: Casino, watching: Watching, links: Sequence[LinkMeters], data: str, height: int
) -> RenderableType:
    """The whole board, as many rows of each kind as the terminal has room for."""
    meters = [(link, meter) for link in links for meter in link.meters]
    awards = [award for link in links for award in link.awards]
    room = max(6, height - _FIXED_LINES - min(len(awards), 3))
    shown_meters = meters[: max(2, room // 3)]
    tables = casino.tables[: max(2, room // 2)]
    rounds = max(2, room - len(shown_meters) - len(tables))
    now = time_text(casino.now_us)[:19].replace("T", " ")
    played = f"{len(casino.tables)} tables   {watching.rounds:,} rounds   {watching.events:,} events"
    return Group(
        Text(f"Pitledger  {now} UTC   {played}", style="bold"),
        _meters(shown_meters),
        _tables(tables, watching),
        _awards(awards[:3]),
        _rounds(watching, rounds),
        Text(f"ask for one: .venv/bin/pitledger --data {data} round ROUND   Ctrl-C ends it", style="dim"),
    )


_BARS: Final = 24
"""Points of a meter's past."""
_NOW: Final = 16
"""Letters of what a table does now."""


def _grid(title: str, *headings: str) -> Grid:
    """A heading that ends in `>` is of a column of amounts."""
    grid = Grid(title=title, title_justify="left", title_style="bold cyan", box=None, pad_edge=False)
    for heading in headings:
        grid.add_column(
            heading.removesuffix(">"), justify="right" if heading.endswith(">") else "left", no_wrap=True
        )
    return grid


def _meters(meters: Iterable[tuple[LinkMeters, MeterAmounts]]) -> Grid:
    grid = _grid("Progressive meters", "link", "meter", "amount>", "", "reserve>", "owed>")
    for link, meter in meters:
        past = [amount_mc for _, amount_mc in meter.history]
        grid.add_row(
            link.link.link,
            meter.meter,
            Text(text(meter.amount_mc), style="bold yellow"),
            Text(sparkline(past[-_BARS:]), style="green"),
            text(meter.reserve_mc),
            text(link.payable_mc) if link.payable_mc else "",
        )
    return grid


def _tables(tables: Iterable[Table], watching: Watching) -> Grid:
    # No more than a terminal of eighty columns has room for: a table's name is what one asks with.
    grid = _grid("Tables", "table", "game", "players>", "round", "now", "last result")
    for table in tables:
        latest, last = watching.latest.get(f"table:{table.name}"), watching.last_of.get(table.name)
        grid.add_row(
            table.name,
            table.submission.game.replace("_", " "),
            str(len(table.seating.players)),
            (latest and latest.round) or "",
            latest.type.replace("_", " ")[:_NOW] if latest else "",
            last.result if last else "",
        )
    return grid


def _awards(awards: Sequence[Award]) -> RenderableType:
    if not awards:
        return Text("No award is pending.", style="dim")
    grid = _grid("Awards pending", "link", "table", "seat>", "hand", "owed>", "status", "round")
    for award in awards:
        owed = Text(text(award.owed_mc), style="bold red")
        grid.add_row(award.link, award.table, str(award.seat), award.hand, owed, award.status, award.round)
    return grid


def _rounds(watching: Watching, most: int) -> Grid:
    grid = _grid("Last rounds", "ended", "round", "seats>", "staked>", "result")
    for seen in list(watching.last)[: -most - 1 : -1]:
        grid.add_row(
            time_text(seen.ended_at_us)[11:19],
            seen.name,
            str(len(seen.seats)),
            text(seen.staked_mc),
            Text(seen.result, style="bold red" if seen.award_mc else ""),
        )
    return grid

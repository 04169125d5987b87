"""The floor: every table as it stands, those first that somebody has to look at."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from console.web.asked import Asked
from console.web.frame.lists import Cell, Column, Row, row
from console.web.frame.words import plain
from console.web.showing.asked_of_pages import tables
from console.web.view import View
from events.times import time_text
from streams.read_model.findings import Wanted, find
from streams.read_model.queries.floor import TableNow, floor_now

COLUMNS = (
    Column("table", "table"),
    Column("state", "state", "status"),
    Column("game", "game"),
    Column("rounds_an_hour", "rounds an hour", "number"),
    Column("dealer", "dealer", "id"),
    Column("floorperson", "floorperson", "id"),
    Column("last_round", "last round", "id"),
    Column("last_at", "begun", "time"),
    Column("found_money", "money today", "number"),
    Column("found_procedure", "procedure today", "number"),
)
STATES = ("alarm", "quiet")


def floor(asked: Asked) -> View:
    """The tables that are asked for."""
    now = floor_now(asked.store, asked.now_us, asked.site.days(asked.now_us))
    games = sorted({table.game for table in now})
    state, game = asked.get("state"), asked.get("game")
    shown = [
        table
        for table in now
        if (state is None or table.alarm == (state == "alarm")) and game in (None, table.game)
    ]
    shown.sort(key=lambda table: (not table.alarm, not table.rounds_an_hour, table.table))
    nothing = (
        "No table is like that: take a filter away."
        if now
        else "No table has opened yet. `pitledger demo` or `pitledger import` brings events."
    )
    list_ = asked.listed(COLUMNS, [_row(table) for table in shown], nothing)
    by_name = {table.table: table for table in shown}
    tiles = [by_name[each.key] for each in list_.shown]
    worst = {table.table: _worst(asked, table) for table in tiles}
    values = {"tiles": tiles, "worst": worst, "games": games, "tables": tables(asked), "state_of": state_of}
    return View("floor.html", "Floor", lambda: [_plain(table) for table in shown], values, list_)


def state_of(table: TableNow) -> tuple[str, str]:
    """The state of a table: its tone, and its word."""
    if table.halted_at:
        return "warn", f"halted at event {table.halted_at:,}"
    if table.incomplete:
        return "warn", f"incomplete at {', '.join(table.incomplete)}"
    if table.found.money:
        many = "s" * (table.found.money != 1)
        return "bad", f"{table.found.money:,} finding{many} about money"
    if not table.last:
        return "unknown", "no round yet"
    if not table.rounds_an_hour:
        return "unknown", "no round in the last hour"
    return "ok", "nothing to look at"


def _worst(asked: Asked, table: TableNow) -> Any:
    """The finding of the day that weighs most, where one is about money."""
    if not table.found.money:
        return None
    day = asked.site.days(asked.now_us)
    found = find(asked.store, Wanted(table=table.table, day=day, severity="money", mode="live"))
    return found[0] if found else None


def _row(table: TableNow) -> Row:
    last = table.last[0] if table.last else None
    tone, word = state_of(table)
    return row(
        table.table,
        href=f"/tables/{table.table}",
        table=table.table,
        state=Cell(word, tone=tone),
        game=plain(table.game),
        rounds_an_hour=table.rounds_an_hour,
        dealer=table.dealer,
        floorperson=table.floorperson,
        last_round=last.round if last else "",
        last_at=last.at_us if last else None,
        found_money=table.found.money,
        found_procedure=table.found.procedure,
    )


def _plain(table: TableNow) -> dict[str, Any]:
    """A table as scripts read it."""
    last = [
        {"round": each.round, "at": time_text(each.at_us), "seats": list(each.seats), "end": each.end or None}
        for each in table.last
    ]
    return {
        **asdict(table),
        "last": last,
        "found": table.found._asdict(),
        "incomplete": list(table.incomplete),
        "halted_at": table.halted_at or None,
        "alarm": table.alarm,
    }

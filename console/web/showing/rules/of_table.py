"""The rules in force at a table on a gaming day: rulebook and selections, or that there was none."""

from __future__ import annotations

from typing import Any, Final

from console.web.asked import Asked
from console.web.frame.lists import Column, row
from console.web.frame.places import address, event_address
from console.web.frame.words import plain
from console.web.showing.asked_of_pages import tables
from console.web.showing.rules.book import Chosen, Marks, amount_lines, book_document, book_values
from console.web.view import NotFound, View
from events.body import body_fields, decode_body
from games.errors import UnknownRulebook
from games.rulebook import all_rulebooks, by_name
from projections.rounds.terms import game_of
from streams.read_model.queries.selections import Selected, last_selections, selections_on
from streams.recorder.stored_event import stored_event

TABLES: Final = (
    Column("table", "table"),
    Column("game", "game"),
    Column("rulebook", "rulebook", "id"),
    Column("paytables", "paytables selected", wide=True),
    Column("since", "since", "time"),
)


def rules(asked: Asked) -> View:
    """Every rulebook of this release, and what each table plays by."""
    found = last_selections(asked.store)
    rows = [
        row(
            each.stream,
            href=address("/rules/{table}", table=_table_of(each)),
            table=_table_of(each),
            game=plain(game_of(each.rulebook)),
            rulebook=each.rulebook,
            paytables=", ".join(f"{plain(name)} {letter}" for name, letter in each.paytables.items()),
            since=each.recorded_at_us,
        )
        for each in found
    ]
    books = all_rulebooks()
    nothing = "No table has opened yet: the rulebooks above are those of this release."
    document = {
        "rulebooks": [
            {"rulebook": each.name, "sha256": each.sha256, "effective_from": each.effective_from}
            for each in books
        ],
        "tables": [{"table": _table_of(each), "rulebook": each.rulebook} for each in found],
    }
    list_ = asked.listed(TABLES, rows, nothing)
    return View("rules.html", "Rules", lambda: document, {"books": books}, list_)


def _table_of(each: Selected) -> str:
    return each.stream.partition(":")[2]


def table_rules(asked: Asked) -> View:
    """What a table played by on a gaming day."""
    table = asked.places["table"]
    if table not in tables(asked):
        raise NotFound(f"There is no table {table}. The page of all rules shows those that there are.")
    day = asked.get("day") or asked.site.days(asked.now_us)
    found = selections_on(asked.store, table, day)
    last = found[-1] if found else None
    values: dict[str, Any] = {
        "table": table,
        "day": day,
        "found": found,
        "last": last,
        "why": "",
        "book": None,
    }
    document: dict[str, Any] = {"table": table, "day": day, "rules": None}
    if last is None:
        values["why"] = f"{table} had not opened by then, so no rulebook was in force at it on {day}."
    else:
        try:
            book, chosen = by_name(last.rulebook), _chosen(asked, last)
            values |= {**book_values(book, chosen), "marks": Marks()}
            document["rules"] = book_document(book, chosen)
        except UnknownRulebook:
            values["why"] = (
                f"No rulebook for that day: it opened under {last.rulebook}, which this release lacks."
            )
    values["places"] = {each.seq: event_address(each.stream, each.seq) for each in found}
    return View("table-rules.html", f"Rules at {table}", lambda: document, values)


def _chosen(asked: Asked, of: Selected) -> Chosen:
    stored = stored_event(asked.log, of.stream, of.seq)
    said = body_fields(decode_body(stored.event)) if stored else {}
    offered = said.get("wagers")
    lines = amount_lines(of.payout_limit_mc, of.limit_section, of.units, of.boxes_per_player)
    return Chosen(of.paytables, of.options, frozenset(offered) if offered else None, tuple(lines))

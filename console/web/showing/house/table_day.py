"""A table's day: what it played under, who worked there, its decks and devices, and its rounds one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from console.web.asked import Asked
from console.web.entry.roles import WHO_SEE_ROUNDS
from console.web.frame.lists import Cell, Column, Row, row
from console.web.frame.places import address
from console.web.frame.words import clock
from console.web.showing.asked_of_pages import tables
from console.web.showing.house.table_happenings import Deck, Happenings, happenings
from console.web.view import NotFound, View
from events.times import SECOND_US, time_text
from games.errors import UnknownRulebook
from games.rulebook import by_name
from streams.read_model.queries.selections import Selected, selections_on
from streams.read_model.queries.table_day import (
    RoundOfDay,
    findings_by_round,
    first_seq_from,
    happenings_of,
    last_seq_before,
    missing_at,
    rounds_of_day,
)

COLUMNS: Final = (
    Column("round", "round", "id"),
    Column("at", "begun", "time"),
    Column("seconds", "seconds", "number"),
    Column("seats", "seats"),
    Column("end", "end", "status"),
    Column("found", "found", "status"),
    Column("irregularities", "irregularities", wide=True),
)
_HOUR_US: Final = 3_600 * SECOND_US


def table_day(asked: Asked) -> View:
    """A table on a gaming day, today where none is named."""
    table = asked.places["table"]
    if table not in tables(asked):
        raise NotFound(f"There is no table {table}. The floor shows those that there are.")
    day = asked.get("day") or asked.site.days(asked.now_us)
    bounds = asked.site.days.bounds(day)
    rounds = rounds_of_day(asked.store, table, day, bounds)
    happened = _happened(asked, table, bounds)
    selected = selections_on(asked.store, table, day)
    found = findings_by_round(asked.store, table, day)
    rows = [_row(asked, each, found.get(each.round, {}), happened) for each in reversed(rounds)]
    list_ = asked.listed(COLUMNS, rows, f"No round was played at {table} on {day}.")
    until_us = min(happened.closed_us or bounds[1], asked.now_us, bounds[1])
    decks = [_deck(each, until_us, _hours(selected, happened.dealing)) for each in happened.decks.values()]
    values = {
        "table": table,
        "day": day,
        "selected": selected,
        "happened": happened,
        "decks": decks,
        "hours": _by_hour(rounds),
        "halted": missing_at(asked.store, table),
        "irregular": sum(map(len, happened.called.values())),
        "voided": sum(1 for each in rounds if each.voided),
        "rounds": rounds,
    }
    return View("table-day.html", f"{table} on {day}", lambda: _document(values), values, list_)


def _happened(asked: Asked, table: str, bounds: tuple[int, int]) -> Happenings:
    start = last_seq_before(asked.store, table, bounds[0]) + 1
    stop = first_seq_from(asked.store, table, bounds[1]) or None
    return happenings(happenings_of(asked.store, table, start, stop))


def _row(asked: Asked, of: RoundOfDay, found: Mapping[str, int], happened: Happenings) -> Row:
    tone = "bad" if found.get("money") else "warn" if found else ""
    words = ", ".join(f"{times} {severity}" for severity, times in found.items())
    place = address("/rounds/{round}", round=of.round) if asked.role in WHO_SEE_ROUNDS else ""
    end = {"": ("unknown", "open"), "closed": ("", "closed"), "voided": ("warn", "voided")}[of.end]
    return row(
        of.round,
        href=place,
        round=of.round,
        at=of.first_at_us,
        seconds=(of.last_at_us - of.first_at_us) // SECOND_US,
        seats=" ".join(map(str, of.boxes)),
        end=Cell(end[1], tone=end[0]),
        found=Cell(words, tone=tone),
        irregularities=", ".join(happened.called.get(of.round, ())),
    )


def _hours(selected: list[Selected], dealing: str) -> int | None:
    """After how many hours a deck is changed, as the table deals."""
    try:
        return by_name(selected[-1].rulebook).cards.change_after_hours.get(dealing) if selected else None
    except UnknownRulebook:
        return None


def _deck(of: Deck, until_us: int, hours: int | None) -> dict[str, Any]:
    minutes = of.minutes(until_us)
    late = hours is not None and minutes is not None and minutes > 60 * hours
    in_play = "not in play yet" if minutes is None else f"{minutes // 60} h {minutes % 60:02} min"
    if hours is not None and minutes is not None:
        in_play += f" of {hours} h"
    tone = "unknown" if of.is_gone or minutes is None else "warn" if late else "ok"
    return {
        "deck": of,
        "in_play": in_play,
        "tone": "warn" if late else tone,
        "minutes": minutes,
        "hours": hours,
    }


def _by_hour(rounds: list[RoundOfDay]) -> list[tuple[str, int]]:
    """How many rounds began in each hour, by the clock on the wall."""
    counts = Counter(each.first_at_us // _HOUR_US for each in rounds)
    if not counts:
        return []
    return [(clock(hour * _HOUR_US)[:5], counts[hour]) for hour in range(min(counts), max(counts) + 1)]


def _document(values: Mapping[str, Any]) -> dict[str, Any]:
    happened: Happenings = values["happened"]

    def said(lines: list[Any]) -> list[dict[str, Any]]:
        return [{"seq": each.seq, "at": time_text(each.at_us), "words": each.words} for each in lines]

    return {
        "table": values["table"],
        "day": values["day"],
        "rulebooks": [{"seq": each.seq, "rulebook": each.rulebook} for each in values["selected"]],
        "staff": said(happened.staff),
        "decks": [
            {
                "deck": each["deck"].name,
                "back_colour": each["deck"].back or None,
                "minutes_in_play": each["minutes"],
                "hours_allowed": each["hours"],
                "rounds": each["deck"].rounds,
                "gone": each["deck"].is_gone,
            }
            for each in values["decks"]
        ],
        "devices": said(happened.devices),
        "halted_at": values["halted"] or None,
        "rounds": [
            {
                "round": each.round,
                "at": time_text(each.first_at_us),
                "seats": each.boxes,
                "end": each.end or None,
                "irregularities": happened.called.get(each.round, []),
            }
            for each in values["rounds"]
        ],
        "rounds_by_hour": [{"hour": hour, "rounds": count} for hour, count in values["hours"]],
    }

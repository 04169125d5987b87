"""What stands beside a round in the console: what can be done with it, and where its wagers went."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final, NamedTuple

from console.pages.answer import judged_rows
from console.pages.told_round import ToldRound
from console.rounds.trail import WagerTrail, links_of, trails
from console.web.asked import Asked
from console.web.entry.roles import INVESTIGATORS, WHO_TAKE_PACKETS, WHO_WORK_ON_CASES
from console.web.frame.places import address, event_address, rules_address
from console.web.showing.audit.checkpoints import has_audit_log
from console.web.showing.cases.looking import Look, record_look
from console.web.view import View
from events.envelope import LIVE
from events.times import SECOND_US
from games.rulebook import by_name
from streams.read_model.queries.round_entries import entries_of_round
from streams.read_model.queries.rounds import RoundLocation

_ASKS_FOR_US: Final = 1_800 * SECOND_US
"""So long after it began an open round is asked for news: one that was left open keeps nobody signed in."""


def looked_for_case(asked: Asked, of: RoundLocation) -> Look | None:
    """The case that the round is looked at for, where one is named: that is on record before it is shown."""
    case = asked.get("case")
    if case is None or asked.role not in INVESTIGATORS:
        return None
    return record_look(asked, case, table=of.table, round=of.round)


def news_of(asked: Asked, of: RoundLocation) -> View:
    """How many events of a round came after one of them: asked again and again by the page of an open one."""
    since = asked.get("since")
    new = max(of.first_seq + len(of.places) - 1 - since, 0)
    values = {"asks": _asks(asked, of), "since": since, "new": new}
    document = {"round": of.round, "since": since, "new": new}
    return View("round-news.html", f"Round {of.round}", lambda: document, values)


def _asks(asked: Asked, of: RoundLocation) -> bool:
    """Whether a page goes on asking whether something came."""
    return asked.now_us - of.first_at_us < _ASKS_FOR_US


def beside(asked: Asked, of: RoundLocation, told: ToldRound) -> dict[str, Any]:
    """What the templates of a round take in the console alone."""
    may_see_events = asked.role in INVESTIGATORS
    seat = asked.get("seat")
    return {
        **_first_of(told, seat),
        "readings": list(_readings(told)),
        "card_href": partial(event_address, of.stream) if may_see_events else None,
        "is_open": told.view.status == "open" and of.mode == LIVE,
        "asks": _asks(asked, of),
        "acts": list(_acts(asked, of, told)),
        "trails": _trails(asked, of, told) if may_see_events and of.mode == LIVE else [],
        "event_href": (lambda seq: event_address(of.stream, seq)) if may_see_events else None,
        "record_href": event_address,
        "rules_href": partial(rules_address, told.view.rulebook) if told.view.rulebook else None,
        "may_see_cases": asked.role in INVESTIGATORS,
    }


def _first_of(told: ToldRound, seat: int | None) -> dict[str, Any]:
    """The verdict with the rows of a seat before all others, and which seat that is."""
    rows = judged_rows(told.verdict, told.instead)
    if seat is None:
        return {"rows": rows, "seat": None, "of_seat": []}
    of_seat = [row for row in rows if row.seat == seat]
    return {"rows": of_seat + [row for row in rows if row.seat != seat], "seat": seat, "of_seat": of_seat}


class Reading(NamedTuple):
    """A place of the text that can be read in several ways: how it was read, and whether it bears on this
    round."""

    name: str
    section: str
    question: str
    values: tuple[str, ...]
    read: str
    bears: bool


def _readings(told: ToldRound) -> Iterator[Reading]:
    """The switches of the rulebook that it was played under, those that its verdict depends on first."""
    terms = told.shown.terms
    if not terms.game:
        return
    bear = {name for row in told.verdict.rows for name in row.depends_on}
    switches = by_name(terms.rulebook).switches
    for name in sorted(switches, key=lambda each: (each not in bear, each)):
        switch = switches[name]
        read = terms.options.get(name, switch.default)
        values = tuple(str(each).lower() for each in switch.values)
        if len(values) == 1:
            continue
        yield Reading(name, switch.section, switch.question, values, str(read).lower(), name in bear)


def _acts(asked: Asked, of: RoundLocation, told: ToldRound) -> Any:
    """What can be done with the round, by the role: the words, and where."""
    name, is_live = told.view.round, of.mode == LIVE
    if is_live and asked.role in WHO_WORK_ON_CASES:
        yield "Case", f"/cases/new?round={address('{name}', name=name)}{_seat(told)}"
    if not has_audit_log(asked.site):
        return
    if asked.role in WHO_TAKE_PACKETS:
        case = f"?case={asked.get('case')}" if asked.get("case") else ""
        yield "Packet", address("/packets/{round}", round=name) + case
    if asked.role in INVESTIGATORS:
        stream = address("{stream}", stream=of.stream)
        yield "Prove", f"/audit/prove?stream={stream}&seq={told.view.last_seq}"


def _seat(told: ToldRound) -> str:
    """The seat that a claim is most likely about: one that was not settled as due, or the only one."""
    wrong = [row.seat for row in told.verdict.rows if row.difference_cents]
    seats = wrong or list(dict.fromkeys(row.seat for row in told.verdict.rows))
    return f"&seat={seats[0]}" if wrong or len(seats) == 1 else ""


def _trails(asked: Asked, of: RoundLocation, told: ToldRound) -> list[WagerTrail]:
    entries = entries_of_round(asked.store, of, told.view.gaming_day, links_of(told.events))
    return trails(told.events, entries)

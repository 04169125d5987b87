"""The box at the head of every page: what somebody types there leads to the one page that it means."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

from console.calls.wrong_call import did_you_mean
from console.web.asked import Asked
from console.web.entry.roles import INVESTIGATORS, WHO_SEE_BADGES, WHO_SEE_CASES, WHO_SEE_ROUNDS
from console.web.frame.places import address, event_address, rules_address
from console.web.showing.asked_of_pages import links, tables
from console.web.view import NotFound, View
from events.naming import comparable
from games.errors import UnknownRulebook
from games.rulebook import all_rulebooks, choose
from streams.read_model.queries.cases import cases
from streams.read_model.queries.links import meter_names
from streams.read_model.queries.rounds import rounds_named, spelled_otherwise

_EVENT: Final = re.compile(r"((?:finding:)?(?:table|link|desk|meter):[\w.-]+)[#/ ]([1-9][0-9]{0,17})")
_SECTION: Final = re.compile(r"(\d{3}a)\.\d+(?:\([A-Za-z0-9]+\))*")
_SEAT: Final = re.compile(r"(\S+)(?:\s+seat\s+(\d{1,3}))?(?:\s+(?:about\s+|at\s+)?(\d.*))?", re.IGNORECASE)
TAKES: Final = (
    "a round (TCP-01-5), a table with seat and time (TCP-01 seat 1 06:08), an event (table:TCP-01#128), a "
    "table, a link, a case, a badge, or a section (679a.11(d)(3))"
)


def find(asked: Asked) -> View:
    """The page that is meant; `NotFound` with what can be typed."""
    typed = " ".join((asked.get("q") or "").split())
    if not typed:
        raise NotFound(f"Nothing was typed. The box takes {TAKES}.")
    place = next(filter(None, (look(asked, typed) for look in _LOOKS)), "")
    if place:
        return View("", "Find", lambda: {"q": typed, "at": place}, goes_to=place)
    near = did_you_mean(typed, [*tables(asked), *links(asked)])
    raise NotFound(f"Nothing here is called {typed}{near}. The box takes {TAKES}.")


def _event(asked: Asked, typed: str) -> str:
    match = _EVENT.fullmatch(typed)
    return event_address(match[1], int(match[2])) if match and asked.role in INVESTIGATORS else ""


def _section(asked: Asked, typed: str) -> str:
    match = _SECTION.fullmatch(typed)
    if not match:
        return ""
    try:
        book = choose(match[1], asked.site.days(asked.now_us)).name
    except UnknownRulebook:
        book = next((each.name for each in all_rulebooks() if each.chapter == match[1]), "")
    return rules_address(book, typed) if book else ""


def _round(asked: Asked, typed: str) -> str:
    if asked.role not in WHO_SEE_ROUNDS:
        return ""
    if rounds_named(asked.store, typed):
        return address("/rounds/{round}", round=typed)
    others = spelled_otherwise(asked.store, typed)
    return address("/rounds/{round}", round=others[0]) if others else ""


def _table(asked: Asked, typed: str) -> str:
    match = _SEAT.fullmatch(typed)
    table = next((each for each in tables(asked) if match and each.casefold() == match[1].casefold()), "")
    if not match or not table:
        return ""
    if not match[2] and not match[3]:
        return address("/tables/{table}", table=table)
    if asked.role not in WHO_SEE_ROUNDS:
        return ""
    wanted = {"table": table, "seat": match[2], "around": match[3]}
    return f"/rounds?{urlencode({name: text for name, text in wanted.items() if text})}"


def _link(asked: Asked, typed: str) -> str:
    name, _, meter = typed.partition(" ")
    link = next((each for each in links(asked) if each.casefold() == name.casefold()), "")
    if not link:
        return ""
    meters = meter_names(asked.store, link)
    found = next((each for each in meters if each.casefold() == meter.replace(" ", "_").casefold()), "")
    return address("/meters/{link}/{meter}", link=link, meter=found) if found else f"/meters?link={link}"


def _case(asked: Asked, typed: str) -> str:
    name = re.sub(r"(?i)^case\s+", "", typed)
    may = asked.role in WHO_SEE_CASES
    return address("/cases/{case}", case=name) if may and cases(asked.store, name) else ""


def _badge(asked: Asked, typed: str) -> str:
    name = re.sub(r"(?i)^badge\s+", "", typed)
    held = asked.site.register().everybody.get(comparable(name))
    return address("/badges/{badge}", badge=held.badge) if held and asked.role in WHO_SEE_BADGES else ""


_LOOKS: Final[tuple[Callable[[Asked, str], str], ...]] = (
    _event,
    _section,
    _round,
    _table,
    _link,
    _case,
    _badge,
)
"""In this order: what is written in one way only comes first."""

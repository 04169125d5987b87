"""Home: what needs somebody, first; then the meters, and a form to find a round by."""

from __future__ import annotations

from typing import Any

from console.commands.meters import link_json
from console.findings.shown import finding_document
from console.web.asked import Asked
from console.web.entry.roles import COMPLIANCE, INVESTIGATORS, WHO_SEE_ROUNDS
from console.web.frame.pins import words_of
from console.web.frame.sparkline import sparkline
from console.web.showing.asked_of_pages import tables
from console.web.showing.audit.exports import TONES, WORDS, last_exports, place
from console.web.showing.first_minute import first_minute
from console.web.showing.needs import needs_of
from console.web.view import View
from streams.read_model.findings import Wanted, find
from streams.read_model.queries.found_rounds import RoundsAsked
from streams.read_model.queries.meters import link_meters

_WEIGH_MOST = 3
_LAST_ROUNDS = 3


def home(asked: Asked) -> View:
    """What needs whoever has signed in."""
    links = link_meters(asked.store)
    money = find(asked.store, Wanted(severity="money", mode="live")) if asked.role in INVESTIGATORS else []
    needs = needs_of(asked, money)
    exports = last_exports(asked) if asked.role == COMPLIANCE else []

    def document() -> Any:
        return {
            "needs": [need._asdict() for need in needs],
            "findings": [finding_document(each) for each in money],
            "links": [link_json(each) for each in links],
            "exports": [{"export": each.asked.id, "state": each.state} for each in exports],
        }

    shown = {
        "needs": needs,
        "links": links,
        "money": money[:_WEIGH_MOST],
        "steps": first_minute(asked, links, money),
        "last": _last_rounds(asked) if asked.role in WHO_SEE_ROUNDS else [],
        "exports": [(each, TONES[each.state], WORDS[each.state], place(each.asked.id)) for each in exports],
        "pins": [(each, words_of(each)) for each in asked.pins],
        "sparkline": sparkline,
        "tables": tables(asked),
        "may_find": asked.role != "admin",
    }
    return View("home.html", "Home", document, shown)


def _last_rounds(asked: Asked) -> list[str]:
    return [each.round for each in RoundsAsked().found(asked.store, _LAST_ROUNDS)]

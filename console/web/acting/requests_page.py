"""Second signatures that were asked for: their list, one of them as its second person sees it, the answer."""

from __future__ import annotations

from json import loads
from typing import Any, Final

from console.web.acting.answering import place_of
from console.web.acting.sealed import Shown, shown
from console.web.acting.second import NoLonger, anew
from console.web.asked import Asked
from console.web.forms.form_table import FORMS
from console.web.frame.lists import Cell, Column, Row, row
from console.web.view import NotFound, View
from events.times import time_text
from projections.signature_requests import Request, declining_problem, signing_problem

COLUMNS: Final = (
    Column("number", "number", "number"),
    Column("asks", "asks for", wide=True),
    Column("asked_by", "signed first by"),
    Column("asked_at", "asked", "time"),
    Column("until", "open until", "time"),
    Column("state", "state", "status"),
    Column("answered_by", "answered by"),
    Column("sha256", "SHA-256", "id"),
)
_TONES: Final = {"open": "pending", "signed": "ok", "declined": "bad", "refused": "bad", "expired": "unknown"}


def signatures(asked: Asked) -> View:
    """Every request, those that are open first, the latest first."""
    found = asked.site.requests(at_once=True).values()
    ordered = sorted(found, key=lambda each: (not each.is_open(asked.now_us), -each.seq))
    rows = [_row(asked, each) for each in ordered]
    nothing = "Nobody has asked for a second signature yet: a form that needs two does so when it is signed."
    list_ = asked.listed(COLUMNS, rows, nothing)

    def document() -> Any:
        return [_document(asked, each) for each in ordered]

    return View("signatures.html", "Signatures", document, {}, list_)


def _row(asked: Asked, request: Request) -> Row:
    state = request.state(asked.now_us)
    mine = state == "open" and not problem_of(asked, request)
    return row(
        str(request.seq),
        href=f"/signatures/{request.seq}",
        number=request.seq,
        asks=request.asked.asks,
        asked_by=request.asked.badge,
        asked_at=request.asked_at_us,
        until=request.asked.until_us,
        state=Cell("waits for you" if mine else state, tone=_TONES[state]),
        answered_by=_answered_by(request),
        sha256=request.asked.sha256[:16],
    )


def _answered_by(request: Request) -> str:
    if request.given is not None:
        return request.given.badge
    return "" if request.declined is None else request.declined.declined_by


def _document(asked: Asked, request: Request) -> dict[str, Any]:
    given_, declined_ = request.given, request.declined
    return {
        "number": request.seq,
        "asks": request.asked.asks,
        "form": request.asked.form,
        "signed_by": request.asked.badge,
        "asked_at": time_text(request.asked_at_us),
        "until": time_text(request.asked.until_us),
        "state": request.state(asked.now_us),
        "answered_by": _answered_by(request) or None,
        "recorded": [] if given_ is None else [f"{each.stream} {each.seq}" for each in given_.recorded],
        "reason": None if declined_ is None else declined_.reason,
        "sha256": request.asked.sha256,
        "facts": [
            {"stream": each.stream, "type": each.type, "actor": each.actor, "body": each.body}
            for each in request.asked.facts
        ],
    }


def signature_request(asked: Asked) -> View:
    """One request, as whoever is to sign second sees it."""
    request = find(asked)
    title = f"Signature {request.seq}"
    return View("signature.html", title, lambda: _document(asked, request), values_of(asked, request))


def find(asked: Asked) -> Request:
    """The request of an address."""
    typed = asked.places["number"]
    number = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 18 else 0
    request = asked.site.requests(at_once=True).get(number)
    if request is None:
        raise NotFound(f"There is no request {typed}. The page of signatures shows those that there are.")
    return request


def values_of(asked: Asked, request: Request, problem: str = "") -> dict[str, Any]:
    """What the page of a request shows; worked out anew while it can be signed."""
    found, gone = None, ""
    if request.is_open(asked.now_us):
        try:
            found = anew(FORMS, asked, request)
        except NoLonger as error:
            gone = str(error)
    return {
        "request": request,
        "state": request.state(asked.now_us),
        "tone": _TONES[request.state(asked.now_us)],
        "anew": found,
        "gone": gone,
        "shown": shown(found.plan.facts) if found is not None and found.is_same else _as_asked(request),
        "may_not": problem_of(asked, request),
        "may_decline": not declining_problem(request, *who(asked), asked.now_us),
        "problem": problem,
        "place_of": place_of(asked),
    }


def _as_asked(request: Request) -> list[Shown]:
    """The facts as they were signed first; their fields by name."""
    return [
        Shown(fact.stream, fact.type, fact.actor, fact.occurred_at, loads(fact.body))
        for fact in request.asked.facts
    ]


def who(asked: Asked) -> tuple[str, str]:
    return asked.site.signs_as(asked.account)


def problem_of(asked: Asked, request: Request) -> str:
    return signing_problem(request, *who(asked), asked.now_us)

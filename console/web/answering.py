"""Answers a request for a page: who asks, whether the role may, what is asked, and in which form it goes out.

All that can go wrong with a request is put into words here. What is not foreseen is a defect: it is written
to standard error under a number that the page names.
"""

from __future__ import annotations

import json
import re
import secrets
import sys
import traceback
from contextlib import ExitStack
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from console.calls.wrong_call import WrongCall, did_you_mean
from console.web.asked import Asked
from console.web.declared import Declared
from console.web.entry.roles import in_words
from console.web.entry.sessions import Session
from console.web.frame.environment import render
from console.web.frame.lists import as_csv
from console.web.frame.pins import read_pins
from console.web.frame.settings import read_settings
from console.web.frame.shell import shell
from console.web.page import Page
from console.web.site import Site
from console.web.view import File, NotFound, NotYours, View
from console.wording.local_time import in_local_time, shown_in_utc
from console.wording.visible import visible
from events.errors import PitledgerError
from games.errors import GamesError

Form = str
"""`html`, `json`, `csv`, or the ending of a file that a page has besides, such as `.tlog-proof`."""
OF_LISTS: Final = ("sort", "after", "q")
"""What every list may be asked."""
_OPTION: Final = re.compile(r"(?<!\S)--([a-z][a-z-]*)")
_LONGEST: Final = 512
"""Characters of anything that is asked."""
NO_STORE: Final = {"Cache-Control": "no-store"}


def session_of(site: Site, request: Request) -> Session | None:
    """The session of a browser, signed in or not; None where it has none."""
    return site.sessions.find(request.cookies.get(site.cookie, ""))


def signed_in(site: Site, request: Request) -> Session | None:
    """The session of somebody who may come in; one whose badge was taken back ends here."""
    session = session_of(site, request)
    if session is None or session.account is None:
        return None
    if site.is_valid(session):
        return session
    site.sessions.end(session)
    return None


def display_of(site: Site, request: Request) -> Session | None:
    """The session of a display; None where the browser is none."""
    session = session_of(site, request)
    return None if session is None or session.display is None else session


def answer(site: Site, page: Page, form: Form, request: Request) -> Response:
    """The page as it is asked for, or why not."""
    session = signed_in(site, request) or _at_its_display(site, page, request)
    if session is None:
        return sign_in_first(form, request)
    not_for_this_role = None if session.display else may_not(page, session)
    if not_for_this_role is not None:
        return refusal(site, session, form, not_for_this_role)
    try:
        with ExitStack() as opened:
            asked = read_request(site, page, session, request, opened)
            asked.form = form
            view = page.show(asked)
            if view.goes_to and form == "html":
                return go_to(view.goes_to, request)
            return _in_form(view, asked, form)
    except Exception as error:  # noqa: BLE001 - a defect of one page is no reason for others to stop
        return refusal(site, session, form, explained(error, request))


def _at_its_display(site: Site, page: Page, request: Request) -> Session | None:
    """The session of a display that asks for its own page; all else is for people."""
    session = display_of(site, request)
    if session is None or session.display is None or not page.on_displays:
        return None
    return session if session.display.link == request.path_params.get("link") else None


class Refusal(NamedTuple):
    """Why there is no answer."""

    status: int
    title: str
    words: str


def may_not(page: Declared, session: Session) -> Refusal | None:
    """Why the role of a session does not open a page; None where it does."""
    account = session.account
    if account is not None and account.role in page.roles:
        return None
    who = in_words(page.roles)
    has = "nobody has signed in" if account is None else f"{account.badge} has signed in for {account.role}"
    return Refusal(403, "Not for this role", f"This page is for {who}, and {has}.")


def explained(error: Exception, request: Request) -> Refusal:
    """An error in words; one that nobody foresaw is a defect."""
    match error:
        case NotFound():
            return Refusal(404, "Not found", str(error))
        case NotYours():
            return Refusal(403, "Not for this role", str(error))
        case WrongCall() | GamesError():
            return Refusal(400, "This cannot be asked", without_dashes(str(error)))
        case PitledgerError():
            return Refusal(503, "Not to be had now", str(error))
        case _:
            return Refusal(500, "A defect", defect(request, error))


def without_dashes(words: str) -> str:
    """A refusal of the command line as a page says it; what stands in backticks is to be typed there."""
    parts = words.split("`")
    parts[::2] = [_OPTION.sub(r"\1", part) for part in parts[::2]]
    return "`".join(parts)


def defect(request: Request, error: Exception) -> str:
    """What the page says of a defect; all that is known of it goes to standard error."""
    number = secrets.token_hex(4)
    print(f"defect {number}: {request.method} {request.url.path!r}", file=sys.stderr)
    traceback.print_exception(error)
    return f"This page met a defect, number {number}: what led to it is in the output of `pitledger serve`."


def read_request(site: Site, page: Declared, session: Session, request: Request, opened: ExitStack) -> Asked:
    """What is asked, read; `WrongCall` for what cannot be meant."""
    typed = {name: text for name, text in request.query_params.items() if text.strip()}
    known = {param.name: param for param in page.params}
    allowed = {*known, *(OF_LISTS if page.is_list else ())}
    params: dict[str, Any] = {}
    for name, text in typed.items():
        if len(text) > _LONGEST:
            raise WrongCall(f"{name}: {len(text):,} characters are too many: write at most {_LONGEST}")
        if name not in allowed and not name.startswith(page.prefixes or ("\0",)):
            near = did_you_mean(name, allowed)
            takes = ", ".join(sorted(allowed)) or "nothing"
            raise WrongCall(f"this page cannot be asked for {name!r}{near}: it takes {takes}")
        if name in known:
            try:
                params[name] = known[name].read(text.strip())
            except ValueError as error:
                raise WrongCall(f"{name}: {error}") from error
    places = {name: str(text) for name, text in request.path_params.items()}
    settings = read_settings(request.cookies.get(f"{site.cookie}-view", ""))
    opened.enter_context(shown_in_utc(settings.times == "utc"))
    pins = read_pins(request.cookies.get(f"{site.cookie}-pins", ""))
    now_us = site.now_us()
    return Asked(
        site, page, session, places, typed, params, opened, now_us=now_us, settings=settings, pins=pins
    )


def _in_form(view: View, asked: Asked, form: Form) -> Response:
    match form:
        case "json":
            return as_json(view.document())
        case "csv":
            assert view.listed is not None, f"{asked.page.name} is declared a list and shows none"
            name = asked.page.name.replace(" ", "-")
            headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
            return Response(as_csv(view.listed), media_type="text/csv; charset=utf-8", headers=headers)
        case "html":
            values = {**shell(asked), "title": view.title, "listed": view.listed, **view.values}
            return HTMLResponse(render(view.template, values))
        case _:
            return as_file(view.file_of(form))


def as_file(file: File) -> Response:
    """A file to be kept; a long one comes piece by piece."""
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    if isinstance(file.content, bytes):
        return Response(file.content, media_type=file.media_type, headers=headers)
    return StreamingResponse(file.content, media_type=file.media_type, headers=headers)


def as_json(document: Any, status: int = 200) -> Response:
    """A document as `--json` prints it."""
    text = visible(json.dumps(document, indent=2, ensure_ascii=False)) + "\n"
    return Response(text.encode("utf-8", "backslashreplace"), status, media_type="application/json")


# --- what goes wrong --------------------------------------------------------------------------------------


def sign_in_first(form: Form, request: Request) -> Response:
    """To the sign-in, and from there to what was asked for."""
    if form != "html":
        return as_json({"error": "sign in first, at /sign-in"}, 401)
    asked = f"?{request.url.query}" if request.url.query else ""
    after = quote(f"{request.url.path}{asked}", safe="/")
    return go_to("/sign-in" if after == "/" else f"/sign-in?next={after}", request)


def go_to(place: str, request: Request) -> Response:
    """To another page: a script that has asked for a part of one is not to put it there."""
    if "hx-request" in request.headers:
        return Response(headers={"HX-Redirect": place})
    return RedirectResponse(place, 303)


def refusal(site: Site, session: Session | None, form: Form, why: Refusal) -> Response:
    """Why there is no answer, in the form that was asked for."""
    said = in_local_time(why.words)
    if form != "html":
        return as_json({"error": said}, why.status)
    values = {**shell(None, site, session), "title": why.title, "words": said, "status": why.status}
    return HTMLResponse(render("refused.html", values), why.status)

"""Sign-in and sign-out: badge and password, one text for every failure, a wait for whoever fails often."""

from __future__ import annotations

import math
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from console.web.answering import Refusal, refusal, session_of
from console.web.entry.accounts import is_password, why_shut
from console.web.entry.headers import LONGEST_BODY
from console.web.entry.sessions import LONGEST_S, Session
from console.web.frame.environment import render
from console.web.frame.shell import shell
from console.web.site import Site
from events.naming import comparable
from streams.errors import LogError

ADDRESS: Final = "/sign-in"
NO_ENTRY: Final = "Badge and password do not open this console. Check both, or ask an administrator."
STALE: Final = "This form was made for another session: try again. Nothing was recorded."
_FIELDS: Final = 50


class TooLong(ValueError):
    """A form that no page of ours has."""


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form, the last of each name; `TooLong` where it cannot be one of ours."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST_BODY:
            raise TooLong(f"a form has at most {LONGEST_BODY:,} bytes")
    try:
        return dict(
            parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_FIELDS)
        )
    except ValueError as error:
        raise TooLong(str(error)) from error


def is_from_here(request: Request, session: Session | None, token: str) -> bool:
    """Whether a form is of this session, and was sent from a page of this console."""
    if session is None or not session.is_form_of(token):
        return False
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("origin")
    return origin is None or origin.partition("://")[2] == request.headers.get("host")


def next_page(text: str) -> str:
    """The page to go to after the sign-in: one of this console, whatever was put into the address."""
    is_here = (
        text.startswith("/")
        and not text.startswith(("//", "/\\"))
        and text.isprintable()
        and "\\" not in text
    )
    return text if is_here and not text.startswith(ADDRESS) else "/"


class SigningIn:
    """The pages of a sign-in."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def show(self, request: Request) -> Response:
        """The form, with a session of its own."""
        return await run_in_threadpool(self._shown, request, "", 200)

    async def sign_in(self, request: Request) -> Response:
        """Let somebody in, or say that badge and password do not."""
        try:
            fields = await form_of(request)
        except TooLong as error:
            return refusal(self._site, None, "html", Refusal(413, "Too long", str(error)))
        return await run_in_threadpool(self._sign_in, request, fields)

    async def sign_out(self, request: Request) -> Response:
        """End the session for whoever has its token."""
        try:
            fields = await form_of(request)
        except TooLong as error:
            return refusal(self._site, None, "html", Refusal(413, "Too long", str(error)))
        return await run_in_threadpool(self._sign_out, request, fields)

    def _sign_in(self, request: Request, fields: dict[str, str]) -> Response:
        session = session_of(self._site, request)
        if not is_from_here(request, session, fields.get("token", "")):
            return self._shown(request, STALE, 403)
        badge, address = comparable(fields.get("badge", "")[:128]), _address(request)
        wait_s = self._site.attempts.wait_s(badge, address)
        if wait_s > 0:
            minutes = math.ceil(wait_s / 60)
            plural = "s" * (minutes != 1)
            return self._shown(request, f"Too many failures: try again in {minutes} minute{plural}.", 429)
        account = self._site.account(badge)
        good = is_password(account, fields.get("password", ""))
        if account is None or not good or self._is_shut(account):
            self._site.attempts.failed(badge, address)
            return self._shown(request, NO_ENTRY, 403)
        self._site.attempts.succeeded(badge)
        assert session is not None
        self._site.sessions.end(session)  # the token of before the sign-in opens nothing afterwards
        token, _ = self._site.sessions.begin(account)
        response = RedirectResponse(next_page(fields.get("next", "/")), 303)
        self._give(response, token)
        return response

    def _is_shut(self, account: Any) -> bool:
        try:
            return bool(why_shut(account, self._site.register()))
        except LogError:
            return True

    def _sign_out(self, request: Request, fields: dict[str, str]) -> Response:
        session = session_of(self._site, request)
        if session is None:
            return RedirectResponse(ADDRESS, 303)
        if not is_from_here(request, session, fields.get("token", "")):
            return refusal(self._site, session, "html", Refusal(403, "Not signed out", STALE))
        self._site.sessions.end(session)
        response = RedirectResponse(ADDRESS, 303)
        response.delete_cookie(
            self._site.cookie, secure=self._site.is_https, httponly=True, samesite="strict"
        )
        return response

    def _shown(self, request: Request, problem: str, status: int) -> Response:
        session, token = session_of(self._site, request), ""
        if session is None:
            token, session = self._site.sessions.begin()
        values = {
            **shell(None, self._site, session),
            "title": "Sign in",
            "account": None,
            "rail": [],
            "problem": problem,
            "next": next_page(request.query_params.get("next", "/")),
            "demo": self._site.demo,
        }
        response = HTMLResponse(render("sign-in.html", values), status)
        if token:
            self._give(response, token)
        return response

    def _give(self, response: Response, token: str) -> None:
        response.set_cookie(
            self._site.cookie,
            token,
            max_age=int(LONGEST_S),
            httponly=True,
            samesite="strict",
            secure=self._site.is_https,
        )


def _address(request: Request) -> str:
    return request.client.host if request.client else ""

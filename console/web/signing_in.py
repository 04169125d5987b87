"""Sign-in and sign-out: badge and password, one text for every failure, a wait for whoever fails often."""

from __future__ import annotations

from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from console.web.answering import Refusal, refusal, session_of
from console.web.entry.accounts import is_password, why_shut
from console.web.entry.password import address_of, wait_in_words
from console.web.entry.sent_forms import TooLong, form_of, is_from_here
from console.web.frame.environment import render
from console.web.frame.shell import shell
from console.web.site import Site
from events.naming import comparable
from streams.errors import LogError

ADDRESS: Final = "/sign-in"
NO_ENTRY: Final = "Badge and password do not open this console. Check both, or ask an administrator."
STALE: Final = "This form was made for another session: try again. Nothing was recorded."


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
        badge, address = comparable(fields.get("badge", "")[:128]), address_of(request)
        wait_s = self._site.attempts.wait_s(badge, address)
        if wait_s > 0:
            return self._shown(request, wait_in_words(wait_s), 429)
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
        self._site.give(response, token)
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
            self._site.give(response, token)
        return response

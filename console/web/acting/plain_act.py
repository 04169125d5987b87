"""Acts that record no event of the floor and need no preview: a button and the session's token."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from console.web.answering import Refusal, explained, may_not, refusal, sign_in_first, signed_in
from console.web.declared import Declared
from console.web.entry.sent_forms import TooLong, form_of, is_from_here
from console.web.entry.sessions import Session
from console.web.frame.pins import read_pins
from console.web.site import Site

_STALE = "This form was made for another session: try again. Nothing was done."


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button that somebody pressed: whose session, and what the form said."""

    site: Site
    session: Session
    fields: Mapping[str, str]
    pins: Sequence[str] = ()
    """The addresses that the browser keeps."""

    @property
    def badge(self) -> str:
        """Whose it is."""
        assert self.session.account is not None
        return self.session.account.badge

    def field(self, name: str) -> str:
        """What was typed, without blanks around it; empty where nothing was."""
        return self.fields.get(name, "").strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Declared):
    """An act by its address. `do` gives the page to go to, or an answer of its own."""

    do: Callable[[Pressed], str | Response]


class ActAnswers:
    """The answers of one act."""

    def __init__(self, site: Site, act: Act) -> None:
        self._site = site
        self._act = act

    async def send(self, request: Request) -> Response:
        """Do it, for whoever may."""
        try:
            fields = await form_of(request)
        except TooLong as error:
            return refusal(self._site, None, "html", Refusal(413, "Too long", str(error)))
        return await run_in_threadpool(self._done, request, fields)

    def _done(self, request: Request, fields: dict[str, str]) -> Response:
        session = signed_in(self._site, request)
        if session is None:
            return sign_in_first("html", request)
        refused = may_not(self._act, session)
        if refused is None and not is_from_here(request, session, fields.get("token", "")):
            refused = Refusal(403, "Not done", _STALE)
        if refused is not None:
            return refusal(self._site, session, "html", refused)
        pins = read_pins(request.cookies.get(f"{self._site.cookie}-pins", ""))
        try:
            done = self._act.do(Pressed(self._site, session, fields, pins))
        except Exception as error:  # noqa: BLE001 - a defect of one act is no reason for others to stop
            return refusal(self._site, session, "html", explained(error, request))
        return RedirectResponse(done, 303) if isinstance(done, str) else done

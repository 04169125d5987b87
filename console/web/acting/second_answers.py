"""Answers what is sent from the page of a request: the second signature, or that it is declined."""

from __future__ import annotations

from contextlib import ExitStack

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from console.acts.fact import Fact
from console.acts.second_signatures import declined, given
from console.calls.names import words as read_words
from console.recording.clerk import Clerk, refused_because
from console.web.acting.answering import carried_out, page_of, signature, with_nothing
from console.web.acting.form import Outcome, Sheet
from console.web.acting.requests_page import find, values_of, who
from console.web.acting.second import NoLonger, anew
from console.web.answering import Refusal, explained, read_request, refusal, sign_in_first, signed_in
from console.web.asked import Asked
from console.web.entry.password import password_problem
from console.web.entry.sent_forms import TooLong, form_of, is_from_here
from console.web.entry.sessions import Session
from console.web.forms.form_table import FORMS
from console.web.page import Page
from console.web.signing_in import STALE
from console.web.site import Site
from projections.signature_requests import Request, declining_problem, signing_problem


class SecondAnswers:
    """What is sent from the page of a request: the second signature, or that it is declined."""

    def __init__(self, site: Site, page: Page) -> None:
        self._site = site
        self._page = page

    async def send(self, request: HttpRequest) -> Response:
        """Sign or decline."""
        try:
            fields = await form_of(request)
        except TooLong as error:
            return refusal(self._site, None, "html", Refusal(413, "Too long", str(error)))
        return await run_in_threadpool(self._answered, request, fields)

    def _answered(self, request: HttpRequest, fields: dict[str, str]) -> Response:
        session = signed_in(self._site, request)
        if session is None:
            return sign_in_first("html", request)
        if not is_from_here(request, session, fields.get("token", "")):
            return refusal(self._site, session, "html", Refusal(403, "Not recorded", STALE))
        try:
            return self._sent(request, session, fields)
        except Exception as error:  # noqa: BLE001 - a defect here is no reason for others to stop
            return refusal(self._site, session, "html", with_nothing(explained(error, request)))

    def _sent(self, request: HttpRequest, session: Session, fields: dict[str, str]) -> Response:
        problem = password_problem(self._site, session, request, fields.get("password", ""))
        if problem:
            with ExitStack() as opened:
                asked = read_request(self._site, self._page, session, request, opened)
                return self._shown(asked, find(asked), problem, 403)
        with self._site.clerks.clerk() as clerk, ExitStack() as opened:
            clerk.process()
            asked = read_request(self._site, self._page, session, request, opened)
            found = find(asked)
            declines = fields.get("step") == "decline"
            judged = declining_problem if declines else signing_problem
            problem = judged(found, *who(asked), asked.now_us)
            if problem:
                return self._shown(asked, found, f"{problem}. Nothing was recorded.", 409)
            if declines:
                return self._declined(asked, found, fields.get("reason", ""), clerk)
            return self._signed(asked, found, fields.get("hash", ""), clerk)

    def _declined(self, asked: Asked, request: Request, reason: str, clerk: Clerk) -> Response:
        try:
            fact = declined(request, asked.account.badge, read_words(reason.strip()))
        except ValueError as error:
            return self._shown(asked, request, f"{error}. Nothing was recorded.", 400)
        outcome = carried_out(lambda: _one(clerk, fact, f"{self._site.source}answer-{request.seq}"))
        return self._done(asked, outcome)

    def _signed(self, asked: Asked, request: Request, hash_: str, clerk: Clerk) -> Response:
        try:
            found = anew(FORMS, asked, request)
        except NoLonger as error:
            return self._shown(asked, request, f"{error} Nothing was recorded.", 409)
        if not found.is_same or hash_ != request.asked.sha256:
            said = "What would be recorded is not what was signed first. Nothing was recorded."
            return self._shown(asked, request, said, 409)
        second = signature(asked)
        plan = found.signed_by_both(request, second)
        id_ = f"{self._site.source}signed-{request.seq}"
        outcome = carried_out(lambda: plan.record(clerk, id_))
        if not outcome.recorded:
            return self._done(asked, outcome)  # nothing is on record: it may be signed again
        answer = given(request, second, tuple(outcome.recorded), outcome.refused)
        answered = carried_out(lambda: _one(clerk, answer, f"{self._site.source}answer-{request.seq}"))
        both = (*outcome.recorded, *answered.recorded)
        clerk.process()
        return self._done(asked, Outcome(both, outcome.said, outcome.refused or answered.refused))

    def _shown(self, asked: Asked, request: Request, problem: str, status: int) -> Response:
        title = f"Signature {request.seq}"
        return page_of(asked, "signature.html", title, values_of(asked, request, problem), status)

    def _done(self, asked: Asked, outcome: Outcome) -> Response:
        self._site.requests(at_once=True)
        sheet = Sheet("Signatures", "/signatures")
        values = {"sheet": sheet, "outcome": outcome, "refused": outcome.refused}
        title = f"Signature {asked.places['number']}"
        return page_of(asked, "recorded.html", title, values, 409 if outcome.refused else 200)


def _one(clerk: Clerk, fact: Fact, id_: str) -> Outcome:
    recorded = fact.record(clerk, id_)
    return Outcome((recorded,), refused=refused_because(recorded.event) if recorded.refused else "")

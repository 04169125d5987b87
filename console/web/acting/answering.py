"""Answers forms: shows them, previews what they would have recorded, has it recorded once it is signed."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any, Final, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from console.recording import on_record
from console.recording.clerk import Clerk
from console.recording.signing import Signature
from console.web.acting.form import Filled, Form, Outcome, Plan, Sheet
from console.web.acting.sealed import changes_since, hash_of_facts, seen_json, shown
from console.web.acting.second import ask
from console.web.acting.typed import of_form, read
from console.web.answering import Refusal, explained, may_not, read_request, refusal, sign_in_first, signed_in
from console.web.asked import Asked
from console.web.entry.password import password_problem
from console.web.entry.roles import INVESTIGATORS
from console.web.entry.sent_forms import TooLong, form_of, is_from_here
from console.web.entry.sessions import Session
from console.web.frame.environment import render
from console.web.frame.places import event_address
from console.web.frame.shell import shell
from console.web.signing_in import STALE
from console.web.site import Site
from console.wording.local_time import in_local_time
from events.errors import PitledgerError

NOTHING: Final = "Nothing was recorded."
_ID: Final = re.compile(r"[A-Za-z0-9_-]{16,40}")


class Sent(NamedTuple):
    """A form that was sent: of whose session, under which id, and its fields."""

    session: Session
    request: Request
    fields: Mapping[str, str]

    @property
    def id(self) -> str:
        """The id under which it records, made with the empty form."""
        return self.fields["id"]


class FormAnswers:
    """The answers of one form."""

    def __init__(self, site: Site, form: Form) -> None:
        self._site = site
        self._form = form

    async def show(self, request: Request) -> Response:
        """The form, to be filled in."""
        return await run_in_threadpool(self._answered, request, None)

    async def send(self, request: Request) -> Response:
        """The form as it was filled in: its preview, or what came of signing it."""
        try:
            fields = await form_of(request)
        except TooLong as error:
            return refusal(self._site, None, "html", Refusal(413, "Too long", str(error)))
        return await run_in_threadpool(self._answered, request, fields)

    def _answered(self, request: Request, fields: dict[str, str] | None) -> Response:
        session = signed_in(self._site, request)
        if session is None:
            return sign_in_first("html", request)
        refused = may_not(self._form, session)
        if refused is None and fields is not None:
            refused = self._not_of_here(request, session, fields)
        if refused is not None:
            return refusal(self._site, session, "html", refused)
        try:
            if fields is None:
                return self._empty(request, session)
            return self._sent(Sent(session, request, fields))
        except Exception as error:  # noqa: BLE001 - a defect of one form is no reason for others to stop
            return refusal(self._site, session, "html", with_nothing(explained(error, request)))

    def _not_of_here(self, request: Request, session: Session, fields: dict[str, str]) -> Refusal | None:
        if is_from_here(request, session, fields.get("token", "")) and _ID.fullmatch(fields.get("id", "")):
            return None
        return Refusal(403, "Not recorded", STALE)

    # --- steps ----------------------------------------------------------------------------------------

    def _empty(self, request: Request, session: Session) -> Response:
        with ExitStack() as opened:
            asked = read_request(self._site, self._form, session, request, opened)
            sheet = self._form.sheet(asked)
            typed = {**sheet.typed, **of_form(self._form, asked.typed)}
            return self._fields(asked, sheet, typed, secrets.token_urlsafe(16))

    def _sent(self, sent: Sent) -> Response:
        step = sent.fields.get("step", "preview")
        if step == "sign":
            problem = password_problem(
                self._site, sent.session, sent.request, sent.fields.get("password", "")
            )
            return self._preview(sent, problem=problem) if problem else self._signed(sent)
        return self._preview(sent, change=step == "change")

    def _preview(self, sent: Sent, *, change: bool = False, problem: str = "") -> Response:
        """What it would have recorded; the fields again where something is wrong with them."""
        with ExitStack() as opened:
            asked = self._asked(sent, opened)
            sheet = self._form.sheet(asked)
            typed = of_form(self._form, sent.fields)
            found = read(self._form, sheet, typed)
            if change or found.wrong:
                return self._fields(asked, sheet, typed, sent.id, {} if change else found.wrong)
            try:
                plan = self._planned(asked, Filled(found.values, (signature(asked),), typed))
            except PitledgerError as error:
                return self._fields(asked, sheet, typed, sent.id, {"": sentence(str(error))})
            return self._previewed(asked, sheet, plan, typed, sent.id, problem=problem)

    def _signed(self, sent: Sent) -> Response:
        """Plan it again with all that is recorded by now; have it recorded if it is what was previewed."""
        key = sent.session.key
        with self._site.clerks.clerk() as clerk, ExitStack() as opened:
            done = self._site.done.find(key, sent.id)
            asked = self._asked(sent, opened)
            if done is not None:
                return self._recorded(asked, *done)
            clerk.process()
            sheet = self._form.sheet(asked)
            typed = of_form(self._form, sent.fields)
            found = read(self._form, sheet, typed)
            if found.wrong:
                return self._fields(asked, sheet, typed, sent.id, found.wrong)
            plan = self._planned(asked, Filled(found.values, (signature(asked),), typed))
            since = changes_since(sent.fields.get("seen", ""), plan.seen)
            if since or hash_of_facts(plan) != sent.fields.get("hash"):
                said = since or ["what would be recorded is not what you saw"]
                return self._previewed(asked, sheet, plan, typed, sent.id, since=said)
            filled = Filled(found.values, (signature(asked),), typed)
            outcome = self._carried_out(clerk, plan, asked, filled, sent)
            clerk.process()
            self._site.requests(at_once=bool(plan.second))
            if outcome.recorded:  # what failed may be sent again: its id makes it one event
                self._site.done.keep(key, sent.id, (sheet, outcome))
            return self._recorded(asked, sheet, outcome)

    def _carried_out(self, clerk: Clerk, plan: Plan, asked: Asked, filled: Filled, sent: Sent) -> Outcome:
        id_ = f"{self._site.source}{sent.id}"
        if plan.second:
            return carried_out(lambda: ask(clerk, plan, asked, filled, id_))
        return carried_out(lambda: plan.record(clerk, id_))

    def _planned(self, asked: Asked, filled: Filled) -> Plan:
        plan = self._form.plan(asked, filled)
        shown(plan.facts)  # a body that cannot be is said now
        return plan

    def _asked(self, sent: Sent, opened: ExitStack) -> Asked:
        return read_request(self._site, self._form, sent.session, sent.request, opened)

    # --- pages ----------------------------------------------------------------------------------------

    def _fields(
        self,
        asked: Asked,
        sheet: Sheet,
        typed: Mapping[str, str],
        id_: str,
        wrong: Mapping[str, str] | None = None,
    ) -> Response:
        values = {"form": self._form, "sheet": sheet, "typed": typed, "id": id_, "wrong": wrong or {}}
        return page_of(asked, self._form.template, sheet.title, values, 400 if wrong else 200)

    def _previewed(
        self,
        asked: Asked,
        sheet: Sheet,
        plan: Plan,
        typed: Mapping[str, str],
        id_: str,
        *,
        since: list[str] | None = None,
        problem: str = "",
    ) -> Response:
        values = {
            "form": self._form,
            "sheet": sheet,
            "typed": {**typed, **plan.held},
            "id": id_,
            "plan": plan,
            "shown": shown(plan.facts),
            "hash": hash_of_facts(plan),
            "seen": seen_json(plan.seen),
            "since": since or [],
            "problem": problem,
        }
        return page_of(asked, "preview.html", sheet.title, values, 409 if since else 403 if problem else 200)

    def _recorded(self, asked: Asked, sheet: Sheet, outcome: Outcome) -> Response:
        values = {"sheet": sheet, "outcome": outcome, "refused": in_local_time(outcome.refused)}
        return page_of(asked, "recorded.html", sheet.title, values, 409 if outcome.refused else 200)


def carried_out(record: Callable[[], Outcome]) -> Outcome:
    """What came of it; where it failed, also what is on record all the same."""
    try:
        return record()
    except PitledgerError as error:
        return Outcome((), refused=f"{sentence(str(error))} {sentence(on_record.so_far()) or NOTHING}")


def signature(asked: Asked) -> Signature:
    """How whoever has signed in signs: with the department that the register has."""
    badge, department = asked.site.signs_as(asked.account)
    return {"badge": badge, "department": department}


def page_of(asked: Asked, template: str, title: str, values: Mapping[str, Any], status: int) -> Response:
    """A page that is answered to a form."""
    of_events = {"place_of": place_of(asked)}
    return HTMLResponse(render(template, {**shell(asked), "title": title, **of_events, **values}), status)


def place_of(asked: Asked) -> Callable[[str, int], str] | None:
    """Gives the address of an event, for those who may look at one."""
    return event_address if asked.role in INVESTIGATORS else None


def with_nothing(why: Refusal) -> Refusal:
    return why._replace(words=f"{sentence(why.words)} {NOTHING}")


def sentence(text: str) -> str:
    """A text that ends as a sentence does."""
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."

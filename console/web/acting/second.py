"""The second signature: asked for by whoever signs first, given or declined by another in their session.

What was signed is worked out anew for the second person, from what was typed, and has to have the same hash.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import unquote

from starlette.routing import compile_path

from console.acts.second_signatures import Asking, requested
from console.recording.clerk import Clerk, refused_because
from console.web.acting.form import Filled, Form, Outcome, Plan, Sheet, require
from console.web.acting.sealed import canonical, changes_since, hash_of_facts, shown
from console.web.acting.typed import read
from console.web.asked import Asked
from console.web.frame.words import moment
from events.errors import PitledgerError
from projections.signature_requests import OPEN_FOR_US, Request


class Anew(NamedTuple):
    """A request as it is worked out now: its form with what was typed, and what has changed since."""

    form: Form
    asked: Asked
    sheet: Sheet
    values: dict[str, Any]
    typed: dict[str, str]
    plan: Plan
    since: list[str]
    is_same: bool
    """Whether what would be recorded is what the first person signed."""

    def signed_by_both(self, request: Request, second: dict[str, str]) -> Plan:
        """The plan with both signatures."""
        signed_by = (request.first, second)
        return self.form.plan(self.asked, Filled(self.values, signed_by, self.typed))


class NoLonger(PitledgerError):
    """What was signed cannot be worked out any more: nobody can sign it a second time."""


def ask(clerk: Clerk, plan: Plan, asked: Asked, filled: Filled, id_: str) -> Outcome:
    """Record that the first has signed; nothing else happens before the second has."""
    until_us = asked.now_us + OPEN_FOR_US
    asking = Asking(
        asks=plan.asks,
        form=asked.path,
        typed=[{"name": name, "text": text} for name, text in {**filled.typed, **plan.held}.items()],
        facts=[{**each._asdict(), "body": canonical(each.body)} for each in shown(plan.facts)],
        sha256=hash_of_facts(plan),
        seen=[{"what": each.what, "number": each.number, "words": each.words} for each in plan.seen],
        why=plan.second,
        until_us=until_us,
    )
    recorded = requested(asking, filled.signed_by[0]).record(clerk, id_)
    if recorded.refused:
        return Outcome((recorded,), refused=refused_because(recorded.event))
    said = (
        f"Somebody of another department signs it at /signatures/{recorded.seq}, until {moment(until_us)}. "
        "Nothing else was recorded."
    )
    return Outcome((recorded,), said=said)


def anew(forms: Sequence[Form], asked: Asked, request: Request) -> Anew:
    """A request worked out with all that is recorded by now; `NoLonger` where that cannot be."""
    form, places = _form_at(forms, request.asked.form)
    of_form = replace(asked, page=form, places=places, typed={}, params={})
    typed = {each.name: each.text for each in request.asked.typed}
    try:
        sheet = form.sheet(of_form)
        found = read(form, sheet, typed)
        require("; ".join(f"{name}: {words}" for name, words in found.wrong.items()))
        plan = form.plan(of_form, Filled(found.values, (request.first,), typed))
        is_same = hash_of_facts(plan) == request.asked.sha256
    except PitledgerError as error:
        raise NoLonger(f"It cannot be recorded any more: {error}") from error
    saw = json.dumps([[each.what, each.number, each.words] for each in request.asked.seen])
    return Anew(form, of_form, sheet, found.values, typed, plan, changes_since(saw, plan.seen), is_same)


def _form_at(forms: Sequence[Form], path: str) -> tuple[Form, dict[str, str]]:
    for form in forms:
        match = compile_path(form.address)[0].match(path)
        if match is not None:
            return form, {name: unquote(text) for name, text in match.groupdict().items()}
    raise NoLonger(f"There is no form at {path} any more.")

"""A round as one page for the browser: the table drawn, a scrubber, the timeline, the verdict.

The page is whole in itself and fetches nothing. What it shows comes from events and is text, whatever it
looks like: the template escapes all of it, and the page's own policy lets no script run but ours.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from console.pages.answer import GLYPHS, answer, judged_rows
from console.pages.drawn import felt_of
from console.pages.happened import entries, finding_tone, phases
from console.pages.played_under import award_steps, facts
from console.pages.told_round import ToldRound
from console.wording.visible import visible
from projections.rounds.moments import moments_of

_ASSETS: Final = files("console.pages") / "assets"


@cache
def environment() -> Environment:
    """The templates of the console; everything put into them is escaped."""
    made = Environment(
        loader=PackageLoader("console.pages", "assets"),
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["glyphs"] = GLYPHS
    made.filters["finding_tone"] = finding_tone
    return made


def _shown(value: object) -> object:
    """What is put into a page, read in the order in which it is recorded."""
    return visible(value) if type(value) is str else value


def render_round(told: ToldRound, at: int | None = None) -> str:
    """The page, opened at an event or at the end."""
    shown = event_shown(told, at)
    style, script = _asset("ground.css") + _asset("round.css"), _asset("round.js")
    alone = {
        "style": Markup(style),  # noqa: S704 - our own files
        "script": Markup(script),  # noqa: S704 - our own file
        "policy": _policy(style, script),
    }
    return environment().get_template("round.html.jinja").render(**round_values(told, shown), **alone)


def event_shown(told: ToldRound, at: int | None) -> int:
    """The event that a page opens at: the one that is asked for, or the nearest of the round."""
    last = told.view.last_seq
    return last if at is None else max(min(at, last), told.view.first_seq)


def round_values(told: ToldRound, at: int) -> dict[str, Any]:
    """What the templates of a round take, at one of its events."""
    moments = moments_of(told.events)
    timeline = entries(told)
    shown = [index for index, entry in enumerate(timeline) if entry.seq <= at]
    return {
        "told": told,
        "view": told.view,
        "at": at,
        "index": shown[-1],
        "felt": felt_of(told.view, moments, told.verdict.rows, told.shown.players),
        "answer": answer(told),
        "rows": judged_rows(told.verdict, told.instead),
        "notes": told.verdict.notes,
        "what_if": told.instead is not None,
        "entries": timeline,
        "phases": phases(told.events),
        "facts": facts(told),
        "steps": award_steps(told),
        "contradictions": moments.contradictions,
        "event_href": None,
        "card_href": None,
        "seat": None,
        "rules_href": None,
    }


@cache
def _asset(name: str) -> str:
    return (_ASSETS / name).read_text("utf-8")


def _policy(style: str, script: str) -> str:
    """Nothing may be fetched, and nothing run or styled but what is ours."""
    return (
        f"default-src 'none'; style-src {_source(style)}; script-src {_source(script)}; "
        "base-uri 'none'; form-action 'none'"
    )


def _source(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"

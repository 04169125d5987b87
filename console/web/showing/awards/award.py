"""An award: its cards, what its meter had, the strip of its steps, its payments, and what is missing."""

from __future__ import annotations

from typing import Final, NamedTuple

from console.acts.awards import claim_of
from console.commands.ledger.hits import hit_json
from console.commands.ledger.payments import where_it_stands
from console.web.asked import Asked
from console.web.frame.words import plain
from console.web.view import NotFound, View
from events.money import text
from games.procedure.duties import Duty
from streams.read_model.queries.hits import Hit, Hits
from streams.read_model.queries.hits import hits as hits_of

STRIP: Final = {
    "light verified": "verify_light",
    "claimed": "verify_hand",
    "validated": "validate",
    "documented": "document",
    "paid": "pay",
}
"""The steps that an award goes through, in order, and the duty that each does."""


class Step(NamedTuple):
    """A step of the strip: done by whom and when, or still to be done."""

    name: str
    tone: str
    by: str
    at_us: int | None
    section: str


def hit_of(asked: Asked) -> tuple[Hit, Hits]:
    """The award of an address."""
    link, table, typed = (asked.places[name] for name in ("link", "table", "claim"))
    number = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 18 else -1
    found = hits_of(asked.store, link, None, None)
    for hit in found.awards:
        if hit.award.claim == (link, table, number):
            return hit, found
    raise NotFound(
        f"{link} owes no award by claim {typed} of {table}. The page of hits shows all that there are."
    )


def award(asked: Asked) -> View:
    """One award, with what can be done about it."""
    hit, found = hit_of(asked)
    claim = claim_of(asked.log, hit.award)
    values = {
        "hit": hit,
        "award": hit.award,
        "cards": claim.cards if claim is not None else (),
        "strip": strip(hit),
        "payments": [(each, where_it_stands(each)) for each in hit.payments],
        "may_decide": asked.role in ("pit", "surveillance") and hit.award.status == "locked",
        "may_correct": asked.role == "surveillance",
    }
    title = f"Award of {text(hit.award.amount_mc)}"
    return View("award.html", title, lambda: hit_json(hit, found), values)


def strip(hit: Hit) -> list[Step]:
    """The steps as far as they were taken; what its section demands and nobody did is missing."""
    taken = {step.step: step for step in hit.steps if not step.refused}
    missing: dict[str, Duty] = {duty.step: duty for duty in hit.missing or ()}
    shown = []
    for name, duty_name in STRIP.items():
        step, duty = taken.get(name), missing.pop(duty_name, None)
        if step is not None:
            shown.append(Step(name, "ok", step.badge, step.recorded_at_us, ""))
        elif duty is not None:
            shown.append(_missing(name, duty))
    return [*shown, *(_missing(plain(duty.step), duty) for duty in missing.values())]


def _missing(name: str, duty: Duty) -> Step:
    return Step(name, "warn", f"to be done by the {duty.by}", None, duty.section)

"""Every award of a meter with its steps, and which step of which section is missing."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from games.procedure.duties import Duty
from projections.ledger.award_duties import ATTEMPTED, StepTaken, duties_of, missing, steps_of
from projections.ledger.spans import Bound, within
from streams.read_model.store import ReadStore

_STEPS: Final = tuple(field.name for field in fields(StepTaken) if field.name != "refused")

Refusals = dict[tuple[str, str, str, int], str]
"""Why a link refused what a table sent, by link, table, what it was and when."""


@dataclass(frozen=True, slots=True)
class Hit:
    """An award with its steps; `missing` is None where no rulebook names the steps that it needs."""

    link: str
    meter: str
    table: str
    claim_seq: int
    round: str
    seat: int
    hand: str
    amount_mc: int
    paid_mc: int
    owed: tuple[tuple[int, int], ...]
    """Seats, and what each is still owed."""
    status: str
    steps: tuple[StepTaken, ...]
    missing: tuple[Duty, ...] | None


def hits(store: ReadStore, link: str | None, start: Bound, end: Bound) -> list[Hit]:
    """Every award of a link, or of all, that was claimed within the span, in the order of the claims."""
    refusals = _refusals(store)
    steps = _steps_by_round(store)
    rulebooks = {row["link"]: row["rulebook"] for row in store.rows("SELECT link, rulebook FROM links")}
    awards = store.rows(
        'SELECT * FROM awards WHERE link = coalesce(?, link) ORDER BY link, "table", claim_seq', (link,)
    )
    found = []
    for award in awards:
        of_round = steps[f"table:{award['table']}", award["round"]]
        taken = _with_refusals(award, steps_of(award["claim_seq"], award["seat"], of_round), refusals)
        claim = next((step for step in taken if step.step == "claimed"), None)
        if claim is None or not within(claim.gaming_day, claim.recorded_at_us, start, end):
            continue
        duties = duties_of(rulebooks.get(award["link"], ""), award["wager"] or claim.wager)
        found.append(_hit(award, taken, duties))
    return sorted(found, key=lambda hit: hit.steps[0].recorded_at_us)


def _steps_by_round(store: ReadStore) -> dict[tuple[str, str], list[StepTaken]]:
    steps: dict[tuple[str, str], list[StepTaken]] = defaultdict(list)
    for row in store.rows("SELECT * FROM award_steps WHERE mode = 'live' ORDER BY stream, seq"):
        steps[row["stream"], row["round"]].append(StepTaken(**{name: row[name] for name in _STEPS}))
    return steps


def _refusals(store: ReadStore) -> Refusals:
    """A keeper copies the recording time of what it refuses."""
    return {
        (row["link"], row["table"], row["attempted"], row["recorded_at_us"]): row["reason"]
        for row in store.rows("SELECT * FROM refusals")
    }


def _with_refusals(award: dict[str, Any], steps: list[StepTaken], refusals: Refusals) -> list[StepTaken]:
    link, table = award["link"], award["table"]
    return [
        replace(step, refused=refusals.get((link, table, ATTEMPTED.get(step.step, ""), step.recorded_at_us)))
        for step in steps
    ]


def _hit(award: dict[str, Any], steps: list[StepTaken], duties: list[Duty] | None) -> Hit:
    return Hit(
        link=award["link"],
        meter=award["meter"],
        table=award["table"],
        claim_seq=award["claim_seq"],
        round=award["round"],
        seat=award["seat"],
        hand=award["hand"],
        amount_mc=award["amount_mc"],
        paid_mc=award["paid_mc"],
        owed=tuple((seat, owed_mc) for seat, owed_mc in json.loads(award["owed"])),
        status=award["status"],
        steps=tuple(steps),
        missing=None if duties is None else tuple(missing(duties, steps, award["status"])),
    )

"""Every award of a meter with its steps, and which step of which section is missing."""

from __future__ import annotations

from dataclasses import dataclass

from games.procedure.duties import Duty
from projections.ledger.award_duties import duties_of, missing
from projections.ledger.award_steps import StepTaken
from projections.ledger.spans import Bound, within
from streams.read_model.queries.awards import Award, StepsTaken, awards_of
from streams.read_model.store import ReadStore


@dataclass(frozen=True, slots=True)
class Hit:
    """An award with its steps; `missing` is None where no rulebook names the steps that it needs."""

    award: Award
    steps: tuple[StepTaken, ...]
    missing: tuple[Duty, ...] | None


def hits(store: ReadStore, link: str | None, start: Bound, end: Bound) -> list[Hit]:
    """Every award of a link, or of all, that was claimed within the span, in the order of the claims."""
    steps = StepsTaken(store)
    rulebooks = {row["link"]: row["rulebook"] for row in store.rows("SELECT link, rulebook FROM links")}
    found = []
    for award in awards_of(store, link):
        taken = steps.of(award)
        claim = next((step for step in taken if step.step == "claimed"), None)
        if claim is None or not within(claim.gaming_day, claim.recorded_at_us, start, end):
            continue
        duties = duties_of(rulebooks.get(award.link, ""), award.wager or claim.wager)
        lacking = None if duties is None else tuple(missing(duties, taken, award.status))
        found.append(Hit(award, tuple(taken), lacking))
    return sorted(found, key=lambda hit: hit.steps[0].recorded_at_us)

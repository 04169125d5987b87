"""The round of a finding, drawn as it stood at the last event that the finding rests on."""

from __future__ import annotations

from typing import Any

from console.pages.drawn import felt_of
from console.pages.told_round import tell_round
from console.web.asked import Asked
from projections.examining.finding import Finding
from projections.rounds.moments import moments_of
from streams.errors import LogError
from streams.read_model.queries.rounds import RoundLocation, rounds_named


def round_then(asked: Asked, found: Finding) -> dict[str, Any]:
    """What the template of the table takes; `felt` is None where no round can be drawn."""
    of = _located(asked, found)
    try:
        told = tell_round(asked.log, asked.store, of) if of else None
    except LogError:
        told = None
    if told is None or not told.events:
        return {"felt": None}
    at = max(min(found.events[-1], told.view.last_seq), told.view.first_seq)
    felt = felt_of(told.view, moments_of(told.events), told.verdict.rows, told.shown.players)
    return {"felt": felt, "at": at, "view": told.view}


def _located(asked: Asked, found: Finding) -> RoundLocation | None:
    if not found.round or not found.is_of_table:
        return None
    named = rounds_named(asked.store, found.round)
    return next((of for of in named if (of.stream, of.mode) == (found.stream, found.mode)), None)

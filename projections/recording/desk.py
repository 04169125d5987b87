"""The recorder's rules for desks: people who may not close a gaming day are refused."""

from __future__ import annotations

from collections.abc import Callable

from events.body import read_body
from events.jsonform import Draft
from events.vocabulary.desk import GamingDayClosed, RecordRefused
from projections.recording import badges
from projections.recording.badges import CHANGES, Register, authorising_problem, unknown_problem
from projections.recording.drafts import refused
from projections.recording.repeats import body_sha256


def decide(draft: Draft, register: Callable[[], Register]) -> Draft:
    """The draft as it will be recorded; tests and training close no day."""
    if draft.type in CHANGES:
        return badges.decide(register(), draft)
    if draft.mode != "live" or draft.type != GamingDayClosed.TYPE:
        return draft
    close = read_body(draft)
    assert isinstance(close, GamingDayClosed)
    problem = _closing_problem(register(), close)
    if not problem:
        return draft
    refusal = RecordRefused(
        attempted_type=draft.type,
        attempted_source_id=draft.source_id or "",
        attempted_sha256=body_sha256(draft),
        code="signatures",
        reason=problem,
    )
    return refused(draft, refusal)


def _closing_problem(register: Register, close: GamingDayClosed) -> str:
    """Why these people may not close the day; without a table's marker two must, of two departments."""
    if close.missing_tables:
        return authorising_problem(register, close.authorised_by)
    return unknown_problem(register, close.authorised_by)

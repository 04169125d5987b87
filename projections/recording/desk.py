"""The recorder's rules for desks: who may change the register, close a gaming day, have copies restored."""

from __future__ import annotations

from collections.abc import Callable

from events.body import read_body
from events.envelope import LIVE
from events.jsonform import Draft
from events.vocabulary.desk import GamingDayClosed, RestoreSigned
from projections.recording import badges
from projections.recording.badges import (
    CHANGES,
    Register,
    authorising_problem,
    signature_problem,
    unknown_problem,
)
from projections.recording.drafts import refuse_record
from projections.signatures import signing_problem


def decide(draft: Draft, register: Callable[[], Register]) -> Draft:
    """The draft as it will be recorded; tests and training close no day."""
    if draft.type in CHANGES:
        return badges.decide(register(), draft)
    problem = ""
    if draft.type == GamingDayClosed.TYPE and draft.mode == LIVE:
        close = read_body(draft)
        assert isinstance(close, GamingDayClosed)
        problem = _closing_problem(register(), close)
    elif draft.type == RestoreSigned.TYPE:
        restore = read_body(draft)
        assert isinstance(restore, RestoreSigned)
        problem = signing_problem(restore.signed_by, restore.reason) or signature_problem(
            register(), restore.signed_by
        )
    return refuse_record(draft, "signatures", problem) if problem else draft


def _closing_problem(register: Register, close: GamingDayClosed) -> str:
    """Why these people may not close the day; without a table's marker two must, of two departments."""
    if close.missing_tables:
        return authorising_problem(register, close.authorised_by)
    return unknown_problem(register, close.authorised_by)

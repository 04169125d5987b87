"""The recorder's rules for desks: who may change the register, close a gaming day, have copies restored."""

from __future__ import annotations

from collections.abc import Callable

from events.body import read_body
from events.envelope import LIVE
from events.jsonform import Draft
from events.vocabulary.desk import GamingDayClosed, RestoreSigned
from projections.recording import badges
from projections.recording.badges import CHANGES, Register, signature_problem
from projections.recording.drafts import refuse_record
from projections.signatures import signing_problem


def decide(draft: Draft, register: Callable[[], Register]) -> Draft:
    """The draft as it will be recorded; tests and training close no day."""
    if draft.type in CHANGES:
        return badges.decide(register(), draft)
    if draft.type != RestoreSigned.TYPE and (draft.type != GamingDayClosed.TYPE or draft.mode != LIVE):
        return draft
    signed = read_body(draft)
    assert isinstance(signed, RestoreSigned | GamingDayClosed)
    problem = signing_problem(signed.signed_by, signed.reason)
    problem = problem or signature_problem(register(), signed.signed_by)
    return refuse_record(draft, "signatures", problem) if problem else draft

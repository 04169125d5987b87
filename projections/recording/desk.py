"""The recorder's rules for desks: who may change the register, close a gaming day, have copies restored, open
or empty the vault, and withdraw or explain a reading."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Final, cast

from events.body import read_body
from events.envelope import LIVE
from events.jsonform import Draft
from events.vocabulary.desk import (
    GamingDayClosed,
    ReadingEntered,
    ReadingWithdrawn,
    RestoreSigned,
    VarianceExplained,
)
from events.vocabulary.vault import OpeningsDisclosed, OpeningsForgotten
from projections.recording import badges
from projections.recording.badges import CHANGES, Register, signature_problem, unknown_problem
from projections.recording.drafts import refuse_record
from projections.recording.surroundings import Surroundings
from projections.signatures import signing_problem

ReadingAnswer = ReadingWithdrawn | VarianceExplained
"""What two people say about a reading."""

_SIGNED: Final = frozenset(
    {RestoreSigned.TYPE, GamingDayClosed.TYPE, ReadingWithdrawn.TYPE, VarianceExplained.TYPE}
)
_OF_VAULT: Final = {OpeningsDisclosed.TYPE: "disclosed_by", OpeningsForgotten.TYPE: "forgotten_by"}
_ANSWERS: Final = frozenset({ReadingWithdrawn.TYPE, VarianceExplained.TYPE})
_LATEST: Final = 2**63


def decide(draft: Draft, register: Callable[[], Register], around: Surroundings) -> Draft:
    """The draft as it will be recorded; tests and training close no day and withdraw nothing."""
    if draft.type in CHANGES:
        return badges.decide(register(), draft)
    if draft.type in _OF_VAULT:
        problem = unknown_problem(register(), [getattr(read_body(draft), _OF_VAULT[draft.type])])
        return refuse_record(draft, "signatures", problem) if problem else draft
    if draft.type not in _SIGNED or (draft.type != RestoreSigned.TYPE and draft.mode != LIVE):
        return draft
    signed = cast("RestoreSigned | GamingDayClosed | ReadingAnswer", read_body(draft))
    problem = signing_problem(signed.signed_by, signed.reason)
    problem = problem or signature_problem(register(), signed.signed_by)
    if problem:
        return refuse_record(draft, "signatures", problem)
    if isinstance(signed, ReadingAnswer):
        problem = _answer_problem(draft.stream, signed, around)
    return refuse_record(draft, "other", problem) if problem else draft


def _answer_problem(stream: str, answer: ReadingAnswer, around: Surroundings) -> str:
    """Why a reading cannot be withdrawn or explained; empty where it can."""
    number = answer.reading_seq
    event = around.own_event(number)
    reading = read_body(event) if event is not None and event.mode == LIVE else None
    about = (answer.day, answer.link, answer.meter)
    if not isinstance(reading, ReadingEntered) or (reading.day, reading.link, reading.meter) != about:
        return (
            f"{stream} {number} is not a reading of {answer.link} {answer.meter} for {answer.day}: "
            f"`pitledger day {answer.day}` shows the number of each reading"
        )
    later = takewhile(lambda event: event.seq > number, around.events_before(_LATEST))
    answers = [(event.seq, read_body(event)) for event in later if event.type in _ANSWERS]
    for seq, before in answers:
        same = isinstance(before, ReadingAnswer) and before.reading_seq == number
        if same and (isinstance(before, ReadingWithdrawn) or type(before) is type(answer)):
            was = "withdrawn" if isinstance(before, ReadingWithdrawn) else "explained"
            return f"reading {number} was {was} already ({stream} {seq})"
    return ""

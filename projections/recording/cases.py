"""The recorder's rules for cases: who may open one, what it takes once it is decided, who must sign.

Rounds and tables are streams of their own, which the recorder does not look at here: whoever asks for a
case to be recorded has found them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from events.body import read_body
from events.envelope import LIVE
from events.jsonform import Draft
from events.money import text
from events.vocabulary.cases import (
    AfterDecision,
    CaseDecided,
    CaseEvent,
    CaseHoldLifted,
    CaseHoldPlaced,
    CaseNoted,
    CaseOpened,
    CaseReopened,
    CaseRoundRuledOut,
    CaseStep,
    CaseViewed,
    case_of,
)
from projections.cases import CASE_TYPES, Case, needs_two
from projections.recording.badges import Register, signature_problem, unknown_problem
from projections.recording.drafts import refuse_record
from projections.signatures import one_signature_problem, signing_problem

_WHO: Final[Mapping[type[CaseEvent], str]] = {
    CaseOpened: "opened_by",
    CaseViewed: "viewed_by",
    CaseNoted: "noted_by",
    CaseRoundRuledOut: "ruled_out_by",
    CaseHoldPlaced: "placed_by",
    CaseHoldLifted: "lifted_by",
    CaseReopened: "reopened_by",
}
"""The field in which each event of a case that one person does names who did it."""


def decide(case: Case, draft: Draft, register: Callable[[], Register]) -> Draft:
    """The draft as it will be recorded; tests and training decide nothing, and are recorded as they come."""
    if draft.type not in CASE_TYPES or draft.mode != LIVE:
        return draft
    body = read_body(draft)
    assert isinstance(body, CaseEvent)
    name = case_of(draft.stream)
    if not name:
        reason = f"{draft.type} is about a case, and {draft.stream} is none: record it on desk:case-NAME"
        return refuse_record(draft, "wrong_stream", reason)
    unsigned = _people_problem(case, body, register())
    if unsigned:
        return refuse_record(draft, "signatures", unsigned)
    problem = _step_problem(name, case, body)
    return refuse_record(draft, "other", problem) if problem else draft


def people_of(body: CaseEvent) -> tuple[str, ...]:
    """The badges that an event of a case names."""
    if isinstance(body, CaseDecided):
        return tuple(signature.badge for signature in body.signed_by)
    return (getattr(body, _WHO[type(body)]),)


def _people_problem(case: Case, body: CaseEvent, register: Register) -> str:
    """Why these people may not do this; empty where they may."""
    if not isinstance(body, CaseDecided):
        return unknown_problem(register, people_of(body))
    if case.opened is not None and needs_two(case.opened, body.amount_mc):
        problem = signing_problem(body.signed_by, body.reason)
        over = text(case.opened.two_sign_over_mc)
        if problem:
            return f"the claim or the payment is over {over}, so two decide: {problem}"
    elif len(body.signed_by) == 1:
        problem = one_signature_problem(body.signed_by[0], body.reason)
    else:
        problem = signing_problem(body.signed_by, body.reason)
    return problem or signature_problem(register, body.signed_by)


def _step_problem(name: str, case: Case, body: CaseEvent) -> str:
    """Why a case does not take this now, and what to do; empty where it does."""
    if isinstance(body, CaseOpened):
        return f"the case {name} was opened before: open another one" if case.opened is not None else ""
    if case.opened is None:
        return f"nobody has opened a case {name}: `pitledger case list` has those that there are"
    if isinstance(body, CaseReopened):
        return "" if case.is_decided else f"the case {name} is open: there is no decision to go back on"
    if case.is_decided and not isinstance(body, AfterDecision):
        return (
            f"the case {name} is decided (entry {case.decision_seq}) and takes notes alone: "
            f"`pitledger case reopen {name}` opens it again"
        )
    return _content_problem(name, case, body)


def _content_problem(name: str, case: Case, body: CaseStep) -> str:
    """What is wrong with what an entry says of this case; empty where nothing is."""
    match body:
        case CaseHoldLifted() if body.hold_seq not in case.holds:
            return (
                f"entry {body.hold_seq} of the case {name} is not a hold that stands: "
                f"`pitledger case show {name}` has the number of each"
            )
        case CaseRoundRuledOut() if (body.table, body.round) in case.ruled_out:
            before = case.ruled_out[body.table, body.round]
            return f"{body.round} was ruled out before (entry {before} of the case {name})"
        case CaseDecided():
            return _decision_problem(body)
    return ""


def _decision_problem(body: CaseDecided) -> str:
    """What contradicts itself in a decision; empty where nothing does."""
    named = (body.round, body.seat, body.wager)
    if body.outcome == "no_payment":
        return "no payment is due, and yet an amount is named" if body.amount_mc else ""
    if not body.amount_mc:
        return "a payment of nothing is none: name an amount, or decide that no payment is due"
    return "" if None not in named else "a payment mends a wager: name its round, seat and wager"

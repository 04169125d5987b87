"""A case as its own stream shows it: opened, held, decided, opened again.

Recorder and console fold the same events, so both know the same. What was paid by a decision is on the
stream of the table, and not known here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Final, assert_never, get_args

import msgspec
from msgspec.structs import replace

from events.body import read_body
from events.envelope import LIVE, Event
from events.errors import MalformedEvent
from events.vocabulary.cases import (
    CaseDecided,
    CaseEvent,
    CaseHoldLifted,
    CaseHoldPlaced,
    CaseNoted,
    CaseOpened,
    CaseReopened,
    CaseRoundRuledOut,
    CaseViewed,
)

CASE_TYPES: Final = frozenset(kind.TYPE for kind in get_args(CaseEvent))

OfRound = tuple[str, str]
"""A round by its table and its name."""


class Case(msgspec.Struct, frozen=True):
    """What is known of a case; `opened` None: nobody has opened it.

    `decisions` are all that were made, by their numbers, the last one last.
    """

    opened: CaseOpened | None = None
    is_decided: bool = False
    decisions: dict[int, CaseDecided] = {}
    reply_by: str = ""
    holds: frozenset[int] = frozenset()
    ruled_out: dict[OfRound, int] = {}

    @property
    def decision_seq(self) -> int:
        """The number of the last decision; 0 where there is none."""
        return max(self.decisions, default=0)


NO_CASE: Final = Case()


def evolve(case: Case, event: Event) -> Case:  # noqa: PLR0911 - one case a type
    """The case after an event of its stream; tests and training, and what cannot be read, change nothing."""
    if event.mode != LIVE or event.type not in CASE_TYPES:
        return case
    try:
        body = read_body(event)
    except MalformedEvent:
        return case
    assert isinstance(body, CaseEvent)
    match body:
        case CaseOpened():
            return Case(opened=body, reply_by=body.reply_by) if case.opened is None else case
        case CaseRoundRuledOut():
            of = (body.table, body.round)
            return replace(case, ruled_out={**case.ruled_out, of: event.seq})
        case CaseHoldPlaced():
            return replace(case, holds=case.holds | {event.seq})
        case CaseHoldLifted():
            return replace(case, holds=case.holds - {body.hold_seq})
        case CaseDecided():
            return replace(case, is_decided=True, decisions={**case.decisions, event.seq: body})
        case CaseReopened():
            return replace(case, is_decided=False, reply_by=body.reply_by)
        case CaseNoted() | CaseViewed():
            return case
        case _:
            assert_never(body)


def fold(events: Iterable[Event]) -> Case:
    """The case after all events of its stream."""
    return reduce(evolve, events, NO_CASE)


def needs_two(opened: CaseOpened, amount_mc: int) -> bool:
    """Whether two people must sign a decision that pays so much: so they must for a claim of that size."""
    return max(opened.claimed_mc, amount_mc) > opened.two_sign_over_mc

"""The recorder's rules for a link's own stream: which changes of the link may be recorded.

It refuses a change that two people have not signed, terms that are not the rulebook's, and other terms or the
end of a link that is live. The keeper of the link decides the rest, by what is on the meters. The recorder
knows one thing of a link: whether it is live.
"""

from __future__ import annotations

from typing import Final, assert_never, get_args

from events.body import read_body
from events.envelope import LIVE, Event
from events.jsonform import Draft
from events.vocabulary.links import (
    LinkAdjusted,
    LinkChange,
    LinkChangeRefused,
    LinkClosed,
    LinkDayClosed,
    LinkOpened,
    LinkRetired,
    LinkTerms,
    LinkTransferred,
)
from projections.recording.days import not_begun
from projections.recording.drafts import refused
from projections.recording.link_rules import link_problem
from projections.recording.surroundings import Surroundings
from projections.signatures import signing_problem

_CHANGES: Final = frozenset(kind.TYPE for kind in get_args(LinkChange))
_STARTS_OR_STOPS: Final = frozenset({LinkOpened.TYPE, LinkClosed.TYPE})


def decide(live: bool, draft: Draft, around: Surroundings) -> Draft:
    """The draft as it will be recorded; a refusal where it may not be. Tests and training change nothing."""
    if draft.mode != LIVE or draft.type not in _CHANGES:
        return draft
    change = read_body(draft)
    assert isinstance(change, LinkChange)
    problem = _problem(live, change, around, own_link=draft.stream.partition(":")[2])
    if not problem:
        return draft
    badges = tuple(signature.badge for signature in change.signed_by)
    return refused(draft, LinkChangeRefused(attempted=draft.type, reason=problem, attempted_by=badges))


def evolve(live: bool, event: Event) -> bool:
    """Whether the link is live after an event of its stream; tests and training change nothing."""
    return event.type == LinkOpened.TYPE if starts_or_stops(event) else live


def starts_or_stops(event: Event) -> bool:
    """Whether an event alone shows if the link is live."""
    return event.mode == LIVE and event.type in _STARTS_OR_STOPS


def _problem(live: bool, change: LinkChange, around: Surroundings, own_link: str) -> str:
    """Why a change may not be recorded, and what to do; empty where it may."""
    unsigned = signing_problem(change.signed_by, change.reason)
    match change:
        case LinkTerms():
            reopen = "the link is live: close it, change its terms, and open it again" if live else ""
            return reopen or unsigned or link_problem(change)
        case LinkRetired():
            close = "the link is live: close it, and retire it when its meters are empty" if live else ""
            return close or unsigned
        case LinkClosed():
            return unsigned
        case LinkDayClosed():
            return unsigned or not_begun(change.day, around)
        case LinkAdjusted():
            return unsigned or _amount_problem(change.amount_mc)
        case LinkTransferred():
            return unsigned or _amount_problem(change.amount_mc) or _target_problem(change, own_link)
        case _:
            assert_never(change)


def _amount_problem(amount_mc: int) -> str:
    return "" if amount_mc else "nothing would move: name an amount"


def _target_problem(change: LinkTransferred, own_link: str) -> str:
    return "the money would stay in this link: name another one" if change.to_link == own_link else ""

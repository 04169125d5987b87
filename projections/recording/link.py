"""The recorder's rules for a link's own stream: which changes of the link may be recorded.

It refuses a change that two people of the register have not signed, terms that are not the rulebook's, and
other terms or the end of a link that is live. The keeper of the link decides the rest, by what is on the
meters. What the recorder knows of a link, whether it is in play and its terms, is `LinkFound`: a table's
rounds are opened by the same.
"""

from __future__ import annotations

from typing import Final, assert_never, get_args

from msgspec.structs import replace

from events.body import read_body
from events.envelope import LIVE, Event
from events.jsonform import Draft
from events.vocabulary.links import (
    LinkAdjusted,
    LinkChange,
    LinkChangeRefused,
    LinkClosed,
    LinkDayClosed,
    LinkLegSetAside,
    LinkOpened,
    LinkRetired,
    LinkTerms,
    LinkTermsChanged,
    LinkTransferred,
)
from events.vocabulary.play import LinkFound
from projections.recording.badges import signature_problem
from projections.recording.days import not_begun
from projections.recording.drafts import refused
from projections.recording.link_rules import link_problem
from projections.recording.surroundings import Surroundings
from projections.signatures import signing_problem

_CHANGES: Final = frozenset(kind.TYPE for kind in get_args(LinkChange))
_SHOWING: Final = frozenset({LinkOpened.TYPE, LinkTermsChanged.TYPE, LinkClosed.TYPE, LinkRetired.TYPE})
"""What shows whether a link is in play, and by which terms."""


def decide(known: LinkFound | None, draft: Draft, around: Surroundings) -> Draft:
    """The draft as it will be recorded; a refusal where it may not be. Tests and training change nothing."""
    if draft.mode != LIVE or draft.type not in _CHANGES:
        return draft
    change = read_body(draft)
    assert isinstance(change, LinkChange)
    in_play = known is not None and known.open
    problem = _problem(in_play, change, around, own_link=draft.stream.partition(":")[2])
    problem = problem or signature_problem(around.register(), change.signed_by)
    if not problem:
        return draft
    badges = tuple(signature.badge for signature in change.signed_by)
    return refused(draft, LinkChangeRefused(attempted=draft.type, reason=problem, attempted_by=badges))


def evolve(known: LinkFound | None, event: Event) -> LinkFound | None:
    """The link after an event of its stream; None before it is first opened.

    Tests and training change nothing, nor does what the keeper refuses whatever is on the meters: to open a
    link that is open, terms for one that is open or was never opened.
    """
    if event.mode != LIVE or event.type not in _SHOWING:
        return known
    if event.type == LinkOpened.TYPE:
        return known if known is not None and known.open else _by_terms(event, in_play=True)
    if known is None:
        return None
    if event.type == LinkTermsChanged.TYPE:
        return known if known.open else _by_terms(event, in_play=False)
    return replace(known, control_seq=event.seq, open=False)


def shows_all(event: Event) -> bool:
    """Whether an event alone shows what the link is from then on."""
    return event.mode == LIVE and event.type == LinkOpened.TYPE


def _by_terms(event: Event, *, in_play: bool) -> LinkFound:
    terms = read_body(event)
    assert isinstance(terms, LinkTerms)
    return LinkFound(
        control_seq=event.seq,
        open=in_play,
        unit_wager_mc=terms.unit_wager_mc,
        rulebook=terms.rulebook,
        paytable=terms.paytable,
        wager=terms.wager,
    )


def _problem(live: bool, change: LinkChange, around: Surroundings, own_link: str) -> str:  # noqa: PLR0911 - one case a change
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
        case LinkLegSetAside():
            return unsigned or _legs_problem(change)
        case _:
            assert_never(change)


def _legs_problem(change: LinkLegSetAside) -> str:
    if change.leg == 0:
        return "legs are numbered from 1: name the one that is missing"
    return "" if change.leg <= change.last_leg else "the last leg is before the first: name them in order"


def _amount_problem(amount_mc: int) -> str:
    return "" if amount_mc else "nothing would move: name an amount"


def _target_problem(change: LinkTransferred, own_link: str) -> str:
    return "the money would stay in this link: name another one" if change.to_link == own_link else ""

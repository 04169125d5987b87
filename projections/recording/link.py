"""The recorder's rules for a link's own stream: which changes of the link may be recorded.

It refuses a change that two people of the register have not signed, terms that are not the rulebook's, and
other terms or the end of a link that is live. The keeper of the link decides the rest, by what is on the
meters. What the recorder knows of a link is what the rounds of its tables are opened by, too.
"""

from __future__ import annotations

from typing import Final, assert_never, get_args

import msgspec
from msgspec.structs import replace

from events.body import decode_body, read_body
from events.envelope import LIVE, Event
from events.errors import MalformedEvent
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
    PaymentCorrected,
)
from events.vocabulary.play import LinkFound
from projections.link_parameters import terms_problem
from projections.recording.badges import signature_problem
from projections.recording.days import not_begun
from projections.recording.drafts import attempt_sha256, refused, with_body
from projections.recording.link_rules import link_problem, link_wagers, meters_problem
from projections.recording.payment_corrections import correction_problem
from projections.recording.surroundings import Surroundings
from projections.signatures import signing_problem

_CHANGES: Final = frozenset(kind.TYPE for kind in get_args(LinkChange))
_SHOWING: Final = frozenset({LinkOpened.TYPE, LinkTermsChanged.TYPE, LinkClosed.TYPE, LinkRetired.TYPE})
"""What shows whether a link is in play, and by which terms."""


class RecordedLink(msgspec.Struct, frozen=True):
    """A link as its own stream has it: what a round's opening shows of it, and the names of its meters."""

    found: LinkFound
    meters: tuple[str, ...]


def decide(known: RecordedLink | None, draft: Draft, around: Surroundings) -> Draft:
    """The draft as it will be recorded, terms with all wagers that feed the link; a refusal where it may not
    be. Tests and training change nothing."""
    if draft.mode != LIVE or draft.type not in _CHANGES:
        return draft
    change = read_body(draft)
    assert isinstance(change, LinkChange)
    problem = _problem(known, change, around, own_link=draft.stream.partition(":")[2])
    problem = problem or signature_problem(around.register(), change.signed_by)
    if not problem:
        return _with_wagers(draft, change)
    badges = tuple(signature.badge for signature in change.signed_by)
    refusal = LinkChangeRefused(
        attempted=draft.type,
        reason=problem,
        attempted_by=badges,
        attempted_sha256=attempt_sha256(draft),
        section=_broken_section(change, problem),
    )
    return refused(draft, refusal)


def _broken_section(change: LinkChange, problem: str) -> str | None:
    """The section that fixes what was asked for otherwise, where that is why it is refused."""
    found = meters_problem(change) if isinstance(change, LinkTerms) else None
    return found.section if found is not None and found.text in problem else None


def _with_wagers(draft: Draft, change: LinkChange) -> Draft:
    return (
        with_body(draft, replace(change, wagers=link_wagers(change)))
        if isinstance(change, LinkTerms)
        else draft
    )


def evolve(known: RecordedLink | None, event: Event) -> RecordedLink | None:
    """The link after an event of its stream; None before it is first opened.

    Tests and training change nothing, nor does what its keeper refuses whatever is on the meters, such as a
    body that cannot be read.
    """
    if event.mode != LIVE or event.type not in _SHOWING:
        return known
    try:
        body = decode_body(event)
    except MalformedEvent:
        return known
    if isinstance(body, LinkTerms):
        too_early = known is None and isinstance(body, LinkTermsChanged)
        if too_early or _in_play(known) or terms_problem(body, _kept(known)):
            return known
        return _by_terms(body, event.seq)
    if known is None:
        return None
    return replace(known, found=replace(known.found, control_seq=event.seq, open=False))


def shows_all(event: Event) -> bool:
    """Whether an event alone shows what the link is from then on."""
    return event.mode == LIVE and event.type == LinkOpened.TYPE


def _by_terms(terms: LinkTerms, seq: int) -> RecordedLink:
    found = LinkFound(
        control_seq=seq,
        open=isinstance(terms, LinkOpened),
        unit_wager_mc=terms.unit_wager_mc,
        rulebook=terms.rulebook,
        paytable=terms.paytable,
        wager=terms.wager,
        wagers=tuple(each.wager for each in terms.wagers) or (terms.wager,),
    )
    return RecordedLink(found, tuple(meter.meter for meter in terms.meters))


def _in_play(known: RecordedLink | None) -> bool:
    return known is not None and known.found.open


def _kept(known: RecordedLink | None) -> tuple[str, ...]:
    return () if known is None else known.meters


def _problem(  # noqa: PLR0911 - one case a change
    known: RecordedLink | None, change: LinkChange, around: Surroundings, own_link: str
) -> str:
    """Why a change may not be recorded, and what to do; empty where it may."""
    unsigned = signing_problem(change.signed_by, change.reason)
    live = _in_play(known)
    match change:
        case LinkTerms():
            reopen = "the link is live: close it, change its terms, and open it again" if live else ""
            return reopen or unsigned or link_problem(change, _kept(known))
        case LinkRetired():
            close = "the link is live: close it, and retire it when its meters are empty" if live else ""
            return close or unsigned
        case LinkClosed():
            return unsigned
        case PaymentCorrected():
            return unsigned or correction_problem(change)
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

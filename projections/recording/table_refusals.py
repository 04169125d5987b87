"""What the system refuses at a table: progressive wagers that it may not take, payout limits below the floor.

Each function returns the refusal that is recorded in place of the draft; None where nothing is wrong. Facts
are never refused for being wrong.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from events.envelope import LIVE
from events.jsonform import Draft
from events.money import text
from events.vocabulary.play import ProgressiveOpen, WagerPlaced, WagerRefusalCode, WagerRefused
from events.vocabulary.table import SelectionsChanged, TableOpened, TableRefused
from projections.link_parameters import Parameters, difference, table_parameters
from projections.recording.drafts import attempt_sha256
from projections.recording.house_rules import ProgressiveBy, is_progressive, limit_problem, progressive_by
from projections.recording.table_state import RoundPlayed, Selections, TableState, WageringSystem


class _WagerProblem(NamedTuple):
    """The code and the reason of a `wager_refused`."""

    code: WagerRefusalCode
    reason: str


_NO_ROUND: Final = _WagerProblem(
    "no_round", "no round is open: progressive wagers are taken from its opening to no more bets"
)
_TABLE_CLOSED: Final = _WagerProblem(
    "table_closed", "the table is not open: progressive wagers are taken once it is opened"
)
_LOCKED_OUT: Final = _WagerProblem(
    "lock_out", "no more bets: progressive wagers are locked out until the next round"
)
_WRONG_INSTRUMENT: Final[dict[ProgressiveBy, _WagerProblem]] = {
    "value_chip": _WagerProblem("not_value_chip", "this wager is taken by value chip only"),
    "electronic": _WagerProblem("not_electronic", "this wager is taken electronically only"),
}


def wager_refusal(state: TableState, draft: Draft, body: WagerPlaced) -> WagerRefused | None:
    """A progressive wager is the system's to take, any other is a fact (§ 678a.2(c), § 678a.7(d)(4)).

    By what its round was opened under alone; in tests and training links are not looked at.
    """
    problem = _wager_problem(state, draft, body)
    if problem is None:
        return None
    return WagerRefused(
        seat=body.seat,
        wager=body.wager,
        amount_mc=body.amount_mc,
        instrument=body.instrument,
        code=problem.code,
        reason=problem.reason,
    )


def _wager_problem(state: TableState, draft: Draft, body: WagerPlaced) -> _WagerProblem | None:
    round_, live = state.round, draft.mode == LIVE
    in_open_round = round_.open and round_.is_named_by(draft.round)
    played_by = round_ if in_open_round else state.selected
    if not played_by.offers_wager(body.wager):
        return _not_offered(played_by, body, draft.mode)
    if live and not played_by.table_open:
        return _TABLE_CLOSED
    if not in_open_round:
        return _other_round(draft.round, round_.id) if round_.open else _NO_ROUND
    offer = round_.offer_of(body.wager)
    assert offer is not None
    return (
        _not_taken_now(state, offer, body)
        or (_link_problem(round_, offer) if live else None)
        or _not_this_wager(state, offer, body)
    )


def _other_round(named: str | None, open_: str | None) -> _WagerProblem:
    reason = f"the round {named} is not open, {open_} is: progressive wagers are taken in the open round only"
    return _WagerProblem("no_round", reason)


def _not_offered(played_by: Selections | RoundPlayed, body: WagerPlaced, mode: str) -> _WagerProblem | None:
    """A progressive wager of the chapter that feeds no link here; a wager that is none is a fact."""
    if mode == LIVE and not played_by.table_open:
        return _TABLE_CLOSED if is_progressive("", body.wager) else None
    if not played_by.rulebook or not is_progressive(played_by.rulebook, body.wager):
        return None
    if played_by.table_open:
        reason = f"the table offers no {body.wager} wager: it has no link for it"
    else:
        reason = f"the table is not open in {mode}: open it in that mode too, whatever it is in live play"
    return _WagerProblem("not_offered", reason)


def _link_problem(round_: RoundPlayed, offer: ProgressiveOpen) -> _WagerProblem | None:
    """Why a link takes no wager of this round, as it was found when the round opened."""
    link, found = offer.link, offer.found
    if found is None:
        reason = f"nobody has opened the link {link}: its wagers are taken from the first round after that"
        return _WagerProblem("link_unknown", reason)
    if not found.open:
        reason = f"the link {link} was not open when the round began: its wagers are taken in a later one"
        return _WagerProblem("link_not_live", reason)
    wagers = found.wagers or (found.wager,)
    its = table_parameters(round_.rulebook, round_.offers_to(link), found.unit_wager_mc)
    other = difference(its, Parameters(found.rulebook, found.paytable, found.unit_wager_mc, wagers))
    if other is None:
        if offer.wager in wagers:
            return None
        reason = f"the link {link} takes {', '.join(wagers)} and no {offer.wager} wager"
        return _WagerProblem("other_terms", reason)
    return _WagerProblem("other_unit" if other.what == "unit wager" else "other_terms", str(other))


def _not_taken_now(state: TableState, offer: ProgressiveOpen, body: WagerPlaced) -> _WagerProblem | None:
    """Why the system takes nothing of the kind, whatever the link."""
    by = progressive_by(state.round.rulebook, offer.wager)
    if _system(by) in state.locked:
        return _LOCKED_OUT
    if by is not None and body.instrument != by:
        return _WRONG_INSTRUMENT[by]
    return None


def _not_this_wager(state: TableState, offer: ProgressiveOpen, body: WagerPlaced) -> _WagerProblem | None:
    """Why a link that is in play does not take this one."""
    if body.amount_mc != offer.unit_wager_mc:
        unit = text(offer.unit_wager_mc)
        return _WagerProblem("other_unit", f"the link {offer.link} takes {unit} and no other amount")
    if any(taken.seat == body.seat and taken.wager == offer.wager for taken in state.taken):
        reason = f"seat {body.seat} has this wager already: the link takes one a round"
        return _WagerProblem("duplicate", reason)
    return None


def _system(by: ProgressiveBy | None) -> WageringSystem:
    """The system that takes a wager: what is not electronic is taken by the progressive system."""
    return "electronic_wagering" if by == "electronic" else "progressive"


def selection_refusal(draft: Draft, body: TableOpened | SelectionsChanged) -> TableRefused | None:
    """A payout limit must keep to its floor when a table opens, and when its selections change (x.12)."""
    problem = limit_problem(body.rulebook, body.payout_limit_mc, body.minimum_wager_mc, body.boxes_per_player)
    if problem is None:
        return None
    return TableRefused(
        attempted="open" if isinstance(body, TableOpened) else "change",
        rulebook=body.rulebook,
        code=problem.code,
        reason=problem.reason,
        section=problem.section,
        attempted_sha256=attempt_sha256(draft),
    )

"""The meters of a link as a `decide`/`evolve` pair: same legs in the same order, same awards, for ever.

`decide` looks at a leg and says what follows; `evolve` carries out what was decided. Nothing else changes a
meter. Which function answers what stands in the tables at the end: one for each version of the decider.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from projections.keeping import corrections, transfers
from projections.keeping.awards import (
    decide_claimed,
    decide_paid,
    decide_validated,
    decide_while_halted,
    evolve_locked,
    evolve_paid,
    evolve_validated,
)
from projections.keeping.contributions import decide_contributed, evolve_contributed
from projections.keeping.control import (
    decide_adjusted,
    decide_closed,
    decide_opened,
    decide_retired,
    decide_terms_changed,
    evolve_adjusted,
    evolve_closed,
    evolve_opened,
    evolve_retired,
    evolve_terms_changed,
    signed,
)
from projections.keeping.days import (
    decide_day_closed,
    decide_ended,
    ended,
    evolve_day_closed,
    in_the_future,
    played,
)
from projections.keeping.deciders import DECIDER
from projections.keeping.joins import decide_joined, evolve_joined
from projections.keeping.legs import Decide, Decision, Evolve, Leg, own, refusal
from projections.keeping.link_state import NOTHING, OVERFLOW, LinkState, RoundHeard, SeatWager
from projections.keeping.reversals import decide_reversed, evolve_reversed


def decide(state: LinkState, leg: Leg, decider: int = DECIDER) -> list[Decision]:
    """What follows from a leg, in order. Play that is not live moves no money."""
    if leg.event.mode != "live":
        return []
    if leg.problem:
        return refusal(leg, "control", 0, leg.problem)
    answer = DECIDERS[decider].get((leg.event.kind, leg.event.type))
    return [] if answer is None else answer(state, leg)


def evolve(state: LinkState, decision: Decision, leg: Leg) -> LinkState:
    """The state after a decision."""
    return _EVOLVERS[decision.type](state, decision.fields, leg)


def hear(state: LinkState, leg: Leg, before: LinkState, *, refused: bool = False) -> LinkState:
    """What the link remembers of a leg besides its money: each table's last round, its gaming days, answers.

    `before` is the state before anything was decided on the leg. Wagers that were `refused` are not
    remembered.
    """
    event = leg.event
    if event.mode != "live":
        return state
    if event.kind == "meter":
        arrived = event.type == "transfer_received"
        return transfers.answered(state, event.owner, leg.fields["number"]) if arrived else state
    if event.kind != "table":
        return state
    if event.type == "table_day_ended":
        day = leg.fields["day"]
        return state if in_the_future(day, event.gaming_day) else ended(state, event.owner, day)
    if event.type == "bets_closed":
        heard = _round_heard(state, leg, before, refused)
        state = replace(state, rounds={**state.rounds, event.owner: heard})
    return played(state, event.owner, event.gaming_day)


def _round_heard(state: LinkState, leg: Leg, before: LinkState, refused: bool) -> RoundHeard:
    wagers: dict[SeatWager, int] = {}
    if not refused:
        for wager in own(leg, "legs")["wagers"]:
            of = (wager["seat"], wager["wager"])
            wagers[of] = wagers.get(of, 0) + wager["amount_mc"]
    overflowed = {}
    for name, terms in state.terms.meters.items():
        if terms.limit_mc:
            full = before.meters.get(name + OVERFLOW, NOTHING).primary_units
            overflowed[name] = state.meters[name + OVERFLOW].primary_units - full
    hits = {name: meter.hits for name, meter in state.meters.items()}
    return RoundHeard(leg.event.round or "", wagers, frozenset(), hits, overflowed)


def balances(state: LinkState) -> list[dict[str, Any]]:
    """The meters as every record shows them."""
    return [
        {
            "meter": name,
            "primary_mc": m.primary_mc,
            "reserve_mc": m.reserve_mc,
            "primary_residual": m.primary_residual,
            "reserve_residual": m.reserve_residual,
        }
        for name, m in sorted(state.meters.items())
    ]


def _unchanged(state: LinkState, _fields: dict[str, Any], _leg: Leg) -> LinkState:
    return state


_FIRST: Final[dict[tuple[str, str], Decide]] = {
    ("link", "link_opened"): signed("control", decide_opened),
    ("link", "link_closed"): signed("control", decide_closed),
    ("link", "link_terms_changed"): signed("terms", decide_terms_changed),
    ("link", "link_retired"): signed("retirement", decide_retired),
    ("link", "link_adjusted"): signed("adjustment", decide_adjusted),
    ("link", "link_transferred"): signed("transfer", transfers.decide_sent),
    ("link", "link_day_closed"): decide_day_closed,
    ("table", "table_opened"): decide_joined,
    ("table", "selections_changed"): decide_joined,
    ("table", "table_day_ended"): decide_ended,
    ("table", "bets_closed"): decide_contributed,
    ("table", "round_voided"): decide_reversed,
    ("table", "progressive_claimed"): decide_claimed,
    ("table", "progressive_validated"): decide_validated,
    ("table", "progressive_rejected"): corrections.decide_rejected,
    ("table", "progressive_paid"): decide_paid,
    ("meter", "transfer_sent"): transfers.decide_received,
    ("meter", "transfer_refused"): transfers.decide_returned,
    ("router", "claim_while_halted"): decide_while_halted,
}
"""By who speaks and what is said: a claim on a link's own stream is nobody's."""

DECIDERS: Final = {1: _FIRST}
"""By version: what answers each leg. A version that has decided anything is never changed."""

_EVOLVERS: Final[dict[str, Evolve]] = {
    "meter_opened": evolve_opened,
    "meter_terms_changed": evolve_terms_changed,
    "meter_closed": evolve_closed,
    "meter_retired": evolve_retired,
    "meter_adjusted": evolve_adjusted,
    "meter_day_closed": evolve_day_closed,
    "table_joined": evolve_joined,
    "meter_contributed": evolve_contributed,
    "contribution_reversed": evolve_reversed,
    "award_locked": evolve_locked,
    "award_validated": evolve_validated,
    "award_returned": corrections.evolve_returned,
    "award_corrected": _unchanged,
    "award_paid": evolve_paid,
    "transfer_sent": transfers.evolve_sent,
    "transfer_received": transfers.evolve_received,
    "transfer_refused": transfers.evolve_refused,
    "transfer_returned": transfers.evolve_returned,
    "leg_refused": _unchanged,
    "table_incomplete": _unchanged,
    "table_complete": _unchanged,
}

"""The meters of a link as a `decide`/`evolve` pair: same legs in the same order, same awards, for ever.

`decide` looks at a leg and says what follows; `evolve` carries out what was decided. Nothing else changes a
meter. Which function answers what stands in the two tables at the end; opening and closing are here,
`projections.contributions` and `projections.awards` hold the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from events.money import MAX_MC
from projections.awards import (
    decide_claimed,
    decide_paid,
    decide_rejected,
    decide_unheard,
    decide_validated,
    evolve_locked,
    evolve_paid,
    evolve_returned,
    evolve_validated,
)
from projections.contributions import (
    decide_contributed,
    decide_reversed,
    evolve_contributed,
    evolve_reversed,
)
from projections.legs import Decision, Leg, own, refusal
from projections.terms import AwardTerms, LinkState, Meter, MeterTerms, RoundHeard, SeatWager

DECIDER: Final = 1
"""Raised with every change that decides anything differently; stands in every record."""


def decide(state: LinkState, leg: Leg) -> list[Decision]:
    """What follows from a leg, in order. Play that is not live moves no money."""
    if leg.event.mode != "live":
        return []
    if leg.problem:
        return refusal(leg, "control", 0, leg.problem)
    decider = _DECIDERS.get((leg.event.kind, leg.event.type))
    return decider(state, leg) if decider else []


def hear(state: LinkState, leg: Leg, *, refused: bool = False) -> LinkState:
    """What the link remembers of a leg besides its money: the wagers of each table's last round, unless
    they were refused."""
    if leg.event.mode != "live" or leg.event.kind != "table" or leg.event.type != "bets_closed":
        return state
    wagers: dict[SeatWager, int] = {}
    if not refused:
        for wager in own(leg, "legs")["wagers"]:
            of = (wager["seat"], wager["wager"])
            wagers[of] = wagers.get(of, 0) + wager["amount_mc"]
    hits = {name: meter.hits for name, meter in state.meters.items()}
    heard = RoundHeard(leg.event.round or "", wagers, frozenset(), hits)
    return replace(state, rounds={**state.rounds, leg.event.owner: heard})


def evolve(state: LinkState, decision: Decision, leg: Leg) -> LinkState:
    """The state after a decision."""
    return _EVOLVERS[decision.type](state, decision.fields, leg)


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


def _decide_opened(state: LinkState, leg: Leg) -> list[Decision]:
    problem = _opening_problem(state, leg.fields)
    if problem:
        return refusal(leg, "control", 0, problem)
    funded = 0 if state.meters else sum(terms["seed_mc"] for terms in leg.fields["meters"])
    return [Decision("meter_opened", {"unit_wager_mc": leg.fields["unit_wager_mc"], "funded_mc": funded})]


def _opening_problem(state: LinkState, fields: dict[str, Any]) -> str:
    """Why a link cannot be opened like this; empty if it can."""
    names = [terms["meter"] for terms in fields["meters"]]
    unknown = sorted({terms["meter"] for terms in fields["awards"]} - set(names))
    if state.live:
        return "the link is open already: close it first"
    if len(set(names)) < len(names):
        return "a meter is named twice: give each its own name"
    if unknown:
        return f"an award is paid by {unknown[0]}, which is no meter of this link: name one that is"
    if state.meters and set(names) != set(state.meters):
        return f"the link has the meters {', '.join(sorted(state.meters))}: open it with these"
    if sum(terms["seed_mc"] for terms in fields["meters"]) > MAX_MC:
        return "the seeds together are more than a meter can hold: check the amounts"
    return ""


def _evolve_opened(state: LinkState, fields: dict[str, Any], leg: Leg) -> LinkState:
    terms = {
        t["meter"]: MeterTerms(t["seed_mc"], t["reseed_mc"], t["primary_bp"], t["reserve_bp"])
        for t in leg.fields["meters"]
    }
    fresh = {name: Meter(t.seed_mc, 0, 0, 0, t.seed_mc, 0) for name, t in terms.items()}
    return replace(
        state,
        live=True,
        unit_wager_mc=fields["unit_wager_mc"],
        meter_terms=terms,
        award_terms={t["hand"]: AwardTerms(t["meter"], t["percent_bp"]) for t in leg.fields["awards"]},
        meters=state.meters or fresh,
    )


def _evolve_closed(state: LinkState, _fields: dict[str, Any], _leg: Leg) -> LinkState:
    return replace(state, live=False)


def _decide_closed(state: LinkState, leg: Leg) -> list[Decision]:
    return (
        [Decision("meter_closed", {})] if state.live else refusal(leg, "control", 0, "the link is not open")
    )


def _unchanged(state: LinkState, _fields: dict[str, Any], _leg: Leg) -> LinkState:
    return state


_DECIDERS: Final[dict[tuple[str, str], Callable[[LinkState, Leg], list[Decision]]]] = {
    ("link", "link_opened"): _decide_opened,
    ("link", "link_closed"): _decide_closed,
    ("table", "bets_closed"): decide_contributed,
    ("table", "round_voided"): decide_reversed,
    ("table", "progressive_claimed"): decide_claimed,
    ("table", "progressive_validated"): decide_validated,
    ("table", "progressive_rejected"): decide_rejected,
    ("table", "progressive_paid"): decide_paid,
    ("router", "claim_unheard"): decide_unheard,
}
"""By who speaks and what is said: a claim on a link's own stream is nobody's."""

_EVOLVERS: Final[dict[str, Callable[[LinkState, dict[str, Any], Leg], LinkState]]] = {
    "meter_opened": _evolve_opened,
    "meter_closed": _evolve_closed,
    "meter_contributed": evolve_contributed,
    "contribution_reversed": evolve_reversed,
    "award_locked": evolve_locked,
    "award_validated": evolve_validated,
    "award_returned": evolve_returned,
    "award_paid": evolve_paid,
    "leg_refused": _unchanged,
    "table_incomplete": _unchanged,
    "table_complete": _unchanged,
}

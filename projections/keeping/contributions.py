"""Contributions to a link's meters, as a `decide`/`evolve` pair.

A wager adds its share to every meter of the link; what exceeds a meter's limit goes to its overflow. What a
division leaves over stays in the meter's residual.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from events.money import MAX_MC, RATE_UNIT
from projections.keeping.legs import Decision, Leg, own, refusal
from projections.keeping.link_state import OVERFLOW, LinkState
from projections.keeping.pots import Meters, meter_of, pot_of, put, with_pot


def decide_contributed(state: LinkState, leg: Leg) -> list[Decision]:
    """The wagers of a round go to the meters if they are the link's own: its parameters, its one unit."""
    wagers = own(leg, "legs")["wagers"]
    if not wagers:
        return []
    if not state.live:
        return refusal(leg, "contribution", 0, "the link is not open: its wagers fed no meter")
    problem = _problem(state, leg.event.owner, wagers)
    if problem:
        return refusal(leg, "contribution", 0, problem)
    wagered = sum(wager["amount_mc"] for wager in wagers)
    most = max((max(m.primary_mc, m.reserve_mc) for m in state.meters.values()), default=0)
    if wagered + most > MAX_MC:
        return refusal(leg, "contribution", 0, f"{wagered} mc are more than a meter can hold: check the leg")
    primary = reserve = 0
    for name, terms in state.terms.meters.items():
        meter = state.meters[name]
        if terms.limit_mc:
            after = put(pot_of(state.meters, name), wagered * terms.primary_bp, terms.limit_mc)
            overflow = state.meters[name + OVERFLOW]
            primary += after.primary // RATE_UNIT - meter.primary_mc
            primary += after.overflow // RATE_UNIT - overflow.primary_mc
        else:
            primary += (meter.primary_residual + wagered * terms.primary_bp) // RATE_UNIT
        reserve += (meter.reserve_residual + wagered * terms.reserve_bp) // RATE_UNIT
    fields = {
        "table": leg.event.owner,
        "wagers": len(wagers),
        "wagered_mc": wagered,
        "primary_mc": primary,
        "reserve_mc": reserve,
    }
    return [Decision("meter_contributed", fields)]


def _problem(state: LinkState, table: str, wagers: list[dict[str, Any]]) -> str:
    """Why the wagers of a round feed no meter; empty where they do."""
    joined = state.tables.get(table)
    if joined is not None and joined.problem:
        return joined.problem
    unit, guard = state.terms.unit_wager_mc, state.terms.guard_mc
    for wager in wagers:
        if wager["amount_mc"] != unit:
            return (
                f"seat {wager['seat']} wagered {wager['amount_mc']} mc and the link takes {unit} mc: "
                "the round fed no meter; record an adjustment for the wagers that stand"
            )
    if guard and len(wagers) * unit > guard:
        return (
            f"{len(wagers) * unit} mc in one round are unreasonable, {guard} mc is the most that can be: "
            "check the leg, and record an adjustment if it is right"
        )
    return ""


def evolve_contributed(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
    """Every meter with its share, to the last 1/10,000 of a millicent."""
    wagered = fields["wagered_mc"]
    meters: Meters = dict(state.meters)
    for name, terms in state.terms.meters.items():
        meter = state.meters[name]
        if terms.limit_mc:
            pot = put(pot_of(state.meters, name), wagered * terms.primary_bp, terms.limit_mc)
            meters = with_pot(meters, name, pot._replace(reserve=pot.reserve + wagered * terms.reserve_bp))
        else:
            meters[name] = meter_of(
                meter.primary_units + wagered * terms.primary_bp,
                meter.reserve_units + wagered * terms.reserve_bp,
                meter.base_mc,
                meter.hits,
            )
    return replace(state, meters=meters)

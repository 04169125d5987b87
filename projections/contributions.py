"""Contributions to a link's meters and their reversal, each as a `decide`/`evolve` pair.

A wager adds its share to every meter of the link; a void takes it back in full, or the house bears what the
meter cannot give. What a division leaves over stays in the meter's residual.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from events.money import MAX_MC, RATE_UNIT
from projections.legs import Decision, Leg, own, refusal
from projections.terms import LinkState, Meter


def decide_contributed(state: LinkState, leg: Leg) -> list[Decision]:
    """The wagers of a round go to the meters by the incrementation rates."""
    wagers = own(leg, "legs")["wagers"]
    if not wagers:
        return []
    if not state.live:
        return refusal(leg, "contribution", 0, "the link is not open: its wagers fed no meter")
    wagered = sum(wager["amount_mc"] for wager in wagers)
    most = max((max(m.primary_mc, m.reserve_mc) for m in state.meters.values()), default=0)
    if wagered + most > MAX_MC:
        return refusal(leg, "contribution", 0, f"{wagered} mc are more than a meter can hold: check the leg")
    primary = reserve = 0
    for name, terms in state.meter_terms.items():
        meter = state.meters[name]
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


def evolve_contributed(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
    """Every meter with its share, to the last 1/10,000 of a millicent."""
    wagered = fields["wagered_mc"]
    meters = {
        name: _with_units(
            meter,
            meter.primary_units + wagered * state.meter_terms[name].primary_bp,
            meter.reserve_units + wagered * state.meter_terms[name].reserve_bp,
        )
        for name, meter in state.meters.items()
    }
    return replace(state, meters=meters)


def _with_units(meter: Meter, primary_units: int, reserve_units: int) -> Meter:
    primary_mc, primary_residual = divmod(primary_units, RATE_UNIT)
    reserve_mc, reserve_residual = divmod(reserve_units, RATE_UNIT)
    return replace(
        meter,
        primary_mc=primary_mc,
        reserve_mc=reserve_mc,
        primary_residual=primary_residual,
        reserve_residual=reserve_residual,
    )


# --- reversals -------------------------------------------------------------------------------------------


class _Given(NamedTuple):
    """What one meter gives back of a reversal, in 1/10,000 of a millicent, and what the house bears of it."""

    primary: int
    reserve: int
    house_mc: int


def _give(due: int, room: int) -> tuple[int, int]:
    """Split what is due into what the meter gives and the whole millicents that the house bears."""
    house_mc = max(0, -((room - due) // RATE_UNIT))
    return due - house_mc * RATE_UNIT, house_mc


def _reversal(state: LinkState, leg: Leg) -> tuple[int, int, dict[str, _Given]]:
    """How many wagers of how much were returned, and what each meter gives back of their contributions."""
    heard = state.rounds[leg.event.owner]
    seats = set(own(leg, "legs")["seats"])
    returned = [mc for (seat, _), mc in heard.wagers.items() if seat in seats]
    wagered = sum(returned)
    given: dict[str, _Given] = {}
    for name, meter in state.meters.items():
        terms = state.meter_terms[name]
        ours = meter.hits == heard.hits.get(name)
        room = max(0, meter.primary_units - meter.base_mc * RATE_UNIT) if ours else 0
        primary, short = _give(wagered * terms.primary_bp, room)
        reserve, reserve_short = _give(wagered * terms.reserve_bp, meter.reserve_units if ours else 0)
        given[name] = _Given(primary, reserve, short + reserve_short)
    return len(returned), wagered, given


def decide_reversed(state: LinkState, leg: Leg) -> list[Decision]:
    """The contributions of returned wagers leave the meters, of the last round only."""
    heard = state.rounds.get(leg.event.owner)
    if heard is None or heard.round != (leg.event.round or ""):
        reason = "the round is not the table's last one: record an adjustment instead of a void"
        return refusal(leg, "reversal", 0, reason)
    wagers, returned, given = _reversal(state, leg)
    if not wagers:
        return []
    after = _meters_after(state, given)
    fields = {
        "table": leg.event.owner,
        "wagers": wagers,
        "returned_mc": returned,
        "primary_mc": sum(m.primary_mc - after[name].primary_mc for name, m in state.meters.items()),
        "reserve_mc": sum(m.reserve_mc - after[name].reserve_mc for name, m in state.meters.items()),
        "house_mc": sum(part.house_mc for part in given.values()),
        "reason": leg.fields["reason"],
    }
    return [Decision("contribution_reversed", fields)]


def _meters_after(state: LinkState, given: dict[str, _Given]) -> dict[str, Meter]:
    return {
        name: _with_units(
            meter, meter.primary_units - given[name].primary, meter.reserve_units - given[name].reserve
        )
        for name, meter in state.meters.items()
    }


def evolve_reversed(state: LinkState, _fields: dict[str, Any], leg: Leg) -> LinkState:
    """The meters without them; a wager that was returned is returned for good."""
    _, _, given = _reversal(state, leg)
    heard = state.rounds[leg.event.owner]
    returned = set(own(leg, "legs")["seats"])
    rest = replace(heard, wagers={of: mc for of, mc in heard.wagers.items() if of[0] not in returned})
    return replace(state, meters=_meters_after(state, given), rounds={**state.rounds, leg.event.owner: rest})

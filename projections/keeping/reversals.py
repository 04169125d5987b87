"""Reversals: what a void takes back from the meters, as a `decide`/`evolve` pair.

The contributions of returned wagers go back in full from the meter that they went to; where a 100 % award
was locked on it since, or it would fall below what it started from, the house bears the shortfall.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from events.money import RATE_UNIT
from projections.keeping.legs import Decision, Leg, own, refusal
from projections.keeping.link_state import LinkState, RoundHeard
from projections.keeping.pots import Meters, pot_of, with_pot


class _Given(NamedTuple):
    """What one meter gives back of a reversal, in 1/10,000 of a millicent, and what the house bears of it."""

    primary: int
    reserve: int
    overflow: int
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
    return (
        len(returned),
        wagered,
        {name: _given(state, heard, name, wagered) for name in state.terms.meters},
    )


def _given(state: LinkState, heard: RoundHeard, name: str, wagered: int) -> _Given:
    terms, pot = state.terms.meters[name], pot_of(state.meters, name)
    ours = pot.hits == heard.hits.get(name)
    due = wagered * terms.primary_bp
    overflow = min(due, heard.overflowed.get(name, 0), pot.overflow) if ours else 0
    room = max(0, pot.primary - pot.base_mc * RATE_UNIT) if ours else 0
    if ours:  # what the primary cannot give, the rest of its overflow does
        overflow += max(0, min(due - overflow - room, pot.overflow - overflow))
    primary, short = _give(due - overflow, room)
    reserve, reserve_short = _give(wagered * terms.reserve_bp, pot.reserve if ours else 0)
    return _Given(primary, reserve, overflow, short + reserve_short)


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


def _meters_after(state: LinkState, given: dict[str, _Given]) -> Meters:
    meters = state.meters
    for name, part in given.items():
        pot = pot_of(meters, name)
        left = pot._replace(
            primary=pot.primary - part.primary,
            reserve=pot.reserve - part.reserve,
            overflow=pot.overflow - part.overflow,
        )
        meters = with_pot(meters, name, left)
    return meters


def evolve_reversed(state: LinkState, _fields: dict[str, Any], leg: Leg) -> LinkState:
    """The meters without them; a wager that was returned is returned for good."""
    _, _, given = _reversal(state, leg)
    heard = state.rounds[leg.event.owner]
    returned = set(own(leg, "legs")["seats"])
    rest = replace(
        heard,
        wagers={of: mc for of, mc in heard.wagers.items() if of[0] not in returned},
        overflowed={name: max(0, units - given[name].overflow) for name, units in heard.overflowed.items()},
    )
    return replace(state, meters=_meters_after(state, given), rounds={**state.rounds, leg.event.owner: rest})

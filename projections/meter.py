"""The meter of a link as a `decide`/`evolve` pair: same legs in the same order, same awards, for ever.

`decide` looks at a leg and says what follows; `evolve` carries out what was decided. Nothing else changes a
meter. Amounts are millicents; what a division leaves over stays in the meter's residual.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from events.envelope import Event
from events.money import MAX_MC, RATE_UNIT, floor_to_cent
from projections.terms import Award, AwardTerms, LinkState, Meter, MeterTerms, RoundHeard

DECIDER: Final = 1
"""Raised with every change that decides anything differently; stands in every record."""


class Leg(NamedTuple):
    """One thing that a link hears: a table's leg or a control event, with the fields of its body.

    `problem` says why the body of a control event cannot be read: its number is heard, its wish refused.
    """

    event: Event
    fields: dict[str, Any]
    link: str
    problem: str = ""


class Decision(NamedTuple):
    """One record to be: its event type and the fields that are its own."""

    type: str
    fields: dict[str, Any]


def decide(state: LinkState, leg: Leg) -> list[Decision]:
    """What follows from a leg, in order. Play that is not live moves no money."""
    if leg.event.mode != "live":
        return []
    if leg.problem:
        return _refused(leg, "control", 0, leg.problem)
    decider = _DECIDERS.get((leg.event.kind, leg.event.type))
    return decider(state, leg) if decider else []


def hear(state: LinkState, leg: Leg, *, refused: bool = False) -> LinkState:
    """What the link remembers of a leg besides its money: the wagers of each table's last round, unless
    they were refused."""
    if leg.event.mode != "live" or leg.event.kind != "table" or leg.event.type != "bets_closed":
        return state
    wagers: dict[int, int] = {}
    if not refused:
        for wager in _own(leg, "legs")["wagers"]:
            wagers[wager["seat"]] = wagers.get(wager["seat"], 0) + wager["amount_mc"]
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


def _own(leg: Leg, name: str) -> dict[str, Any]:
    """The part of a body that is about this link."""
    return next(part for part in leg.fields[name] if part["link"] == leg.link)


def _refused(leg: Leg, attempted: str, claim_seq: int, reason: str) -> list[Decision]:
    fields = {"table": leg.event.owner, "claim_seq": claim_seq, "attempted": attempted, "reason": reason}
    return [Decision("leg_refused", fields)]


# --- opening ---------------------------------------------------------------------------------------------


def _decide_opened(state: LinkState, leg: Leg) -> list[Decision]:
    problem = _opening_problem(state, leg.fields)
    if problem:
        return _refused(leg, "control", 0, problem)
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


# --- contributions ---------------------------------------------------------------------------------------


def _decide_contributed(state: LinkState, leg: Leg) -> list[Decision]:
    wagers = _own(leg, "legs")["wagers"]
    if not wagers:
        return []
    if not state.live:
        return _refused(leg, "contribution", 0, "the link is not open: its wagers fed no meter")
    wagered = sum(wager["amount_mc"] for wager in wagers)
    most = max((max(m.primary_mc, m.reserve_mc) for m in state.meters.values()), default=0)
    if wagered + most > MAX_MC:
        return _refused(leg, "contribution", 0, f"{wagered} mc are more than a meter can hold: check the leg")
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


def _evolve_contributed(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
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
    seats = [seat for seat in set(_own(leg, "legs")["seats"]) if seat in heard.wagers]
    wagered = sum(heard.wagers[seat] for seat in seats)
    given: dict[str, _Given] = {}
    for name, meter in state.meters.items():
        terms = state.meter_terms[name]
        ours = meter.hits == heard.hits.get(name)
        room = max(0, meter.primary_units - meter.base_mc * RATE_UNIT) if ours else 0
        primary, short = _give(wagered * terms.primary_bp, room)
        reserve, reserve_short = _give(wagered * terms.reserve_bp, meter.reserve_units if ours else 0)
        given[name] = _Given(primary, reserve, short + reserve_short)
    return len(seats), wagered, given


def _decide_reversed(state: LinkState, leg: Leg) -> list[Decision]:
    heard = state.rounds.get(leg.event.owner)
    if heard is None or heard.round != (leg.event.round or ""):
        reason = "the round is not the table's last one: record an adjustment instead of a void"
        return _refused(leg, "reversal", 0, reason)
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


def _evolve_reversed(state: LinkState, _fields: dict[str, Any], leg: Leg) -> LinkState:
    _, _, given = _reversal(state, leg)
    heard = state.rounds[leg.event.owner]
    returned = set(_own(leg, "legs")["seats"])
    rest = replace(heard, wagers={seat: mc for seat, mc in heard.wagers.items() if seat not in returned})
    return replace(state, meters=_meters_after(state, given), rounds={**state.rounds, leg.event.owner: rest})


# --- awards ----------------------------------------------------------------------------------------------


def _decide_claimed(state: LinkState, leg: Leg) -> list[Decision]:
    seat, hand, claim_seq = leg.fields["seat"], leg.fields["hand"], leg.event.seq
    heard = state.rounds.get(leg.event.owner)
    terms = state.award_terms.get(hand)
    if not state.live or terms is None:
        reason = (
            f"{hand} wins no percentage of a meter of this link" if state.live else "the link is not open"
        )
        return _refused(leg, "claim", claim_seq, reason)
    if heard is None or heard.round != (leg.event.round or "") or seat not in heard.wagers:
        return _refused(
            leg, "claim", claim_seq, f"seat {seat} has no accepted progressive wager in this round"
        )
    if seat in heard.claimed:
        return _refused(leg, "claim", claim_seq, f"seat {seat} has claimed in this round already")
    meter = state.meters[terms.meter]
    whole = terms.percent_bp == RATE_UNIT
    fields = {
        "table": leg.event.owner,
        "claim_seq": claim_seq,
        "seat": seat,
        "hand": hand,
        "meter": terms.meter,
        "percent_bp": terms.percent_bp,
        "meter_before_mc": meter.primary_mc,
        "amount_mc": floor_to_cent(meter.primary_mc * terms.percent_bp // RATE_UNIT),
        "reseed_mc": state.meter_terms[terms.meter].reseed_mc if whole else 0,
        "reserve_moved_mc": meter.reserve_mc if whole else 0,
    }
    return [Decision("award_locked", fields)]


def _evolve_locked(state: LinkState, fields: dict[str, Any], leg: Leg) -> LinkState:
    name, table, seat = fields["meter"], fields["table"], fields["seat"]
    meter = state.meters[name]
    rest = meter.primary_mc - fields["amount_mc"]
    if fields["percent_bp"] == RATE_UNIT:
        base = fields["reseed_mc"] + fields["reserve_moved_mc"]
        meter = replace(
            meter,
            primary_mc=rest + base,
            reserve_mc=meter.reserve_mc - fields["reserve_moved_mc"],
            base_mc=base,
            hits=meter.hits + 1,
        )
    else:
        meter = replace(meter, primary_mc=rest)
    heard = state.rounds[leg.event.owner]
    award = Award(seat, name, fields["amount_mc"], validated=False)
    return replace(
        state,
        meters={**state.meters, name: meter},
        awards={**state.awards, (table, fields["claim_seq"]): award},
        rounds={**state.rounds, table: replace(heard, claimed=heard.claimed | {seat})},
    )


def _decide_validated(state: LinkState, leg: Leg) -> list[Decision]:
    table, claim_seq = leg.event.owner, leg.fields["claim_seq"]
    award = state.awards.get((table, claim_seq))
    if award is None or award.validated:
        reason = "it is validated already" if award else "no award of that claim is locked and unpaid"
        return _refused(leg, "validation", claim_seq, reason)
    fields = {"table": table, "claim_seq": claim_seq, "validated_by": leg.fields["validated_by"]}
    return [Decision("award_validated", fields)]


def _evolve_validated(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
    key = (fields["table"], fields["claim_seq"])
    return replace(state, awards={**state.awards, key: replace(state.awards[key], validated=True)})


def _decide_rejected(state: LinkState, leg: Leg) -> list[Decision]:
    table, claim_seq = leg.event.owner, leg.fields["claim_seq"]
    award = state.awards.get((table, claim_seq))
    if award is None:
        return _refused(leg, "rejection", claim_seq, "no award of that claim is locked and unpaid")
    fields = {
        "table": table,
        "claim_seq": claim_seq,
        "meter": award.meter,
        "amount_mc": award.amount_mc,
        "rejected_by": leg.fields["rejected_by"],
    }
    return [Decision("award_returned", fields)]


def _evolve_returned(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
    meter = state.meters[fields["meter"]]
    awards = {k: a for k, a in state.awards.items() if k != (fields["table"], fields["claim_seq"])}
    back = replace(meter, primary_mc=meter.primary_mc + fields["amount_mc"])
    return replace(state, awards=awards, meters={**state.meters, fields["meter"]: back})


def _decide_paid(state: LinkState, leg: Leg) -> list[Decision]:
    table, claim_seq, amount = leg.event.owner, leg.fields["claim_seq"], leg.fields["amount_mc"]
    award = state.awards.get((table, claim_seq))
    if award is None:
        return _refused(leg, "payment", claim_seq, "no award of that claim is locked and unpaid")
    if not award.validated:
        return _refused(leg, "payment", claim_seq, "the award is not validated by a floorperson")
    if amount != award.amount_mc:
        return _refused(leg, "payment", claim_seq, f"{amount} mc were paid, {award.amount_mc} mc are locked")
    if leg.fields["paid_from"] == "table_inventory":
        return _refused(
            leg, "payment", claim_seq, "a percentage of a meter is never paid from the table inventory"
        )
    fields = {"table": table, "claim_seq": claim_seq, "amount_mc": amount, "paid_by": leg.fields["paid_by"]}
    return [Decision("award_paid", fields)]


def _evolve_paid(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
    awards = {k: a for k, a in state.awards.items() if k != (fields["table"], fields["claim_seq"])}
    return replace(state, awards=awards)


def _decide_unheard(_state: LinkState, leg: Leg) -> list[Decision]:
    fields = leg.fields
    reason = "the table's stream is halted: resume it, then claim again"
    refused = {
        "table": fields["table"],
        "claim_seq": fields["claim_seq"],
        "attempted": "claim",
        "reason": reason,
    }
    return [Decision("leg_refused", refused)]


def _unchanged(state: LinkState, _fields: dict[str, Any], _leg: Leg) -> LinkState:
    return state


def _evolve_closed(state: LinkState, _fields: dict[str, Any], _leg: Leg) -> LinkState:
    return replace(state, live=False)


def _decide_closed(state: LinkState, leg: Leg) -> list[Decision]:
    return (
        [Decision("meter_closed", {})] if state.live else _refused(leg, "control", 0, "the link is not open")
    )


_DECIDERS: Final[dict[tuple[str, str], Callable[[LinkState, Leg], list[Decision]]]] = {
    ("link", "link_opened"): _decide_opened,
    ("link", "link_closed"): _decide_closed,
    ("table", "bets_closed"): _decide_contributed,
    ("table", "round_voided"): _decide_reversed,
    ("table", "progressive_claimed"): _decide_claimed,
    ("table", "progressive_validated"): _decide_validated,
    ("table", "progressive_rejected"): _decide_rejected,
    ("table", "progressive_paid"): _decide_paid,
    ("router", "claim_unheard"): _decide_unheard,
}
"""By who speaks and what is said: a claim on a link's own stream is nobody's."""

_EVOLVERS: Final[dict[str, Callable[[LinkState, dict[str, Any], Leg], LinkState]]] = {
    "meter_opened": _evolve_opened,
    "meter_closed": _evolve_closed,
    "meter_contributed": _evolve_contributed,
    "contribution_reversed": _evolve_reversed,
    "award_locked": _evolve_locked,
    "award_validated": _evolve_validated,
    "award_returned": _evolve_returned,
    "award_paid": _evolve_paid,
    "leg_refused": _unchanged,
    "table_incomplete": _unchanged,
    "table_complete": _unchanged,
}

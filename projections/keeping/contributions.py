"""Contributions to a link's meters, as a `decide`/`evolve` pair.

A wager adds its share to every meter of the link; what exceeds a meter's limit goes to its overflow. What a
division leaves over stays in the meter's residual.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from events.bounds import MAX_AMOUNT_MC
from events.money import RATE_UNIT, text
from events.vocabulary.legs import AcceptedWager
from events.vocabulary.links import MeterTerms
from events.vocabulary.meters import Balance, MeterContributed
from events.vocabulary.progressive import BetsClosed
from events.vocabulary.unions import RoundEnded
from projections.keeping.legs import Decision, Leg, part_for_link, refusal
from projections.keeping.link_state import LinkState
from projections.keeping.pots import balance_of, pot_of, put, with_balances
from projections.link_parameters import OVERFLOW

Wagered = BetsClosed | RoundEnded
"""What brings the wagers of a round to its links."""


def decide_contributed(state: LinkState, leg: Leg, body: Wagered) -> list[Decision]:
    """The wagers of a round go to the meters if they are the link's own: its parameters, its one unit."""
    wagers = part_for_link(body.legs, leg.link).wagers
    if not wagers:
        return []
    if not state.live:
        return refusal(state, leg, "contribution", 0, "the link is not open: its wagers fed no meter")
    problem = _problem(state, leg.owner, wagers)
    if problem:
        return refusal(state, leg, "contribution", 0, problem)
    wagered_mc = state.terms.unit_wager_mc * len(wagers)
    changed: dict[str, Balance] = {}
    for name, terms in state.terms.meters.items():
        changed.update(_contributed(state, name, terms, wagered_mc))
    balances, primary_mc, reserve_mc, most_mc = [], 0, 0, 0
    for name, meter in state.meters.items():
        before, after = meter.balance, changed.get(name) or meter.balance
        primary_mc += after.primary_mc - before.primary_mc
        reserve_mc += after.reserve_mc - before.reserve_mc
        most_mc = max(most_mc, before.primary_mc, before.reserve_mc)
        balances.append(after)
    if wagered_mc + most_mc > MAX_AMOUNT_MC:
        most = text(MAX_AMOUNT_MC)
        problem = f"with {text(wagered_mc)} more a meter would hold more than {most}: check its amounts"
        return refusal(state, leg, "contribution", 0, problem)
    record = MeterContributed(  # its source is spelled out: the record of every round, and `**` takes time
        decider=leg.decider,
        source_stream=leg.event.stream,
        source_seq=leg.event.seq,
        balances=tuple(balances),
        table=leg.owner,
        wagers=len(wagers),
        wagered_mc=wagered_mc,
        primary_mc=primary_mc,
        reserve_mc=reserve_mc,
    )
    return [Decision(record)]


def _contributed(state: LinkState, name: str, terms: MeterTerms, wagered_mc: int) -> dict[str, Balance]:
    """A meter with its share of the wagers to the last 1/10,000 of a millicent, and its overflow."""
    primary, reserve = wagered_mc * terms.primary_bp, wagered_mc * terms.reserve_bp
    if terms.limit_mc:
        pot = put(pot_of(state.meters, name), primary, terms.limit_mc)
        overflow = name + OVERFLOW
        return {
            name: balance_of(name, pot.primary, pot.reserve + reserve),
            overflow: balance_of(overflow, pot.overflow, 0),
        }
    balance = state.meters[name].balance
    primary_mc, primary_residual = divmod(balance.primary_residual + primary, RATE_UNIT)
    reserve_mc, reserve_residual = divmod(balance.reserve_residual + reserve, RATE_UNIT)
    after = Balance(
        meter=name,
        primary_mc=balance.primary_mc + primary_mc,
        reserve_mc=balance.reserve_mc + reserve_mc,
        primary_residual=primary_residual,
        reserve_residual=reserve_residual,
    )
    return {name: after}


def _problem(state: LinkState, table: str, wagers: Sequence[AcceptedWager]) -> str:
    """Why the wagers of a round feed no meter; empty where they do."""
    parameters = state.tables.get(table)
    if parameters is not None and parameters.problem:
        return parameters.problem
    unit, guard = state.terms.unit_wager_mc, state.terms.guard_mc
    for wager in wagers:
        if wager.amount_mc != unit:
            return (
                f"seat {wager.seat} wagered {text(wager.amount_mc)} and the link takes {text(unit)}: "
                "the round fed no meter; record an adjustment for the wagers that stand"
            )
    if guard and len(wagers) * unit > guard:
        return (
            f"{text(len(wagers) * unit)} in one round is unreasonable, {text(guard)} is the most that can "
            "be: check the leg, and record an adjustment if it is right"
        )
    return ""


def evolve_contributed(state: LinkState, record: MeterContributed) -> LinkState:
    """Every meter with its share."""
    return replace(state, meters=with_balances(state.meters, record.balances))

"""Contributions to a link's meters, as a `decide`/`evolve` pair.

A wager of a table that may feed the link adds its share to every meter of it; what exceeds a meter's limit
goes to its overflow. What a division leaves over stays in the meter's residual. Wagers that may not are set
aside one by one: their stakes are due back, and the others feed and win.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from events.bounds import MAX_AMOUNT_MC
from events.money import RATE_UNIT, text
from events.vocabulary.legs import AcceptedWager, UnsentLeg, WagerLeg
from events.vocabulary.links import MeterTerms
from events.vocabulary.meters import Balance, MeterContributed, StakeDueBack, StakeSetAside
from events.vocabulary.progressive import BetsClosed
from events.vocabulary.unions import RoundEnded
from projections.keeping import joins
from projections.keeping.control import control_problem
from projections.keeping.legs import Decision, Leg, part_for_link, refusal, source_of
from projections.keeping.link_state import LastRound, LinkState, SeatWager, TableParameters
from projections.keeping.pots import balance_of, balances_of, pot_of, put, with_balances
from projections.link_parameters import OVERFLOW

Wagered = BetsClosed | RoundEnded
"""What brings the wagers of a round to its links."""

_STAKES_A_RECORD: Final = 32
"""So many stakes with their reasons fit a record, however long the names are."""


def decide_contributed(state: LinkState, leg: Leg, body: Wagered) -> list[Decision]:
    """The wagers of a round go to the meters, but for those that may not: these are due back, one by one."""
    part = part_for_link(body.legs, leg.link)
    if not part.wagers:
        return []
    before = round_before(state, leg, part)
    accepted, set_aside = _judged(state, leg, part, before)
    decisions = due_back(state, leg, part, set_aside) if set_aside else []
    if accepted:
        played = len(accepted) + (0 if before is None else len(before.wagers))
        decisions.append(_fed(state, leg, accepted, played))
    return decisions


def round_of(leg: Leg, part: WagerLeg) -> str:
    """The round that the wagers of a leg are of; empty where it had no id."""
    return (part.round if isinstance(part, UnsentLeg) else leg.event.round) or ""


def round_before(state: LinkState, leg: Leg, part: WagerLeg) -> LastRound | None:
    """What the link has of the same round already; a round without an id is always another."""
    last = state.rounds.get(leg.owner)
    return last if last is not None and last.round and last.round == round_of(leg, part) else None


# --- who may feed ------------------------------------------------------------------------------------------


def _judged(
    state: LinkState, leg: Leg, part: WagerLeg, before: LastRound | None
) -> tuple[dict[SeatWager, int], list[StakeSetAside]]:
    """The wagers that feed and can win, and those that are due back with their reason.

    Only a table that has joined and not left may feed, with the link's own wagers, of the link's one unit,
    once a seat and wager, taken while the link was open by the terms that it still has.
    """
    selected = joins.selections_of(state, leg.owner, part.selections_seq)
    if isinstance(selected, str):
        return {}, stakes(part.wagers, selected)
    if not (state.live and part.control_seq == state.opened_seq):
        problem = control_problem(state, part.control_seq)
        if problem:
            return {}, stakes(part.wagers, problem)
    unit_mc, feeding = state.terms.unit_wager_mc, selected.feeding
    accepted: dict[SeatWager, int] = {}
    set_aside: list[StakeSetAside] = []
    for wager in part.wagers:
        of = (wager.seat, wager.wager)
        good = wager.amount_mc == unit_mc and wager.wager in feeding and of not in accepted
        if good and (before is None or of not in before.wagers):
            accepted[of] = unit_mc
        else:
            set_aside += stakes((wager,), _wager_problem(state, selected, wager))
    return accepted, set_aside


def _wager_problem(state: LinkState, selected: TableParameters, wager: AcceptedWager) -> str:
    """Why one wager of a round that feeds is due back."""
    unit_mc = state.terms.unit_wager_mc
    if wager.wager not in state.terms.wagers:
        return f"the link takes {', '.join(sorted(state.terms.wagers))} and no {wager.wager} wager"
    if wager.wager not in selected.wagers:
        return f"the table did not offer {wager.wager} for the link when the round was opened"
    if wager.amount_mc != unit_mc:
        return f"{text(wager.amount_mc)} was wagered, and the link takes {text(unit_mc)} and no other amount"
    return f"seat {wager.seat} had this wager in the round already, and the link takes one a seat and round"


def stakes(wagers: Iterable[AcceptedWager], reason: str) -> list[StakeSetAside]:
    """Wagers as stakes that are due back."""
    why = reason[: joins.REASON_AT_MOST]
    return [
        StakeSetAside(seat=wager.seat, wager=wager.wager, amount_mc=wager.amount_mc, reason=why)
        for wager in wagers
    ]


def due_back(
    state: LinkState, leg: Leg, part: WagerLeg, set_aside: Sequence[StakeSetAside]
) -> list[Decision]:
    """The records of stakes that are due back, in seat order, as many as it takes to store them."""
    in_order = sorted(set_aside, key=lambda stake: stake.seat)
    return [
        Decision(
            StakeDueBack(
                **source_of(leg),
                balances=balances_of(state.meters),
                table=leg.owner,
                round=round_of(leg, part),
                stakes=tuple(in_order[start : start + _STAKES_A_RECORD]),
            )
        )
        for start in range(0, len(in_order), _STAKES_A_RECORD)
    ]


def set_aside_whole(state: LinkState, leg: Leg, why: str) -> list[Decision]:
    """Every wager of a leg is due back: two people set the leg aside, for its control was not heard."""
    if leg.event.mode != "live" or not isinstance(leg.body, Wagered):
        return []
    part = part_for_link(leg.body.legs, leg.link)
    reason = f"control {leg.control_seq} of the link was not heard, and two people set the leg aside: {why}"
    return due_back(state, leg, part, stakes(part.wagers, reason))


# --- what they feed ----------------------------------------------------------------------------------------


def _fed(state: LinkState, leg: Leg, accepted: dict[SeatWager, int], played: int) -> Decision:
    """The meters with their shares of the wagers; `played` counts those of the whole round.

    What is unreasonable, or more than a meter can hold, feeds nothing until two people have signed for it;
    the wagers can win all the same.
    """
    unit_mc, guard_mc = state.terms.unit_wager_mc, state.terms.guard_mc
    if guard_mc and played * unit_mc > guard_mc:
        reason = (
            f"{text(played * unit_mc)} in one round is unreasonable, {text(guard_mc)} is the most that can "
            "be: check the leg, and record an adjustment if it is right; its wagers can win"
        )
        return _unfed(state, leg, accepted, reason)
    wagered_mc = unit_mc * len(accepted)
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
        reason = (
            f"with {text(wagered_mc)} more a meter would hold more than {most}: check its amounts; the "
            "wagers can win"
        )
        return _unfed(state, leg, accepted, reason)
    record = MeterContributed(  # its source is spelled out: the record of every round, and `**` takes time
        decider=leg.decider,
        source_stream=leg.event.stream,
        source_seq=leg.event.seq,
        balances=tuple(balances),
        table=leg.owner,
        wagers=len(accepted),
        wagered_mc=wagered_mc,
        primary_mc=primary_mc,
        reserve_mc=reserve_mc,
    )
    return Decision(record, accepted=accepted)


def _unfed(state: LinkState, leg: Leg, accepted: dict[SeatWager, int], reason: str) -> Decision:
    (refused,) = refusal(state, leg, "contribution", 0, reason)
    return refused._replace(accepted=accepted)


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


def evolve_contributed(state: LinkState, record: MeterContributed) -> LinkState:
    """Every meter with its share."""
    return replace(state, meters=with_balances(state.meters, record.balances))

"""Contributions to a link's meters, as a `decide`/`evolve` pair.

A wager of a table that may feed the link adds its share to every meter of it; what exceeds a meter's limit
goes to its overflow. What a division leaves over stays in the meter's residual. Wagers that may not are set
aside one by one: their stakes are due back, and the others feed and win.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from events.bounds import MAX_AMOUNT_MC
from events.money import RATE_UNIT, text
from events.vocabulary.keeper_facts import Balance
from events.vocabulary.legs import AcceptedWager, UnsentLeg, WagerLeg
from events.vocabulary.links import MeterTerms
from events.vocabulary.meters import MeterContributed, StakeDueBack, StakeSetAside
from events.vocabulary.progressive import BetsClosed
from events.vocabulary.unions import RoundEnded
from projections.keeping import joins
from projections.keeping.control import control_problem
from projections.keeping.legs import Accepted, Decision, Leg, part_for_link, refusal, source_of
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
    round_ = round_of(leg, part)
    again = round_again(state, leg.owner, round_)
    wagers, set_aside = _judged(state, leg, part, again)
    decisions = due_back(state, leg, round_, set_aside) if set_aside else []
    if wagers:
        decisions.append(_fed(state, leg, Accepted(round_, wagers, again)))
    return decisions


def round_of(leg: Leg, part: WagerLeg) -> str:
    """The round that the wagers of a leg are of; empty where it had no id."""
    return (part.round if type(part) is UnsentLeg else leg.event.round) or ""


def round_again(state: LinkState, table: str, round_: str) -> LastRound | None:
    """What the link has of a round already; a round without an id is always another."""
    last = state.rounds.get(table)
    return last if last is not None and last.round == round_ and round_ else None


# --- who may feed ------------------------------------------------------------------------------------------


def _judged(
    state: LinkState, leg: Leg, part: WagerLeg, again: LastRound | None
) -> tuple[dict[SeatWager, int], list[StakeSetAside]]:
    """The wagers that feed and can win, and those that are due back with their reason.

    Only a table that has joined and not left may feed, with the link's own wagers, of the link's one unit,
    once a seat and wager, taken while the link was open by the terms that it still has.
    """
    selected = joins.selections_of(state, leg.owner, part.selections_seq)
    if isinstance(selected, str):
        return {}, stakes(part.wagers, selected)
    if part.control_seq != state.opened_seq or not state.live:
        problem = control_problem(state, part.control_seq)
        if problem:
            return {}, stakes(part.wagers, problem)
    unit_mc, feeding, wagers = state.terms.unit_wager_mc, selected.feeding, part.wagers
    accepted = {
        (wager.seat, wager.wager): unit_mc
        for wager in wagers
        if wager.amount_mc == unit_mc and wager.wager in feeding
    }
    if len(accepted) == len(wagers) and (again is None or accepted.keys().isdisjoint(again.wagers)):
        return accepted, []
    return _one_by_one(state, selected, wagers, {} if again is None else again.wagers)


def _one_by_one(
    state: LinkState,
    selected: TableParameters,
    wagers: Sequence[AcceptedWager],
    before: Mapping[SeatWager, int],
) -> tuple[dict[SeatWager, int], list[StakeSetAside]]:
    """As `_judged`, where not all wagers of a leg feed; `before` are those of the round that came before."""
    accepted: dict[SeatWager, int] = {}
    set_aside: list[StakeSetAside] = []
    for wager in wagers:
        of = (wager.seat, wager.wager)
        problem = _wager_problem(state, selected, wager, again=of in accepted or of in before)
        if problem:
            set_aside += stakes((wager,), problem)
        else:
            accepted[of] = wager.amount_mc
    return accepted, set_aside


def _wager_problem(state: LinkState, selected: TableParameters, wager: AcceptedWager, *, again: bool) -> str:
    """Why one wager of a round that feeds is due back; empty where it is not."""
    unit_mc = state.terms.unit_wager_mc
    if wager.wager not in state.terms.wagers:
        return f"the link takes {', '.join(sorted(state.terms.wagers))} and no {wager.wager} wager"
    if wager.wager not in selected.wagers:
        return f"the table did not offer {wager.wager} for the link when the round was opened"
    if wager.amount_mc != unit_mc:
        return f"{text(wager.amount_mc)} was wagered, and the link takes {text(unit_mc)} and no other amount"
    if again:
        return f"seat {wager.seat} had this wager in the round already, and the link takes one a round"
    return ""


def stakes(wagers: Iterable[AcceptedWager], reason: str) -> list[StakeSetAside]:
    """Wagers as stakes that are due back."""
    why = reason[: joins.REASON_AT_MOST]
    return [
        StakeSetAside(seat=wager.seat, wager=wager.wager, amount_mc=wager.amount_mc, reason=why)
        for wager in wagers
    ]


def due_back(state: LinkState, leg: Leg, round_: str, set_aside: Sequence[StakeSetAside]) -> list[Decision]:
    """The records of stakes that are due back, in seat order, as many as it takes to store them."""
    in_order = sorted(set_aside, key=lambda stake: stake.seat)
    return [
        Decision(
            StakeDueBack(
                **source_of(leg),
                balances=balances_of(state.meters),
                table=leg.owner,
                round=round_,
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
    return due_back(state, leg, round_of(leg, part), stakes(part.wagers, reason))


# --- what they feed ----------------------------------------------------------------------------------------


def _fed(state: LinkState, leg: Leg, accepted: Accepted) -> Decision:
    """The meters with their shares of the wagers.

    What is unreasonable, or more than a meter can hold, feeds nothing until two people have signed for it;
    the wagers can win all the same.
    """
    if state.terms.guard_mc and (reason := _unreasonable(state, accepted)):
        return _unfed(state, leg, accepted, reason)
    wagers = len(accepted.wagers)
    wagered_mc = state.terms.unit_wager_mc * wagers
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
        wagers=wagers,
        wagered_mc=wagered_mc,
        primary_mc=primary_mc,
        reserve_mc=reserve_mc,
    )
    return Decision(record, None, accepted)


def _unreasonable(state: LinkState, accepted: Accepted) -> str:
    """Why the wagers feed nothing where those of the whole round are more than the guard; else empty."""
    played = len(accepted.wagers) + (0 if accepted.again is None else len(accepted.again.wagers))
    played_mc, guard_mc = played * state.terms.unit_wager_mc, state.terms.guard_mc
    if played_mc <= guard_mc:
        return ""
    return (
        f"{text(played_mc)} in one round is unreasonable, {text(guard_mc)} is the most that can be: check "
        "the leg, and record an adjustment if it is right; its wagers can win"
    )


def _unfed(state: LinkState, leg: Leg, accepted: Accepted, reason: str) -> Decision:
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


def overflowed(before: LinkState, after: LinkState, so_far: Mapping[str, int]) -> dict[str, int]:
    """What of a round's contributions went to each overflow, in 1/10,000 of a millicent."""
    overflowed = dict(so_far)
    for name, terms in after.terms.meters.items():
        if terms.limit_mc:
            overflow = name + OVERFLOW
            more = after.meters[overflow].primary_units - before.meters[overflow].primary_units
            overflowed[name] = overflowed.get(name, 0) + more
    return overflowed

"""Reversals: what a void takes back from the meters, as a `decide`/`evolve` pair.

First the awards of the returned wagers go back, the last locked first; one that several share only with the
wagers of all of them. Then the contributions of these wagers leave, in full from the meter that they went to;
where a 100 % award was locked on it since, or it would fall below what it started from, the house bears the
shortfall.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from events.money import RATE_UNIT
from events.vocabulary.keeper_facts import Shortfall
from events.vocabulary.meters import ContributionReversed
from events.vocabulary.progressive import RoundVoided
from projections.keeping.legs import Decision, Leg, part_for_link, refusal, source_of
from projections.keeping.link_state import Claim, LastRound, LinkState, Pot, award_of
from projections.keeping.pots import balances_with, pot_of, with_balances
from projections.keeping.returns import Why, after_return, bounds_problem, returned, short_of
from projections.link_parameters import OVERFLOW


class _Reversed(NamedTuple):
    """A meter without the contributions of returned wagers, and what the house bears of them, and why."""

    pot: Pot
    shortfalls: tuple[Shortfall, ...]


def decide_voided(state: LinkState, leg: Leg, body: RoundVoided) -> list[Decision]:
    """The awards and then the contributions of returned wagers leave the meters, of the last round only."""
    last = state.rounds.get(leg.owner)
    seats = returned_seats(leg, body)
    if not seats:
        return []
    if last is None or last.round != (leg.event.round or ""):
        reason = "the round is not the table's last one: record an adjustment instead of a void"
        return refusal(state, leg, "reversal", 0, reason)
    if state.retired:
        return refusal(state, leg, "reversal", 0, "the link is retired: nothing moves its meters")
    if last.other_rates:
        reason = (
            "the link's rates have changed since: reject the awards of the round, and record an adjustment "
            "instead of a void"
        )
        return refusal(state, leg, "reversal", 0, reason)
    why = Why("void", body.ruled_by, body.reason)
    after, decisions = state, list[Decision]()
    for claim in _awards_of(state, leg.owner, last, seats):
        gone = returned(after, leg, claim, why)
        after = after_return(after, gone)
        decisions += gone
    problem = bounds_problem(decisions)
    if problem:
        return refusal(state, leg, "reversal", 0, problem)
    return decisions + _reversal(after, leg, body, seats)


def _awards_of(state: LinkState, table: str, last: LastRound, seats: frozenset[int]) -> list[Claim]:
    """The awards that were won by wagers which are returned, all of them, the last locked first."""
    left = {of for of in last.wagers if of[0] not in seats}
    claims = []
    for (_, wager), claim_seq in last.claimed.items():
        award = award_of(state, (table, claim_seq))
        if award is not None and not any((box, wager) in left for box in award.boxes):
            claims.append((table, claim_seq))
    return sorted(claims, reverse=True)


def _reversal(state: LinkState, leg: Leg, body: RoundVoided, seats: frozenset[int]) -> list[Decision]:
    """The contributions of returned wagers leave the meters; nothing where none had come."""
    last = state.rounds[leg.owner]
    stakes = [mc for of, mc in last.wagers.items() if of[0] in seats and of not in last.unfed]
    if not stakes:
        return []
    parts = {name: _reversed(state, last, name, sum(stakes)) for name in state.terms.meters}
    balances = balances_with(state.meters, {name: part.pot for name, part in parts.items()})
    shortfalls = tuple(short for part in parts.values() for short in part.shortfalls)
    befores = [meter.balance for meter in state.meters.values()]
    record = ContributionReversed(
        **source_of(leg),
        balances=balances,
        table=leg.owner,
        wagers=len(stakes),
        returned_mc=sum(stakes),
        primary_mc=sum(b.primary_mc for b in befores) - sum(b.primary_mc for b in balances),
        reserve_mc=sum(b.reserve_mc for b in befores) - sum(b.reserve_mc for b in balances),
        house_mc=sum(short.amount_mc for short in shortfalls),
        reason=body.reason,
        shortfalls=shortfalls,
    )
    return [Decision(record)]


def returned_seats(leg: Leg, body: RoundVoided) -> frozenset[int]:
    """The seats whose wagers had come to the link and were returned."""
    part = part_for_link(body.legs, leg.link)
    return frozenset(part.seats) - frozenset(part.unfed)


def _reversed(state: LinkState, last: LastRound, name: str, returned_mc: int) -> _Reversed:
    """What one meter gives back: from its overflow what had gone there, the rest from its primary."""
    terms, pot = state.terms.meters[name], pot_of(state.meters, name)
    not_won_since = pot.hits == last.hits.get(name)
    due = returned_mc * terms.primary_bp
    overflow = min(due, last.overflowed.get(name, 0), pot.overflow) if not_won_since else 0
    room = max(0, pot.primary - pot.base_mc * RATE_UNIT) if not_won_since else 0
    if not_won_since:  # what the primary cannot give, the rest of its overflow does
        overflow += max(0, min(due - overflow - room, pot.overflow - overflow))
    primary, short_mc = _give(due - overflow, room)
    reserve, reserve_short_mc = _give(returned_mc * terms.reserve_bp, pot.reserve if not_won_since else 0)
    left = pot._replace(
        primary=pot.primary - primary, reserve=pot.reserve - reserve, overflow=pot.overflow - overflow
    )
    if not not_won_since:
        return _Reversed(left, short_of(name, "won_since", short_mc + reserve_short_mc))
    below_start = short_of(name, "below_start", short_mc)
    return _Reversed(left, (*below_start, *short_of(name, "reserve_spent", reserve_short_mc)))


def _give(due: int, room: int) -> tuple[int, int]:
    """Split what is due into what the meter gives and the whole millicents that the house bears."""
    house_mc = max(0, -((room - due) // RATE_UNIT))
    return due - house_mc * RATE_UNIT, house_mc


def evolve_reversed(state: LinkState, record: ContributionReversed) -> LinkState:
    """The meters without them."""
    last = state.rounds[record.table]
    meters = with_balances(state.meters, record.balances)
    overflowed = {}
    for name, units in last.overflowed.items():
        overflow = name + OVERFLOW
        given = state.meters[overflow].primary_units - meters[overflow].primary_units
        overflowed[name] = max(0, units - given)
    rest = replace(last, overflowed=overflowed)
    return replace(state, meters=meters, rounds={**state.rounds, record.table: rest})


def without_returned(state: LinkState, leg: Leg, body: RoundVoided) -> LinkState:
    """A wager that was returned is returned for good: it wins nothing, and feeds nothing back again."""
    last, seats = state.rounds.get(leg.owner), returned_seats(leg, body)
    if last is None or last.round != (leg.event.round or ""):
        return state
    rest = replace(last, wagers={of: mc for of, mc in last.wagers.items() if of[0] not in seats})
    return replace(state, rounds={**state.rounds, leg.owner: rest})

"""Awards of a link, each step as a `decide`/`evolve` pair: locked, validated, paid.

An award is the amount on the meter when it is that player's turn. From the lock on it is a liability, until
it is paid or a floorperson rejects it; what a rejection does is in `projections.keeping.corrections`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from projections.keeping.legs import Decision, Leg, refusal
from projections.keeping.link_state import DEALER, Award, Claim, LinkState, Lock, SeatWager
from projections.keeping.pots import draw, draw_again, pot_of, with_pot


def decide_claimed(state: LinkState, leg: Leg) -> list[Decision]:
    """An award of the share of the meter that the hand wins, floored to the cent."""
    seat, hand, claim_seq = leg.fields["seat"], leg.fields["hand"], leg.event.seq
    problem = _claim_problem(state, leg)
    if problem:
        return refusal(leg, "claim", claim_seq, problem)
    terms = state.terms.awards[hand]
    meter = state.terms.meters[terms.meter]
    seats = leg.fields["sharing_seats"] or [seat]
    before = pot_of(state.meters, terms.meter)
    drawn = draw(before, terms.percent_bp, len(seats), meter.reseed_mc, meter.limit_mc)
    fields = {
        "table": leg.event.owner,
        "claim_seq": claim_seq,
        "seat": seat,
        "hand": hand,
        "meter": terms.meter,
        "percent_bp": terms.percent_bp,
        "meter_before_mc": state.meters[terms.meter].primary_mc,
        "amount_mc": drawn.amount_mc,
        "reseed_mc": drawn.reseed_mc,
        "reserve_moved_mc": drawn.reserve_moved_mc,
        "wager": leg.fields["wager"],
        "shares": [{"seat": of, "amount_mc": drawn.share_mc} for of in seats],
        "overflow_moved_mc": drawn.overflow_moved_mc,
    }
    return [Decision("award_locked", fields)]


def _claim_problem(state: LinkState, leg: Leg) -> str:
    """Why a claim wins nothing; empty where it does."""
    seat, wager, hand = leg.fields["seat"], leg.fields["wager"], leg.fields["hand"]
    sharing = leg.fields["sharing_seats"]
    heard = state.rounds.get(leg.event.owner)
    if not state.live:
        return "the link is not open"
    if hand not in state.terms.awards:
        return f"{hand} wins no percentage of a meter of this link"
    if sharing and (seat not in sharing or len(set(sharing)) < len(sharing)):
        return "who shares a dealer's hand is named once each, the seat that claims among them: claim again"
    for of in sharing or [seat]:
        if heard is None or heard.round != (leg.event.round or "") or (of, wager) not in heard.wagers:
            return f"seat {of} has no accepted progressive wager in this round"
    claimed = {of for of, named in heard.claimed if named == wager} if heard is not None else set()
    if DEALER in claimed or (sharing and claimed):
        return f"the dealer's hand is drawn once a round, and {wager} was claimed in this one already"
    return f"seat {seat} has claimed in this round already" if seat in claimed else ""


def claimed_for(leg: Leg) -> SeatWager:
    """What is claimed once a round: a seat's hand for each of its wagers, or the dealer's hand for all."""
    return (DEALER if leg.fields["sharing_seats"] else leg.fields["seat"], leg.fields["wager"])


def evolve_locked(state: LinkState, fields: dict[str, Any], leg: Leg) -> LinkState:
    """The meter without the award; after all of it, reseed, reserve and overflow make the next one."""
    name, claim = fields["meter"], (fields["table"], fields["claim_seq"])
    before, heard = pot_of(state.meters, name), state.rounds[fields["table"]]
    owed = {share["seat"]: share["amount_mc"] for share in fields["shares"]}
    of = claimed_for(leg)
    lock = Lock(
        claim,
        heard.round,
        of,
        tuple(owed),
        fields["percent_bp"],
        fields["reseed_mc"],
        state.terms.meters[name].limit_mc,
        before,
    )
    award = Award(fields["seat"], name, fields["amount_mc"], False, owed)
    return replace(
        state,
        meters=with_pot(state.meters, name, draw_again(lock, before).pot),
        awards={**state.awards, claim: award},
        locks={**state.locks, name: (*state.locks.get(name, ()), lock)},
        rounds={**state.rounds, fields["table"]: replace(heard, claimed=heard.claimed | {of})},
    )


def decide_validated(state: LinkState, leg: Leg) -> list[Decision]:
    """A floorperson lets a locked award be paid, once."""
    table, claim_seq = leg.event.owner, leg.fields["claim_seq"]
    award = state.awards.get((table, claim_seq))
    if award is None or award.validated:
        reason = "it is validated already" if award else "no award of that claim is locked and unpaid"
        return refusal(leg, "validation", claim_seq, reason)
    fields = {"table": table, "claim_seq": claim_seq, "validated_by": leg.fields["validated_by"]}
    return [Decision("award_validated", fields)]


def evolve_validated(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
    """The award, validated."""
    key = (fields["table"], fields["claim_seq"])
    return replace(state, awards={**state.awards, key: replace(state.awards[key], validated=True)})


def decide_paid(state: LinkState, leg: Leg) -> list[Decision]:
    """A payment to a seat of exactly its share, locked and validated."""
    award = state.awards.get((leg.event.owner, leg.fields["claim_seq"]))
    seat = leg.fields["seat"]
    if award is not None and award.validated and seat not in award.owed:
        reason = (
            f"seat {seat} has been paid its share already"
            if seat in award.paid
            else f"seat {seat} has no share of this award: pay {_seats(award)}"
        )
        return refusal(leg, "payment", leg.fields["claim_seq"], reason)
    if award is not None and award.validated and leg.fields["paid_from"] == "game_account":
        reason = "a percentage of a meter is never credited to a game account: pay it by hand or at the cage"
        return refusal(leg, "payment", leg.fields["claim_seq"], reason)
    return _paid(award, leg, seat)


def _seats(award: Award) -> str:
    return ", ".join(f"seat {seat}" for seat in sorted(award.owed))


def _paid(award: Award | None, leg: Leg, seat: int) -> list[Decision]:
    """Never from the table inventory, never before a floorperson has validated it."""
    table, claim_seq, amount = leg.event.owner, leg.fields["claim_seq"], leg.fields["amount_mc"]
    if award is None:
        return refusal(leg, "payment", claim_seq, "no award of that claim is locked and unpaid")
    if not award.validated:
        return refusal(leg, "payment", claim_seq, "the award is not validated by a floorperson")
    if amount != award.owed[seat]:
        return refusal(leg, "payment", claim_seq, f"{amount} mc were paid, {award.owed[seat]} mc are locked")
    if leg.fields["paid_from"] == "table_inventory":
        return refusal(
            leg, "payment", claim_seq, "a percentage of a meter is never paid from the table inventory"
        )
    fields = {
        "table": table,
        "claim_seq": claim_seq,
        "amount_mc": amount,
        "paid_by": leg.fields["paid_by"],
        "seat": seat,
        "paid_from": leg.fields["paid_from"],
    }
    return [Decision("award_paid", fields)]


def evolve_paid(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
    """That seat's part of the liability is settled."""
    claim = (fields["table"], fields["claim_seq"])
    award = state.awards[claim]
    seat = fields["seat"]
    paid = replace(
        award,
        owed={of: mc for of, mc in award.owed.items() if of != seat},
        paid={**award.paid, seat: award.paid.get(seat, 0) + fields["amount_mc"]},
    )
    return without_old_locks(with_award(state, claim, paid), award.meter)


def with_award(state: LinkState, claim: Claim, award: Award) -> LinkState:
    """The state with an award: a liability while a seat is owed any of it, settled when none is."""
    awards = {k: a for k, a in state.awards.items() if k != claim}
    settled = {k: a for k, a in state.settled.items() if k != claim}
    (awards if award.owed else settled)[claim] = award
    return replace(state, awards=awards, settled=settled)


def without_old_locks(state: LinkState, meter: str) -> LinkState:
    """Forget the locks of a meter before the oldest that can still be returned: nothing changes them."""
    locks = state.locks.get(meter, ())
    while locks and not is_returnable(state, locks[0].claim):
        locks = locks[1:]
    kept = {**state.locks, meter: locks} if locks else {k: v for k, v in state.locks.items() if k != meter}
    known = {lock.claim for of in kept.values() for lock in of}
    settled = {claim: award for claim, award in state.settled.items() if claim in known}
    return replace(state, locks=kept, settled=settled)


def is_returnable(state: LinkState, claim: Claim) -> bool:
    """Whether an award can still be rejected: nobody was paid any of it."""
    award = state.awards.get(claim)
    return award is not None and not award.paid


def decide_while_halted(_state: LinkState, leg: Leg) -> list[Decision]:
    """A claim from a stream that stands still is refused at once."""
    fields = leg.fields
    reason = "the table's stream is halted: resume it, then claim again"
    refused = {
        "table": fields["table"],
        "claim_seq": fields["claim_seq"],
        "attempted": "claim",
        "reason": reason,
    }
    return [Decision("leg_refused", refused)]

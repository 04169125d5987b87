"""Awards of a link, each step as a `decide`/`evolve` pair: locked, validated, paid, or returned.

An award is the amount on the meter when it is that player's turn. From the lock on it is a liability, until
it is paid or a floorperson rejects it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from events.money import RATE_UNIT, floor_to_cent
from projections.legs import Decision, Leg, refusal
from projections.terms import Award, LinkState


def decide_claimed(state: LinkState, leg: Leg) -> list[Decision]:
    """An award of the share of the meter that the hand wins, floored to the cent."""
    seat, hand, claim_seq = leg.fields["seat"], leg.fields["hand"], leg.event.seq
    of = (seat, leg.fields["wager"])
    heard = state.rounds.get(leg.event.owner)
    terms = state.award_terms.get(hand)
    if not state.live or terms is None:
        reason = (
            f"{hand} wins no percentage of a meter of this link" if state.live else "the link is not open"
        )
        return refusal(leg, "claim", claim_seq, reason)
    if heard is None or heard.round != (leg.event.round or "") or of not in heard.wagers:
        return refusal(
            leg, "claim", claim_seq, f"seat {seat} has no accepted progressive wager in this round"
        )
    if of in heard.claimed:
        return refusal(leg, "claim", claim_seq, f"seat {seat} has claimed in this round already")
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


def evolve_locked(state: LinkState, fields: dict[str, Any], leg: Leg) -> LinkState:
    """The meter without the award; after all of it, reseed and reserve make the next one."""
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
        rounds={**state.rounds, table: replace(heard, claimed=heard.claimed | {(seat, leg.fields["wager"])})},
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


def decide_rejected(state: LinkState, leg: Leg) -> list[Decision]:
    """A floorperson sends a locked award back."""
    table, claim_seq = leg.event.owner, leg.fields["claim_seq"]
    award = state.awards.get((table, claim_seq))
    if award is None:
        return refusal(leg, "rejection", claim_seq, "no award of that claim is locked and unpaid")
    fields = {
        "table": table,
        "claim_seq": claim_seq,
        "meter": award.meter,
        "amount_mc": award.amount_mc,
        "rejected_by": leg.fields["rejected_by"],
    }
    return [Decision("award_returned", fields)]


def evolve_returned(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
    """The meter with the award back on it."""
    meter = state.meters[fields["meter"]]
    awards = {k: a for k, a in state.awards.items() if k != (fields["table"], fields["claim_seq"])}
    back = replace(meter, primary_mc=meter.primary_mc + fields["amount_mc"])
    return replace(state, awards=awards, meters={**state.meters, fields["meter"]: back})


def decide_paid(state: LinkState, leg: Leg) -> list[Decision]:
    """A payment of exactly what is locked and validated, never from the table inventory."""
    table, claim_seq, amount = leg.event.owner, leg.fields["claim_seq"], leg.fields["amount_mc"]
    award = state.awards.get((table, claim_seq))
    if award is None:
        return refusal(leg, "payment", claim_seq, "no award of that claim is locked and unpaid")
    if not award.validated:
        return refusal(leg, "payment", claim_seq, "the award is not validated by a floorperson")
    if amount != award.amount_mc:
        return refusal(leg, "payment", claim_seq, f"{amount} mc were paid, {award.amount_mc} mc are locked")
    if leg.fields["paid_from"] == "table_inventory":
        return refusal(
            leg, "payment", claim_seq, "a percentage of a meter is never paid from the table inventory"
        )
    fields = {"table": table, "claim_seq": claim_seq, "amount_mc": amount, "paid_by": leg.fields["paid_by"]}
    return [Decision("award_paid", fields)]


def evolve_paid(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
    """The liability is settled."""
    awards = {k: a for k, a in state.awards.items() if k != (fields["table"], fields["claim_seq"])}
    return replace(state, awards=awards)


def decide_unheard(_state: LinkState, leg: Leg) -> list[Decision]:
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

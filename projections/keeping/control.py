"""Control of a link by people: opened, its terms changed, closed, retired, adjusted.

Each is a `decide`/`evolve` pair. Two people of two departments sign for it and say why; what cannot be
granted is refused with a reason.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from events.money import MAX_MC, RATE_UNIT
from events.vocabulary.links import Signature
from projections.keeping.joins import judged_again
from projections.keeping.legs import Decide, Decision, Leg, refusal
from projections.keeping.link_state import (
    NOTHING,
    OVERFLOW,
    AwardTerms,
    LinkState,
    LinkTerms,
    Meter,
    MeterTerms,
)
from projections.keeping.pots import Meters, pot_of, put, with_pot
from projections.signatures import signing_problem

_NAME_AT_MOST = 64


def signed(attempted: str, decide: Decide) -> Decide:
    """`decide`, for control that two people of two departments have signed."""

    def decide_signed(state: LinkState, leg: Leg) -> list[Decision]:
        problem = signing_problem(
            [Signature(**each) for each in leg.fields["signed_by"]], leg.fields["reason"]
        )
        return refusal(leg, attempted, 0, problem) if problem else decide(state, leg)

    return decide_signed


# --- opening, terms, closing, retirement -----------------------------------------------------------------


def decide_opened(state: LinkState, leg: Leg) -> list[Decision]:
    """The meters are put into play; those that are new get their seeds from the house."""
    problem = _limits_problem(leg.fields) or _opening_problem(state, leg.fields)
    if problem:
        return refusal(leg, "control", 0, problem)
    funded = 0 if state.meters else sum(terms["seed_mc"] for terms in leg.fields["meters"])
    return [Decision("meter_opened", _recorded_terms(leg, funded))]


def _recorded_terms(leg: Leg, funded_mc: int) -> dict[str, Any]:
    names = ("rulebook", "paytable", "wager", "meters", "awards", "guard_mc")
    parts = {name: leg.fields[name] for name in names}
    return {"unit_wager_mc": leg.fields["unit_wager_mc"], "funded_mc": funded_mc, **parts}


def _opening_problem(state: LinkState, fields: dict[str, Any]) -> str:
    """Why a link cannot be opened like this; empty if it can."""
    if state.live:
        return "the link is open already: close it first"
    if state.retired:
        return "the link is retired: open another one"
    return _terms_problem(state, fields)


def _terms_problem(state: LinkState, fields: dict[str, Any]) -> str:
    """Why a link cannot have these terms; empty if it can."""
    names = [terms["meter"] for terms in fields["meters"]]
    unknown = sorted({terms["meter"] for terms in fields["awards"]} - set(names))
    if len(set(names)) < len(names):
        return "a meter is named twice: give each its own name"
    if unknown:
        return f"an award is paid by {unknown[0]}, which is no meter of this link: name one that is"
    if state.meters and set(names) != set(state.terms.meters):
        return f"the link has the meters {', '.join(sorted(state.terms.meters))}: open it with these"
    if sum(terms["seed_mc"] for terms in fields["meters"]) > MAX_MC:
        return "the seeds together are more than a meter can hold: check the amounts"
    return ""


def _limits_problem(fields: dict[str, Any]) -> str:
    """What is wrong with the names and limits of meters; empty if nothing is."""
    for terms in fields["meters"]:
        name, limit = terms["meter"], terms["limit_mc"]
        if name.endswith(OVERFLOW):
            return f"{name} would be the overflow of another meter: give it another name"
        if limit and len(name + OVERFLOW) > _NAME_AT_MOST:
            return f"{name} is too long a name for a meter with a limit: its overflow needs a name too"
        if limit and limit < max(terms["seed_mc"], terms["reseed_mc"]):
            return f"the limit of {name} is below its seed or reseed: raise the limit"
    return ""


def evolve_opened(state: LinkState, fields: dict[str, Any], leg: Leg) -> LinkState:
    """The link in play by its terms; a link that is opened again keeps its amounts."""
    return replace(_with_terms(state, fields, leg), live=True)


def _with_terms(state: LinkState, fields: dict[str, Any], leg: Leg) -> LinkState:
    terms = LinkTerms(
        fields["rulebook"],
        fields["paytable"],
        fields["wager"],
        fields["unit_wager_mc"],
        fields["guard_mc"],
        {
            t["meter"]: MeterTerms(
                t["seed_mc"], t["reseed_mc"], t["primary_bp"], t["reserve_bp"], t["limit_mc"]
            )
            for t in leg.fields["meters"]
        },
        {t["hand"]: AwardTerms(t["meter"], t["percent_bp"]) for t in leg.fields["awards"]},
    )
    meters: Meters = dict(state.meters)
    for name, of in terms.meters.items():
        meters.setdefault(name, Meter(of.seed_mc, 0, 0, 0, of.seed_mc, 0))
        if of.limit_mc:
            meters.setdefault(name + OVERFLOW, NOTHING)
    # What a round brought by other rates cannot be taken back by these: its void is an adjustment.
    rounds = state.rounds if _rates(terms) == _rates(state.terms) else {}
    return judged_again(replace(state, terms=terms, meters=meters, rounds=rounds))


def _rates(terms: LinkTerms) -> dict[str, tuple[int, int]]:
    return {name: (of.primary_bp, of.reserve_bp) for name, of in terms.meters.items()}


def decide_terms_changed(state: LinkState, leg: Leg) -> list[Decision]:
    """A link that is out of play gets another parameter set for the same meters."""
    if state.live:
        return refusal(leg, "terms", 0, "the link is live: close it, change its terms, and open it again")
    if not state.meters:
        return refusal(leg, "terms", 0, "the link was never opened: open it with these terms")
    problem = _opening_problem(state, leg.fields) or _limits_problem(leg.fields)
    if problem:
        return refusal(leg, "terms", 0, problem)
    return [Decision("meter_terms_changed", _terms_then_money(_recorded_terms(leg, 0)))]


def _terms_then_money(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields in the order of `meter_terms_changed`, which names the unit and the funding last."""
    last = {name: fields[name] for name in ("unit_wager_mc", "funded_mc")}
    return {**{k: v for k, v in fields.items() if k not in last}, **last}


def evolve_terms_changed(state: LinkState, fields: dict[str, Any], leg: Leg) -> LinkState:
    """The new terms; amounts stay."""
    return _with_terms(state, fields, leg)


def decide_closed(state: LinkState, leg: Leg) -> list[Decision]:
    """The link is taken out of play."""
    return (
        [Decision("meter_closed", {})] if state.live else refusal(leg, "control", 0, "the link is not open")
    )


def evolve_closed(state: LinkState, _fields: dict[str, Any], _leg: Leg) -> LinkState:
    """Out of play, with its amounts."""
    return replace(state, live=False)


def decide_retired(state: LinkState, leg: Leg) -> list[Decision]:
    """An empty link is given up; of a division less than a millicent may be left, which the balances show."""
    full = next((k for k, m in sorted(state.meters.items()) if m.primary_mc or m.reserve_mc), None)
    if state.retired:
        reason = "the link is retired already"
    elif state.live:
        reason = "the link is live: close it first"
    elif full is not None:
        reason = f"money stands on {full}: transfer it, or adjust it away"
    elif state.awards:
        table, claim_seq = min(state.awards)
        reason = f"the award of {table} (claim {claim_seq}) is not paid: pay or reject it first"
    elif state.transit:
        link, number = min(state.transit)
        reason = f"transfer {number} to {link} is not answered: wait until it has arrived"
    else:
        fields = {"signed_by": leg.fields["signed_by"], "reason": leg.fields["reason"]}
        return [Decision("meter_retired", fields)]
    return refusal(leg, "retirement", 0, reason)


def evolve_retired(state: LinkState, _fields: dict[str, Any], _leg: Leg) -> LinkState:
    """Given up for good."""
    return replace(state, retired=True)


# --- adjustments -----------------------------------------------------------------------------------------


def decide_adjusted(state: LinkState, leg: Leg) -> list[Decision]:
    """A documented correction of what stands on a meter."""
    fields = leg.fields
    amount = fields["amount_mc"]
    problem = (
        "the amount is nought: say what to add or take"
        if amount == 0
        else money_problem(state, fields["meter"], fields["account"], amount)
    )
    if problem:
        return refusal(leg, "adjustment", 0, problem)
    names = ("meter", "account", "amount_mc", "document", "signed_by", "reason")
    return [Decision("meter_adjusted", {name: fields[name] for name in names})]


def money_problem(state: LinkState, name: str, account: str, amount_mc: int) -> str:
    """Why so much cannot be put on a meter's account, or taken from it; empty if it can."""
    meter = state.meters.get(name)
    if state.retired:
        return "the link is retired: nothing moves its meters"
    if meter is None:
        known = ", ".join(sorted(state.meters)) or "none yet"
        return f"the link has no meter {name}: its meters are {known}"
    if account == "reserve" and name.endswith(OVERFLOW):
        return f"{name} has no reserve: name its primary"
    stands = meter.reserve_mc if account == "reserve" else meter.primary_mc
    if stands + amount_mc < 0:
        return f"{stands} mc stand there, {-amount_mc} mc cannot be taken: take no more than stands there"
    if max(stands, state.meters.get(name + OVERFLOW, NOTHING).primary_mc) + amount_mc > MAX_MC:
        return f"{amount_mc} mc are more than a meter can hold: check the amount"
    return ""


def evolve_adjusted(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
    """The meter with the correction."""
    return with_money(state, fields["meter"], fields["account"], fields["amount_mc"])


def with_money(state: LinkState, name: str, account: str, amount_mc: int) -> LinkState:
    """The state with so much more on a meter's account, or less where negative.

    What would exceed a meter's limit goes to its overflow. A primary that is taken below what it started
    from starts from what is left.
    """
    units = amount_mc * RATE_UNIT
    if name.endswith(OVERFLOW):
        meter = state.meters[name]
        overflow = replace(meter, primary_mc=meter.primary_mc + amount_mc)
        return replace(state, meters={**state.meters, name: overflow})
    pot = pot_of(state.meters, name)
    if account == "reserve":
        pot = pot._replace(reserve=pot.reserve + units)
    elif amount_mc > 0:
        pot = put(pot, units, state.terms.meters[name].limit_mc)
    else:
        left = pot.primary + units
        pot = pot._replace(primary=left, base_mc=min(pot.base_mc, left // RATE_UNIT))
    return replace(state, meters=with_pot(state.meters, name, pot))

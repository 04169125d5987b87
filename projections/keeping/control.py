"""Control of a link by people: opened, its terms changed, closed, retired, adjusted.

Each is a `decide`/`evolve` pair. Two people of two departments sign for it and give a reason; what cannot be
granted is refused with a reason.
"""

from __future__ import annotations

from msgspec.structs import replace

from events.bounds import MAX_AMOUNT_MC
from events.money import RATE_UNIT, text
from events.vocabulary.links import (
    LinkAdjusted,
    LinkClosed,
    LinkOpened,
    LinkRetired,
    LinkTermsChanged,
    LinkTransferred,
    PaymentCorrected,
)
from events.vocabulary.meters import (
    Attempt,
    MeterAdjusted,
    MeterClosed,
    MeterOpened,
    MeterRetired,
    MeterTermsChanged,
)
from projections.keeping.joins import compared_again
from projections.keeping.legs import Decision, Leg, refusal, source_of
from projections.keeping.link_state import LastRound, LinkState, LinkTerms, Meters
from projections.keeping.pots import (
    Balances,
    balance_of,
    balances_of,
    balances_with,
    pot_of,
    put,
    with_balances,
)
from projections.link_parameters import OVERFLOW, terms_problem
from projections.signatures import signing_problem

Signed = (
    LinkOpened
    | LinkTermsChanged
    | LinkClosed
    | LinkRetired
    | LinkAdjusted
    | LinkTransferred
    | PaymentCorrected
)
"""Control that two people of two departments must sign."""


def refuse_unsigned(state: LinkState, leg: Leg, body: Signed, attempted: Attempt) -> list[Decision]:
    """A refusal of control that is not signed as it must be; nothing where it is."""
    problem = signing_problem(body.signed_by, body.reason)
    return refusal(state, leg, attempted, 0, problem) if problem else []


# --- opening, terms, closing, retirement -----------------------------------------------------------------


def decide_opened(state: LinkState, leg: Leg, body: LinkOpened) -> list[Decision]:
    """The meters are put into play; those that are new get their seeds from the house."""
    problem = _opening_problem(state, body)
    if problem:
        return refusal(state, leg, "control", 0, problem)
    record = MeterOpened(
        **source_of(leg),
        balances=_opening_balances(state.meters, body),
        unit_wager_mc=body.unit_wager_mc,
        funded_mc=0 if state.meters else sum(terms.seed_mc for terms in body.meters),
        rulebook=body.rulebook,
        paytable=body.paytable,
        wager=body.wager,
        meters=body.meters,
        awards=body.awards,
        guard_mc=body.guard_mc,
        wagers=body.wagers,
    )
    return [Decision(record)]


def _opening_balances(meters: Meters, body: LinkOpened | LinkTermsChanged) -> Balances:
    """What is on the meters already, the seeds of those that are new, and empty overflows."""
    balances = {name: meter.balance for name, meter in meters.items()}
    for terms in body.meters:
        name, overflow = terms.meter, terms.meter + OVERFLOW
        if name not in balances:
            balances[name] = balance_of(name, terms.seed_mc * RATE_UNIT, 0)
        if terms.limit_mc and overflow not in balances:
            balances[overflow] = balance_of(overflow, 0, 0)
    return tuple(balances[name] for name in sorted(balances))


def _opening_problem(state: LinkState, body: LinkOpened | LinkTermsChanged) -> str:
    """Why a link cannot be opened like this; empty if it can."""
    if state.live:
        return "the link is open already: close it first"
    if state.retired:
        return "the link is retired: open another one"
    return terms_problem(body, state.terms.meters if state.meters else ())


def evolve_opened(state: LinkState, record: MeterOpened) -> LinkState:
    """The link in play by its terms; a link that is opened again keeps its amounts."""
    return replace(evolve_terms_changed(state, record), live=True, opened_seq=record.source_seq)


def evolve_terms_changed(state: LinkState, record: MeterOpened | MeterTermsChanged) -> LinkState:
    """The new terms; amounts stay."""
    terms = LinkTerms(
        record.rulebook,
        record.paytable,
        record.wager,
        record.unit_wager_mc,
        record.guard_mc,
        {meter.meter: meter for meter in record.meters},
        {award.hand: award for award in record.awards},
        {wager.wager: wager.hand for wager in record.wagers} or {record.wager: "any"},
    )
    same = replace(terms, guard_mc=0) == replace(state.terms, guard_mc=0)  # what players play by
    meters = with_balances(state.meters, record.balances)
    rounds = state.rounds if _rates(terms) == _rates(state.terms) else _by_other_rates(state)
    terms_seq = state.terms_seq if same else record.source_seq
    changed = replace(state, terms=terms, meters=meters, rounds=rounds, terms_seq=terms_seq)
    return compared_again(changed)


def _by_other_rates(state: LinkState) -> dict[str, LastRound]:
    """The rounds so far: their wagers win, but what they brought cannot be taken back by the new rates."""
    return {table: replace(last, other_rates=True) for table, last in state.rounds.items()}


def _rates(terms: LinkTerms) -> dict[str, tuple[int, int]]:
    return {name: (of.primary_bp, of.reserve_bp) for name, of in terms.meters.items()}


def decide_terms_changed(state: LinkState, leg: Leg, body: LinkTermsChanged) -> list[Decision]:
    """A link that is out of play gets another parameter set for the same meters."""
    if state.live:
        problem = "the link is live: close it, change its terms, and open it again"
    elif not state.meters:
        problem = "the link was never opened: open it with these terms"
    else:
        problem = _opening_problem(state, body)
    if problem:
        return refusal(state, leg, "terms", 0, problem)
    record = MeterTermsChanged(
        **source_of(leg),
        balances=_opening_balances(state.meters, body),
        rulebook=body.rulebook,
        paytable=body.paytable,
        wager=body.wager,
        meters=body.meters,
        awards=body.awards,
        guard_mc=body.guard_mc,
        unit_wager_mc=body.unit_wager_mc,
        funded_mc=0,
        wagers=body.wagers,
    )
    return [Decision(record)]


def decide_closed(state: LinkState, leg: Leg) -> list[Decision]:
    """The link is taken out of play."""
    if not state.live:
        return refusal(state, leg, "control", 0, "the link is not open")
    record = MeterClosed(
        **source_of(leg),
        balances=balances_of(state.meters),
    )
    return [Decision(record)]


def evolve_closed(state: LinkState, record: MeterClosed) -> LinkState:
    """Out of play, with its amounts."""
    return replace(state, live=False, closed_seq=record.source_seq)


def control_problem(state: LinkState, control_seq: int) -> str:
    """Why a wager that was taken at that control of the link is due back; empty where it feeds.

    That the link was closed since harms nobody. Of more than the last opening and closing the table is
    believed: its recorder takes no wager for a link that it did not find open.
    """
    opened, closed = state.opened_seq, state.closed_seq
    if state.retired:
        return "the link has been retired since the round was opened"
    if not opened or not control_seq:
        return "the link was not open when the round was opened"
    if control_seq < state.terms_seq:
        return "the link's terms have changed since the round was opened"
    if closed and control_seq >= closed and (opened < closed or control_seq < opened):
        return "the link was closed when the round was opened"
    return ""


def decide_retired(state: LinkState, leg: Leg, body: LinkRetired) -> list[Decision]:
    """An empty link is given up; of a division less than a millicent may be left, which the balances show."""
    problem = _retirement_problem(state)
    if problem:
        return refusal(state, leg, "retirement", 0, problem)
    record = MeterRetired(
        **source_of(leg),
        balances=balances_of(state.meters),
        signed_by=body.signed_by,
        reason=body.reason,
    )
    return [Decision(record)]


def _retirement_problem(state: LinkState) -> str:  # noqa: PLR0911 - one for each rule
    """Why a link cannot be given up; empty if it can."""
    full = next((name for name, m in state.meters.items() if m.primary_mc or m.reserve_mc), None)
    if state.retired:
        return "the link is retired already"
    if not state.meters:
        return "the link was never opened: there is nothing to retire"
    if state.live:
        return "the link is live: close it first"
    if full is not None:
        return f"there is money on {full}: transfer it, or adjust it away"
    if state.awards:
        table, claim_seq = min(state.awards)
        return f"the award of {table} (claim {claim_seq}) is not paid: pay or reject it first"
    if state.transit:
        link, number = min(state.transit)
        return f"transfer {number} to {link} is not answered: wait until it has arrived"
    return ""


def evolve_retired(state: LinkState) -> LinkState:
    """Given up for good."""
    return replace(state, retired=True)


# --- adjustments -----------------------------------------------------------------------------------------


def decide_adjusted(state: LinkState, leg: Leg, body: LinkAdjusted) -> list[Decision]:
    """A documented correction of what is on a meter."""
    problem = (
        "the amount is zero: name the amount to add or take"
        if body.amount_mc == 0
        else money_problem(state, body.meter, body.account, body.amount_mc)
    )
    if problem:
        return refusal(state, leg, "adjustment", 0, problem)
    record = MeterAdjusted(
        **source_of(leg),
        balances=balances_with_money(state, body.meter, body.account, body.amount_mc),
        meter=body.meter,
        account=body.account,
        amount_mc=body.amount_mc,
        document=body.document,
        signed_by=body.signed_by,
        reason=body.reason,
    )
    return [Decision(record)]


def money_problem(state: LinkState, name: str, account: str, amount_mc: int) -> str:
    """Why so much cannot be put on a meter's account, or taken from it; empty if it can."""
    meter = state.meters.get(name)
    if state.retired:
        return "the link is retired: nothing moves its meters"
    if meter is None:
        known = ", ".join(state.meters) or "none yet"
        return f"the link has no meter {name}: its meters are {known}"
    if account == "reserve" and name.endswith(OVERFLOW):
        return f"{name} has no reserve: name its primary"
    there_mc = meter.reserve_mc if account == "reserve" else meter.primary_mc
    if there_mc + amount_mc < 0:
        return f"{text(there_mc)} is there, {text(-amount_mc)} cannot be taken: take no more than there is"
    overflow = state.meters.get(name + OVERFLOW)
    after_mc = max(there_mc, 0 if overflow is None else overflow.primary_mc) + amount_mc
    if amount_mc > 0 and after_mc > MAX_AMOUNT_MC:
        most = text(MAX_AMOUNT_MC)
        return f"the meter would hold {text(after_mc)}, the most is {most}: check the amount"
    return ""


def balances_with_money(state: LinkState, name: str, account: str, amount_mc: int) -> Balances:
    """The balances with so much more on a meter's account, or less where negative.

    What would exceed a meter's limit goes to its overflow.
    """
    units = amount_mc * RATE_UNIT
    pot = pot_of(state.meters, name)
    if account == "reserve":
        after = pot._replace(reserve=pot.reserve + units)
    elif amount_mc > 0 and not name.endswith(OVERFLOW):
        after = put(pot, units, state.terms.meters[name].limit_mc)
    else:
        after = pot._replace(primary=pot.primary + units)
    return balances_with(state.meters, {name: after})


def evolve_adjusted(state: LinkState, record: MeterAdjusted) -> LinkState:
    """The meter with the correction."""
    taken = record.account == "primary" and record.amount_mc < 0
    return with_moved_money(state, record.balances, taken_from=record.meter if taken else "")


def with_moved_money(state: LinkState, balances: Balances, taken_from: str = "") -> LinkState:
    """The meters after money came or went by hand.

    A primary that is taken below what it started from starts from what is left.
    """
    meters = with_balances(state.meters, balances)
    if taken_from:
        meter = meters[taken_from]
        meters[taken_from] = replace(meter, base_mc=min(meter.base_mc, meter.primary_mc))
    return replace(state, meters=meters)

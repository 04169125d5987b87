"""Transfers between links, each side as a `decide`/`evolve` pair.

The sender's record goes to the other link; its answer, that the money arrived or was refused, comes back to
the sender. Whatever goes from one link to another is numbered densely, so nothing is lost or doubled. Until
the answer the money is in transit.
"""

from __future__ import annotations

from msgspec.structs import replace

from events.bounds import MAX_AMOUNT_MC, TRANSFERS_IN_TRANSIT
from events.money import text
from events.vocabulary.links import LinkTransferred
from events.vocabulary.transfers import TransferReceived, TransferRefused, TransferReturned, TransferSent
from projections.keeping.control import balances_with_money, money_problem, with_moved_money
from projections.keeping.legs import Decision, Leg, refusal, source_of
from projections.keeping.link_state import LinkState
from projections.keeping.pots import balances_of
from projections.link_parameters import OVERFLOW


def decide_sent(state: LinkState, leg: Leg, body: LinkTransferred) -> list[Decision]:
    """Money leaves a meter for another link's."""
    if body.amount_mc == 0:
        problem = "the amount is zero: name the amount to send"
    elif body.to_link == leg.link:
        problem = "a link sends nothing to itself: adjust its meters instead"
    else:
        problem = _transit_problem(state, body.amount_mc) or money_problem(
            state, body.meter, body.account, -body.amount_mc
        )
    if problem:
        return refusal(state, leg, "transfer", 0, problem)
    record = TransferSent(
        **source_of(leg),
        balances=balances_with_money(state, body.meter, body.account, -body.amount_mc),
        meter=body.meter,
        account=body.account,
        to_link=body.to_link,
        to_meter=body.to_meter,
        amount_mc=body.amount_mc,
        leg=_next(state, body.to_link),
        signed_by=body.signed_by,
        reason=body.reason,
    )
    return [Decision(record)]


def _transit_problem(state: LinkState, amount_mc: int) -> str:
    """Why no more may be on its way: all of it may come back to one meter; empty where it may."""
    on_its_way_mc = sum(state.transit.values())
    if len(state.transit) < TRANSFERS_IN_TRANSIT and on_its_way_mc + amount_mc <= MAX_AMOUNT_MC:
        return ""
    return f"{text(on_its_way_mc)} is in transit already: wait until the other links have answered"


def _next(state: LinkState, link: str) -> int:
    return state.sent.get(link, 0) + 1


def evolve_sent(state: LinkState, record: TransferSent) -> LinkState:
    """The meter without it, and a transfer in transit."""
    taken_from = record.meter if record.account == "primary" else ""
    return replace(
        with_moved_money(state, record.balances, taken_from),
        sent={**state.sent, record.to_link: record.leg},
        transit={**state.transit, (record.to_link, record.leg): record.amount_mc},
    )


def decide_received(state: LinkState, leg: Leg, sent: TransferSent) -> list[Decision]:
    """Money of another link arrives, or goes back with the reason."""
    meter = sent.to_meter
    problem = money_problem(state, meter, sent.account, sent.amount_mc)
    if not problem and meter.endswith(OVERFLOW):
        problem = f"{meter} takes nothing from other links: name the meter itself"
    if problem:
        return [Decision(_refused(state, leg, sent, problem))]
    record = TransferReceived(
        **source_of(leg),
        balances=balances_with_money(state, meter, sent.account, sent.amount_mc),
        meter=meter,
        account=sent.account,
        from_link=leg.owner,
        number=sent.leg,
        amount_mc=sent.amount_mc,
        leg=_next(state, leg.owner),
    )
    return [Decision(record)]


def _refused(state: LinkState, leg: Leg, sent: TransferSent, problem: str) -> TransferRefused:
    return TransferRefused(
        **source_of(leg),
        balances=balances_of(state.meters),
        from_link=leg.owner,
        number=sent.leg,
        meter=sent.to_meter,
        account=sent.account,
        from_meter=sent.meter,
        amount_mc=sent.amount_mc,
        leg=_next(state, leg.owner),
        reason=problem,
    )


def evolve_received(state: LinkState, record: TransferReceived) -> LinkState:
    """The meter with it, and an answer on its way."""
    return _answering(with_moved_money(state, record.balances), record)


def evolve_refused(state: LinkState, record: TransferRefused) -> LinkState:
    """An answer on its way."""
    return _answering(state, record)


def _answering(state: LinkState, answer: TransferReceived | TransferRefused) -> LinkState:
    return replace(state, sent={**state.sent, answer.from_link: answer.leg})


def decide_returned(state: LinkState, leg: Leg, refused: TransferRefused) -> list[Decision]:
    """What another link refused goes back on the meter that it left; nothing that never left it."""
    sent_mc = state.transit.get((leg.owner, refused.number))
    known = refused.from_meter in state.meters and refused.account in ("primary", "reserve")
    if sent_mc != refused.amount_mc or not known:
        reason = f"{text(refused.amount_mc)} is not in transit to {leg.owner} as number {refused.number}"
        return refusal(state, leg, "transfer", 0, reason)
    record = TransferReturned(
        **source_of(leg),
        balances=balances_with_money(state, refused.from_meter, refused.account, refused.amount_mc),
        meter=refused.from_meter,
        account=refused.account,
        to_link=leg.owner,
        number=refused.number,
        amount_mc=refused.amount_mc,
        reason=refused.reason,
    )
    return [Decision(record)]


def evolve_returned(state: LinkState, record: TransferReturned) -> LinkState:
    """The money is where it was."""
    return answered(with_moved_money(state, record.balances), record.to_link, record.number)


def answered(state: LinkState, link: str, number: int) -> LinkState:
    """A transfer that is no longer in transit."""
    return replace(state, transit={k: mc for k, mc in state.transit.items() if k != (link, number)})

"""Transfers between links, each side as a `decide`/`evolve` pair.

The sender's record is what the other link hears; its answer, that the money arrived or was refused, is what
the sender hears. Whatever goes from one link to another is numbered densely, so nothing is lost or doubled.
Until the answer the money is in transit.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from projections.keeping.control import money_problem, with_money
from projections.keeping.legs import Decision, Leg, refusal
from projections.keeping.link_state import OVERFLOW, LinkState

ADDRESSED_BY: Final = {
    "transfer_sent": "to_link",
    "transfer_received": "from_link",
    "transfer_refused": "from_link",
}
"""The records that another link hears, and the field that names it."""


def decide_sent(state: LinkState, leg: Leg) -> list[Decision]:
    """Money leaves a meter for another link's."""
    fields = leg.fields
    amount, to_link = fields["amount_mc"], fields["to_link"]
    if amount == 0:
        problem = "the amount is nought: say what to send"
    elif to_link == leg.link:
        problem = "a link sends nothing to itself: adjust its meters instead"
    else:
        problem = money_problem(state, fields["meter"], fields["account"], -amount)
    if problem:
        return refusal(leg, "transfer", 0, problem)
    names = ("meter", "account", "to_link", "to_meter", "amount_mc")
    sent = {name: fields[name] for name in names}
    sent |= {"leg": _next(state, to_link), "signed_by": fields["signed_by"], "reason": fields["reason"]}
    return [Decision("transfer_sent", sent)]


def _next(state: LinkState, link: str) -> int:
    return state.sent.get(link, 0) + 1


def evolve_sent(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
    """The meter without it, and a transfer in transit."""
    to_link, number, amount = fields["to_link"], fields["leg"], fields["amount_mc"]
    left = with_money(state, fields["meter"], fields["account"], -amount)
    transit = {**state.transit, (to_link, number): amount}
    return replace(left, sent={**state.sent, to_link: number}, transit=transit)


def decide_received(state: LinkState, leg: Leg) -> list[Decision]:
    """Money of another link arrives, or goes back with the reason."""
    fields = leg.fields
    sender = leg.event.owner
    meter, account, amount = fields["to_meter"], fields["account"], fields["amount_mc"]
    problem = money_problem(state, meter, account, amount)
    if not problem and meter.endswith(OVERFLOW):
        problem = f"{meter} takes nothing from other links: name the meter itself"
    if problem:
        refused = {
            "from_link": sender,
            "number": fields["leg"],
            "meter": meter,
            "account": account,
            "from_meter": fields["meter"],
            "amount_mc": amount,
            "leg": _next(state, sender),
            "reason": problem,
        }
        return [Decision("transfer_refused", refused)]
    received = {
        "meter": meter,
        "account": account,
        "from_link": sender,
        "number": fields["leg"],
        "amount_mc": amount,
        "leg": _next(state, sender),
    }
    return [Decision("transfer_received", received)]


def evolve_received(state: LinkState, fields: dict[str, Any], leg: Leg) -> LinkState:
    """The meter with it, and an answer on its way."""
    after = with_money(state, fields["meter"], fields["account"], fields["amount_mc"])
    return evolve_refused(after, fields, leg)


def evolve_refused(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
    """An answer on its way."""
    return replace(state, sent={**state.sent, fields["from_link"]: fields["leg"]})


def decide_returned(_state: LinkState, leg: Leg) -> list[Decision]:
    """What another link refused goes back on the meter that it left."""
    fields = leg.fields
    returned = {
        "meter": fields["from_meter"],
        "account": fields["account"],
        "to_link": leg.event.owner,
        "number": fields["number"],
        "amount_mc": fields["amount_mc"],
        "reason": fields["reason"],
    }
    return [Decision("transfer_returned", returned)]


def evolve_returned(state: LinkState, fields: dict[str, Any], _leg: Leg) -> LinkState:
    """The money is where it was."""
    back = with_money(state, fields["meter"], fields["account"], fields["amount_mc"])
    return answered(back, fields["to_link"], fields["number"])


def answered(state: LinkState, link: str, number: int) -> LinkState:
    """A transfer that is in transit no more."""
    return replace(state, transit={k: mc for k, mc in state.transit.items() if k != (link, number)})

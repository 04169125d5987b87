"""Tables of a link: by which parameters each plays, and whether they are the link's own.

All tables of a link have one parameter set (678a.2(c), 647a.2(c)): the wagers of another feed no meter.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from projections.keeping.legs import Decision, Leg, refusal
from projections.keeping.link_state import Joined, LinkState, LinkTerms


def decide_joined(state: LinkState, leg: Leg) -> list[Decision]:
    """What a table plays by, if that is new; refused where it is not what the link plays by."""
    joined = _joined(state.terms, leg)
    if joined is None:
        return []
    known = state.tables.get(leg.event.owner)
    decisions = []
    if known is None or replace(known, problem="") != replace(joined, problem=""):
        fields = {
            "table": leg.event.owner,
            "rulebook": joined.rulebook,
            "paytable": joined.paytable,
            "unit_wager_mc": joined.unit_wager_mc,
        }
        decisions.append(Decision("table_joined", fields))
    if joined.problem:
        decisions += refusal(leg, "join", 0, joined.problem)
    return decisions


def evolve_joined(state: LinkState, _fields: dict[str, Any], leg: Leg) -> LinkState:
    """The table by its parameters."""
    joined = _joined(state.terms, leg)
    assert joined is not None
    return replace(state, tables={**state.tables, leg.event.owner: joined})


def judged_again(state: LinkState) -> LinkState:
    """The tables, compared with terms that are new."""
    tables = {k: replace(j, problem=_problem(state.terms, j)) for k, j in state.tables.items()}
    return replace(state, tables=tables)


def _joined(terms: LinkTerms, leg: Leg) -> Joined | None:
    """What a table's selections say of this link; None where no wager feeds it."""
    offers = [offer for offer in leg.fields["progressives"] if offer["link"] == leg.link]
    if not offers:
        return None
    wagers = tuple(sorted(offer["wager"] for offer in offers))
    selected = {part["wager"]: part["paytable"] for part in leg.fields["paytables"]}
    paytables = [selected[wager] for wager in wagers if wager in selected]
    units = sorted({offer["unit_wager_mc"] for offer in offers})
    other = next((unit for unit in units if unit != terms.unit_wager_mc), units[0])
    joined = Joined(leg.fields["rulebook"], paytables[0] if paytables else "", other, wagers, "")
    return replace(joined, problem=_problem(terms, joined))


def _problem(terms: LinkTerms, joined: Joined) -> str:
    """What of a table's parameters is not the link's own; what one of them did not say is not compared."""
    if not terms.meters:
        return ""
    compared = (
        ("rulebook", joined.rulebook, terms.rulebook),
        ("paytable", joined.paytable, terms.paytable),
        ("unit wager", f"{joined.unit_wager_mc} mc", f"{terms.unit_wager_mc} mc"),
        ("wager", terms.wager if terms.wager in joined.wagers else joined.wagers[0], terms.wager),
    )
    for what, its, ours in compared:
        if its and ours and its != ours:
            return (
                f"the table's {what} is {its}, the link's is {ours}, so its wagers feed no meter: "
                "open the table with the link's own parameters"
            )
    return ""

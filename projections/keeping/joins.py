"""Tables of a link: by which parameters each plays, and whether they are the link's own.

All tables of a link have one parameter set (678a.2(c), 647a.2(c)): the wagers of another feed no meter.
"""

from __future__ import annotations

from msgspec.structs import replace

from events.vocabulary.meters import TableJoined
from events.vocabulary.table import SelectionsChanged, TableOpened
from projections.keeping.legs import Decision, Leg, refusal, source_of
from projections.keeping.link_state import LinkState, LinkTerms, TableParameters
from projections.keeping.pots import balances_of

Selections = TableOpened | SelectionsChanged
"""What shows by which parameters a table plays."""


def decide_joined(state: LinkState, leg: Leg, body: Selections) -> list[Decision]:
    """What a table plays by, if that is new; refused where it is not what the link plays by."""
    parameters = _parameters(state.terms, leg.link, body)
    if parameters is None:
        return []
    known = state.tables.get(leg.owner)
    decisions = []
    if known is None or replace(known, problem="") != parameters:
        record = TableJoined(
            **source_of(leg),
            balances=balances_of(state.meters),
            table=leg.owner,
            rulebook=parameters.rulebook,
            paytable=parameters.paytable,
            unit_wager_mc=parameters.unit_wager_mc,
        )
        decisions.append(Decision(record))
        state = evolve_joined(state, record, leg.link, body)
    problem = state.tables[leg.owner].problem
    return decisions + refusal(state, leg, "join", 0, problem) if problem else decisions


def evolve_joined(state: LinkState, record: TableJoined, link: str, body: Selections) -> LinkState:
    """The table by its parameters, compared with the link's own."""
    wagers = tuple(sorted(offer.wager for offer in body.progressives if offer.link == link))
    joined = TableParameters(record.rulebook, record.paytable, record.unit_wager_mc, wagers)
    return replace(state, tables={**state.tables, record.table: _compared(state.terms, joined)})


def compared_again(state: LinkState) -> LinkState:
    """The tables, compared with terms that are new."""
    tables = {table: _compared(state.terms, known) for table, known in state.tables.items()}
    return replace(state, tables=tables)


def _parameters(terms: LinkTerms, link: str, body: Selections) -> TableParameters | None:
    """What a table's selections are for a link; None where no wager feeds it."""
    offers = [offer for offer in body.progressives if offer.link == link]
    if not offers:
        return None
    wagers = tuple(sorted(offer.wager for offer in offers))
    selected = {part.wager: part.paytable for part in body.paytables}
    paytables = [selected[wager] for wager in wagers if wager in selected]
    units = sorted({offer.unit_wager_mc for offer in offers})
    other = next((unit for unit in units if unit != terms.unit_wager_mc), units[0])
    return TableParameters(body.rulebook, paytables[0] if paytables else "", other, wagers)


def _compared(terms: LinkTerms, table: TableParameters) -> TableParameters:
    """A table's parameters with what of them is not the link's own; what either left out is not compared."""
    if not terms.meters:
        return replace(table, problem="")
    compared = (
        ("rulebook", table.rulebook, terms.rulebook),
        ("paytable", table.paytable, terms.paytable),
        ("unit wager", f"{table.unit_wager_mc} mc", f"{terms.unit_wager_mc} mc"),
        ("wager", terms.wager if terms.wager in table.wagers else table.wagers[0], terms.wager),
    )
    for what, its, ours in compared:
        if its and ours and its != ours:
            problem = (
                f"the table's {what} is {its}, the link's is {ours}, so its wagers feed no meter: "
                "open the table with the link's own parameters"
            )
            return replace(table, problem=problem)
    return replace(table, problem="")

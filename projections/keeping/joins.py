"""Tables of a link: by which parameters each plays, and whether they are the link's own.

All tables of a link have one parameter set (678a.2(c), 647a.2(c)): the wagers of another feed no meter.
"""

from __future__ import annotations

from msgspec.structs import replace

from events.vocabulary.meters import TableJoined, TableLeft
from events.vocabulary.table import SelectionsChanged, TableOpened
from projections.keeping.legs import Decision, Leg, refusal, source_of
from projections.keeping.link_state import LinkState, LinkTerms, TableParameters
from projections.keeping.pots import balances_of
from projections.link_parameters import Offer, Parameters, difference, table_parameters

Selections = TableOpened | SelectionsChanged
"""What shows by which parameters a table plays."""


def feeds(body: Selections, link: str) -> bool:
    """Whether a wager of the table feeds the link from now on."""
    return any(offer.link == link for offer in body.progressives)


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


def evolve_left(state: LinkState, record: TableLeft) -> LinkState:
    """The table feeds the link no more."""
    tables = {name: known for name, known in state.tables.items() if name != record.table}
    return replace(state, tables=tables)


def compared_again(state: LinkState) -> LinkState:
    """The tables, compared with terms that are new."""
    tables = {table: _compared(state.terms, known) for table, known in state.tables.items()}
    return replace(state, tables=tables)


def _parameters(terms: LinkTerms, link: str, body: Selections) -> TableParameters | None:
    """What a table's selections are for a link; None where no wager feeds it."""
    selected = {part.wager: part.paytable for part in body.paytables}
    offers = [
        Offer(offer.wager, offer.unit_wager_mc, selected.get(offer.wager, ""))
        for offer in body.progressives
        if offer.link == link
    ]
    if not offers:
        return None
    return TableParameters(*table_parameters(body.rulebook, offers, terms.unit_wager_mc))


def _compared(terms: LinkTerms, table: TableParameters) -> TableParameters:
    """A table's parameters with what of them is not the link's own; what either left out is not compared."""
    if not terms.meters:
        return replace(table, problem="")
    its = Parameters(table.rulebook, table.paytable, table.unit_wager_mc, table.wagers)
    wagers = (terms.wager,) if terms.wager else ()
    other = difference(its, Parameters(terms.rulebook, terms.paytable, terms.unit_wager_mc, wagers))
    return replace(table, problem="" if other is None else str(other))

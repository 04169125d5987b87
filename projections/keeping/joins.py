"""Tables of a link: which have joined it and not left, by which parameters, and whether these are its own.

All tables of a link have one parameter set (678a.2(c), 647a.2(c)): the wagers of another feed no meter. A
change of selections is for the table's next round, so the last two selections of each table are kept.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from events.bounds import WAGERS_A_LINK
from events.vocabulary.meters import TableJoined, TableLeft
from events.vocabulary.table import SelectionsChanged, TableOpened
from projections.keeping.legs import Decision, Leg, refusal, source_of
from projections.keeping.link_state import LinkState, LinkTerms, TableParameters
from projections.keeping.pots import balances_of
from projections.link_parameters import Offer, Parameters, difference, table_parameters

Selections = TableOpened | SelectionsChanged
"""What shows by which parameters a table plays."""

REASON_AT_MOST: Final = 400
"""Characters of a reason that is kept, or stands in a record for each of many stakes."""
KEPT: Final = 2
"""How many selections of a table are kept: those of an open round, and those of the next one."""


def feeds(body: Selections, link: str) -> bool:
    """Whether a wager of the table feeds the link from now on."""
    return any(offer.link == link for offer in body.progressives)


def decide_joined(state: LinkState, leg: Leg, body: Selections) -> list[Decision]:
    """What a table plays by from its next round on; refused where it is not what the link plays by."""
    seq, known = leg.event.seq, state.tables.get(leg.owner, ())
    parameters = _parameters(state.terms, leg.link, seq, body)
    if parameters is None:
        if not known or not known[-1].wagers:
            return []
        left = TableLeft(
            **source_of(leg), balances=balances_of(state.meters), table=leg.owner, selections_seq=seq
        )
        return [Decision(left)]
    joined = TableJoined(
        **source_of(leg),
        balances=balances_of(state.meters),
        table=leg.owner,
        rulebook=parameters.rulebook,
        paytable=parameters.paytable,
        unit_wager_mc=parameters.unit_wager_mc,
        selections_seq=seq,
    )
    problem = _compared(state.terms, parameters).problem
    return [Decision(joined), *(refusal(state, leg, "join", 0, problem) if problem else ())]


def evolve_joined(state: LinkState, record: TableJoined, link: str, body: Selections) -> LinkState:
    """The table by its parameters, compared with the link's own."""
    wagers = tuple(sorted({offer.wager for offer in body.progressives if offer.link == link}))
    joined = TableParameters(
        record.selections_seq, record.rulebook, record.paytable, record.unit_wager_mc, wagers[:WAGERS_A_LINK]
    )
    return _with_selections(state, record.table, _compared(state.terms, joined))


def evolve_left(state: LinkState, record: TableLeft) -> LinkState:
    """From its next round on the table feeds the link no more."""
    return _with_selections(state, record.table, TableParameters(record.selections_seq))


def _with_selections(state: LinkState, table: str, latest: TableParameters) -> LinkState:
    kept = state.tables.get(table, ())[1 - KEPT :]
    return replace(state, tables={**state.tables, table: (*kept, latest)})


def compared_again(state: LinkState) -> LinkState:
    """The tables, compared with terms that are new."""
    tables = {
        table: tuple([_compared(state.terms, each) for each in known])
        for table, known in state.tables.items()
    }
    return replace(state, tables=tables)


def selections_of(state: LinkState, table: str, selections_seq: int) -> TableParameters | str:
    """What a round that was opened under these selections is played by; or why it feeds nothing."""
    known = state.tables.get(table)
    if known is None:
        return "the table has not joined the link"
    for selected in known[::-1]:
        if selected.selections_seq == selections_seq:
            if selected.wagers:
                return selected.problem or selected
            return "the table had left the link when the round was opened"
    last = ", ".join(str(selected.selections_seq) for selected in known)
    return (
        f"the round was opened under selections {selections_seq} of the table, and the last ones that it "
        f"joined or left the link with are {last}"
    )


def _parameters(terms: LinkTerms, link: str, seq: int, body: Selections) -> TableParameters | None:
    """What a table's selections are for a link; None where no wager feeds it."""
    selected = {part.wager: part.paytable for part in body.paytables}
    offers = [
        Offer(offer.wager, offer.unit_wager_mc, selected.get(offer.wager, ""))
        for offer in body.progressives
        if offer.link == link
    ]
    if not offers:
        return None
    return TableParameters(seq, *table_parameters(body.rulebook, offers, terms.unit_wager_mc))


def _compared(terms: LinkTerms, table: TableParameters) -> TableParameters:
    """A table's parameters with what of them is not the link's own; what either left out is not compared."""
    if not terms.meters or not table.wagers:
        return replace(table, feeding=(), problem="")
    its = Parameters(table.rulebook, table.paytable, table.unit_wager_mc, table.wagers)
    links = Parameters(terms.rulebook, terms.paytable, terms.unit_wager_mc, tuple(sorted(terms.wagers)))
    other = difference(its, links)
    feeding = tuple(wager for wager in table.wagers if wager in terms.wagers)
    return replace(table, feeding=feeding, problem="" if other is None else str(other)[:REASON_AT_MOST])

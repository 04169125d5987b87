"""What was recorded at a table, and what the recorder knows after it: one function a fact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from events.body import Body
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.play import RoundClosed, RoundOpened, WagerPlaced, WagerWithdrawn
from events.vocabulary.progressive import BetsClosed, LegToOneLink, RoundVoided
from events.vocabulary.table import SelectionsChanged, TableClosed, TableOpened
from events.vocabulary.unions import LegToEveryLink, TableLeg
from projections.recording.table_state import (
    LinkOffer,
    RoundPlayed,
    Selections,
    TableState,
    TakenWager,
    WageringSystem,
)

_EVERY_SYSTEM: Final[frozenset[WageringSystem]] = frozenset({"progressive", "electronic_wagering"})


def selected(state: TableState, body: TableOpened | SelectionsChanged, seq: int) -> TableState:
    """From its next round on the table plays by this; a round that is open goes on as it was opened.

    A change of selections does not open a table that is closed.
    """
    opens = isinstance(body, TableOpened) or state.selected.table_open
    paytables = {part.wager: part.paytable for part in body.paytables}
    offers = tuple(
        LinkOffer(offer.wager, offer.link, offer.unit_wager_mc, paytables.get(offer.wager, ""))
        for offer in body.progressives
    )
    selections = Selections(seq if opens else 0, body.rulebook, body.rulebook_sha256, offers)
    return replace(legs_sent(state, body), selected=selections)


def round_opened(state: TableState, round_id: str | None, body: RoundOpened) -> TableState:
    """A round is open, and it names all that the recorder must know."""
    state = legs_sent(state, body)
    offers = tuple(
        LinkOffer(offer.wager, offer.link, offer.unit_wager_mc, offer.paytable) for offer in body.progressives
    )
    sent = {left.link: left.legs_sent for left in body.left}
    sent |= {offer.link: offer.legs_sent for offer in body.progressives}
    return replace(
        state,
        selected=Selections(body.selections_seq, body.rulebook, body.rulebook_sha256, offers),
        round=RoundPlayed(round_id, body.rulebook, body.selections_seq, body.progressives, open=True),
        legs=_never_back(state.legs, sent),
        locked=frozenset(),
        taken=(),
    )


def wager_placed(state: TableState, body: WagerPlaced) -> TableState:
    """A progressive wager was taken; other wagers change nothing here."""
    offer = state.round.offer_of(body.wager)
    if offer is None:
        return state
    taken = TakenWager(body.seat, offer.wager, offer.link, body.amount_mc)
    return replace(state, taken=(*state.taken, taken))


def wager_withdrawn(state: TableState, body: WagerWithdrawn) -> TableState:
    """What is taken back before "no more bets" feeds no link."""
    left_mc = body.amount_mc
    kept = []
    for wager in state.taken:
        if (wager.seat, wager.wager) != (body.seat, body.wager):
            kept.append(wager)
            continue
        back_mc = min(left_mc, wager.amount_mc)
        left_mc -= back_mc
        if back_mc < wager.amount_mc:
            kept.append(replace(wager, amount_mc=wager.amount_mc - back_mc))
    return replace(state, taken=tuple(kept))


def locked_out(state: TableState, system: WageringSystem) -> TableState:
    """A system takes no more wagers in this round."""
    return replace(state, locked=state.locked | {system})


def bets_closed(state: TableState, body: BetsClosed) -> TableState:
    """What was sent is sent: a second "no more bets" in the same round finds nothing left."""
    sent = {leg.link for leg in body.legs}
    left = tuple(wager for wager in state.taken if wager.link not in sent)
    return replace(legs_sent(state, body), locked=_EVERY_SYSTEM, taken=left)


def round_voided(state: TableState, body: RoundVoided) -> TableState:
    """The round is over; what was taken and not returned is still to be sent."""
    returned = {(leg.link, seat) for leg in body.legs for seat in leg.unfed}
    kept = tuple(wager for wager in state.taken if (wager.link, wager.seat) not in returned)
    ended = replace(state.round, open=False)
    return replace(legs_sent(state, body), round=ended, taken=kept)


def round_closed(state: TableState, body: RoundClosed | TableClosed) -> TableState:
    """The round is over, and every wager that was taken in it is sent."""
    return replace(legs_sent(state, body), round=replace(state.round, open=False), taken=())


def table_closed(state: TableState, body: TableClosed) -> TableState:
    """No round is open, and no wager is taken until the table is opened again."""
    return replace(round_closed(state, body), selected=replace(state.selected, seq=0))


def about_another_round(state: TableState, body: Body) -> TableState:
    """What is about another round than the last one changes nothing but the numbers of its legs."""
    return legs_sent(state, body) if isinstance(body, LegToEveryLink) else state


def legs_sent(state: TableState, body: LegToEveryLink) -> TableState:
    """One leg to each of several links was numbered."""
    return replace(state, legs=_never_back(state.legs, {leg.link: leg.leg for leg in body.legs}))


def leg_sent(state: TableState, link: str, leg: int) -> TableState:
    """One leg was numbered."""
    return replace(state, legs=_never_back(state.legs, {link: leg}))


LEFT_KEPT: Final = 32
"""Links that a table has left in a day and still owes a marker; of more, the day is closed by two people."""


def owing_markers(before: TableState, state: TableState, day: str, body: TableLeg) -> TableState:
    """The state with the links that are still to be sent an end-of-day marker although the table feeds them
    no more: those that it left, and those that were sent something after that. A marker of their day ends it.
    """
    if isinstance(body, TableDayEnded):
        left = {link: last for link, last in before.left.items() if last > body.day}
    else:
        left = {**before.left}
        if isinstance(body, RoundOpened):
            left |= dict.fromkeys((each.link for each in body.left), day)
        fed = state.links
        legs = (body,) if isinstance(body, LegToOneLink) else body.legs
        sent = [leg.link for leg in legs if leg.leg]
        for link in (*before.links, *sent):
            if link not in fed:
                left[link] = max(day, left.get(link, ""))
        owed = [(link, last) for link, last in left.items() if link not in fed]
        left = dict(owed[-LEFT_KEPT:])
    return state if left == state.left else replace(state, left=left)


def _never_back(legs: Mapping[str, int], sent: Mapping[str, int]) -> dict[str, int]:
    """Numbers never go back, whatever an imported event has; 0 is not a leg."""
    return {**legs, **{link: max(leg, legs.get(link, 0)) for link, leg in sent.items() if leg}}

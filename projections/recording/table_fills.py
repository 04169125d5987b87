"""What the system fills in at a table: numbered legs to links, and what a round is played under.

Each function takes a body as a client sent it and returns it as it will be recorded. What is filled in here
is left out when a repeat is compared (`repeats`).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from events.vocabulary.desk import TableDayEnded
from events.vocabulary.play import ProgressiveOpen, RoundOpened
from events.vocabulary.progressive import (
    AcceptedWager,
    BetsClosed,
    LegToOneLink,
    RoundVoided,
    VoidedLeg,
    WagerLeg,
)
from events.vocabulary.table import PlainLeg, ProgressiveOffered, SelectionsChanged, TableOpened
from events.vocabulary.unions import TableLeg
from projections.recording.table_state import TableState

Selection = TableOpened | SelectionsChanged
"""What a table offers, and by which rules it plays, from now on."""


def selection(state: TableState, body: Selection) -> Selection:
    """The links of what is on offer from now on are sent the parameters that the table plays by."""
    links = dict.fromkeys(offered.link for offered in body.progressives)
    return replace(body, legs=_plain_legs(state, links))


def round_opening(state: TableState, body: RoundOpened) -> RoundOpened:
    """A round names what it is played under; before any table opened it keeps what it came with."""
    if state.rulebook:
        return replace(
            body,
            rulebook=state.rulebook,
            rulebook_sha256=state.rulebook_sha256,
            progressives=_on_offer(state, state.offers),
        )
    return replace(body, progressives=_on_offer(state, body.progressives))


def _on_offer(
    state: TableState, offers: Iterable[ProgressiveOffered | ProgressiveOpen]
) -> tuple[ProgressiveOpen, ...]:
    return tuple(
        ProgressiveOpen(
            wager=offer.wager,
            link=offer.link,
            unit_wager_mc=offer.unit_wager_mc,
            legs_sent=state.last_leg(offer.link),
        )
        for offer in offers
    )


def closed_bets(state: TableState, body: BetsClosed) -> BetsClosed:
    """One leg a link, with the wagers that the system took, or none, so that the link knows of the round."""
    in_seat_order = sorted(state.taken, key=lambda taken: taken.seat)
    wagers = {
        link: tuple(
            AcceptedWager(seat=taken.seat, wager=taken.wager, amount_mc=taken.amount_mc)
            for taken in in_seat_order
            if taken.link == link
        )
        for link in state.links
    }
    for leg in body.legs:
        wagers.setdefault(leg.link, leg.wagers)
    return replace(
        body,
        legs=tuple(
            WagerLeg(link=link, leg=state.next_leg(link), wagers=accepted)
            for link, accepted in wagers.items()
        ),
    )


def voided_round(state: TableState, body: RoundVoided) -> RoundVoided:
    """One leg a link, with the seats whose progressive stakes the client returned."""
    seats: dict[str, tuple[int, ...]] = dict.fromkeys(state.links, ())
    for leg in body.legs:
        seats[leg.link] = (*seats.get(leg.link, ()), *leg.seats)
    return replace(
        body,
        legs=tuple(
            VoidedLeg(link=link, leg=state.next_leg(link), seats=returned) for link, returned in seats.items()
        ),
    )


def ended_day(state: TableState, body: TableDayEnded) -> TableDayEnded:
    """Every link of the table is sent the marker that nothing more of the day will come."""
    return replace(body, legs=_plain_legs(state, state.links))


def award_leg(state: TableState, body: LegToOneLink) -> LegToOneLink:
    """A claim, its validation or rejection and its payment are legs to the link that is named."""
    return replace(body, leg=state.next_leg(body.link))


def without_legs(body: TableLeg) -> TableLeg:
    """What is a test or training is sent to nobody."""
    if isinstance(body, LegToOneLink):
        return replace(body, leg=0)
    return replace(body, legs=())


def _plain_legs(state: TableState, links: Iterable[str]) -> tuple[PlainLeg, ...]:
    return tuple(PlainLeg(link=link, leg=state.next_leg(link)) for link in links)

"""What the system fills in at a table: numbered legs to links, and what a round is played under.

Each function takes a body as a client sent it and returns it as it will be recorded. What is filled in here
is left out when a repeat is compared (`repeats`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from events.vocabulary.desk import TableDayEnded
from events.vocabulary.play import LinkFound, ProgressiveOpen, RoundOpened
from events.vocabulary.progressive import (
    AcceptedWager,
    BetsClosed,
    LegToOneLink,
    ProgressiveClaimed,
    RoundVoided,
    VoidedLeg,
    WagerLeg,
)
from events.vocabulary.table import PlainLeg, SelectionsChanged, TableOpened
from events.vocabulary.unions import TableLeg
from projections.recording.table_state import LinkOffer, TableState, distinct

Selection = TableOpened | SelectionsChanged
"""What a table offers, and by which rules it plays, from now on."""
Look = Callable[[str], LinkFound | None]
"""Finds what a link's own stream has of it."""


def selection(state: TableState, body: Selection) -> Selection:
    """The links that the table fed, and those that it feeds from now on, are sent what it plays by."""
    links = distinct((*state.links, *(offered.link for offered in body.progressives)))
    return replace(body, legs=_plain_legs(state, links))


def round_opening(state: TableState, body: RoundOpened, look: Look) -> RoundOpened:
    """A round names what it is played under, and what each of its links is when it opens.

    Before any table opened it keeps the rulebook and the offers that it came with.
    """
    selected = state.selected
    if not selected.rulebook:
        return replace(body, selections_seq=0, progressives=_on_offer(state, body.progressives, look))
    return replace(
        body,
        rulebook=selected.rulebook,
        rulebook_sha256=selected.rulebook_sha256,
        selections_seq=selected.seq,
        progressives=_on_offer(state, selected.offers, look),
    )


def _on_offer(
    state: TableState, offers: Iterable[LinkOffer | ProgressiveOpen], look: Look
) -> tuple[ProgressiveOpen, ...]:
    return tuple(
        ProgressiveOpen(
            wager=offer.wager,
            link=offer.link,
            unit_wager_mc=offer.unit_wager_mc,
            paytable=offer.paytable,
            legs_sent=state.last_leg(offer.link),
            found=look(offer.link),
        )
        for offer in offers
    )


def closed_bets(state: TableState, body: BetsClosed) -> BetsClosed:
    """One leg a link of the round, with the wagers that the system took: what a client brings feeds nobody.

    A link without any is sent an empty leg, so that it knows of the round.
    """
    in_seat_order = sorted(state.taken, key=lambda taken: taken.seat)
    wagers = {
        link: tuple(
            AcceptedWager(seat=taken.seat, wager=taken.wager, amount_mc=taken.amount_mc)
            for taken in in_seat_order
            if taken.link == link
        )
        for link in state.round.links
    }
    return replace(
        body,
        legs=tuple(
            WagerLeg(
                link=link,
                leg=state.next_leg(link),
                wagers=accepted,
                control_seq=state.round.control_seq(link),
                selections_seq=state.round.selections_seq,
            )
            for link, accepted in wagers.items()
        ),
    )


def voided_round(state: TableState, body: RoundVoided) -> RoundVoided:
    """One leg a link, with the seats whose progressive stakes the client returned."""
    seats: dict[str, tuple[int, ...]] = dict.fromkeys(state.round.links, ())
    for leg in body.legs:
        seats[leg.link] = (*seats.get(leg.link, ()), *leg.seats)
    return replace(
        body,
        legs=tuple(
            VoidedLeg(
                link=link,
                leg=state.next_leg(link),
                seats=returned,
                control_seq=state.round.control_seq(link),
                selections_seq=state.round.selections_seq,
            )
            for link, returned in seats.items()
        ),
    )


def ended_day(state: TableState, body: TableDayEnded) -> TableDayEnded:
    """Every link of the table is sent the marker that nothing more of the day will come."""
    return replace(body, legs=_plain_legs(state, state.links))


def award_leg(state: TableState, body: LegToOneLink) -> LegToOneLink:
    """A claim, its validation or rejection and its payment are legs to the link that is named."""
    numbered = replace(body, leg=state.next_leg(body.link))
    if not isinstance(numbered, ProgressiveClaimed):
        return numbered
    return replace(
        numbered,
        control_seq=state.round.control_seq(body.link),
        selections_seq=state.round.selections_seq,
    )


def without_legs(body: TableLeg) -> TableLeg:
    """What is a test or training is sent to nobody."""
    if isinstance(body, LegToOneLink):
        return replace(body, leg=0)
    return replace(body, legs=())


def _plain_legs(state: TableState, links: Iterable[str]) -> tuple[PlainLeg, ...]:
    return tuple(PlainLeg(link=link, leg=state.next_leg(link)) for link in links)

"""What the system fills in at a table: numbered legs to links, and what a round is played under.

Each function takes a body as a client sent it and returns it as it will be recorded. What is filled in here
is left out when a repeat is compared (`repeats`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from events.vocabulary.desk import TableDayEnded
from events.vocabulary.legs import AcceptedWager, PlainLeg, UnsentLeg, VoidedLeg, WagerLeg
from events.vocabulary.play import LinkFound, LinkLeft, ProgressiveOpen, RoundClosed, RoundOpened
from events.vocabulary.progressive import BetsClosed, LegToOneLink, ProgressiveClaimed, RoundVoided
from events.vocabulary.table import SelectionsChanged, TableOpened
from events.vocabulary.unions import TableLeg
from projections.recording.house_rules import chapter_limit
from projections.recording.table_state import LinkOffer, TableState, distinct

Selection = TableOpened | SelectionsChanged
"""What a table offers, and by which rules it plays, from now on."""
Look = Callable[[str], LinkFound | None]
"""Finds what a link's own stream has of it."""


def selection(state: TableState, body: Selection) -> Selection:
    """The links that the table fed, and those that it feeds from now on, are sent what it plays by.

    A table that names no payout limit has the one that its chapter gives it.
    """
    links = distinct((*state.links, *(offered.link for offered in body.progressives)))
    limit = chapter_limit(body.rulebook, body.payout_limit_mc, body.minimum_wager_mc, body.boxes_per_player)
    return replace(body, chapter_limit=limit, legs=_plain_legs(state, links))


def round_opening(state: TableState, body: RoundOpened, look: Look) -> RoundOpened:
    """A round names what it is played under, and what each of its links is when it opens.

    It sends what was taken in the round before it and is not sent.
    Before any table opened it keeps the rulebook that it came with, and offers nothing.
    """
    selected = state.selected
    if not selected.rulebook:
        return replace(body, selections_seq=0, progressives=(), legs=(), left=())
    return replace(
        body,
        rulebook=selected.rulebook,
        rulebook_sha256=selected.rulebook_sha256,
        selections_seq=selected.seq,
        progressives=_on_offer(state, selected.offers, look),
        legs=unsent_legs(state),
        left=_left(state),
    )


def _left(state: TableState) -> tuple[LinkLeft, ...]:
    """The links that are owed a marker and are not of the round: whoever reads on from it knows of them."""
    feeds = state.selected.links
    left = (link for link in distinct((*state.left, *state.links)) if link not in feeds)
    return tuple(LinkLeft(link=link, legs_sent=state.last_leg(link)) for link in left)


def _on_offer(state: TableState, offers: Iterable[LinkOffer], look: Look) -> tuple[ProgressiveOpen, ...]:
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


def closed_bets(state: TableState, round_id: str | None, body: BetsClosed) -> BetsClosed:
    """One leg a link of the round, with the wagers that the system took: what a client brings feeds nobody.

    A link without any is sent an empty leg, so that it knows of the round. Late, after the next round has
    opened, it finds nothing to send: the opening has sent it.
    """
    if not state.round.is_named_by(round_id):
        return replace(body, legs=())
    wagers = _unsent(state)
    return replace(
        body,
        legs=tuple(
            WagerLeg(
                link=link,
                leg=state.next_leg(link),
                wagers=wagers.get(link, ()),
                control_seq=state.round.control_seq(link),
                selections_seq=state.round.selections_seq,
            )
            for link in state.round.links
        ),
    )


def closed_round(state: TableState, round_id: str | None, body: RoundClosed) -> RoundClosed:
    """A round that is over sends what was taken in it and is not sent."""
    return replace(body, legs=unsent_legs(state) if state.round.is_named_by(round_id) else ())


def unsent_legs(state: TableState) -> tuple[UnsentLeg, ...]:
    """The wagers of a round that ends before its "no more bets" is recorded; none where all are sent."""
    return tuple(
        UnsentLeg(
            link=link,
            leg=state.next_leg(link),
            wagers=accepted,
            control_seq=state.round.control_seq(link),
            selections_seq=state.round.selections_seq,
            round=state.round.id,
        )
        for link, accepted in _unsent(state).items()
    )


def _unsent(state: TableState) -> dict[str, tuple[AcceptedWager, ...]]:
    """The wagers that were taken and not sent, by link and in seat order."""
    wagers: dict[str, tuple[AcceptedWager, ...]] = {}
    for taken in sorted(state.taken, key=lambda taken: taken.seat):
        accepted = AcceptedWager(seat=taken.seat, wager=taken.wager, amount_mc=taken.amount_mc)
        wagers[taken.link] = (*wagers.get(taken.link, ()), accepted)
    return wagers


def voided_round(state: TableState, round_id: str | None, body: RoundVoided) -> RoundVoided:
    """One leg a link, with the seats whose progressive stakes the client returned.

    A link that the table never fed is sent none, and neither is one that a round before the last one fed,
    unless the client names it.
    """
    last = state.round.is_named_by(round_id)
    seats: dict[str, tuple[int, ...]] = dict.fromkeys(state.round.links if last else (), ())
    for leg in body.legs:
        seats[leg.link] = (*seats.get(leg.link, ()), *leg.seats)
    return replace(
        body,
        legs=tuple(
            VoidedLeg(
                link=link,
                leg=state.next_leg(link) if state.has_fed(link) else 0,
                seats=returned,
                unfed=_unfed(state, link, returned) if last else (),
                control_seq=state.round.control_seq(link) if last else 0,
                selections_seq=state.round.selections_seq if last else 0,
            )
            for link, returned in seats.items()
        ),
    )


def _unfed(state: TableState, link: str, seats: Iterable[int]) -> tuple[int, ...]:
    unsent = {taken.seat for taken in state.taken if taken.link == link}
    return tuple(seat for seat in seats if seat in unsent)


def ended_day(state: TableState, body: TableDayEnded) -> TableDayEnded:
    """Every link of the table is sent the marker that nothing more of the day will come: also one that it has
    left since the last marker, whose day would wait for it for ever."""
    return replace(body, legs=_plain_legs(state, distinct((*state.links, *state.left))))


def award_leg(state: TableState, round_id: str | None, body: LegToOneLink) -> LegToOneLink:
    """A claim, its validation or rejection and its payment are legs to the link that is named.

    What names a link that the table never fed is sent to nobody.
    """
    leg = state.next_leg(body.link) if state.has_fed(body.link) else 0
    if not isinstance(body, ProgressiveClaimed):
        return replace(body, leg=leg)
    last = state.round.is_named_by(round_id)
    return replace(
        body,
        leg=leg,
        control_seq=state.round.control_seq(body.link) if last else 0,
        selections_seq=state.round.selections_seq if last else 0,
    )


def without_legs(body: TableLeg) -> TableLeg:
    """What is a test or training is sent to nobody."""
    if isinstance(body, LegToOneLink):
        return replace(body, leg=0)
    if isinstance(body, RoundOpened):
        return replace(body, legs=(), left=())
    return replace(body, legs=())


def _plain_legs(state: TableState, links: Iterable[str]) -> tuple[PlainLeg, ...]:
    return tuple(PlainLeg(link=link, leg=state.next_leg(link)) for link in links)

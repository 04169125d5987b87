"""A round as a film: from which event to which each card, wager and note was as it was.

What a page needs to show any moment of a round by comparing numbers, without folding events again. It copies
what was recorded and judges nothing; words and colours are for whoever shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from events.body import decode_body
from events.envelope import Event
from events.vocabulary.dealing import (
    CardDealt,
    CardExposed,
    CardFoundFaceUp,
    CommunityCardsRevealed,
    StackDelivered,
    StubDiscarded,
)
from events.vocabulary.play import HandRevealed, HandSet
from projections.rounds.card_places import CardTrail
from projections.rounds.replay import steps
from projections.rounds.round_deck import BURNED, RACK, SHOE, STUB, UNKNOWN
from projections.rounds.view import RoundView, SeatView

PILES: Final = (SHOE, STUB, BURNED, RACK, UNKNOWN)
"""Places whose cards are counted, not laid side by side."""
_PARTS: Final = ("high", "low")


class Stay(NamedTuple):
    """A card at one place: from the event that brought it to the one that took it away."""

    position: int
    """Its place among the cards that lie there, from 1."""
    card: str | None
    from_seq: int
    to_seq: int | None
    to_place: str | None
    up_seq: int | None
    """The event that showed its face; None where nobody saw it on the table."""
    known_seq: int | None
    """From where whoever looks back can say that it was this card; None where nobody ever read it."""


class Wagered(NamedTuple):
    """A wager at a moment: what is staked, and what became of it."""

    stake_mc: int
    outcome: str | None = None
    returned_mc: int = 0
    paid_mc: int = 0


class Decided(NamedTuple):
    """What a seat has decided last."""

    action: str
    at: str


class Awarded(NamedTuple):
    """The last step of an award, and its amount where the step has one."""

    step: str
    amount_mc: int | None
    hand: str


class Span(NamedTuple):
    """What held from one event until another; `to_seq` is the first where it no longer did."""

    value: Wagered | Decided | Awarded | int | str
    from_seq: int
    to_seq: int | None


Cell = tuple[str, int, str]
"""What something is (wager, decision, award, pile, status), the seat or 0, and its name."""


@dataclass(slots=True)
class Moments:
    """Everything of a round that changes."""

    stays: dict[str, list[Stay]] = field(default_factory=dict)
    """The cards of every place of the layout, in their order."""
    spans: dict[Cell, list[Span]] = field(default_factory=dict)
    contradictions: list[tuple[int, str]] = field(default_factory=list)
    """What the events say of the cards and cannot be, with the event that says it."""

    def of(self, what: str, seat: int = 0) -> dict[str, list[Span]]:
        """The spans of one kind at a seat, by their names."""
        return {name: spans for (kind, at, name), spans in self.spans.items() if (kind, at) == (what, seat)}


def moments_of(events: Sequence[Event]) -> Moments:
    """The film of a round."""
    trail = CardTrail(events)
    moments = Moments(contradictions=[(each.seq, each.words) for each in trail.contradictions])
    for place, stay in _stays(trail, _faces(events), _set_by_name(events)):
        moments.stays.setdefault(place, []).append(stay)
    for stays in moments.stays.values():
        stays.sort(key=lambda stay: (stay.position, stay.from_seq))
    for (event, view), places in zip(steps(events), trail.moments(), strict=True):
        piles = {("pile", 0, name): len(places.of.get(name, ())) for name in PILES}
        _follow(moments, event.seq, {**piles, **_cells(view)})
    return moments


def _stays(
    trail: CardTrail, shown: Mapping[str, int], set_by_name: Mapping[str, int]
) -> Iterator[tuple[str, Stay]]:
    """Where each card lay, one place after the other."""
    for card in trail.ways():
        for way, then in zip(card.ways, (*card.ways[1:], None), strict=True):
            if way.place in PILES:
                continue
            up = None if card.name is None else shown.get(card.name)
            known = None if card.name is None else way.seq
            hand, _, part = way.place.rpartition(" ")
            if part in _PARTS and card.known_from is not None and card.known_from > way.seq:
                # A hand that was set unseen: which card lay in which part was only said later.
                known = max(card.known_from, set_by_name.get(hand, 0))
                up = None if up is None else max(up, known)
            until, whither = (then.seq, then.place) if then else (None, None)
            yield way.place, Stay(way.position, card.name, way.seq, until, whither, up, known)


def _set_by_name(events: Iterable[Event]) -> dict[str, int]:
    """The last event that says which cards of a hand were set high and low."""
    found: dict[str, int] = {}
    for event in events:
        body = decode_body(event)
        if isinstance(body, HandSet) and any(body.high):
            found["dealer" if body.seat is None else f"seat {body.seat}"] = event.seq
    return found


def _faces(events: Iterable[Event]) -> dict[str, int]:
    """Which event first showed the face of each card."""
    shown: dict[str, int] = {}
    for event in events:
        for card in _shown_by(event):
            if card is not None:
                shown.setdefault(card, event.seq)
    return shown


def _shown_by(event: Event) -> Iterable[str | None]:
    body = decode_body(event)
    match body:
        case CardDealt(face="up") | CardExposed() | CardFoundFaceUp():
            return (body.card,)
        case StackDelivered(face="up") | CommunityCardsRevealed() | HandRevealed():
            return body.cards
        case StubDiscarded():
            return body.exposed
    return ()


def _cells(view: RoundView) -> dict[Cell, Wagered | Decided | Awarded | int | str]:
    """Everything but the cards, as it is now."""
    cells: dict[Cell, Wagered | Decided | Awarded | int | str] = {("status", 0, "round"): view.status}
    for number, seat in view.seats.items():
        cells |= {("wager", number, name): value for name, value in _wagers(seat).items()}
        if seat.abandoned:
            cells["decision", number, "last"] = Decided("abandoned", "")
        elif seat.decisions:
            last = seat.decisions[-1]
            cells["decision", number, "last"] = Decided(last.action, last.at)
        cells |= {("award", number, wager): value for wager, value in _awards(seat).items()}
    return cells


def _awards(seat: SeatView) -> dict[str, Awarded]:
    """The last step of each award, by its wager; later steps name the claim alone."""
    found: dict[str, Awarded] = {}
    claimed: dict[object, str] = {}
    for award in seat.awards:
        facts = award.plain()
        wager = str(facts.get("wager") or claimed.get(facts.get("claim_seq")) or award.step)
        if award.step == "claimed":
            claimed[award.seq] = wager
        amount, before = facts.get("amount_mc"), found.get(wager)
        hand = str(facts.get("hand") or (before.hand if before else ""))
        found[wager] = Awarded(award.step, amount if isinstance(amount, int) else None, hand)
    return found


def _wagers(seat: SeatView) -> dict[str, Wagered]:
    found = {name: Wagered(mc) for name, mc in seat.wagers.items()}
    for each in seat.settled:
        before = found.get(each.wager) or Wagered(0)
        found[each.wager] = Wagered(
            before.stake_mc,
            each.outcome,
            before.returned_mc + each.returned_mc,
            before.paid_mc + each.paid_mc,
        )
    return found


def _follow(
    moments: Moments, seq: int, cells: Mapping[Cell, Wagered | Decided | Awarded | int | str]
) -> None:
    """What changed at an event begins a span, and ends the one before."""
    for cell, value in cells.items():
        spans = moments.spans.setdefault(cell, [])
        if spans and spans[-1].value == value:
            continue
        if spans:
            spans[-1] = spans[-1]._replace(to_seq=seq)
        spans.append(Span(value, seq, None))

"""Each wager of a round with the events that it rests on, and what the books made of it.

From the hand to the wager, from there to the record of its meter, and to the payment: by numbers of events,
so that whoever reads can look at every one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, get_args

from events.body import decode_body
from events.envelope import Event
from events.vocabulary.play import RoundOpened, WagerSettled
from events.vocabulary.progressive import BetsClosed
from events.vocabulary.unions import AwardEvent
from streams.read_model.queries.round_entries import RoundEntry

_STAKES: Final = frozenset({"wager_placed", "wager_withdrawn", "decision_made", "wager_abandoned"})
_CARDS: Final = frozenset({"card_dealt", "stack_delivered", "hand_set", "hand_revealed"})
_AWARDS: Final = frozenset(each.TYPE for each in get_args(AwardEvent))


@dataclass(slots=True)
class WagerTrail:
    """A wager of a seat; all but `records` are numbers of events of the round's stream."""

    seat: int
    wager: str
    cards: list[int] = field(default_factory=list)
    staked: list[int] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)
    """What sent it to its link."""
    settled: list[int] = field(default_factory=list)
    award: list[tuple[str, int]] = field(default_factory=list)
    """The steps of its award."""
    records: list[RoundEntry] = field(default_factory=list)
    """What links and the table's own book posted for it."""
    _links: set[str] = field(default_factory=set)

    def takes(self, entry: RoundEntry) -> bool:
        """Whether an entry answers one of its events."""
        if entry.source_seq in self.sent:
            return entry.book in self._links
        return entry.source_seq in (*self.settled, *(seq for _, seq in self.award))

    def sent_to(self, link: str, seq: int) -> None:
        """It was sent to a link."""
        self._links.add(link)
        if seq not in self.sent:
            self.sent.append(seq)


def links_of(events: Iterable[Event]) -> set[str]:
    """The links that a round may feed."""
    opened = (decode_body(event) for event in events if event.type == RoundOpened.TYPE)
    return {offer.link for body in opened if isinstance(body, RoundOpened) for offer in body.progressives}


def trails(events: Iterable[Event], entries: Sequence[RoundEntry]) -> list[WagerTrail]:
    """The wagers of a round, seat by seat from the highest down, each with what it rests on."""
    followed = _Followed()
    for event in events:
        followed.take(event)
    for trail in followed.trails.values():
        dealt = followed.cards.get(trail.seat, [])
        trail.cards = [*dict.fromkeys((dealt[0], dealt[-1]))] if dealt else []
        trail.records = [entry for entry in entries if trail.takes(entry)]
    found = followed.trails.values()
    return sorted(found, key=lambda trail: (-trail.seat, trail.staked or trail.settled or [0]))


class _Followed:
    """The wagers as the events of a round name them, one after the other."""

    def __init__(self) -> None:
        self.trails: dict[tuple[int, str], WagerTrail] = {}
        self.cards: dict[int, list[int]] = {}
        """Seat by seat, what dealt, set or showed its cards."""
        self._claimed: dict[int, tuple[int, str]] = {}

    def take(self, event: Event) -> None:
        """Note what an event says of a wager."""
        body = decode_body(event)
        seat, wager = getattr(body, "seat", None) or 0, getattr(body, "wager", None) or ""
        if isinstance(body, BetsClosed):
            for leg in body.legs:
                for each in leg.wagers:
                    self._of(each.seat, each.wager).sent_to(leg.link, event.seq)
        elif event.type in _AWARDS:
            self._award(event, (seat, wager), getattr(body, "claim_seq", 0) or 0)
        elif event.type in _CARDS and seat:
            self.cards.setdefault(seat, []).append(event.seq)
        elif event.type in _STAKES and wager:
            self._of(seat, wager).staked.append(event.seq)
        elif event.type == WagerSettled.TYPE:
            self._of(seat, wager).settled.append(event.seq)

    def _of(self, seat: int, wager: str) -> WagerTrail:
        return self.trails.setdefault((seat, wager), WagerTrail(seat, wager))

    def _award(self, event: Event, named: tuple[int, str], claim_seq: int) -> None:
        """A step of an award, which names its wager or the claim that did."""
        place = named if all(named) else self._claimed.get(claim_seq)
        if place is not None:
            self._claimed[event.seq] = place
            self._of(*place).award.append((event.type, event.seq))

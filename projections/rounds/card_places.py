"""Where each card of the deck is after any event of a round: shoe, stub, hands, board, burned, rack, unknown.

A fold over the round's own events. It moves cards and makes none: at every moment there are the 52 of a deck,
and where the events say otherwise (a card twice, a 53rd card, a count that does not agree) that is said as a
contradiction and nothing is thrown away. It judges no rule.

A card that nobody had read when it was dealt becomes known later, and is then known for every moment before,
as it is to whoever looks back; `known_from` says since which event it was known at the table.

The places, as `CardPlaces.of` names them:

- `shoe`: not dealt yet, whether in a shoe or in the dealer's hand, next card first;
  `stub` once it was counted
- `seat N`, `seat N tucked`, `seat N high`, `seat N low`: a hand, folded under its wagers, or set
- `dealer`, `dealer high`, `dealer low`, `community`, `six_card_bonus`, `pair_bonus`
- `burned`: in the discard rack, and known to have been burned; `rack`: what else is in it
- `unknown`: of the deck, and by a count nowhere where anybody looked
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, assert_never

from events.body import decode_body
from events.envelope import Event
from events.vocabulary.dealing import (
    CardBurned,
    CardDealt,
    CardDrawnInError,
    CardExposed,
    CardFoundFaceUp,
    CommunityCardsRevealed,
    FaceUpCardPlaced,
    StackDelivered,
    StubCounted,
    StubDiscarded,
)
from events.vocabulary.irregularities import DeviceJammed, IrregularityRuled
from events.vocabulary.play import HandCollected, HandRevealed, HandSet, HandTucked, RoundClosed
from projections.cards_laid import PLACES, cards_before
from projections.rounds.round_deck import (
    BURNED,
    DECK,
    RACK,
    SHOE,
    STUB,
    UNKNOWN,
    Contradiction,
    PaperCard,
    RoundDeck,
)

CardEvent = (
    CardDealt
    | StackDelivered
    | CardBurned
    | CardExposed
    | CardFoundFaceUp
    | FaceUpCardPlaced
    | CardDrawnInError
    | CommunityCardsRevealed
    | StubCounted
    | StubDiscarded
    | HandSet
    | HandRevealed
    | HandTucked
    | HandCollected
    | IrregularityRuled
    | DeviceJammed
    | RoundClosed
)
"""The events that move cards, name them or count them."""

_SHARED: Final = ("dealer", "dealer high", "dealer low", "community", "six_card_bonus", "pair_bonus")


@dataclass(frozen=True, slots=True)
class CardPlaces:
    """Where the cards are after one event of a round."""

    seq: int
    of: dict[str, list[str | None]]
    """The cards of every place that has any, in order; None for one that nobody read in the whole round."""
    known_from: dict[str, list[int | None]]
    """Beside each card the event since which it was known at the table; None for one that nobody read."""
    unread: list[str]
    """The cards of a deck that are not known to be anywhere: the unknown ones are among them."""
    contradictions: list[str]

    def unknown(self) -> dict[str, int]:
        """How many unknown cards each place has, where it has any."""
        counts = {place: cards.count(None) for place, cards in self.of.items()}
        return {place: count for place, count in counts.items() if count}

    def as_seen(self) -> dict[str, list[str | None]]:
        """The cards as the table knew them at that moment: what was read later is still unknown."""
        return {
            place: [
                card if since is not None and since <= self.seq else None
                for card, since in zip(cards, self.known_from[place], strict=True)
            ]
            for place, cards in self.of.items()
        }

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "seq": self.seq,
            "of": self.of,
            "known_from": self.known_from,
            "unknown": self.unknown(),
            "unread": self.unread,
            "contradictions": self.contradictions,
        }


class Came(NamedTuple):
    """A card came to a place, at a position among the cards there, by an event."""

    place: str
    position: int
    seq: int


class CardWay(NamedTuple):
    """One card: which it is, since when that was known, and where it was, from the shoe on."""

    name: str | None
    known_from: int | None
    ways: list[Came]


def places_at(events: Iterable[Event], at_seq: int | None = None) -> CardPlaces:
    """Where the cards are after the round's last event, or after `at_seq`; all events say which they are."""
    return CardTrail(events).at(at_seq)


class CardTrail:
    """Every moment of a round in one pass: `at` gives one of them, `moments` all."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._deck = RoundDeck()
        self._start = (0, self._now())
        self._taken: list[tuple[int, dict[str, tuple[PaperCard, ...]]]] = []
        for event in events:
            self.take(event)

    def take(self, event: Event) -> None:
        """The next event of the round."""
        body = decode_body(event)
        self._deck.seq = event.seq
        if isinstance(body, CardEvent):
            self._follow(body)
        self._taken.append((event.seq, self._now()))

    def at(self, seq: int | None = None) -> CardPlaces:
        """Where the cards are after an event, or after the last; before the first, all in the shoe."""
        before = [taken for taken in self._taken if seq is None or taken[0] <= seq]
        return self._shown(*(before[-1] if before else self._start))

    def moments(self) -> Iterator[CardPlaces]:
        """Where the cards are after each event, in order."""
        for seq, piles in self._taken:
            yield self._shown(seq, piles)

    def ways(self) -> list[CardWay]:
        """Every card with the places that it came to, one after the other."""
        found: dict[PaperCard, list[Came]] = {}
        for seq, piles in (self._start, *self._taken):
            for place, pile in piles.items():
                for position, card in enumerate(pile, 1):
                    ways = found.setdefault(card, [])
                    if not ways or ways[-1].place != place:
                        ways.append(Came(place, position, seq))
        return [CardWay(card.name, card.known_from, ways) for card, ways in found.items()]

    @property
    def contradictions(self) -> list[Contradiction]:
        """Everything that cannot be, in the order in which it was met."""
        return list(self._deck.contradictions)

    def _now(self) -> dict[str, tuple[PaperCard, ...]]:
        return {name: tuple(pile) for name, pile in self._deck.piles.items() if pile}

    def _shown(self, seq: int, piles: dict[str, tuple[PaperCard, ...]]) -> CardPlaces:
        names = sorted(piles, key=_order)
        lying = {card.name for pile in piles.values() for card in pile}
        return CardPlaces(
            seq,
            {name: [card.name for card in piles[name]] for name in names},
            {name: [card.known_from for card in piles[name]] for name in names},
            [card for card in DECK if card not in lying],
            [each.words for each in self._deck.contradictions if each.since <= seq],
        )

    def _follow(self, body: CardEvent) -> None:  # noqa: C901, PLR0912 - one case a type of event
        match body:
            case CardDealt():
                self._deal(_place(body.to, body.seat), body.position, body.card)
            case StackDelivered():
                place = _place(body.to, body.seat)
                first = self._deck.delivered[place] + 1
                for position, card in enumerate(body.cards, first):
                    self._deal(place, position, card)
            case CardBurned():
                self._deck.read(self._deck.draw(BURNED), body.card)
            case CardFoundFaceUp():
                self._deck.read(self._deck.draw(RACK), body.card)
            case FaceUpCardPlaced():
                self._place_face_up(body)
            case CardDrawnInError():
                self._deck.read(self._deck.next(), body.card)
            case CommunityCardsRevealed():
                area, before = cards_before(body.street)
                self._show(area, before, body.cards, dealt=True)
            case HandRevealed():
                self._show(_place(body.hand, body.seat), 0, body.cards)
            case CardExposed():
                place = _place(body.hand, body.seat)
                self._show(place, max(body.position, 1) - 1, (body.card,))
            case HandSet():
                self._set(_place(body.hand, body.seat), body)
            case HandTucked():
                self._tuck(_place("seat", body.seat))
            case HandCollected():
                self._collect(_place(body.hand, body.seat), body.cards)
            case IrregularityRuled():
                if (body.kind, body.ruling) == ("drawn_in_error", "card_not_used"):
                    self._deck.draw(RACK)
            case StubCounted() | StubDiscarded() | DeviceJammed() | RoundClosed():
                self._count(body)
            case _:
                assert_never(body)

    def _place_face_up(self, body: FaceUpCardPlaced) -> None:
        """A card that was found face up is in the rack, unless it was put elsewhere: nobody says where."""
        rack = [card for card in self._deck.piles[RACK] if not self._deck.is_of_a_hand(card)]
        its = [card for card in rack if body.card in (None, card.name)]
        if body.to != "discard_rack" and its:
            self._deck.move(its[-1], UNKNOWN)

    def _deal(self, place: str, position: int, name: str | None) -> None:
        position, delivered = max(position, 1), self._deck.delivered[place]
        if position <= delivered:
            self._deck.contradict(f"deals card {position} of {place} again")
        elif position > delivered + 1:
            skipped = " and ".join(map(str, range(delivered + 1, position)[:2]))
            self._deck.contradict(f"deals card {position} of {place}, and card {skipped} was not dealt")
        self._deck.delivered[place] = max(delivered, position)
        self._deck.reach(place, position)
        if position <= len(self._deck.hands[place]):
            self._deck.read(self._deck.hands[place][position - 1], name)

    def _show(
        self, place: str, before: int, names: Sequence[str | None], *, dealt: bool = False
    ) -> list[PaperCard]:
        """Cards of a hand, or of a board, are seen. `dealt` says that they may come to the table by that."""
        hand = self._deck.hands[place]
        last = before + len(names)
        if last > len(hand) and not dealt:
            self._deck.contradict(f"shows {last} cards of {place}, and {len(hand)} were dealt")
        if any(card.place == RACK for card in hand[before:last]):
            self._deck.contradict(f"shows cards of {place} that are in the discard rack")
        self._deck.reach(place, last)
        if dealt:
            self._deck.delivered[place] = max(self._deck.delivered[place], last)
        known = {card.name for card in hand}
        new = [(position, name) for position, name in enumerate(names, before) if name not in known]
        for position, name in new:
            if name is not None and position < len(hand):
                self._deck.read(self._unread_of(hand, position), name)
        return hand

    def _unread_of(self, hand: list[PaperCard], position: int) -> PaperCard:
        """The card at a position, or where that is known to be another, one that nobody has read: a player
        may have put them in another order."""
        unread = [card for card in hand if card.name is None]
        return unread[0] if unread and hand[position].name is not None else hand[position]

    def _set(self, place: str, body: HandSet) -> None:
        """A hand is parted into high and low."""
        hand = self._show(place, 0, (*body.high, *body.low))
        left = [card for card in hand if card.place != RACK]
        for part, names in (("high", body.high), ("low", body.low)):
            for name in names:
                fitting = [card for card in left if card.name == name] or [c for c in left if c.name is None]
                for card in (fitting or left)[:1]:
                    left.remove(card)
                    self._deck.move(card, f"{place} {part}")

    def _tuck(self, place: str) -> None:
        lying = [card for card in self._deck.hands[place] if card.place != RACK]
        if not lying:
            self._deck.contradict(f"tucks the hand of {place}, which has no cards")
        for card in lying:
            self._deck.move(card, f"{place} tucked")

    def _collect(self, place: str, cards: int) -> None:
        lying = [card for card in self._deck.hands[place] if card.place != RACK]
        if cards > len(lying):
            self._deck.contradict(f"collects {cards} cards of {place}, where {len(lying)} lie")
        for card in lying[:cards]:
            self._deck.move(card, RACK)

    def _count(self, body: StubCounted | StubDiscarded | DeviceJammed | RoundClosed) -> None:
        """What is left of the deck is counted or goes to the rack, or the rack is counted."""
        left = self._deck.left()
        match body:
            case StubCounted():
                for card in left:
                    self._deck.move(card, STUB)
                self._count_stub(body, left)
            case StubDiscarded():
                self._discard(body, left)
            case DeviceJammed():
                inside = body.cards_inside
                if body.during == "deal" and inside is not None and inside != len(left):
                    self._deck.contradict(f"counts {inside} cards in the device, where {len(left)} are left")
            case RoundClosed():
                self._close(body.rack_cards)
            case _:
                assert_never(body)

    def _discard(self, body: StubDiscarded, left: list[PaperCard]) -> None:
        if not left:
            self._deck.contradict("puts the stub into the discard rack, and there is none")
        for card, name in zip(left, body.exposed, strict=False):
            self._deck.read(card, name)
        for card in left:
            self._deck.move(card, RACK)

    def _close(self, counted: int | None) -> None:
        """A round is closed with all cards in the rack, or what was collected does not agree."""
        for place in sorted(self._deck.piles, key=_order):
            lying = len(self._deck.piles[place])
            if lying and place not in (RACK, BURNED, UNKNOWN):
                self._deck.contradict(f"closes the round, and {lying} cards are still at {place}")
        if counted is not None:
            self._count_rack(counted)

    def _count_rack(self, counted: int) -> None:
        rack = [*self._deck.piles[RACK], *self._deck.piles[BURNED]]
        if counted == len(rack):
            return
        self._deck.contradict(f"counts {counted} cards in the discard rack, where {len(rack)} are")
        stub = [card for card in rack if card.name is None and not self._deck.is_of_a_hand(card)]
        for card in stub[: max(0, len(rack) - counted)]:
            self._deck.move(card, UNKNOWN)

    def _count_stub(self, body: StubCounted, left: list[PaperCard]) -> None:
        total = self._deck.total()
        if body.stub_cards != len(left) or body.deck_cards != len(DECK):
            self._deck.contradict(
                f"counts {body.stub_cards} cards in the stub and {body.deck_cards} in the deck, "
                f"where {len(left)} are left of {total}"
            )
        for card in left[body.stub_cards :]:
            self._deck.move(card, UNKNOWN)
        for _ in range(min(body.stub_cards - len(left), body.deck_cards - total, PLACES)):
            self._deck.piles[STUB].append(PaperCard(STUB))


def _place(area: str, seat: int | None) -> str:
    return area if seat is None else f"seat {seat}"


def _order(place: str) -> tuple[int, int, str]:
    """From the shoe over the seats and the dealer to the rack."""
    if place.startswith("seat "):
        return 2, int(place.split()[1]), place
    rest = (SHOE, STUB, "", *_SHARED, BURNED, RACK, UNKNOWN)
    return rest.index(place), 0, place

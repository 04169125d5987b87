"""The cards of a deck while a round is played: each in one place, moved and never made.

Which event moves what is not known here: see `card_places`.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from typing import Final, NamedTuple

from projections.cards_laid import PLACES

DECK: Final = tuple(rank + suit for suit, rank in product("cdhs", "23456789TJQKA"))
SHOE: Final = "shoe"
STUB: Final = "stub"
BURNED: Final = "burned"
RACK: Final = "rack"
UNKNOWN: Final = "unknown"
_FROM_THE_START: Final = 0
"""The number of what contradicts itself at every moment: a card that is in two places."""


class PaperCard:
    """One card of paper: which it is, once somebody has read it, and since which event."""

    __slots__ = ("known_from", "name", "place")

    def __init__(self, place: str) -> None:
        self.name: str | None = None
        self.known_from: int | None = None
        self.place = place


class Contradiction(NamedTuple):
    """What cannot be: from which event on it is so, and the event that shows it."""

    since: int
    seq: int
    words: str


class RoundDeck:
    """Every card by its place, and the hands that they are of."""

    def __init__(self) -> None:
        self.piles: dict[str, list[PaperCard]] = defaultdict(list)
        self.piles[SHOE] = [PaperCard(SHOE) for _ in DECK]
        self.hands: dict[str, list[PaperCard]] = defaultdict(list)
        self.delivered: dict[str, int] = defaultdict(int)
        """How many cards of a hand were dealt, whoever has shown what."""
        self.named: dict[str, PaperCard] = {}
        self.seq = 0
        self.contradictions: list[Contradiction] = []

    def total(self) -> int:
        """All cards, wherever they are."""
        return sum(map(len, self.piles.values()))

    def left(self) -> list[PaperCard]:
        """What was not dealt, next card first."""
        return [*self.piles[SHOE], *self.piles[STUB]]

    def contradict(self, words: str, *, from_the_start: bool = False) -> None:
        """Note what cannot be; a card in two places cannot be at any moment."""
        since = _FROM_THE_START if from_the_start else self.seq
        self.contradictions.append(Contradiction(since, self.seq, f"event {self.seq} {words}"))

    def move(self, card: PaperCard, to: str) -> None:
        """Take a card to another place."""
        self.piles[card.place].remove(card)
        self.piles[to].append(card)
        card.place = to

    def next(self) -> PaperCard:
        """The card on top of what is left; a new one where events deal more cards than there are."""
        for place in (SHOE, STUB):
            if self.piles[place]:
                return self.piles[place][0]
        spare = [card for card in self.piles[RACK] if card.name is None and not self.is_of_a_hand(card)]
        if spare:
            self.contradict("takes a card from the stub, which is in the discard rack")
            return spare[0]
        self.contradict(f"takes one more card, and all {self.total()} are elsewhere")
        card = PaperCard(SHOE)
        self.piles[SHOE].append(card)
        return card

    def is_of_a_hand(self, card: PaperCard) -> bool:
        """Whether it was dealt to somebody or to the board."""
        return any(card is each for hand in self.hands.values() for each in hand)

    def draw(self, to: str) -> PaperCard:
        """Take the next card to a place."""
        card = self.next()
        self.move(card, to)
        return card

    def reach(self, place: str, position: int) -> None:
        """A hand has so many cards; what it lacks comes from the shoe."""
        while len(self.hands[place]) < min(position, PLACES):
            self.hands[place].append(self.draw(place))

    def read(self, card: PaperCard, name: str | None) -> None:
        """Somebody saw which card it is; what is known stays known, unless it is contradicted."""
        if name is None or card.name == name:
            return
        if card.name is not None:
            self.contradict(
                f"has {name} at {card.place}, where event {card.known_from} has {card.name}",
                from_the_start=True,
            )
            if self.named.get(card.name) is card:
                del self.named[card.name]
        other = self.named.get(name)
        if other is not None:
            self.contradict(
                f"has {name} at {card.place}, and by event {other.known_from} it is at {other.place}",
                from_the_start=True,
            )
        else:
            self.named[name] = card
        card.name, card.known_from = name, self.seq

"""A deck of real cards: 52 of them, each always in exactly one place, moved and never made.

Places are the stub (in the shoe or the dealer's hand), the discard rack, the betting positions by number, and
the areas of the layout by name ("dealer", "community", …). Shuffles permute and cuts cut.
"""

from __future__ import annotations

import random
from typing import Final

from floor.errors import CardNotThere
from games.cards import DECK, text

PileName = int | str
STUB: Final = "stub"
RACK: Final = "discard_rack"
LOST: Final = "lost"
"""Under the table, in a sleeve: somewhere, but not where anybody counts."""


class Deck:
    """One deck, by the number on its box. The last card of the stub's list is its top."""

    __slots__ = ("back_colour", "by_device", "in_play_since_us", "name", "piles")

    def __init__(self, name: str, back_colour: str) -> None:
        self.name = name
        self.back_colour = back_colour
        self.piles: dict[PileName, list[int]] = {STUB: list(reversed(DECK))}
        self.in_play_since_us: int | None = None
        self.by_device = False
        """Whether a device has shuffled it: only then it may be dealt from the hand (x.9(a)(1))."""

    def lying(self, place: PileName) -> tuple[int, ...]:
        """The cards of a place, in the order in which they came."""
        return tuple(self.piles.get(place, ()))

    def count(self, place: PileName) -> int:
        """How many cards lie in a place."""
        return len(self.piles.get(place, ()))

    def total(self) -> int:
        """How many cards the deck has for those who count it: 52, unless one was lost."""
        return sum(map(len, self.piles.values())) - self.count(LOST)

    def deal(self, to: PileName, cards: int = 1) -> list[int]:
        """Take cards off the top of the stub, one after the other, to a place."""
        stub = self.piles.get(STUB, [])
        if cards > len(stub):
            raise CardNotThere(f"deck {self.name}: {cards} cards to deal, but the stub has {len(stub)}")
        dealt = stub[: -cards - 1 : -1]
        del stub[-cards:]
        pile = self.piles.get(to)
        if pile is None:
            self.piles[to] = dealt
            return list(dealt)
        pile += dealt
        return dealt

    def move(self, source: PileName, to: PileName) -> int:
        """Take all cards of a place to another; returns how many."""
        if not self.piles.get(source):
            raise CardNotThere(f"deck {self.name}: no card lies at {source!r}")
        pile = self.piles.pop(source)
        self.piles.setdefault(to, []).extend(pile)
        return len(pile)

    def move_card(self, card: int, source: PileName, to: PileName) -> None:
        """Take one card from a place to another."""
        pile = self.piles.get(source, [])
        if card not in pile:
            raise CardNotThere(f"deck {self.name}: the {text(card)} does not lie at {source!r}")
        pile.remove(card)
        self.piles.setdefault(to, []).append(card)

    def gather(self) -> None:
        """Stack all cards, from wherever they lie, on the stub; what is lost stays lost."""
        stacked = self.piles.pop(STUB, [])
        lost = self.piles.pop(LOST, None)
        for pile in self.piles.values():
            stacked += pile
        self.piles = {STUB: stacked}
        if lost:
            self.piles[LOST] = lost

    def shuffle(self, rng: random.Random) -> None:
        """Mix the stacked cards; what still lies on the table cannot be shuffled."""
        stub = self.piles.get(STUB, [])
        if len(stub) != self.total():
            raise CardNotThere(f"deck {self.name}: only {len(stub)} cards are stacked: gather it first")
        rng.shuffle(stub)

    def cut(self, depth: int) -> None:
        """Take the cards above the cover card to the bottom (x.5(d))."""
        stub = self.piles.get(STUB, [])
        if not 0 < depth < len(stub):
            raise CardNotThere(f"deck {self.name}: a cut {depth} deep, but the stack has {len(stub)} cards")
        self.piles[STUB] = stub[-depth:] + stub[:-depth]

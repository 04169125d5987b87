"""Cards on the layout, from what was dealt, turned over and shown: which card lies where, as far as known.

It copies what was recorded and judges nothing. A card that nobody had read when it was dealt becomes known
when it is shown, and what is known stays known. Events may come late: a hand that was shown before its stack
was recorded has the cards of one hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, assert_never

from events.vocabulary.dealing import CardDealt, CardExposed, CommunityCardsRevealed, StackDelivered
from events.vocabulary.play import HandRevealed


class Cards(list[str | None]):
    """Cards in the order of their places; None for one that nobody has read.

    `delivered` is how many of the places are known to be filled from the shoe, whoever has shown what;
    `stack` how many of them came in one stack; `turned` are the places of a shared area that have been turned
    up for everybody to see.
    """

    delivered = 0
    stack = 0
    turned: frozenset[int] = frozenset()


CardsAt = Callable[[str, int | None], Cards]
"""Finds the cards of a seat, or of the dealer's or a shared area."""

LaidCards = CardDealt | StackDelivered | CommunityCardsRevealed | HandRevealed | CardExposed
"""What shows which cards lie where."""

PLACES: Final = 64
"""More places than an area can have: a whole deck is 52 cards."""
_COMMUNITY: Final = {"flop": 0, "turn": 3, "river": 4, "turn_and_river": 3}
"""The streets that are laid side by side, and how many cards lie before each."""


def lay(body: LaidCards, cards_at: CardsAt) -> None:
    """Lay the cards of an event at their places."""
    match body:
        case CardDealt():
            cards = cards_at(body.to, body.seat)
            cards.delivered = max(cards.delivered, body.position)
            if body.face == "up":
                cards.turned |= {max(body.position, 1)}
            _put(cards, max(body.position, 1), body.card)
        case StackDelivered():
            cards = cards_at(body.to, body.seat)
            _put_all(cards, cards.delivered, body.cards)
            cards.delivered += len(body.cards)
            cards.stack = max(cards.stack, len(body.cards))
        case CommunityCardsRevealed():
            area, before = cards_before(body.street)
            cards = cards_at(area, None)
            _put_all(cards, before, body.cards)
            cards.turned |= {*range(before + 1, before + 1 + len(body.cards))}
        case HandRevealed():
            _put_all(cards_at(body.hand, body.seat), 0, body.cards)
        case CardExposed():
            _put(cards_at(body.hand, body.seat), max(body.position, 1), body.card)
        case _:
            assert_never(body)


def cards_before(street: str) -> tuple[str, int]:
    """The area that a street is laid at, and how many cards lie before it there."""
    return ("community" if street in _COMMUNITY else street), _COMMUNITY.get(street, 0)


def _put_all(cards: Cards, start: int, laid: Iterable[str | None]) -> None:
    """Lay cards one behind the other, after the first `start` places."""
    for position, card in enumerate(laid, start + 1):
        _put(cards, position, card)


def _put(cards: Cards, position: int, card: str | None) -> None:
    """Lay a card at its place; what is known stays known, and what is beyond any layout is laid nowhere."""
    if position > PLACES:
        return
    while len(cards) < position:
        cards.append(None)
    if card is not None:
        cards[position - 1] = card

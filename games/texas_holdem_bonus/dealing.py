"""How Texas Hold 'Em Bonus is dealt: two cards each, the board with its burns, and the Six Card Bonus cards.

58 Pa. Code § 647a.8–§ 647a.10 with § 647a.11(c), (e), (g). Decks, shuffle and stub are `procedure.dealing`'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.chapter import Choice
from games.deal import hands, is_community_first
from games.game import Deal, Procedure

BURN = Deal("burn")
STREETS = (3, 1, 1)
"""Flop, Turn, River."""


def deal_order(procedure: Procedure, seats: Sequence[int], options: Mapping[str, Choice]) -> tuple[Deal, ...]:
    """Every card in its order when `seats` have placed an Ante.

    `options`: `six_card_bonus` (somebody placed that wager), `community_first` and `community_first_burns`
    (647a.10(g): a reshuffling shoe may dispense the board first).
    """
    two_each = hands(procedure, seats, 2, dealer_under_cover_card=True)
    six_card = [Deal("six_card_bonus")] * 4 if options.get("six_card_bonus") else []
    if is_community_first(procedure, options, "647a.10(g)"):
        return (*board_first(options), *two_each, *six_card)
    if procedure == "automated_shoe":
        return (*two_each, *six_card, *board())
    return (*six_card, *two_each, *board())


def board() -> list[Deal]:
    """647a.11(c), (e), (g): a card is burned before the Flop, the Turn and the River."""
    return [deal for cards in STREETS for deal in (BURN, Deal("community", cards, face_up=True))]


def board_first(options: Mapping[str, Choice]) -> list[Deal]:
    """647a.10(g): five cards face down, revealed street by street later; burns are a switch."""
    if options.get("community_first_burns") == "required":
        return [deal for cards in STREETS for deal in (BURN, Deal("community", cards))]
    return [Deal("community", sum(STREETS))]

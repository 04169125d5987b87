"""How Texas Hold 'Em Bonus is dealt: two cards each, the board with its burns, and the Six Card Bonus cards.

58 Pa. Code § 647a.8–§ 647a.10 with § 647a.11(c), (e), (g). Decks, shuffle and stub are `games.dealing`'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.chapter import Choice
from games.errors import GamesError
from games.game import Deal, Procedure

BURN = Deal("burn")
STREETS = (3, 1, 1)
"""Flop, Turn, River."""


def deal_order(procedure: Procedure, seats: Sequence[int], options: Mapping[str, Choice]) -> tuple[Deal, ...]:
    """Every card in its order when `seats` have placed an Ante.

    `options`: `six_card_bonus` (somebody placed that wager), `community_first` and `community_first_burns`
    (647a.10(g): a reshuffling shoe may dispense the board first).
    """
    hands = initial_two(procedure, seats)
    six_card = [Deal("six_card_bonus")] * 4 if options.get("six_card_bonus") else []
    if options.get("community_first"):
        if procedure != "automated_shoe":
            raise GamesError(
                f"community cards come first from an automated shoe that reshuffles (647a.10(g)), "
                f"not from {procedure}: drop community_first or change the procedure"
            )
        return tuple(board_first(options) + hands + six_card)
    if procedure == "automated_shoe":
        return tuple(hands + six_card + board())
    return tuple(six_card + hands + board())


def initial_two(procedure: Procedure, seats: Sequence[int]) -> list[Deal]:
    """One card at a time, twice, clockwise from seat 1 (647a.8(d), .9(d)), or stacks of two (.10(b))."""
    at_once, times = (2, 1) if procedure == "automated_shoe" else (1, 2)
    one_turn = [Deal(seat, at_once) for seat in sorted(seats)]
    one_turn.append(Deal("dealer", at_once, under_cover_card=True))
    return one_turn * times


def board() -> list[Deal]:
    """647a.11(c), (e), (g): a card is burned before the Flop, the Turn and the River."""
    return [deal for cards in STREETS for deal in (BURN, Deal("community", cards, face_up=True))]


def board_first(options: Mapping[str, Choice]) -> list[Deal]:
    """647a.10(g): five cards face down, revealed street by street later; burns are a switch."""
    if options.get("community_first_burns") == "required":
        return [deal for cards in STREETS for deal in (BURN, Deal("community", cards))]
    return [Deal("community", sum(STREETS))]

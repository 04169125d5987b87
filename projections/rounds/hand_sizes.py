"""How many cards the hands and the board of a round have, against what the game deals (x.13(c)).

Where nobody recorded a deal, a hand is known by what was shown of it: then only a card too many can be seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.chapter import Choice
from games.game import Game
from projections.cards_laid import Cards
from projections.rounds.taking_part import boxes_playing
from projections.rounds.view import RoundView, SeatView

PAIR_BONUS: Final = "pair_bonus"
"""The wager for which a player has a fourth card, and the place of one that serves all (679a.8(c), (h))."""
_NO_FOURTH_CARDS: Final = ("pair_bonus_community", "four_card_stacks")
"""Selections by which cards come otherwise than one for each of those wagers."""
_GIVEN_UP: Final = frozenset({"fold", "forfeit"})


def most_held(game: Game) -> int:
    """How many cards a seat may have: in a game with a fourth card, that one too."""
    return game.shape.seat_cards + _has_fourth(game)


def most_dealt(view: RoundView, game: Game) -> int:
    """How many cards the dealer may have been dealt: one more where each stack has a card on top."""
    return game.shape.dealer_cards + is_by_fours(view, game)


def is_by_fours(view: RoundView, game: Game) -> bool:
    """Whether a shoe gave everybody, the dealer too, a stack with a fourth card on top, which is a Pair Bonus
    Wager's or goes to the rack (679a.10(g))."""
    return _has_fourth(game) and all(cards.stack == most_held(game) for cards in _hands(view, game))


def is_wrong_number(
    view: RoundView, game: Game, options: Mapping[str, Choice], *, stopped: bool = False
) -> bool:
    """Whether a round was played to its end with too many or too few cards in a hand or on the board
    (x.13(c)). Where something else `stopped` the hands, the rest of the board was rightly not dealt."""
    if _is_wrong_board(view, game, stopped=stopped):
        return True
    *held, dealers = _hands(view, game)
    is_told = any(cards.delivered for cards in (*held, dealers))
    full, most = game.shape.seat_cards, most_held(game)
    if len(dealers) > most_dealt(view, game) or any(len(cards) > most for cards in held):
        return True
    if not is_told:
        return False
    if len(dealers) < game.shape.dealer_cards or any(len(cards) < full for cards in held):
        return True
    return _is_fourth_wrong(view, game, options)


def _has_fourth(game: Game) -> bool:
    return "fourth_card" in game.shape.extras


def _hands(view: RoundView, game: Game) -> list[Cards]:
    """The hands of those who play, and the dealer's."""
    held = [view.seats[number].cards for number in boxes_playing(view, game)]
    return [*held, view.areas.get("dealer") or Cards()]


def _is_fourth_wrong(view: RoundView, game: Game, options: Mapping[str, Choice]) -> bool:
    """Whether a box has a fourth card for no Pair Bonus Wager, or none for one (679a.8(c), .9(b), .10(c))."""
    if not _has_fourth(game) or is_by_fours(view, game):
        return False
    if view.areas.get(PAIR_BONUS) or any(options.get(name) for name in _NO_FOURTH_CARDS):
        return False
    return any(_lacks_or_has(view.seats[number], game) for number in boxes_playing(view, game))


def _lacks_or_has(seat: SeatView, game: Game) -> bool:
    """A wager that was made or taken back too late may go either way."""
    has_fourth = len(seat.cards) > game.shape.seat_cards
    laid, lies = seat.in_time().get(PAIR_BONUS, 0) > 0, seat.wagers.get(PAIR_BONUS, 0) > 0
    return not (laid or lies) if has_fourth else laid and lies


def _is_wrong_board(view: RoundView, game: Game, *, stopped: bool) -> bool:
    """Whether the community cards are too many, or too few although somebody stayed in to see them."""
    board, right = len(view.areas.get("community", ())), game.shape.community_cards
    stayed = any(
        seat.decisions and seat.decisions[-1].action not in _GIVEN_UP and not seat.abandoned
        for seat in view.seats.values()
    )
    return board > right or (0 < board < right and stayed and not stopped)

"""Who takes part in a round: the boxes on which every wager lies that the chapter asks of everybody (x.7).

The Ante, in 677a the Odds Wager as well. The verdict, the checks and the pages ask here, each by the stakes
that it has collected, so that a box is out of a round for all of them or for none. Nothing is judged.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.game import Game
from projections.rounds.view import RoundView, SeatView


def required(game: Game) -> list[str]:
    """The wagers without which nobody takes part."""
    return [wager.name for wager in game.wagers if not wager.optional]


def takes_part(stakes: Mapping[str, int], game: Game) -> bool:
    """Whether these stakes of a box, by wager, are enough: one that was taken back whole is none."""
    return all(stakes.get(name, 0) > 0 for name in required(game))


def plays(seat: SeatView, game: Game) -> bool:
    """Whether a box takes part: its wagers lay there at "no more bets" (x.7(c)).

    One whose wagers came later, or whose player had left it before a card was dealt (x.7(b)), takes part only
    if cards were dealt to it all the same.
    """
    if seat.cards and takes_part(seat.wagers, game):
        return True
    return not seat.gone and takes_part(seat.in_time(), game)


def boxes_playing(view: RoundView, game: Game) -> list[int]:
    """The boxes that take part, in order."""
    return [number for number, seat in sorted(view.seats.items()) if plays(seat, game)]


def why_left_out(seat: SeatView, game: Game) -> str:
    """Why a box that does not take part does not, with the section that has it so."""
    for wager in game.wagers:
        if not wager.optional and seat.wagers.get(wager.name, 0) <= 0:
            return f"{wager.section}: no {wager.name} lies on the box, so it takes no part"
    return f'{game.chapter}.7(c): it came after "no more bets", and the box was dealt no cards'

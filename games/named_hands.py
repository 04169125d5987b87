"""Which hand settled a wager, in words: what every game says alike, and what it leaves to the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.chapter import Rulebook
from games.errors import DescriptionError
from games.game import Game
from games.settlement import Round, Settlement

WITHOUT_A_HAND: Final = {"fold": "folded", "forfeit": "forfeited", "abandon": "left behind"}
"""By what a player did: how a wager is lost that no hand decides."""
VOID: Final = "void"


@dataclass(frozen=True, slots=True)
class Settled:
    """A round with its verdict, which can be asked for the hands behind it."""

    game: Game
    round: Round
    rulebook: Rulebook
    settlement: Settlement

    def hand(self, number: int, wager: str) -> str | None:
        """The hand that settled a seat's wager; None where the game has none, or nobody knows the cards."""
        seat = next((each for each in self.round.seats if each.seat == number), None)
        rule = next((each for each in self.game.wagers if each.name == wager), None)
        if seat is None or rule is None:
            return None
        results = next(each.wagers for each in self.settlement.seats if each.seat == number)
        outcome = results[wager].outcome if wager in results else "lose"
        if outcome == "void":
            return VOID
        action = seat.decision.action
        if outcome != "win" and (action == "abandon" or not rule.kept_on_fold) and action in WITHOUT_A_HAND:
            return WITHOUT_A_HAND[action]
        try:
            return self.game.hand_in_words(self.round, self.rulebook, self.settlement, seat, wager)
        except DescriptionError:
            return None

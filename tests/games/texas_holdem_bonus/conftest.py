"""A table of Texas Hold 'Em Bonus to settle: how a seat and a round of it are described."""

import pytest

from tests.games.builders import Table


class TexasHoldemBonus(Table):
    def place(self, seat, cards, wagers, decision="play", player=None, *, turn=False, river=False):
        """One seat; "play" is the Flop wager, with Turn and River wagers where they are said."""
        made = {"action": decision}
        if decision == "play":
            made |= {"flop": True, "turn": turn, "river": river}
        return self.seat(seat, cards, wagers, made, player=player)

    def describe(self, seats, board="", dealer="", six="", **more):
        cards = {"community": board.split(), "six_card_bonus_cards": six.split()}
        return super().describe(seats, dealer, **cards, **more)


@pytest.fixture
def game_table():
    """The contest with every optional wager, by the first column of their paytables."""
    return TexasHoldemBonus(
        "texas_holdem_bonus", "647a@2019-08-31", bonus="A", progressive="A", six_card_bonus="A"
    )

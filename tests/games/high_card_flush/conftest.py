"""A table of High Card Flush to settle: how a seat and a round of it are described."""

import pytest

from tests.games.builders import Table


class HighCardFlush(Table):
    def place(self, seat, cards, wagers, decision, player=None):
        """One seat; a decision is "fold", "none", "abandon" or the Raise in cents."""
        made = {"action": "raise", "raise": decision} if isinstance(decision, int) else {"action": decision}
        return self.seat(seat, cards, wagers, made, player=player)

    def describe(self, seats, dealer="", rulebook="678a@2019-11-02", **more):
        return super().describe(seats, dealer, rulebook=rulebook, **more)


@pytest.fixture
def game_table():
    """The game of today, with every bonus wager by the first column of its paytable."""
    return HighCardFlush(
        "high_card_flush", "678a@2019-11-02", flush_bonus="A", straight_flush_bonus="A", progressive="A"
    )

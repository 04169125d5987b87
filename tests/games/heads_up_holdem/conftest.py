"""A table of Heads-Up Hold 'Em to settle: how a seat and a round of it are described."""

import pytest

from tests.games.builders import Table, Verdict


class Contest(Verdict):
    def outcomes(self, seat=1):
        """Ante, Odds, Raise in one line."""
        return " ".join(self.outcome(wager, seat) for wager in ("ante", "odds", "raise"))


class HeadsUpHoldem(Table):
    verdict = Contest

    def place(self, seat, cards, wagers, decision, player=None):
        """One seat; a decision is "fold", "none", "abandon", (street, cents), or cents at the river."""
        if isinstance(decision, int):
            decision = ("river", decision)
        if isinstance(decision, tuple):
            made = {"action": "raise", "at": decision[0], "raise": decision[1]}
        else:
            made = {"action": decision}
        return self.seat(seat, cards, wagers, made, player=player)

    def describe(self, seats, dealer="", community="", **more):
        return super().describe(seats, dealer, community=community.split(), **more)


@pytest.fixture
def game_table():
    """The contest with both bonus wagers by the first column of their paytables."""
    return HeadsUpHoldem("heads_up_holdem", "677a@2015-proposed", pocket_bonus="A", trips_plus="A")

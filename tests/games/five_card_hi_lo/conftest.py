"""A table of Five Card Hi-Lo to settle: how a seat of it is described."""

import pytest

from tests.games.builders import Table


class FiveCardHiLo(Table):
    def place(self, seat, cards, wagers, decision=None, player=None):
        """One seat: "high cards / low cards" plays as set; cards with a decision forfeit, abandon, "none"."""
        if decision is None:
            high, low = (part.split() for part in cards.split("/"))
            cards = " ".join(low + high)
            made = {"action": "play", "play": wagers.get("ante", 0), "high": high, "low": low}
        else:
            made = decision if isinstance(decision, dict) else {"action": decision}
        return self.seat(seat, cards, wagers, made, player=player)


@pytest.fixture
def game_table():
    """Ante, Play, Tie and Poker Bonus by the first column of their paytables."""
    return FiveCardHiLo("five_card_hi_lo", "663a@2014-02-01", ante_bonus="A", poker_bonus="A")

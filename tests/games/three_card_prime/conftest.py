"""A table of Three Card Prime to settle: how a seat of it is described."""

import pytest

from tests.games.builders import Table


class ThreeCardPrime(Table):
    def place(self, seat, cards, wagers, decision="play", **more):
        """One seat; "play" is a Play Wager equal to the Ante."""
        made = {"action": decision}
        if decision == "play":
            made["play"] = wagers.get("ante", 0)
        return self.seat(seat, cards, wagers, made, **more)


@pytest.fixture
def game_table():
    """Ante, Play and every optional wager by the first column of their paytables."""
    return ThreeCardPrime("three_card_prime", "679a@2019-08-31", bad_beat="A", pair_bonus="A", all_six="A")

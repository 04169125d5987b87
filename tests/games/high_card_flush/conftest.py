"""A table of High Card Flush to settle: builders that keep the noise of a description out of the tests."""

import pytest

from games.describe import answer

TODAY = "678a@2019-11-02"
PAYTABLES = {"flush_bonus": "A", "straight_flush_bonus": "A", "progressive": "A"}


class Verdict:
    """An answer, asked for by seat and wager."""

    def __init__(self, document):
        assert "error" not in document, document
        self.document = document
        self.notes = document["notes"]
        self.meters = document["meters_after"]
        self.seats = {seat["seat"]: seat for seat in document["seats"]}

    def __call__(self, wager, seat=1):
        """Outcome, payout, returned stake, rate and section of a wager."""
        result = self.seats[seat]["wagers"][wager]
        return tuple(result.values())

    def paid(self, wager, seat=1):
        """The payout of a wager that has won."""
        result = self.seats[seat]["wagers"][wager]
        assert result["outcome"] == "win", result
        return result["payout_cents"]

    def outcome(self, wager, seat=1):
        return self.seats[seat]["wagers"][wager]["outcome"]

    def total(self, seat=1):
        return self.seats[seat]["total_returned_to_player_cents"]


def place(seat, cards, wagers, decision, player=None):
    """One seat; a decision is "fold", "none", "abandon" or the Raise in cents."""
    made = {"action": "raise", "raise": decision} if isinstance(decision, int) else {"action": decision}
    described = {"seat": seat, "cards": cards.split(), "wagers": wagers, "decision": made}
    return described if player is None else {**described, "player": player}


def describe(seats, dealer="", rulebook=TODAY, **more):
    return {
        "game": "high_card_flush",
        "rulebook": rulebook,
        "paytables": PAYTABLES,
        "seats": seats,
        "dealer": dealer.split(),
        **more,
    }


@pytest.fixture(name="place")
def place_fixture():
    return place


@pytest.fixture
def settle():
    """Settle seats against the dealer's cards."""
    return lambda *args, **more: Verdict(answer(describe(*args, **more)))


@pytest.fixture
def refused():
    """The field and message of a round that cannot be."""

    def ask(*args, **more):
        error = answer(describe(*args, **more))["error"]
        return error["field"], error["message"]

    return ask

"""A table of Heads-Up Hold 'Em to settle: builders that keep the noise of a description out of the tests."""

import pytest

from games.describe import answer

PAYTABLES = {"pocket_bonus": "A", "trips_plus": "A"}


class Verdict:
    """An answer, asked for by seat and wager."""

    def __init__(self, document):
        assert "error" not in document, document
        self.notes = document["notes"]
        self.seats = {seat["seat"]: seat for seat in document["seats"]}

    def __call__(self, wager, seat=1):
        """Outcome, payout, returned stake, rate and section of a wager."""
        return tuple(self.seats[seat]["wagers"][wager].values())

    def paid(self, wager, seat=1):
        """The payout of a wager that has won."""
        result = self.seats[seat]["wagers"][wager]
        assert result["outcome"] == "win", result
        return result["payout_cents"]

    def outcome(self, wager, seat=1):
        return self.seats[seat]["wagers"][wager]["outcome"]

    def outcomes(self, seat=1):
        """Ante, Odds, Raise in one line."""
        return " ".join(self.outcome(wager, seat) for wager in ("ante", "odds", "raise"))

    def total(self, seat=1):
        return self.seats[seat]["total_returned_to_player_cents"]

    def switches(self):
        """What the verdict depends on, as "name = value"."""
        return [note.split(": ", 1)[1].split(" (")[0] for note in self.notes]


def place(seat, cards, wagers, decision, player=None):
    """One seat; a decision is "fold", "none", "abandon", (street, cents), or cents at the river."""
    if isinstance(decision, int):
        decision = ("river", decision)
    if isinstance(decision, tuple):
        made = {"action": "raise", "at": decision[0], "raise": decision[1]}
    else:
        made = {"action": decision}
    described = {"seat": seat, "cards": cards.split(), "wagers": wagers, "decision": made}
    return described if player is None else {**described, "player": player}


def describe(seats, dealer="", community="", **more):
    return {
        "game": "heads_up_holdem",
        "rulebook": "677a@2015-proposed",
        "paytables": PAYTABLES,
        "seats": seats,
        "dealer": dealer.split(),
        "community": community.split(),
        **more,
    }


@pytest.fixture(name="place")
def place_fixture():
    return place


@pytest.fixture
def settle():
    """Settle seats against the dealer's cards and the board."""
    return lambda *args, **more: Verdict(answer(describe(*args, **more)))


@pytest.fixture
def refused():
    """The field and message of a round that cannot be."""

    def ask(*args, **more):
        error = answer(describe(*args, **more))["error"]
        return error["field"], error["message"]

    return ask

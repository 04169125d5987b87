"""A table of Five Card Hi-Lo to settle: builders that keep the noise of a description out of the tests."""

import pytest

from games.describe import answer

PAYTABLES = {"ante_bonus": "A", "poker_bonus": "A"}


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

    def has(self, wager, seat=1):
        return wager in self.seats[seat]["wagers"]

    def total(self, seat=1):
        return self.seats[seat]["total_returned_to_player_cents"]

    def switches(self):
        """What the verdict depends on, as "name = value"."""
        return [note.split(": ", 1)[1].split(" (")[0] for note in self.notes]


def place(seat, cards, wagers, decision=None, player=None):
    """One seat: "high cards / low cards" plays as set; cards with a decision forfeit, abandon or "none"."""
    if decision is None:
        high, low = (part.split() for part in cards.split("/"))
        cards = " ".join(low + high)
        made = {"action": "play", "play": wagers.get("ante", 0), "high": high, "low": low}
    else:
        made = decision if isinstance(decision, dict) else {"action": decision}
    described = {"seat": seat, "cards": cards.split(), "wagers": wagers, "decision": made}
    return described if player is None else {**described, "player": player}


def describe(seats, dealer="", **more):
    return {
        "game": "five_card_hi_lo",
        "rulebook": "663a@2014-02-01",
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

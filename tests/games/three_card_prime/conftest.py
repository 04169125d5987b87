"""A table of Three Card Prime to settle: builders that keep the noise of a description out of the tests."""

import pytest

from games.describe import answer

PAYTABLES = {"bad_beat": "A", "pair_bonus": "A", "all_six": "A"}


class Verdict:
    """An answer, asked for by seat and wager."""

    def __init__(self, document):
        assert "error" not in document, document
        self.notes = document["notes"]
        self.seats = {seat["seat"]: seat for seat in document["seats"]}

    def __call__(self, wager, seat=1):
        """Outcome, payout, returned stake, rate and section of a wager."""
        return tuple(self.seats[seat]["wagers"][wager].values())

    def wagers(self, seat=1):
        """The names of the wagers of a seat, in order."""
        return list(self.seats[seat]["wagers"])

    def paid(self, wager, seat=1):
        """The payout of a wager that has won."""
        result = self.seats[seat]["wagers"][wager]
        assert result["outcome"] == "win", result
        return result["payout_cents"]

    def outcome(self, wager, seat=1):
        return self.seats[seat]["wagers"][wager]["outcome"]

    def total(self, seat=1):
        return self.seats[seat]["total_returned_to_player_cents"]

    def switches(self):
        """The notes without their questions: "679a.6(c): comparison_within_rank = category_first"."""
        return [note.split(" (")[0] for note in self.notes]


def place(seat, cards, wagers, decision="play", **more):
    """One seat; "play" is a Play Wager equal to the Ante."""
    made = {"action": decision}
    if decision == "play":
        made["play"] = wagers.get("ante", 0)
    return {"seat": seat, "cards": cards.split(), "wagers": wagers, "decision": made, **more}


def describe(seats, dealer="", **more):
    return {
        "game": "three_card_prime",
        "rulebook": "679a@2019-08-31",
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

"""A table of Texas Hold 'Em Bonus to settle: builders that keep the noise of a description out of tests."""

import pytest

from games.describe import answer

PAYTABLES = {"bonus": "A", "progressive": "A", "six_card_bonus": "A"}


class Verdict:
    """An answer, asked for by seat and wager."""

    def __init__(self, document):
        assert "error" not in document, document
        self.notes = document["notes"]
        self.meters = document["meters_after"]
        self.seats = {seat["seat"]: seat for seat in document["seats"]}

    def __call__(self, wager, seat=1):
        """Outcome, payout, returned stake, rate and section of a wager."""
        return tuple(self.seats[seat]["wagers"][wager].values())

    def wagers(self, seat=1):
        """The names of the wagers and results of a seat, in order."""
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
        """The notes without their questions: "647a.6(c): comparison_within_rank = category_first"."""
        return [note.split(" (")[0] for note in self.notes]


def place(seat, cards, wagers, decision="play", player=None, *, turn=False, river=False):
    """One seat; "play" is the Flop wager, with Turn and River wagers where they are said."""
    described = {"seat": seat, "cards": cards.split(), "wagers": wagers, "decision": {"action": decision}}
    if decision == "play":
        described["decision"] |= {"flop": True, "turn": turn, "river": river}
    return described if player is None else {**described, "player": player}


def describe(seats, board="", dealer="", six="", **more):
    return {
        "game": "texas_holdem_bonus",
        "rulebook": "647a@2019-08-31",
        "paytables": PAYTABLES,
        "seats": seats,
        "dealer": dealer.split(),
        "community": board.split(),
        "six_card_bonus_cards": six.split(),
        **more,
    }


@pytest.fixture(name="place")
def place_fixture():
    return place


@pytest.fixture(name="describe")
def describe_fixture():
    return describe


@pytest.fixture
def settle():
    """Settle seats with a board against the dealer's cards."""
    return lambda *args, **more: Verdict(answer(describe(*args, **more)))


@pytest.fixture
def refused():
    """The field and message of a round that cannot be."""

    def ask(*args, **more):
        error = answer(describe(*args, **more))["error"]
        return error["field"], error["message"]

    return ask

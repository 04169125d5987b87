"""A table to settle: what every game's tests share to describe a round and to ask for its verdict.

A game's own conftest says how a seat and a round of it are described; the conftest beside this module hands
both to the tests as fixtures. Nothing here knows a rule.
"""

from games.describing.describe import answer, parse
from games.named_hands import Settled


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

    def has(self, wager, seat=1):
        return wager in self.seats[seat]["wagers"]

    def paid(self, wager, seat=1):
        """The payout of a wager that has won."""
        result = self.seats[seat]["wagers"][wager]
        assert result["outcome"] == "win", result
        return result["payout_cents"]

    def outcome(self, wager, seat=1):
        return self.seats[seat]["wagers"][wager]["outcome"]

    def returned(self, section, seat=1):
        """The stakes that went back, every one of them void under `section`, and nothing paid on them."""
        void = {n: w for n, w in self.seats[seat]["wagers"].items() if w["outcome"] == "void"}
        assert all(w["section"] == section for w in void.values()), void
        assert all(w["payout_cents"] == 0 and w["rate"] == "-" for w in void.values()), void
        return {name: wager["returned_stake_cents"] for name, wager in void.items()}

    def everything_returned(self, section, seat=1):
        """The stakes of a seat, all of which went back under `section`."""
        stakes = self.returned(section, seat)
        assert list(stakes) == self.wagers(seat), self.seats[seat]
        return stakes

    def total(self, seat=1):
        return self.seats[seat]["total_returned_to_player_cents"]

    def switches(self):
        """The notes without their questions: "647a.6(c): comparison_within_rank = category_first"."""
        return [note.split(" (")[0] for note in self.notes]


class Table:
    """The table of a game: `place` and `describe` are the game's, asking is the same everywhere."""

    verdict = Verdict

    def __init__(self, game, rulebook, **paytables):
        self.named = {"game": game, "rulebook": rulebook, "paytables": paytables}

    def seat(self, number, cards, wagers, decision, **more):
        """One seat; what is None is not given."""
        given = {name: value for name, value in more.items() if value is not None}
        return {"seat": number, "cards": cards.split(), "wagers": wagers, "decision": decision, **given}

    def describe(self, seats, dealer="", **more):
        return {**self.named, "seats": seats, "dealer": dealer.split(), **more}

    def hands(self, *args, **more):
        """The hands of a round in words, asked for by wager and seat."""
        round_, game, book = parse(self.describe(*args, **more))
        settled = Settled(game, round_, book, game.settle(round_, book))
        return lambda wager, seat=1: settled.hand(seat, wager)

    def settle(self, *args, **more):
        """The verdict on a round."""
        return self.verdict(answer(self.describe(*args, **more)))

    def refused(self, *args, **more):
        """The field and message of a round that cannot be."""
        error = answer(self.describe(*args, **more))["error"]
        return error["field"], error["message"]

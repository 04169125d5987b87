"""20,000 rounds a game: every bonus wager holds what `games` says it holds, within what luck allows.

Only real cards, really shuffled and dealt in turn, pass this; it looks at what was paid, not at the cards.
"""

from collections import defaultdict
from fractions import Fraction
from math import sqrt

import pytest

from floor.deck import STUB, Deck
from floor.life import Stop, live
from floor.plan import START_US, lay_out
from floor.play.registry import all_plays
from floor.steps import AwaitAward, Award
from games.cards import suit
from games.hold import holds_of

TABLES, ROUNDS = 8, 2_500
LUCK = 4.5
"""Standard deviations: beyond this lies one run in 100,000."""
BOXES = 6
"""Where all boxes of a round win together, a round is one trial."""


def facts(table, rounds):
    """Everything that a table says, without a house: its meter always stands at a dollar."""
    steps, answer = live(table, Stop(rounds)), None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration:
            return
        yield from table.outbox
        table.outbox.clear()
        answer = Award(1, table.now_us, 100_000) if isinstance(step, AwaitAward) else None


def costs(game, rounds=ROUNDS, make_deck=Deck):
    """Per wager and paytable: how far what it cost the house is off, and how many were wagered."""
    wagered, cost, found = defaultdict(int), defaultdict(Fraction), {}
    for table in lay_out(1, TABLES, [game]).tables(START_US, lambda _time: "2026-03-02"):
        table.make_deck = make_deck
        rows = {
            row.wager: row
            for row in holds_of(table.book)
            if row.paytable in (None, table.submission.paytables.get(row.wager))
            and row.options.items() <= {**table.book.settings, **table.submission.options}.items()
        }
        for fact in facts(table, rounds):
            if fact.type == "wager_settled" and fact.fields["wager"] in rows:
                said = fact.fields
                row = rows[said["wager"]]
                key = (row.wager, row.paytable)
                found[key] = row
                wagered[key] += 1
                paid = 0 if said["paid_from"] == "cage" else said["paid_mc"]
                cost[key] += Fraction(paid + said["returned_mc"], said["stake_mc"])
    return {key: deviation(found[key], count, cost[key]) for key, count in wagered.items()}, wagered


def deviation(row, count, cost):
    """How many standard deviations so many wagers of a kind are off."""
    spread = sqrt(row.spread.variance * count * (BOXES if row.spread.shared else 1))
    return float(cost - count * (1 - row.hold - row.spread.to_meters)) / spread


@pytest.mark.parametrize("game", all_plays())
def test_every_bonus_wager_holds_what_it_should(game):
    off, wagered = costs(game)

    assert min(wagered.values()) > 500
    assert sum(wagered.values()) > 20_000
    assert all(abs(by) < LUCK for by in off.values()), off


class OnlyCut(Deck):
    """A deck that lies as it came out of its box, by suit and in sequence, and is only cut."""

    def shuffle(self, rng):
        self.piles[STUB].sort(key=lambda card: (suit(card), card))
        self.cut(rng.randrange(10, 42))


def test_cards_that_were_not_shuffled_would_be_noticed():
    off, _ = costs("high_card_flush", 50, OnlyCut)

    assert any(abs(by) > 2 * LUCK for by in off.values()), off

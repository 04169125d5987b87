"""Settlement and theoretical hold agree: what all hands are paid, settled one by one, leaves the hold."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import pytest

from games.cards import text
from games.counting.hold import holds
from games.describing.describe import answer

STAKE = 100


class SideWager(NamedTuple):
    """A wager to settle, and what a described round needs beside it for a player who folds."""

    game: str
    rulebook: str
    name: str
    others: dict[str, int]
    fold: str
    dealt: dict[str, int]

    def returned(self, table, cards):
        """What settlement gives back of the stake to a player with these cards."""
        rest = iter([text(card) for card in range(52) if card not in cards])
        seat = {
            "seat": 1,
            "cards": [text(card) for card in cards],
            "wagers": {**self.others, self.name: STAKE},
            "decision": {"action": self.fold},
        }
        around = {
            "game": self.game,
            "rulebook": self.rulebook,
            "paytables": {self.name: table},
            "seats": [seat],
        }
        verdict = answer(around | {field: [next(rest) for _ in range(n)] for field, n in self.dealt.items()})
        result = verdict["seats"][0]["wagers"][self.name]
        return result["payout_cents"] + result["returned_stake_cents"]

    def hold(self, table):
        """The hold under the defaults of all switches."""
        rows = holds(self.rulebook)
        return next(row.hold for row in rows if (row.wager, row.paytable) == (self.name, table))


POCKET_BONUS = SideWager(
    "heads_up_holdem",
    "677a@2015-proposed",
    "pocket_bonus",
    {"ante": 1_000, "odds": 1_000},
    "fold",
    {"dealer": 2, "community": 5},
)
HOLDEM_BONUS = SideWager(
    "texas_holdem_bonus", "647a@2019-08-31", "bonus", {"ante": 1_000}, "fold", {"dealer": 2, "community": 5}
)
POKER_BONUS = SideWager(
    "five_card_hi_lo", "663a@2014-02-01", "poker_bonus", {"ante": 1_000}, "forfeit", {"dealer": 5}
)


@pytest.mark.reg("58 Pa. Code § 677a.12(d)")
@pytest.mark.parametrize("table", ["A", "B", "C"])
def test_pocket_bonus(table):
    total = sum(POCKET_BONUS.returned(table, cards) for cards in combinations(range(52), 2))
    assert 1 - Fraction(total, 1_326 * STAKE) == POCKET_BONUS.hold(table)


@pytest.mark.reg("58 Pa. Code § 647a.12(b)")
def test_holdem_bonus():
    # Paytable B alone: it does not ask for the dealer's cards, which are always low ones here.
    total = sum(HOLDEM_BONUS.returned("B", cards) for cards in combinations(range(52), 2))
    assert 1 - Fraction(total, 1_326 * STAKE) == HOLDEM_BONUS.hold("B")


def five_card_hands():
    """Five cards of every set of ranks, of one suit and of several, with how many hands are like them."""
    for ranks in combinations_with_replacement(range(13), 5):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        ways = 1
        for count in counts.values():
            ways *= comb(4, count)
        if len(counts) == 5:
            yield tuple(rank * 4 for rank in ranks), 4
            ways -= 4
        yield tuple(rank * 4 + (place + 1) % 4 for place, rank in enumerate(ranks)), ways


@pytest.mark.cites("58 Pa. Code § 663a.12(d)")
@pytest.mark.parametrize("table", ["A", "B"])
def test_poker_bonus(table):
    total = hands = 0
    for cards, ways in five_card_hands():
        hands += ways
        total += ways * POKER_BONUS.returned(table, cards)
    assert hands == comb(52, 5)
    assert 1 - Fraction(total, hands * STAKE) == POKER_BONUS.hold(table)

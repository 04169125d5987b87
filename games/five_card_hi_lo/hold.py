"""The wager of Five Card Hi-Lo that needs no strategy, and the chance of each hand that it pays.

The Poker Bonus survives a forfeit (58 Pa. Code § 663a.11(b)(2)).  The Tie Wager depends on how the player
sets his hands, and the Ante Bonus on whether he forfeits, so neither is here.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from games.chapter import Rulebook
from games.counting.poker import pairs_from, poker_counts
from games.hold import Counted

SIX, SEVEN = 4, 5  # ranks


def counted(rulebook: Rulebook) -> Iterator[Counted]:  # noqa: ARG001 (every game's function takes it)
    """Poker Bonus (§ 663a.12(d)); each of its columns pays one of the two kinds of pairs."""
    counts = poker_counts(5)
    del counts["pair"]
    counts |= {"pair_of_sixes_or_better": pairs_from(SIX), "pair_of_sevens_or_better": pairs_from(SEVEN)}
    yield Counted("poker_bonus", "poker_bonus", {h: Fraction(c, comb(52, 5)) for h, c in counts.items()})

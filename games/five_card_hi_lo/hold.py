"""The wager of Five Card Hi-Lo that needs no strategy, and the chance of each hand that it pays.

The Poker Bonus survives a forfeit (58 Pa. Code § 663a.11(b)(2)).  The Tie Wager depends on how the player
sets his hands, and the Ante Bonus on whether he forfeits, so neither is here.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from games.chapter import Rulebook
from games.counting.hold import Counted, settings
from games.counting.poker import pairs_from, poker_counts

SIX, SEVEN, ACE = 4, 5, 12  # ranks


def counted(rulebook: Rulebook) -> Iterator[Counted]:
    """Poker Bonus (§ 663a.12(d)); each of its columns pays one of the two kinds of pairs."""
    for options in settings(rulebook, "pair_of_aces_is_better"):
        unpaid = 0 if options["pair_of_aces_is_better"] else pairs_from(ACE)
        counts = poker_counts(5) | {
            "pair_of_sixes_or_better": pairs_from(SIX) - unpaid,
            "pair_of_sevens_or_better": pairs_from(SEVEN) - unpaid,
        }
        chances = {hand: Fraction(count, comb(52, 5)) for hand, count in counts.items()}
        yield Counted("poker_bonus", "poker_bonus", chances, options)

"""The wagers of High Card Flush that need no strategy, and the chance of each hand that they pay.

A player who folds keeps all three (58 Pa. Code § 678a.11(c)(2)(i)), so the decision does not matter.
"""

from collections.abc import Iterator
from fractions import Fraction

from games.chapter import Rulebook
from games.counting.hold import Counted, settings
from games.counting.suits import HANDS, flush_counts, straight_flush_counts


def counted(rulebook: Rulebook) -> Iterator[Counted]:
    """Flush Bonus, Straight Flush Bonus and Progressive Jackpot (§ 678a.12(b)–(d))."""
    flushes = {hand: Fraction(count, HANDS) for hand, count in flush_counts().items()}
    yield Counted("flush_bonus", "flush_bonus", flushes)
    for wager in ("straight_flush_bonus", "progressive"):
        for options in settings(rulebook, "straight_flush_ace_low"):
            counts = straight_flush_counts(ace_low=options["straight_flush_ace_low"] is True)
            chances = {hand: Fraction(count, HANDS) for hand, count in counts.items()}
            yield Counted(wager, wager, chances, options)

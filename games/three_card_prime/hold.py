"""The wagers of Three Card Prime that need no strategy, and the chance of each hand that they pay.

A player who forfeits his Ante keeps all three (58 Pa. Code § 679a.11(b)), so the decision does not matter.
The Bad Beat Bonus depends on it and is not here.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from games.chapter import Rulebook
from games.counting.hold import Counted, settings
from games.counting.poker import six_card_counts
from games.counting.three_card import chances_by_fourth_card, color_chances
from games.ranking.six_card import WITHOUT_OWN_ROW


def counted(rulebook: Rulebook) -> Iterator[Counted]:
    """Prime, Pair Bonus and All-Six Bonus (§ 679a.12(d)–(g))."""
    player, both = color_chances()
    colors = {"same_color_player_and_dealer": both, "same_color_player": player}
    yield Counted("prime", "prime", colors, shared=True)
    not_a_two, a_two = chances_by_fourth_card()
    yield Counted("pair_bonus", "pair_bonus", a_two, beside={"pair_bonus_no_two": not_a_two}, shared=True)
    for options in settings(rulebook, "all_six_wheel"):
        counts = six_card_counts(wheel=options["all_six_wheel"] is True)
        chances = {hand: Fraction(count, comb(52, 6)) for hand, count in counts.items()}
        yield Counted("all_six", "all_six", chances, options, instead=WITHOUT_OWN_ROW, shared=True)

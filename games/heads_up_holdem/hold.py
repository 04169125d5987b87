"""The wagers of Heads-Up Hold 'Em that need no strategy, and the chance of each hand that they pay.

A player who folds keeps both (58 Pa. Code § 677a.11(f)), so the decision does not matter.  The Odds Wager and
the Bad Beat Bonus depend on whether he does, and are not here.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from games.chapter import Rulebook
from games.counting.hold import Counted
from games.counting.pocket import PAIR, SUITED, UNSUITED
from games.counting.poker import poker_counts


def counted(rulebook: Rulebook) -> Iterator[Counted]:  # noqa: ARG001 (every game's function takes it)
    """Pocket Bonus and Trips Plus (§ 677a.12(d)–(e))."""
    pocket = {
        "pair_of_aces": PAIR,
        "ace_face_suited": 3 * SUITED,  # with a king, a queen or a jack
        "ace_face_unsuited": 3 * UNSUITED,
        "pair_of_twos_to_kings": 12 * PAIR,
    }
    yield Counted("pocket_bonus", "pocket_bonus", pocket)
    best_of_seven = {hand: Fraction(count, comb(52, 7)) for hand, count in poker_counts(7).items()}
    yield Counted("trips_plus", "trips_plus", best_of_seven, shared=True)

"""The wagers of Texas Hold 'Em Bonus that need no strategy, and the chance of each hand that they pay.

A player who folds keeps all of them but the Progressive (58 Pa. Code § 647a.11(b)(2)), whose hold is that of
a player who never folds, Envy Bonus apart; the Five Card Hand Bonus is counted without Magic Card and Lucky
Bonus.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from games.chapter import Rulebook
from games.counting.hold import Chances, Counted, settings
from games.counting.pocket import PAIR, SAME_PAIR_TWICE, SUITED, UNSUITED
from games.counting.poker import poker_counts, six_card_counts
from games.ranking.six_card import WITHOUT_OWN_ROW

CARDS = {"two_and_flop": 5, "seven": 7}
"""The switch `progressive_hand`: of how many cards the Progressive's hand is the best five."""


def counted(rulebook: Rulebook) -> Iterator[Counted]:
    """Texas Hold 'Em Bonus, Progressive Payout, Five Card Hand Bonus and Six Card Bonus (§ 647a.12)."""
    pocket = {
        "ace_ace_both": SAME_PAIR_TWICE,
        "ace_ace": PAIR - SAME_PAIR_TWICE,
        "ace_king_suited": SUITED,
        "ace_queen_or_jack_suited": 2 * SUITED,
        "ace_king_unsuited": UNSUITED,
        "kings_queens_or_jacks": 3 * PAIR,
        "ace_queen_or_jack_unsuited": 2 * UNSUITED,
        "pair_of_twos_to_tens": 9 * PAIR,
    }
    yield Counted("bonus", "bonus", pocket, instead={"ace_ace_both": "ace_ace"}, shared=True)
    for options in settings(rulebook, "progressive_hand"):
        chances = best_of(CARDS[str(options["progressive_hand"])])
        note = "a player who never folds, Envy Bonus apart"
        yield Counted("progressive", "progressive", chances, options, shared=True, note=note)
    for wager in ("fchb_player", "fchb_dealer"):
        note = "Magic Card and Lucky Bonus apart"
        yield Counted(wager, "five_card_hand_bonus", best_of(5), shared=True, note=note)
    six = {hand: Fraction(count, comb(52, 6)) for hand, count in six_card_counts().items()}
    yield Counted("six_card_bonus", "six_card_bonus", six, instead=WITHOUT_OWN_ROW, shared=True)


def best_of(cards: int) -> Chances:
    """Chances of the best five of so many cards: two cards and the Flop are five like any other five."""
    return {hand: Fraction(count, comb(52, cards)) for hand, count in poker_counts(cards).items()}

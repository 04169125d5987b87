"""Two cards: the chance of each pair and of each suited or unsuited combination of two ranks.

58 Pa. Code § 647a.12(b) and § 677a.12(d) pay on the player's first two cards, one paytable of 647a also on
the dealer's.  This module knows no paytable.
"""

from fractions import Fraction
from math import comb

HANDS = comb(52, 2)

PAIR = Fraction(comb(4, 2), HANDS)
"""Two cards of one given rank."""
SUITED = Fraction(4, HANDS)
"""Two given ranks of one suit."""
UNSUITED = Fraction(4 * 3, HANDS)
"""Two given ranks of different suits."""
SAME_PAIR_TWICE = PAIR * Fraction(1, comb(50, 2))
"""Two cards of one given rank in both of two hands, which then hold all four cards of it."""

"""One integer a card, such that the sum over a hand says which ranks it holds and whether it is suited.

Every ranking here adds these keys and looks the sum up, which is the quickest thing that Python can do with
up to seven cards.  A card is an int 0..51 = rank * 4 + suit (rank 0 is a 2, 12 an ace; suits c, d, h, s).

This module knows nothing of what a hand is worth.
"""

# Found greedily: the smallest numbers for which no two hands of seven cards (at most four of a rank) have the
# same sum.  Then no two hands of fewer cards have either: fill both up with the same cards.
RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)

# The smallest numbers whose sum over five, six or seven cards says which suit, if any, has five cards or
# more.
SUIT_KEYS = (0, 1, 25, 32)

SUIT_BITS = 8
SUIT_MASK = (1 << SUIT_BITS) - 1

KEY = [RANK_KEYS[card >> 2] << SUIT_BITS | SUIT_KEYS[card & 3] for card in range(52)]

# The same for two cards, PAIR_KEY[a][b]: half the additions, and each addition makes an object.
PAIR_KEY = [[first + second for second in KEY] for first in KEY]


def suited(cards: int, at_least: int) -> list[int]:
    """For every sum of `cards` suit keys: 1 + the suit that has `at_least` cards or more, or 0 for none.

    >>> suited(5, 5)[5 * SUIT_KEYS[2]]
    3
    """
    table = [0] * (SUIT_MASK + 1)
    club, diamond, heart, spade = SUIT_KEYS
    for c in range(cards + 1):
        for d in range(cards + 1 - c):
            for h in range(cards + 1 - c - d):
                counts = (c, d, h, cards - c - d - h)
                for suit, count in enumerate(counts):
                    if count >= at_least:
                        table[c * club + d * diamond + h * heart + counts[3] * spade] = suit + 1
    return table

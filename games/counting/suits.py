"""High Card Flush: how many of the seven-card hands have their longest flush or straight flush how long.

58 Pa. Code § 678a.6(b) and (d).  Names are those of the paytables.  This module knows no paytable.
"""

from math import comb

from games.counting.runs import sets_with_runs_at_most

CARDS = 7
HANDS = comb(52, CARDS)
_NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def flush_counts() -> dict[str, int]:
    """Hands with four cards or more of a suit, by how many; only one suit can have them."""
    return {
        f"{_NUMBERS[length]}_card_flush": 4 * comb(13, length) * comb(39, CARDS - length)
        for length in range(4, CARDS + 1)
    }


def straight_flush_counts(*, ace_low: bool) -> dict[str, int]:
    """Hands by their longest straight flush of three cards or more, in whichever suit.

    `ace_low` is the rulebook's switch: whether the ace also goes below the 2.
    """
    at_most = {length: _hands_with_runs_at_most(length, ace_low=ace_low) for length in range(2, CARDS + 1)}
    return {
        f"{_NUMBERS[length]}_card_straight_flush": at_most[length] - at_most[length - 1]
        for length in range(3, CARDS + 1)
    }


def _hands_with_runs_at_most(longest: int, *, ace_low: bool) -> int:
    one_suit = sets_with_runs_at_most(longest, ace_low=ace_low)[: CARDS + 1]
    two_suits = _together(one_suit, one_suit)
    return _together(two_suits, two_suits)[CARDS]


def _together(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """By size up to seven: the ways to take cards from both."""
    return tuple(sum(one[part] * other[size - part] for part in range(size + 1)) for size in range(CARDS + 1))

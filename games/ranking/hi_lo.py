"""Five Card Hi-Lo: point values, and how player and dealer may set five cards into a high and a low hand.

58 Pa. Code § 663a.6(a), § 663a.11(d)–(e) and (h).  An ace is worth 11 in the three-card high hand and 1 in
the two-card low hand.  Cards are ints 0..51 = rank * 4 + suit.  What a legal setting is comes from here;
what follows from an illegal one is a house ruling and no business of this module, nor is any wager.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

_ACE = 12
_LOW_ACE, _HIGH_ACE = 1, 11

# Points of each card in the high hand, then in the low hand: 2..10, jack queen king 10, ace 11 or 1.
_HIGH = [_HIGH_ACE if card >> 2 == _ACE else min(2 + (card >> 2), 10) for card in range(52)]
_LOW = [_LOW_ACE if card >> 2 == _ACE else points for card, points in enumerate(_HIGH)]

# The hands that the Ante Bonus pays, 58 Pa. Code § 663a.12(b).
FOUR_ACES_AND_TWO = "four_aces_and_two"
FOUR_ACES = "four_aces"
THREE_ACES = "three_aces"


class Setting(NamedTuple):
    """Five cards set: three high, two low."""

    high: tuple[int, ...]
    low: tuple[int, ...]

    @property
    def points(self) -> tuple[int, int]:
        """Points of the high and of the low hand."""
        return high_points(self.high), low_points(self.low)


def high_points(high: Sequence[int]) -> int:
    """Total of a high hand, aces at 11 (§ 663a.6(a))."""
    return sum(_HIGH[card] for card in high)


def low_points(low: Sequence[int]) -> int:
    """Total of a low hand, aces at 1 (§ 663a.6(a))."""
    return sum(_LOW[card] for card in low)


def is_legal(high: Sequence[int], low: Sequence[int]) -> bool:
    """Whether a player may set his cards so (§ 663a.11(d)).

    The three higher values go high and the two lower ones low, except that one ace, and no more, may go low;
    a low ace is worth 1, so it never ranks above a high card.  Cards of equal value may change places.
    """
    if len(high) != 3 or len(low) != 2:
        return False
    aces_low = sum(card >> 2 == _ACE for card in low)
    return aces_low <= 1 and max(_LOW[card] for card in low) <= min(_HIGH[card] for card in high)


def legal_settings(cards: Sequence[int]) -> tuple[Setting, ...]:
    """Every legal setting of five cards for a player, those that keep the aces high first.

    Settings that differ only in which of several cards of equal value goes where are given once.
    """
    seen: dict[tuple[int, int], Setting] = {}
    for high in combinations(cards, 3):
        low = tuple(card for card in cards if card not in high)
        if is_legal(high, low):
            setting = Setting(high, low)
            seen.setdefault(setting.points, setting)
    return tuple(sorted(seen.values(), key=_high_total, reverse=True))


def _high_total(setting: Setting) -> int:
    """Points of a setting's high hand, to order settings by."""
    return high_points(setting.high)


def dealer_setting(cards: Sequence[int]) -> Setting:
    """How the dealer sets five cards (§ 663a.11(e)): aces high; of four aces three high and one low.

    Among cards of equal value the higher rank goes high, which changes no total.
    """
    ordered = sorted(cards, key=lambda card: (_HIGH[card], card), reverse=True)
    return Setting(tuple(ordered[:3]), tuple(ordered[3:]))


def ace_bonus(cards: Sequence[int]) -> str | None:
    """The row of the Ante Bonus that five cards earn, or None (§ 663a.11(h), § 663a.12(b))."""
    aces = sum(card >> 2 == _ACE for card in cards)
    if aces == 4:
        return FOUR_ACES_AND_TWO if any(card >> 2 == 0 for card in cards) else FOUR_ACES
    return THREE_ACES if aces == 3 else None

"""The hands of a round: five cards and how they were set, looked at only when some wager depends on them.

A description may leave out cards on which nothing depends, so every hand checks its cards when it is asked.
What a hand is paid is not known here.
"""

from __future__ import annotations

from games.errors import DescriptionError
from games.ranking.hi_lo import dealer_setting, high_points, low_points
from games.ranking.poker import PokerHand, leading_rank
from games.settlement import Round, Seat

ACE = 12
PAIR, TWO_PAIR = PokerHand.PAIR.lowest, PokerHand.TWO_PAIR.lowest


def five_cards(cards: tuple[int, ...], field: str) -> tuple[int, ...]:
    """The five cards of a hand that something depends on."""
    if len(cards) != 5:
        raise DescriptionError(field, f"expected five cards, found {len(cards)}")
    return cards


def check_set(seat: Seat) -> None:
    """The hands as set are three and two of the five cards dealt; whether the rule allows it comes later."""
    field, high, low = f"{seat.field}.decision", seat.decision.high, seat.decision.low
    cards = five_cards(seat.cards, f"{seat.field}.cards")
    if len(high) != 3:
        raise DescriptionError(f"{field}.high", f"expected three cards, found {len(high)}")
    if len(low) != 2:
        raise DescriptionError(f"{field}.low", f"expected two cards, found {len(low)}")
    if sorted(high + low) != sorted(cards):
        part = "high" if not set(high) <= set(cards) or len(set(high)) != len(high) else "low"
        raise DescriptionError(f"{field}.{part}", "high and low hand are not the five cards dealt")


class DealerHand:
    """The dealer's five cards, set when a wager first depends on them (663a.11(e))."""

    __slots__ = ("_points", "cards", "four_aces")

    def __init__(self, round_: Round) -> None:
        self.cards = round_.dealer
        self._points: tuple[int, int] | None = None
        self.four_aces = sum(card >> 2 == ACE for card in self.cards) == 4
        """Whether the text leaves open how to set these cards."""

    def points(self) -> tuple[int, int]:
        """Points of the high and of the low hand."""
        if self._points is None:
            setting = dealer_setting(five_cards(self.cards, "dealer"))
            self._points = high_points(setting.high), low_points(setting.low)
        return self._points


def is_pair_of_aces(strength: int) -> bool:
    """Whether a poker hand is a pair of aces and no more."""
    return PAIR <= strength < TWO_PAIR and leading_rank(strength) == ACE

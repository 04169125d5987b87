"""The hands of a round: five cards and how they were set, looked at only when some wager depends on them.

A description may leave out cards on which nothing depends, so every hand checks its cards when it is asked.
What a hand is paid is not known here.
"""

from __future__ import annotations

from games.errors import DescriptionError
from games.judgement import expect_cards
from games.ranking.hi_lo import dealer_setting, high_points, low_points
from games.ranking.poker import PokerHand, leading_rank
from games.settlement import Round, Seat

ACE = 12
PAIR, TWO_PAIR = PokerHand.PAIR.lowest, PokerHand.TWO_PAIR.lowest


def five_cards(seat: Seat) -> tuple[int, ...]:
    """The five cards of a player's hand, when something depends on them."""
    return expect_cards(seat.cards, 5, seat.index)


def check_set(seat: Seat) -> None:
    """The hands as set are three and two of the five cards dealt; whether the rule allows it comes later."""
    cards, high, low = five_cards(seat), seat.decision.high, seat.decision.low
    if len(high) != 3:
        raise DescriptionError(f"{seat.field}.decision.high", f"expected three cards, found {len(high)}")
    if len(low) != 2:
        raise DescriptionError(f"{seat.field}.decision.low", f"expected two cards, found {len(low)}")
    if {*high, *low} != {*cards}:
        part = "high" if len({*high} & {*cards}) != 3 else "low"
        message = "high and low hand are not the five cards dealt"
        raise DescriptionError(f"{seat.field}.decision.{part}", message)


class DealerHand:
    """The dealer's five cards, set when a wager first depends on them (663a.11(e))."""

    __slots__ = ("_points", "cards", "four_aces")

    def __init__(self, round_: Round) -> None:
        self.cards = round_.dealer
        self._points: tuple[int, int] | None = None
        self.four_aces = False
        """Whether the text leaves open how to set these cards; known once they have been set."""

    def points(self) -> tuple[int, int]:
        """Points of the high and of the low hand."""
        if self._points is None:
            high, low = dealer_setting(expect_cards(self.cards, 5, None))
            self.four_aces = sum(card >> 2 == ACE for card in self.cards) == 4
            self._points = high_points(high), low_points(low)
        return self._points


def is_pair_of_aces(strength: int) -> bool:
    """Whether a poker hand is a pair of aces and no more."""
    return PAIR <= strength < TWO_PAIR and leading_rank(strength) == ACE

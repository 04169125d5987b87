"""The hands of Five Card Hi-Lo in words: the points of high and low, the aces, the poker hand."""

from __future__ import annotations

from games.chapter import Rulebook
from games.five_card_hi_lo.hands import ACE, DealerHand, check_set, five_cards
from games.ranking.hi_lo import FOUR_ACES_AND_TWO, ace_bonus, high_points, low_points
from games.ranking.poker import five
from games.ranking.words import NUMBERS, poker_hand
from games.settlement import Round, Seat, Settlement


def hand_in_words(round_: Round, _rulebook: Rulebook, _settlement: Settlement, seat: Seat, wager: str) -> str:
    """The hand by which a wager was settled (663a.11(g), (h), (j))."""
    if wager == "poker_bonus":
        return poker_hand(five(five_cards(seat))).short
    if wager == "ante_bonus":
        return _aces(five_cards(seat))
    check_set(seat)
    high, low = DealerHand(round_).points()
    ours_high, ours_low = high_points(seat.decision.high), low_points(seat.decision.low)
    return f"high {ours_high} against {high}, low {ours_low} against {low}"


def _aces(cards: tuple[int, ...]) -> str:
    aces = sum(card >> 2 == ACE for card in cards)
    more = " and a two" if ace_bonus(cards) == FOUR_ACES_AND_TWO else ""
    return f"{NUMBERS[aces]} {'ace' if aces == 1 else 'aces'}{more}"

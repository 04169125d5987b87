"""The hands of High Card Flush in words: the flushes that were compared, the straight flush that was paid."""

from __future__ import annotations

from games.chapter import Rulebook
from games.high_card_flush.hands import Hand
from games.judgement import settings_of
from games.ranking.flushes import THREE_CARD_NINE_HIGH
from games.ranking.words import Named, against, flush_by_all_seven, flush_hand, if_shown, straight_flush
from games.settlement import Round, Seat, Settlement


def hand_in_words(round_: Round, rulebook: Rulebook, _settlement: Settlement, seat: Seat, wager: str) -> str:
    """The hand by which a wager was settled (678a.11(d), (e))."""
    hand, settings = Hand(seat.cards, seat.index), settings_of(round_, rulebook)
    if wager == "flush_bonus":
        return flush_hand(hand.bits()).short
    if wager in {"straight_flush_bonus", "progressive"}:
        return straight_flush(hand.bits(), ace_low=bool(settings["straight_flush_ace_low"]))
    dealer = Hand(round_.dealer)
    if dealer.flush() < THREE_CARD_NINE_HIGH:
        ours = if_shown(lambda: _flush(hand))
        return against(ours, _flush(dealer), qualified=False)
    by_flush = settings["flush_comparison"] == "flush_cards"
    if by_flush or hand.flush() >> 13 != dealer.flush() >> 13:
        return against(_flush(hand), _flush(dealer))
    return against(*(flush_by_all_seven(each.bits(), each.cards) for each in (hand, dealer)))


def _flush(hand: Hand) -> Named:
    return flush_hand(hand.bits())

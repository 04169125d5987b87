"""The hands of Heads-Up Hold 'Em in words: of the contest, of two cards, of the best five."""

from __future__ import annotations

from games.chapter import Rulebook
from games.heads_up_holdem.hands import Hand
from games.ranking.poker import PokerHand
from games.ranking.words import BAD_BEAT, against, poker_hand, two_cards
from games.settlement import Round, Seat, Settlement


def hand_in_words(round_: Round, _rulebook: Rulebook, _settlement: Settlement, seat: Seat, wager: str) -> str:
    """The hand by which a wager was settled (677a.11(h), (i))."""
    hand = Hand(seat.cards, round_.community, seat.index)
    if wager == "pocket_bonus":
        return two_cards(*hand.two())
    if wager == "trips_plus":
        return poker_hand(hand.strength()).short
    ours, theirs = hand.strength(), Hand(round_.dealer, round_.community).strength()
    words = against(poker_hand(ours), poker_hand(theirs), qualified=theirs >= PokerHand.PAIR.lowest)
    is_bad_beat = wager == "odds" and PokerHand.STRAIGHT.lowest <= ours < theirs
    return f"{words} {BAD_BEAT}" if is_bad_beat else words

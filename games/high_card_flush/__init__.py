"""High Card Flush: seven cards against the dealer's seven, the longer flush wins (58 Pa. Code ch. 678a)."""

from games.game import Game, Shape
from games.high_card_flush import dealing, settle, wagers, words
from games.stakes import stakes

GAME = Game(
    name="high_card_flush",
    chapter="678a",
    wagers=wagers.WAGERS,
    shape=Shape(seat_cards=7, dealer_cards=7, actions={"raise": ("raise",), "fold": ()}),
    deal_order=dealing.deal_order,  # 678a.8(d), 678a.9(b), 678a.10(b)
    stakes=stakes,
    lost_by_folding=wagers.lost_by_folding,  # 678a.11(c)(2)
    fold_duties=wagers.fold_duties,
    settle=settle.settle,  # 678a.11–678a.13
    settlement_order=settle.settlement_order,  # 678a.11(d): one pass, or two if the dealer does not qualify
    most_won_cents=wagers.most_won_cents,  # 678a.12(e)
    award_steps=wagers.AWARD_STEPS,  # 678a.11(e)(3)
    progressive_hand=settle.progressive_hand,  # 678a.12(d)(2)
    hand_switches={"progressive": ("straight_flush_ace_low",)},  # 678a.6(d)
    hand_in_words=words.hand_in_words,
)

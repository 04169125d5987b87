"""Heads-Up Hold 'Em: two cards and a board of five against the dealer's, raised early or late (ch. 677a)."""

from games.game import Game, Shape
from games.heads_up_holdem import dealing, settle, streets, wagers, words
from games.stakes import stakes

GAME = Game(
    name="heads_up_holdem",
    chapter="677a",
    wagers=wagers.WAGERS,
    shape=Shape(
        seat_cards=2,
        dealer_cards=2,
        actions={"raise": ("at", "raise"), "fold": ()},
        community_cards=5,
        streets=streets.STREETS,
    ),
    deal_order=dealing.deal_order,  # 677a.8(c)–(d), 677a.9(b)–(c), 677a.10(b)–(c), (g)
    stakes=stakes,
    lost_by_folding=wagers.lost_by_folding,  # 677a.11(f)
    fold_duties=streets.fold_duties,
    settle=settle.settle,  # 677a.11–677a.13
    settlement_order=settle.settlement_order,  # 677a.11(g)–(i)
    most_won_cents=wagers.most_won_cents,  # 677a.12(f)
    hand_in_words=words.hand_in_words,
)

"""Texas Hold 'Em Bonus Poker: two cards and a board against the dealer's (58 Pa. Code ch. 647a)."""

from games.game import Game, Shape
from games.texas_holdem_bonus import dealing, progressive, settle, streets, wagers, words

GAME = Game(
    name="texas_holdem_bonus",
    chapter="647a",
    wagers=wagers.WAGERS,
    shape=Shape(
        seat_cards=2,
        dealer_cards=2,
        actions={"play": ("flop", "turn", "river"), "fold": ()},
        community_cards=5,
        streets=("flop", "turn", "river"),
        extras=frozenset({"six_card_bonus_cards", "magic_card", "lucky_position"}),
        last_decision_at="turn",  # 647a.11(f)
    ),
    deal_order=dealing.deal_order,  # 647a.8(d)–(e), 647a.9(d)–(e), 647a.10(b)–(c), (g)
    stakes=wagers.stakes,
    lost_by_folding=wagers.lost_by_folding,  # 647a.11(b)(2)
    fold_duties=streets.fold_duties,
    settle=settle.settle,  # 647a.11–647a.13
    settlement_order=settle.settlement_order,  # 647a.11(h)–(k)
    most_won_cents=wagers.most_won_cents,  # 647a.12(c)
    award_steps=wagers.AWARD_STEPS,  # 647a.11(i), (j)
    progressive_hand=progressive.progressive_hand,
    hand_switches={"progressive": ("progressive_hand",), "fchb_player": (), "fchb_dealer": ()},  # 647a.11(i)
    dealer_hand_wagers=frozenset({"fchb_dealer"}),  # 647a.11(j)
    hand_in_words=words.hand_in_words,
)

"""Three Card Prime: three cards against the dealer's, who qualifies with a queen high (ch. 679a)."""

from games.game import Game, Shape
from games.stakes import stakes
from games.three_card_prime import dealing, settle, wagers, words

GAME = Game(
    name="three_card_prime",
    chapter="679a",
    wagers=wagers.WAGERS,
    shape=Shape(
        seat_cards=3,
        dealer_cards=3,
        actions={"play": ("play",), "forfeit": ()},
        extras=frozenset({"fourth_card", "pair_bonus_community_card"}),
    ),
    deal_order=dealing.deal_order,  # 679a.8(c), (h), 679a.9(b), (g), 679a.10(b), (c), (g), (h)
    stakes=stakes,
    lost_by_folding=wagers.lost_by_folding,  # 679a.11(b)
    fold_duties=wagers.fold_duties,  # 679a.11(c)
    settle=settle.settle,  # 679a.11–679a.13
    settlement_order=settle.settlement_order,  # 679a.11(c), (d)
    most_won_cents=wagers.most_won_cents,  # 679a.12(h)
    hand_in_words=words.hand_in_words,
)
